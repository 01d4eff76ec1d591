"""Rows of lists of games: the first page, games to watch, the archive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.presentation.models.board import SmallBoard, Stamp


@dataclass(frozen=True)
class SeatOfRow:
    """Somebody who plays in a game of a list."""

    name: str
    is_computer: bool
    is_you: bool  # the person whose list it is
    score: int
    is_turn: bool
    mark: str  # the class of the seat's sign in the stylesheet
    rank: int | None  # from 1, at the end


@dataclass(frozen=True)
class GameRow:
    """A game in a list: one line."""

    id: str
    name: str  # of the kind of game
    key: str
    ply: int
    rated: bool
    is_private: bool
    is_imported: bool
    began_elsewhere: bool  # with a position of another game
    players: tuple[SeatOfRow, ...]
    offers: int  # see `draw_offers.made`
    deadline_at: datetime | None
    time_left: str  # of the player to move, by correspondence; empty without a deadline
    live_time: str  # what each player of a live game has, in short; else empty
    ended_at: datetime | None
    is_called_off: bool  # it counts for nobody, as one that the staff annulled
    is_annulled: bool
    stamp: Stamp  # the board

    @property
    def others(self) -> tuple[SeatOfRow, ...]:
        """All players but the person whose list it is."""
        return tuple(player for player in self.players if not player.is_you)

    @property
    def turn_name(self) -> str:
        """The name of the player to move; empty after the end."""
        return next((player.name for player in self.players if player.is_turn), "")

    @property
    def won_at_a_tie(self) -> str:
        """Who has won although the scores are equal; empty for all others."""
        first = [player.name for player in self.players if player.rank == 1]
        is_tie = len({player.score for player in self.players}) == 1
        return first[0] if self.ended_at and is_tie and len(first) == 1 else ""


@dataclass(frozen=True)
class OwnGames:
    """Somebody's running games on the first page, those on turn first."""

    rows: Sequence[GameRow]
    more: int  # that are not among the rows
    version: str  # of all of them: another one after each move, beginning and end


@dataclass(frozen=True)
class WallBoard:
    """A game on a wall of boards."""

    token: str  # which game in which position
    id: str
    name: str  # of the kind of game
    players: tuple[SeatOfRow, ...]
    said: str  # who is to move, or how it ended
    look: str  # classes in the stylesheet, each with a space before it
    board: SmallBoard


@dataclass(frozen=True)
class Channel:
    """A channel of television, as its tab shows it."""

    key: str  # of its games; empty for the channel of all
    name: str
    players: str  # of the game that runs there now; empty for none
    is_chosen: bool


@dataclass(frozen=True)
class ArchivePage:
    """A page of the finished games that were searched for."""

    games: tuple[GameRow, ...]  # the newest first
    next: str  # where the next page starts; empty on the last one
    is_first_page: bool


@dataclass(frozen=True)
class HeadToHead:
    """How the games of one kind between two people went, as one of them sees it."""

    name: str  # of the kind of game
    wins: int
    ties: int
    losses: int
