"""The rules pages: figures, boards to try a move on, the games in a few words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.presentation.models.board import BoardView, Stamp
from games.presentation.models.verdict import VerdictView


@dataclass(frozen=True)
class GameCard:
    """A game in a few words."""

    key: str
    name: str
    motto: str
    about: str
    lasts: str  # how long a game takes
    players: Sequence[int]  # how many can play
    stamp: Stamp


@dataclass(frozen=True)
class GameLink:
    """A game that has rules of its own."""

    key: str
    name: str


@dataclass(frozen=True)
class OptionView:
    """An option of a game in words."""

    label: str
    values: Sequence[str]  # the usual one first


@dataclass(frozen=True, kw_only=True)
class Figure(BoardView):
    """A board after some plays, with the verdict on the last one."""

    verdict: VerdictView | None  # None where nothing was played
    move: str  # in notation


@dataclass(frozen=True, kw_only=True)
class RulesPage:
    """What one game's rules page says beside its text; its boards are drawn apart."""

    key: str
    name: str
    example: str  # a move in notation
    counts_points: bool  # else the game is won by something else
    parts: Mapping[str, str]  # the templates of each part of a table
    headings: Mapping[str, str]  # by anchor
    task: str  # what a reader is asked to do on the board to try
    games: Sequence[GameLink]
    options: Sequence[OptionView]
    typed: str  # the move that was tried without a script
    verdict: VerdictView | None  # what the referee says of it
