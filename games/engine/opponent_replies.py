"""What the next player may earn after a play, estimated with random racks."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from games.engine import best_moves
from games.engine.seeded_choice import SeededChoice
from games.engine.time_limit import TimeLimit
from games.rules.interface import State
from games.rules.moves import Seat, next_seat
from games.rules.stock import Rack
from games.rules.tiles import BLANK, remove_tiles, size


def with_rack(state: State, seat: Seat, rack: Rack) -> State:
    """The same position where this seat holds these tiles."""
    racks = tuple(rack if owner == seat else old for owner, old in enumerate(state.stock.racks))
    return state.with_stock(replace(state.stock, racks=racks))


def with_hands(state: State, seat: Seat, rack: Rack, chance: SeededChoice) -> State:
    """The same where the next player holds this rack, and all others who play random ones."""
    following = next_seat(seat, state.seats, state.departed)
    held = with_rack(state, following, rack)
    others = [
        other for other in range(state.seats) if other not in (seat, following, *state.departed)
    ]
    if not others:
        return held
    given = (tile for pile in rack if not isinstance(pile, int) for tile in pile)
    tiles = Counter(state.unseen(seat)) - Counter(given)
    rest = tuple(chance.shuffle(f"others {rack}", sorted(tiles.elements())))
    for other in others:
        hand: Rack = ()
        for supply, pile in zip(state.stock.supplies, state.stock.racks[other], strict=True):
            own = supply.own_tiles(rest)[: size(pile)]
            rest, hand = remove_tiles(rest, own), (*hand, own)
        held = with_rack(held, other, hand)
    return held


def random_racks(
    state: State, seat: Seat, chance: SeededChoice, count: int, *, with_blanks: bool = True
) -> list[Rack]:
    """Racks that the next player may hold, drawn from the tiles that this seat does not see."""
    unseen = dict(state.unseen(seat))
    if not with_blanks:
        unseen[BLANK] = 0
    held = state.stock.racks[next_seat(seat, state.seats, state.departed)]
    racks = []
    for number in range(count):
        rack: Rack = ()
        for supply, pile in zip(state.stock.supplies, held, strict=True):
            tiles = [tile for tile in supply.tiles.counts for _ in range(unseen[tile])]
            rack += (tuple(chance.shuffle(f"{supply.label} {number}", tiles)[: size(pile)]),)
        racks.append(rack)
    return racks


def every_rack(
    state: State, seat: Seat, chance: SeededChoice, *, with_blanks: bool = True
) -> list[Rack]:
    """The racks that the next player may hold where a single tile is left in the bags.

    Each tile that this seat does not see may be the one in the bag: one rack without each, so that
    alike ones count as often as there are. In random order; none where more or fewer are left, and
    none in a game of more than two, where others hold unseen tiles or took them out of the game.
    """
    bags = [len(bag) for bag in state.stock.bags]
    if sum(bags) != 1 or state.seats > 2:
        return []
    unseen = state.unseen(seat)
    piles = [
        [tile for tile in supply.tiles.counts for _ in range(unseen[tile])]
        for supply in state.stock.supplies
    ]
    last = bags.index(1)
    racks = []
    for at in range(len(piles[last])):
        held = [*piles[:last], piles[last][:at] + piles[last][at + 1 :], *piles[last + 1 :]]
        racks.append(
            tuple(tuple(tile for tile in pile if with_blanks or tile != BLANK) for pile in held)
        )
    return chance.shuffle("every rack", racks)


def expected_reply(
    state: State, seat: Seat, play: str, racks: list[Rack], limit: TimeLimit
) -> Fraction:
    """The mean of the points of the best reply to a play, over these racks of the next player.

    Racks that the time limit leaves no time for count as 0 points, as does the end of the game.
    Raises a Refusal where the play is not legal.
    """
    after = state.play(seat, play).after
    if after.turn is None:
        return Fraction(0)
    points = 0
    for rack in racks:
        points += _best_points(after, after.turn, rack, limit)
        if limit.is_over():
            break
    return Fraction(points, len(racks))


def _best_points(state: State, seat: Seat, rack: Rack, limit: TimeLimit) -> int:
    """The points of the best play of this seat if it held this rack; 0 where it has none."""
    plays = best_moves(with_rack(state, seat, rack), seat, 1, limit.seconds_until()).plays
    return plays[0][1] if plays else 0
