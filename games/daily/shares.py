"""What a play is worth beside the best: per cent of it, rounded down, 100 for nothing less."""

from typing import NamedTuple

from games.daily.kinds import DAILIES
from games.daily.puzzles import Puzzle
from games.rules.interface import State
from games.rules.moves import Verdict

MOST_TRIES = 3  # at each puzzle
ALL = 100  # per cent


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
    """What a legal play reaches, in per cent of the best."""
    return share_in(puzzle.state, made, puzzle.best)


def share_in(state: State, made: Verdict, best: int) -> int:
    """The same, of a position whose best is known."""
    return DAILIES[state.key].share(state, made, best)
