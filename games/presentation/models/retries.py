"""Misses of finished games, and what it takes to try them again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games.presentation.models.board import BoardView
from games.presentation.models.verdict import VerdictView


@dataclass(frozen=True)
class PlayOnBoard:
    """What a play that was not made does to the board."""

    faces: Mapping[str, str]  # of the tiles it lays, by the name of the square
    emptied: tuple[str, ...]  # names of the squares it leaves
    lit: tuple[str, ...]  # names of other squares that it is about


@dataclass(frozen=True)
class Miss:
    """A move of one's own that lost something."""

    game_id: str
    game: str  # the name of the kind of game
    ended_at: datetime
    ply: int
    kind: str
    loss: int | None  # points; None where a game counts something else
    chance_lost: str  # of the chance to win; empty where none was lost or none is known
    is_puzzle: bool  # the position is worth solving
    is_tried: bool
    is_due: bool  # it is time to try it again
    solved_at: datetime | None
    comes_at: datetime | None  # when it comes again, where that is known and not now


@dataclass(frozen=True)
class MissesPage:
    """The list of one's own misses."""

    rows: tuple[Miss, ...]  # those due first, then the unsolved
    unsolved: int  # in all, also those that are not listed
    due: int  # in all


@dataclass(frozen=True)
class TriedBefore:
    """The reader has tried this miss."""

    solved_at: datetime | None


@dataclass(frozen=True)
class Attempt:
    """What the referee says of a move that is tried again, and how it stands beside the best."""

    verdict: VerdictView
    share: str = ""  # a sentence without the answer; empty where nothing is compared
    is_best: bool = False


@dataclass(frozen=True)
class RetryPage:
    """A position of a finished game that is tried again."""

    id: str  # of the game
    name: str  # of the kind of game
    ply: int  # of the move that was made
    player: str  # the name of the player to move
    puzzle: str  # why the position is worth solving
    table: BoardView  # the board and the rack of then
    typed: str  # the move that was tried without a script
    attempt: Attempt | None  # what came of it
    best_number: int  # of the play that would have been best, in the list of its position

    @property
    def at(self) -> int:
        """The ply of the position."""
        return self.ply - 1

    @property
    def counts_points(self) -> bool:
        """Whether moves earn points in this game."""
        return self.table.counts_points
