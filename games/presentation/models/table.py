"""The table: one position of a game as one seat, or a stranger, may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from games.presentation import time_text
from games.presentation.models.board import BoardView, SquareView, TileCount, TileView
from games.presentation.models.presence import HereView
from games.presentation.models.replay import StepsView
from games.presentation.models.result import ResultView
from games.presentation.models.reviews import JudgedPosition, ReviewProgress
from games.rules.moves import Seat

_MILLISECOND = timedelta(milliseconds=1)
_FEW = 6  # moves that television tells of


@dataclass(frozen=True, kw_only=True)
class MoveRow:
    """A row of the score sheet."""

    ply: int
    seat: Seat
    mark: str  # class of the seat's sign in the stylesheet
    name: str
    kind: str  # `play`, `swap`, `pass`, or the word of an ending
    text: str  # in notation, as far as the viewer may know it
    is_undone: bool  # it was taken back
    is_hinted: bool
    takes: bool  # it took a trope
    where: str
    line: str
    labels: str  # names of its lines
    how: str  # how its points came about, or why a computer swapped
    said: str  # the move in a sentence
    took: str  # how long; empty where it was next to nothing, or nobody knows
    points: int
    total: int  # the mover's score after it
    squares: tuple[str, ...]


@dataclass(frozen=True)
class TropeView:
    """Four tiles that somebody has taken."""

    tiles: tuple[TileView, ...]
    name: str


@dataclass(frozen=True, kw_only=True)
class PlayerCard:
    """A player at the table."""

    seat: Seat
    mark: str  # class of the seat's sign in the stylesheet
    name: str
    has_page: bool  # somebody who is still on the site
    is_computer: bool
    rating: int | None
    is_you: bool
    is_turn: bool
    has_left: bool
    turns_away: int | None  # told where more than two still play
    score: int
    deadline: datetime | None
    time_left: str  # empty where nobody is pressed for time
    bank: str  # what a player has who waits: in reserve, or on a live clock
    is_live: bool
    live_bank: int  # milliseconds that a live clock shows at most during this turn; 0 by days
    last: MoveRow | None
    rack: tuple[TileView, ...]  # at the end of a game and in replays of it; else empty
    shows_rack: bool
    taken: tuple[TropeView, ...]

    @property
    def is_low(self) -> bool:
        """Whether a live clock stands with hardly anything left."""
        return bool(self.is_live and self.bank) and time_text.is_low(self.live_bank * _MILLISECOND)


@dataclass(frozen=True)
class RackCount:
    """How many tiles another player holds."""

    name: str
    count: int


@dataclass(frozen=True)
class Offer:
    """A draw offered, more time asked for, or among several the wish to call the game off."""

    seat: Seat
    name: str
    is_of_time: bool = False


@dataclass(frozen=True)
class Origin:
    """The position of another game from which this one began."""

    id: str | None  # None where that game is gone
    ply: int | None


@dataclass(frozen=True)
class PlayOnView:
    """The computers against which a position can be played on."""

    computers: Sequence[str]
    usual: str


@dataclass(frozen=True)
class FairView:
    """What is told of the draws: with the seed, when the game is over, all to make them again."""

    commitment: str
    deals_first_play: bool
    seed: str | None = None
    draws: str = ""  # JSON, see `State.draws`
    sentences: str = ""  # JSON: what the check of the draws says


@dataclass(frozen=True)
class HintView:
    """The hints for one's own turn, and what can be asked for."""

    taken: int  # in this game
    lines: Sequence[str] = ()
    squares: Sequence[str] = ()  # as far as they are told
    lay: str = ""  # the move in notation, when all is told
    next: str = ""  # the kind that is asked for with one step more
    is_more: bool = False
    has_best: bool = False  # the best play can be asked for as well


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """What is so in every position of a game, for one reader."""

    id: str
    options: Sequence[str]  # those that are not the usual ones, in words
    rated: bool
    is_private: bool
    is_imported: bool
    origin: Origin | None
    time: str  # that each player has, in words; empty where nothing was agreed on
    seat: Seat | None  # of the reader; None for a stranger
    has_ended: bool  # the game, whichever of its positions is shown
    has_hints: bool  # the reader may ask for hints
    fair: FairView
    review: ReviewProgress | None
    here: HereView
    has_chat: bool  # there is a room for this reader
    counts_absence: bool  # who leaves the page while on turn may be held to it


@dataclass(frozen=True, kw_only=True)
class TableView(GameFacts, BoardView):
    """A position at a table.

    `rows` and `text` are empty where only the changes of the last move are asked for.
    """

    ply: int
    turn: Seat | None
    is_over: bool  # this position
    steps: StepsView
    bags: tuple[str, ...]  # how many tiles are in each, in words
    unseen: tuple[TileCount, ...]
    held_by_others: tuple[RackCount, ...]
    hint: HintView | None
    # of the moves that led here
    is_taken_back: bool = False  # the last move took one back
    players: Sequence[PlayerCard] = ()
    moves: tuple[MoveRow, ...] = ()  # of the whole game
    new_moves: tuple[MoveRow, ...] = ()  # the last one
    status: str = ""  # what a screen reader says when it has time
    call: str = ""  # and what it says after that: what the reader is to know or do now
    result: ResultView | None = None
    changed: Sequence[SquareView] = ()  # what the last move changed
    hinted: Sequence[SquareView] = ()  # of all plays that hints told of
    text: str = ""  # the position as plain text
    # of the position as it is now
    kept_as: int | None = None  # another number for each that is kept; players and `here` change
    offers: Sequence[Offer] = ()
    offers_made: int = 0  # a number that grows with them
    may_ask_for_time: bool = False
    call_off: Literal["", "now", "together"] = ""  # how the reader can call the game off
    take_back: int | None = None  # the move that the reader can take back
    # of a position that is looked at again
    is_replay: bool = False
    judged: JudgedPosition | None = None
    play_on: PlayOnView | None = None

    @property
    def next_ply(self) -> int:
        """The number of the move that comes next."""
        return self.ply + 1

    @property
    def last_move(self) -> MoveRow | None:
        """The move that led to this position."""
        return self.new_moves[-1] if self.new_moves else None

    @property
    def latest(self) -> Sequence[MoveRow]:
        """The last moves that led to this position, the newest first."""
        return self.moves[max(0, self.ply - _FEW) : self.ply][::-1]

    @property
    def best_ply(self) -> int | None:
        """The number of the best play, when the game is over."""
        return self.result.best.ply if self.result and self.result.best else None

    @property
    def unseen_counts(self) -> str:
        """How many of each kind nobody has seen, in the order of the kinds: `5 4 0`."""
        return " ".join(str(kind.count) for kind in self.unseen)


@dataclass(frozen=True)
class ReviewZone:
    """What a table says of the review alone, on a page that is brought up to date."""

    id: str  # of the game
    review: ReviewProgress | None
    judged: JudgedPosition | None = None
    play_on: PlayOnView | None = None
