"""A move beside the others by the chance to win, and how large a miss is.

Chances are in thousandths, a tie counts half. They are what the engine expects of itself on all
seats, not of people.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from games.engine.prospects import Prospect, weigh_moves
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat

LEAST_RACKS = 2
"""Racks that a move must have met, so that its difference from another has an error of its own."""

KEPT = 5
"""How many of the best moves are kept, beside the one that was made."""

Size = Literal["", "small", "medium", "large"]
"""How large a miss is; empty for one that is too small, or no more than chance."""

CHANCE_LOST = (5, 30, 70)
"""From which loss on a miss has each of the sizes, in thousandths."""

POINTS_LOST = (5, 15, 30)
"""The same in points, where the game is decided."""

DECIDED = 950
"""A game is decided where one side wins more often than this, in thousandths."""

CERTAIN = 1000


@dataclass(frozen=True)
class ChanceLost:
    """The chances after the best move and after the one that was made, in thousandths.

    `margin` is by how much the difference may be off: two standard errors, rounded up; 0 where
    both are proven, where each rack made the same difference, and where no racks were imagined, as
    `is_imagined` tells. Both met the same racks, so it is far less than that of either chance.
    `is_lost` says that the game is proven lost after the move that was made, and not after the
    best.
    """

    best: int
    made: int
    margin: int
    is_proven: bool
    is_lost: bool = False
    is_imagined: bool = True

    @property
    def counted(self) -> int:
        """What was lost beyond doubt, or 0.

        It is the difference where it is larger than the margin, and where the game was lost by the
        move: that some chance was there is certain then, and how much is the estimate.
        """
        lost = self.best - self.made
        return lost if lost > self.margin or self.is_lost else 0

    @property
    def is_decided(self) -> bool:
        """Whether the game was won or lost whichever of the two was made."""
        return min(self.best, self.made) > DECIDED or max(self.best, self.made) < CERTAIN - DECIDED


def weigh_move(
    state: State, seat: Seat, text: str, racks: int, time_limit: float | None = None
) -> Json | None:
    """Weigh the move that was made beside the most promising ones; `state` is the position before.

    Only what the seat saw is used. `racks` is the budget, `time_limit` is in seconds. None where
    the time did not suffice: for the move that was made, or for racks that tell an error. Returns
    plain values:

    - `racks`: how many imagined racks of the others the moves have met; 0 where none is needed
    - `moves`: the best, best first, and the one that was made: text, points, chance to win, the
      margin of its difference from the best (see ChanceLost) and whether it is proven; only those
      that met all racks
    - `made`: the place of the move that was made among them
    - `error`: by how much the best chance itself may be off: two standard errors
    - `line`, `best_line`: what is expected to follow the move made, and the best one

    Raises ValueError where the tiles of the seat are not known.
    """
    seen = state.seen_by(seat)
    made_text = seen.check(seat, text).text
    found = weigh_moves(seen, seat, racks, also=[made_text], time_limit=time_limit)
    best = found.moves[0]
    if not best.is_told:
        return None
    ranked = [each for each in found.moves if len(each.by_rack) == len(best.by_rack)]
    made = next((each for each in ranked if each.text == made_text), None)
    if made is None:
        return None
    kept = ranked[:KEPT] if made in ranked[:KEPT] else [*ranked[:KEPT], made]
    return {
        "racks": min(found.racks, len(best.by_rack)),
        "moves": [[each.text, each.points, each.win, *_margin(best, each)] for each in kept],
        "made": kept.index(made),
        "error": 2 * best.error,
        "line": list(made.line),
        "best_line": list(best.line),
    }


def _margin(best: Prospect, other: Prospect) -> tuple[int, bool]:
    """The margin of the difference of two moves, and whether the other one is proven."""
    if best is other or (best.is_proven and other.is_proven):
        return 0, other.is_proven
    differences = [one - two for one, two in zip(best.by_rack, other.by_rack, strict=True)]
    if len(differences) < LEAST_RACKS:
        return 2 * _root_above(best.error**2 + other.error**2), other.is_proven
    return _two_standard_errors(differences), other.is_proven


def _two_standard_errors(values: Sequence[int]) -> int:
    """Of the mean of these values, rounded up."""
    count, total = len(values), sum(values)
    squares = sum((count * value - total) ** 2 for value in values)
    square = Fraction(4 * squares, count**3 * (count - 1))
    return _root_above(math.ceil(square))


def chance_lost(weighed: Json, place: int | None = None) -> ChanceLost:
    """What the move at this place lost beside the best one; without a place the one made.

    `weighed` is what `weigh_move` returned.
    """
    best, made = weighed["moves"][0], weighed["moves"][weighed["made"] if place is None else place]
    return ChanceLost(
        best=best[2],
        made=made[2],
        margin=made[3],
        is_proven=bool(best[4] and made[4]),
        is_lost=bool(made[4]) and made[2] == 0 and not best[4],
        is_imagined=weighed["racks"] > 0,
    )


def _root_above(square: int) -> int:
    """The root, rounded up."""
    return math.isqrt(square - 1) + 1 if square else 0


def size_of(lost: ChanceLost, points: int | None) -> Size:
    """How large a miss is, by the chance lost; by the points lost where the game was decided.

    `points` is None in a game that is not about points. Nothing that is no larger than the margin
    has a size.
    """
    if lost.is_decided:
        return _size(points, POINTS_LOST) if points is not None else ""
    return _size(lost.counted, CHANCE_LOST)


def _size(lost: int, least: tuple[int, int, int]) -> Size:
    sizes: tuple[Size, ...] = ("", "small", "medium", "large")
    return sizes[sum(lost >= each for each in least)]
