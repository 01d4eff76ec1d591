"""How a game ended."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class BestPlayView:
    """The play of a game that earned most: one's own best, for a stranger that of all."""

    ply: int
    name: str
    line: str
    points: int
    squares: Sequence[str]
    is_own: bool


@dataclass(frozen=True)
class PersonalBest:
    """What of a game is above all of the player's other games."""

    score: bool
    play: bool  # the best play


@dataclass(frozen=True)
class RatingLine:
    """What a game changed of somebody's rating."""

    name: str
    change: str
    rating: int
    match_score: int | None


@dataclass(frozen=True, kw_only=True)
class ResultView:
    """How a game ended, told to one of its players or to a stranger."""

    headline: str
    ending: str
    adjustments: Sequence[str]  # what the ending gave or took
    best: BestPlayView | None
    is_helped: bool  # the reader took hints
    personal_best: PersonalBest | None  # None where there is nothing to compare with
    hints: Sequence[str]  # how often each player was helped
    unrated_because: str
    ratings: Sequence[RatingLine]
