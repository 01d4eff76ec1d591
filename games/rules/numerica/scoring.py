"""The points of plays in Numerica (N8, N9), which `State.check` adds up."""

from fractions import Fraction

from games.rules.moves import Run
from games.rules.notation import Play
from games.rules.numerica.constants import (
    BINGO_POINTS,
    FRACTION_BONUS_POINTS,
    LAYOUT,
    MAX_FRACTION_BONUS_POINTS,
    RACK_SIZE,
)
from games.rules.placement import Board, Judge, lines_formed, score_line
from games.rules.tiles import TileSet


def score_lines(board: Board, play: Play, new: Board, judge: Judge, tiles: TileSet) -> list[Run]:
    """Return the run on each line that a play forms; `new` are the faces that it adds."""
    after = {**board, **new}
    lines = lines_formed(after, tuple(new), play.step)
    return [score_line(line, after, new, judge, fraction_bonus, LAYOUT, tiles) for line in lines]


def fraction_bonus(value: Fraction) -> int:
    """Return the bonus points: 20 for each unit of the reduced denominator beyond 1 (N8).

    >>> fraction_bonus(Fraction(4, -6))
    40
    """
    bonus = FRACTION_BONUS_POINTS * (value.denominator - 1)
    return bonus if MAX_FRACTION_BONUS_POINTS is None else min(bonus, MAX_FRACTION_BONUS_POINTS)


def bingo_points(new: Board) -> int:
    """Return the bonus for a play of a whole rack of tiles (N9)."""
    return BINGO_POINTS if len(new) == RACK_SIZE else 0
