"""What a play is worth beside the best: per cent of it, rounded down, 100 for nothing less."""

from typing import NamedTuple

from games.daily.puzzles import SEAT, Puzzle
from games.engine.numeria_wins import IN_ONE, share_of_wins, wins
from games.rules import numeria
from games.rules.interface import State
from games.rules.moves import Verdict

MOST_TRIES = 3  # at each puzzle
ALL = 100  # per cent
HALF = 50


class Band(NamedTuple):
    """A range of results: its key and the least per cent that belong to it."""

    key: str
    least: int


BANDS = (
    Band("best", 100),
    Band("near", 85),
    Band("good", 65),
    Band("way", 40),
    Band("start", 0),
)
"""The five bands, the highest first."""


def band(percent: int) -> Band:
    """The band of a result.

    >>> [band(percent).key for percent in (100, 99, 85, 84, 0)]
    ['best', 'near', 'near', 'good', 'start']
    """
    return next(each for each in BANDS if percent >= each.least)


def share(puzzle: Puzzle, made: Verdict) -> int:
    """What a legal play reaches, in per cent of the best.

    Where plays earn points, their points beside the best. In Numeria the part of all answers after
    which the next move still wins; half of it where the game could have been won at once.
    """
    return share_in(puzzle.state, made, puzzle.best)


def share_in(state: State, made: Verdict, best: int) -> int:
    """The same, of a position whose best is known."""
    if isinstance(state, numeria.State):
        if wins(state, SEAT, made.text):
            return ALL
        left = share_of_wins(state, SEAT, made.text)
        return int(left * (HALF if best == IN_ONE else ALL))
    return made.points * ALL // best
