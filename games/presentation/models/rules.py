"""The rules pages: figures, boards to try a move on, the games in a few words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.presentation.models.board import BoardView, Stamp, TileView
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


@dataclass(frozen=True)
class BlankBoard:
    """A board to be printed."""

    key: str
    name: str
    board: Callable[[], BoardView]


@dataclass(frozen=True, kw_only=True)
class RulesPage:
    """What one game's rules page shows beside its text.

    What is the same for everybody is a function without arguments: the page asks for it only when
    it has not kept what it drew before.
    """

    key: str
    name: str
    example: str  # a move in notation
    parts: Mapping[str, Sequence[str]]  # the templates of each part of a table
    headings: Callable[[], Mapping[str, str]]  # by anchor
    task: Callable[[], str]
    games: Sequence[GameLink]
    options: Callable[[], Sequence[OptionView]]
    figures: Mapping[str, Callable[[], Figure]]
    tables: Mapping[str, Callable[[], Sequence[TileView]]]  # every kind of tile with its count
    table: Callable[[], BoardView]  # on which a move can be tried
    typed: str  # the move that was tried without a script
    verdict: VerdictView | None  # what the referee says of it
