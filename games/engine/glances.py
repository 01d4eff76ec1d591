"""How an opponent plays that lays tiles: it sees a part of its rack, and calculates as it can."""

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

from games.engine import best_moves
from games.engine.dice import HUNDRED, Dice
from games.engine.foresight import answers, imagined_racks
from games.engine.leaves import worth_of_rest
from games.engine.watch import Moment, moment_after, seconds_until
from games.rules.moves import Seat, Verdict
from games.rules.notation import Swap
from games.rules.placement import LaidState
from games.rules.tiles import BLANK, Pile

LOOKS = 6  # at a part of the rack
MANY = 3  # tiles that are of no use
ALL_PLAYS = 400  # if there are more, the least of the others counts as the least
PLAYS = 60  # the plays that earn most, of which one is chosen
ANSWERED = 12  # of them, whose answers are imagined
SIGNS = frozenset("+-*/^")
NUMBER = re.compile("[0-9]+")


@dataclass(frozen=True)
class Sight:
    """What an opponent sees and can do.

    It looks at `share` per cent of each kind of its tiles at once, on the average. It uses these
    `signs`, lines whose numbers are not above `largest`, and values whose denominator is not above
    `denominator`. Whoever `plans` weighs what stays on the rack, and who imagines some
    `racks` of the next player weighs what those could answer.
    """

    share: int
    signs: str = "+-*/^"
    largest: int | None = None
    denominator: int | None = None
    plans: bool = False
    racks: int = 0

    @property
    def plays(self) -> int:
        """How many of the plays that earn most it has to look at to find one that it likes."""
        is_limited = self.largest is not None or self.denominator is not None
        return PLAYS if self.plans or is_limited else 1


def seen_plays(
    state: LaidState, seat: Seat, sight: Sight, dice: Dice, deadline: float | None
) -> list[str]:
    """Moves of this opponent, the one that it likes best first.

    It looks again and again until it finds a play. Then it swaps tiles that it cannot use, if
    there are some, or makes the least of all plays that there are.
    """
    until = moment_after(deadline)
    for look in range(LOOKS):
        part = _part(state, seat, sight, dice, str(look))
        plays = best_moves(part, seat, sight.plays, seconds_until(until)).plays
        verdicts = (part.check(seat, text) for text, _ in plays)
        liked = (verdict for verdict in verdicts if _is_within(verdict, sight))
        wanted = list(liked if sight.plans else islice(liked, 1))
        if wanted:
            return _ranked(state, seat, sight, dice, wanted, until)
        if sight.share == HUNDRED:
            break
    plays = best_moves(state, seat, ALL_PLAYS, seconds_until(until)).plays
    return _useless(state, seat, sight) + [text for text, _ in reversed(plays)]


def _useless(state: LaidState, seat: Seat, sight: Sight) -> list[str]:
    """The swap of the tiles that this opponent cannot use, if there are enough of them."""
    piles = [pile for pile in state.stock.racks[seat] if not isinstance(pile, int)]
    tiles = [tile for pile in piles for tile in pile if not _is_usable(tile, sight)]
    return [str(Swap(tuple(tiles)))] if len(tiles) >= MANY else []


def _part(state: LaidState, seat: Seat, sight: Sight, dice: Dice, look: str) -> LaidState:
    """The position as it is with those tiles alone that this opponent looks at."""
    piles = state.stock.racks[seat]
    seen = tuple(_glance(pile, sight, dice, f"{look}:{at}") for at, pile in enumerate(piles))
    racks = tuple(seen if owner == seat else rack for owner, rack in enumerate(state.stock.racks))
    return cast(LaidState, replace(cast(Any, state), stock=replace(state.stock, racks=racks)))


def _glance(pile: Pile, sight: Sight, dice: Dice, name: str) -> Pile:
    """A share of the tiles that this opponent can use, rounded up or down by chance."""
    if isinstance(pile, int):
        raise ValueError("the tiles of this rack are not known")
    usable = [tile for tile in pile if _is_usable(tile, sight)]
    count, rest = divmod(len(pile) * sight.share, HUNDRED)
    count += dice.happens(f"{name} count", rest)
    return tuple(dice.shuffled(name, usable)[:count])


def _is_usable(tile: str, sight: Sight) -> bool:
    """Whether this opponent calculates with the tile: its signs, fractions that are not too odd."""
    if tile in SIGNS:
        return tile in sight.signs
    if "^" in tile:
        return "^" in sight.signs
    _, _, denominator = tile.strip("[]").partition("/")
    return _is_at_most(int(denominator or 1), sight.denominator)


def _is_within(verdict: Verdict, sight: Sight) -> bool:
    """Whether every line is one that this opponent calculates with."""
    return all(
        _is_at_most(max(map(int, NUMBER.findall(run.text)), default=0), sight.largest)
        and _is_at_most(run.value.denominator if run.value is not None else 1, sight.denominator)
        for run in verdict.runs
    )


def _is_at_most(number: int, limit: int | None) -> bool:
    return limit is None or number <= limit


def _ranked(
    state: LaidState, seat: Seat, sight: Sight, dice: Dice, verdicts: list[Verdict], until: Moment
) -> list[str]:
    """Most points first; with a plan also what stays on the rack, less what the next may answer."""
    if not sight.plans:
        return [verdict.text for verdict in verdicts]
    values = {
        verdict.text: verdict.points + worth_of_rest(state, seat, verdict.text)
        for verdict in verdicts
    }
    best = sorted(values, key=lambda text: -values[text])
    if not sight.racks:
        return best
    racks = imagined_racks(state, seat, dice, sight.racks)
    weighed = [
        (values[text] * len(racks) - answers(state, seat, text, racks, until), text)
        for text in best[:ANSWERED]
    ]
    return [text for _, text in sorted(weighed, key=lambda each: -each[0])] + best[ANSWERED:]


def fresh_tiles(state: LaidState, seat: Seat) -> str | None:
    """The swap of all tiles but the blanks, as far as the bags go; None where there is none."""
    given: list[str] = []
    for bag, pile in zip(state.stock.bags, state.stock.racks[seat], strict=True):
        if not isinstance(pile, int):
            given += [tile for tile in pile if tile != BLANK][: len(bag)]
    return str(Swap(tuple(given))) if given else None
