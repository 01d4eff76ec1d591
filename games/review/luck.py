"""Luck: what the tiles that a seat drew were worth, beside the average of random draws.

The worth of a rack is what the best play without its blanks earns on the board of the seat's next
turn, LIMIT points at most, and for each blank what one is worth in this game on average. The random
draws are made from what the seat did not see then: these tiles are dealt out hand by hand, and once
more when they do not suffice. What was put back before the draw is among them, what was put back
after it is not. The order follows from the position, so that it can be made again.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.engine import best_moves
from games.engine.leaves import tiles_laid
from games.engine.seeded_choice import SeededChoice
from games.engine.time_limit import TimeLimit
from games.review.analysis import REVIEWS
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.notation import Swap, parse
from games.rules.record.entries import is_choice
from games.rules.stock import Rack
from games.rules.tiles import BLANK, Pile, size

LIMIT = 200
"""Points of a play that count at the most: one of thousands would decide everything else."""


@dataclass(frozen=True)
class Draw:
    """What a seat held when it drew its tiles, and what it put back into the bags for them.

    Both have a pile for each supply of the game. `in_bag` says of each how many tiles lay in its
    bag before, where tiles are put back first and may be drawn again (D6), and None where what is
    put back comes after the draw.
    """

    kept: Rack
    put_back: Rack
    in_bag: tuple[int | None, ...]

    @property
    def leave(self) -> list[str]:
        """The tiles that stayed on the rack."""
        return [tile for pile in self.kept for tile in _known(pile)]


@dataclass(frozen=True)
class Luck:
    """What a drawn rack is worth, and what all racks of the random draws are worth together.

    Both are in points. `draws` is the number of random draws, `squares` the sum of the squares of
    what they are worth: None in what was stored before it was kept.
    """

    worth: int
    others: int
    draws: int
    squares: int | None = None

    @property
    def points(self) -> Fraction:
        """By how many points the draw was better than the average of the random ones."""
        return self.worth - Fraction(self.others, self.draws)

    @property
    def error(self) -> Fraction | None:
        """The square of the standard error of `points`, as of racks that are drawn one by one.

        Hands of one bag share no tile, so that it is rather less. None where it was not kept.
        """
        if self.squares is None:
            return None
        spread = self.squares - Fraction(self.others**2, self.draws)
        return spread / (self.draws * (self.draws - 1))


def first_draw(state: State) -> Draw:
    """The draw of a full rack, before the first move of a seat."""
    nothing: Rack = ((),) * len(state.stock.supplies)
    return Draw(nothing, nothing, (None,) * len(nothing))


def draw_after(state: State, seat: Seat, text: str) -> Draw | None:
    """The draw that followed a move of this seat; `state` is the position before the move.

    None where the tiles of the seat are not known.
    """
    kept: Rack = ()
    put_back: Rack = ()
    in_bag: tuple[int | None, ...] = ()
    all_used = _tiles_used(text, state)
    exchanged = state.draws().get("exchanged_on_pass") if text == "pass" else None
    bags = state.stock.bags
    for supply, pile, bag in zip(state.stock.supplies, state.stock.racks[seat], bags, strict=True):
        if isinstance(pile, int):
            return None
        in_bag = (*in_bag, len(bag) if supply.label == exchanged else None)
        if supply.label == exchanged:
            kept, put_back = (*kept, ()), (*put_back, pile)
        else:
            used = supply.own_tiles(all_used)
            kept = (*kept, _without(pile, used))
            put_back = (*put_back, used if text.startswith("swap ") else ())
    return Draw(kept, put_back, in_bag)


def _tiles_used(text: str, state: State) -> tuple[str, ...]:
    """The tiles that a move takes off the rack."""
    kinds = state.tiles.counts
    if text.startswith("swap "):
        move = parse(text, kinds)
        return move.tiles if isinstance(move, Swap) else ()
    _, _, tokens = text.partition(" ")
    return tuple(tiles_laid(tokens, kinds))


def _without(pile: tuple[str, ...], tiles: Sequence[str]) -> tuple[str, ...]:
    return tuple((Counter(pile) - Counter(tiles)).elements())


def luck_of_draw(
    state: State,
    seat: Seat,
    draw: Draw,
    draws: int | None = None,
    time_limit: float | None = None,
) -> Luck | None:
    """What the tiles are worth that this seat drew since; `state` is the position of its next turn.

    It stands beside that many random `draws`, by default those of the reviews of its game. Only
    what the seat saw is used. `time_limit` is in seconds. None where it was over before all racks
    were valued, where nothing was drawn, and where the tiles of the seat are not known.
    """
    if draws is None:
        draws = REVIEWS[state.key].draws
    seen = state.seen_by(seat)
    racks = list(racks_compared(seen, seat, draw, draws))
    limit = TimeLimit.start(time_limit)
    worths: dict[Rack, int] = {}
    for rack in dict.fromkeys(racks):
        worth = None if limit.is_over() else _worth(seen, seat, rack, limit)
        if worth is None:
            return None
        worths[rack] = worth
    if not racks:
        return None
    first, *others = (worths[rack] for rack in racks)
    return Luck(first, sum(others), draws, sum(worth**2 for worth in others))


def racks_compared(seen: State, seat: Seat, draw: Draw, draws: int) -> Iterator[Rack]:
    """The rack as it is, then those of the random draws; none where nothing was drawn.

    `seen` is the position of the seat's next turn, as the seat sees it.
    """
    held = [pile for pile in seen.stock.racks[seat] if not isinstance(pile, int)]
    drawn = [_without(pile, _known(kept)) for pile, kept in zip(held, draw.kept, strict=False)]
    if not any(drawn):
        return
    yield tuple(tuple(sorted(pile)) for pile in held)
    chance, unseen = SeededChoice.of_position(seen, seat), Counter(seen.unseen(seat))
    deals = []
    supplies = zip(seen.stock.supplies, drawn, draw.put_back, draw.in_bag, strict=True)
    for supply, new, back, in_bag in supplies:
        could_come = unseen + Counter(new) - Counter(_known(back))
        tiles = [tile for tile in supply.tiles.counts for _ in range(could_come[tile])]
        first = () if in_bag is None else _known(back)
        bags = _bags(chance, f"luck {supply.label}", tiles, in_bag, first)
        deals.append(_deal_out(bags, len(new)))
    for _, *hands in zip(range(draws), *deals, strict=False):
        piles = zip(draw.kept, hands, strict=True)
        yield tuple(tuple(sorted((*_known(kept), *hand))) for kept, hand in piles)


def _bags(
    chance: SeededChoice,
    name: str,
    tiles: Sequence[str],
    count: int | None,
    put_back: Sequence[str],
) -> Iterator[Sequence[str]]:
    """For ever, what may have lain in a bag, in the order in which it is drawn.

    `count` of these tiles, None for all: some may be on the racks of others. And what had been
    `put_back` before, which is there for certain.
    """
    for shuffle in itertools.count():
        order = chance.shuffle(f"{name} {shuffle}", tiles)
        if count is not None:
            order = chance.shuffle(f"{name} {shuffle} back", [*order[:count], *put_back])
        yield order


def _deal_out(bags: Iterable[Sequence[str]], count: int) -> Iterator[tuple[str, ...]]:
    """Hands of `count` tiles: each of these bags is dealt out, then the next one.

    Hands of one bag share no tile, so their average is near that of all hands.
    """
    for order in bags:
        for at in range(0, max(len(order) - count, 0) + 1, max(count, 1)):
            yield tuple(order[at : at + count])


def _has_drawn(state: State, seat: Seat, draw: Draw) -> bool:
    """Whether the seat holds more than it kept; `state` is the position after the draw."""
    held = sum(map(size, state.stock.racks[seat]))
    return held > sum(map(size, draw.kept))


def _known(pile: Pile) -> tuple[str, ...]:
    return () if isinstance(pile, int) else pile


def _worth(seen: State, seat: Seat, rack: Rack, limit: TimeLimit) -> int | None:
    """The worth of this rack in points; None where the time does not suffice to be certain."""
    bare = tuple(tuple(tile for tile in _known(pile) if tile != BLANK) for pile in rack)
    held = tuple(bare if owner == seat else old for owner, old in enumerate(seen.stock.racks))
    holding = seen.with_stock(replace(seen.stock, racks=held))
    found = best_moves(holding, seat, 1, limit.seconds_until())
    most = min(found.plays[0][1], LIMIT) if found.plays else 0
    if not found.exact and most < LIMIT:
        return None
    blanks = sum(map(size, rack)) - sum(map(size, bare))
    return most + blanks * REVIEWS[seen.key].blank_worth


def luck_of_game(
    before: Sequence[State], texts: Sequence[str], draws: int | None = None
) -> tuple[Fraction, ...]:
    """The luck of each seat over a whole game, in points.

    `before` are the positions before each of the moves that stand, `texts` the moves. As control
    variate of the result it makes comparisons of levels closer; its mean is about 0.
    """
    total = [Fraction(0)] * before[0].seats
    for seat, at, draw in draws_of_game(before, texts):
        luck = luck_of_draw(before[at], seat, draw, draws)
        total[seat] += luck.points if luck is not None else 0
    return tuple(total)


def draws_of_game(
    before: Sequence[State], texts: Sequence[str]
) -> Iterator[tuple[Seat, int, Draw]]:
    """Every draw of a game: the seat, the place of the move that it made next, and the draw.

    There is none where the bags had nothing left. `before` are the positions before each of the
    moves that stand, `texts` the moves.
    """
    waiting: dict[Seat, Draw | None] = {}
    for at, (state, text) in enumerate(zip(before, texts, strict=True)):
        seat = state.turn
        if seat is None or not is_choice(text):
            continue
        draw = waiting[seat] if seat in waiting else first_draw(state)
        if draw is not None and _has_drawn(state, seat, draw):
            yield seat, at, draw
        waiting[seat] = draw_after(state, seat, text)
