"""What the pages beside the table show, field by field; nothing else reaches their templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.rules.messages import Json
from games.rules.moves import Seat
from ratings.page_models import Chart, Curve

# --- games in lists ---


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
    time_left: str  # of the player to move, in words; empty without a deadline
    ended_at: datetime | None
    stamp: Json  # the board the size of a stamp

    @property
    def others(self) -> tuple[SeatOfRow, ...]:
        """All players but the person whose list it is."""
        return tuple(player for player in self.players if not player.is_you)

    @property
    def turn_name(self) -> str:
        """The name of the player to move; empty after the end."""
        return next((player.name for player in self.players if player.is_turn), "")


@dataclass(frozen=True)
class ArchivePage:
    """A page of the finished games that were searched for."""

    games: tuple[GameRow, ...]  # the newest first
    next: str  # where the next page starts; empty on the last one
    is_first_page: bool


# --- invitations ---


@dataclass(frozen=True)
class OfferedSeat:
    """A seat of an invitation."""

    number: int  # from 1
    name: str  # of the person for whom it is kept or who has taken it; empty where it is free
    is_free: bool  # kept for nobody
    is_taken: bool
    is_you: bool  # the reader has taken it, or it is kept for the reader


@dataclass(frozen=True)
class InvitationView:
    """An invitation with every setting of the game, and what its reader may do with it."""

    id: str
    key: str  # of the kind of game
    name: str  # of the kind of game
    options: Sequence[Mapping[str, str]]  # the label and the value of each, in words
    inviter: str
    seats: tuple[OfferedSeat, ...]
    more: int  # other invitations of this inviter that are not listed
    is_listed: bool  # on the first page, for anyone
    rated: bool
    is_private: bool
    days_per_move: int
    is_start_drawn: bool
    expires_at: datetime
    status: str
    is_open: bool  # neither answered nor expired
    is_expired: bool
    is_own: bool  # the reader is the inviter
    needs_account: bool  # the game is rated and the reader has no account
    started_game_id: str | None

    @property
    def free(self) -> int:
        """The number of seats that are kept for nobody."""
        return sum(seat.is_free for seat in self.seats)

    @property
    def kept_for(self) -> str:
        """The names for which seats are kept that are not taken yet."""
        return ", ".join(seat.name for seat in self.seats if not (seat.is_free or seat.is_taken))

    @property
    def is_larger(self) -> bool:
        """Whether more than two play."""
        return len(self.seats) > 2

    @property
    def has_sat_down(self) -> bool:
        """Whether the reader has taken a seat."""
        return any(seat.is_you and seat.is_taken for seat in self.seats)

    @property
    def is_named(self) -> bool:
        """Whether a seat is kept for the reader."""
        return any(seat.is_you and not seat.is_taken for seat in self.seats)

    @property
    def may_accept(self) -> bool:
        """Whether the reader may sit down."""
        return self.is_open and not self.has_sat_down and (self.is_named or self.free > 0)

    @property
    def may_give_back(self) -> bool:
        """Whether the reader may give back a seat."""
        return self.is_open and self.has_sat_down and not self.is_own

    @property
    def is_for_somebody_else(self) -> bool:
        """Whether every seat is taken or kept, none of them for the reader."""
        return self.is_open and not self.has_sat_down and not self.may_accept

    @property
    def game_id(self) -> str | None:
        """The game that has started, for those who sit in it."""
        return self.started_game_id if self.has_sat_down else None


@dataclass(frozen=True)
class RematchOffer:
    """A rematch that some of the players want."""

    id: str  # of the invitation
    is_own: bool  # the reader was the first to want it
    wants: bool  # the reader wants it
    is_asked: bool  # a seat is kept for the reader
    takers: int  # the number of those who want it
    wanted_by: str  # their names
    waits_for: str  # the names of the others
    free: int  # seats that are kept for nobody


@dataclass(frozen=True)
class RematchView:
    """What has become of a rematch: a game, an offer, a refusal, or nothing so far."""

    game_id: str = ""  # of the next game, if it has begun
    is_called_off: bool = False  # the next game was aborted
    sits: bool = False  # the reader plays in it
    offer: RematchOffer | None = None
    declined: str = ""  # the names of those who said no


# --- a guest's games ---


@dataclass(frozen=True)
class GuestSeats:
    """The numbers of what a guest could take along into an account."""

    running: int  # games
    finished: int  # games
    invitations: int  # open ones
    shared: int  # games in which the user of the account plays too

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to take along."""
        return not (self.running or self.finished or self.invitations or self.shared)


# --- reviews ---


@dataclass(frozen=True)
class ReviewProgress:
    """How far the review of a game is."""

    game_id: str
    done: int  # moves that are reviewed
    moves: int  # moves that will be
    is_done: bool
    is_old: bool  # an earlier edition of the engine made it


@dataclass(frozen=True)
class SeatScore:
    """A player of a finished game with the score at the end."""

    name: str
    mark: str  # the class of the seat's sign in the stylesheet
    score: int


@dataclass(frozen=True)
class MoveMade:
    """A move of a finished game, as everybody may see it."""

    name: str  # of the player
    mark: str  # the class of the seat's sign in the stylesheet
    kind: str  # `play`, `swap`, `pass`, or the word of an ending
    where: str
    line: str
    points: int
    is_hinted: bool  # the player had asked for a hint
    said: str  # the whole move in a sentence


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """How a move stands beside the best of its position; with nothing in it before the review."""

    loss: int = 0  # points that the best play earns more
    kind: str = ""  # what the miss is called
    best: int | None = None  # points of the best play; None where there was none to choose
    for_ending: int = 0  # what the best play gains by going out
    puzzle: str = ""  # why the position is worth solving
    is_most: bool = False  # it is certain that no play earns more
    verdict: str = ""  # a sentence on how the move stands beside the best
    lesson: str = ""  # a sentence on what was missed


@dataclass(frozen=True, kw_only=True)
class ReviewRow(Judgement):
    """A move in the table of a review."""

    ply: int
    seat: Seat
    made: MoveMade
    is_undone: bool  # it was taken back
    is_judged: bool  # a review says something of such a move
    is_reviewed: bool
    leader: SeatScore | None = None  # the leader after the move; None where nobody leads
    lead: int = 0  # points before the second

    @property
    def at(self) -> int:
        """The ply of the position in which the move was made."""
        return self.ply - 1

    @property
    def best_text(self) -> str:
        """The points of the best play; a dash where there was none, empty before the review."""
        if not self.is_reviewed:
            return ""
        return "–" if self.best is None else str(self.best)


@dataclass(frozen=True)
class PlayOnBoard:
    """What a play that was not made does to the board."""

    faces: Mapping[str, str]  # of the tiles it lays, by the name of the square
    emptied: tuple[str, ...]  # names of the squares it leaves
    lit: tuple[str, ...]  # names of other squares that it is about


@dataclass(frozen=True)
class BestPlay:
    """One of the best plays of a position."""

    number: int  # from 1, the best
    where: str
    line: str
    how: str  # how the points came about
    labels: str
    points: int
    for_ending: int  # what it gains by going out
    on_board: PlayOnBoard
    is_shown: bool  # the board on the page has it


@dataclass(frozen=True, kw_only=True)
class Lesson(Judgement):
    """What was there in a position, and what was made of it."""

    ply: int  # of the move that was made
    made: MoveMade
    plays: tuple[BestPlay, ...]  # the best first
    caption: str

    @property
    def at(self) -> int:
        """The ply of the position."""
        return self.ply - 1

    @property
    def shown(self) -> BestPlay | None:
        """The play that the board on the page has, if it has one."""
        return next((play for play in self.plays if play.is_shown), None)


@dataclass(frozen=True)
class ReviewPosition:
    """The board of a review after a move, or before it with one of the best plays on it."""

    id: str  # of the game
    ply: int
    goal: str  # what the game is about where it is not points
    board: Json
    steps: Json  # plies that the buttons lead to
    told: ReviewRow | None  # the last move; None before the first one
    play: BestPlay | None  # the play on the board that was not made


@dataclass(frozen=True)
class Lead:
    """The leader of a position."""

    leader: SeatScore | None  # None where the highest scores are equal
    lead: int  # points before the second


@dataclass(frozen=True)
class LeadColumn(Lead):
    """A place of the chart of leads."""

    ply: int  # of the position that it leads to
    is_end: bool  # what the ending changed, after the last move


@dataclass(frozen=True)
class LeadCurve(Curve):
    """By how much one player was ahead, with the player's name at its end."""

    name: str
    label_y: int  # of the name: units from the top


@dataclass(frozen=True)
class LeadChart(Chart):
    """By how much each player was ahead of the best of the others, after each move."""

    curves: tuple[LeadCurve, ...]  # of a game for two the first player's alone
    first: str  # the name of the first player
    second: str
    is_for_two: bool
    columns: tuple[LeadColumn, ...]


@dataclass(frozen=True)
class MissesOfKind:
    """What one player lost by one kind of miss."""

    name: str  # of the kind
    lost: int  # points
    times: int


@dataclass(frozen=True)
class PlayerSummary(SeatScore):
    """What a review found of one player."""

    lost: int  # points
    misses: int
    hinted: int  # moves made with a hint
    kinds: tuple[MissesOfKind, ...]  # the costliest first


@dataclass(frozen=True)
class TurningPoint:
    """The move from which on the winner was ahead to the end."""

    ply: int
    winner: str


@dataclass(frozen=True)
class ReviewSummary:
    """What a reviewed game comes to."""

    players: tuple[PlayerSummary, ...]
    best_find: ReviewRow | None
    turning_point: TurningPoint | None
    puzzles: tuple[ReviewRow, ...]  # moves whose positions are worth solving


@dataclass(frozen=True)
class ReviewPage:
    """The review of a finished game."""

    id: str  # of the game
    name: str  # of the kind of game
    goal: str  # what the game is about where it is not points
    players: tuple[SeatScore, ...]
    progress: ReviewProgress | None  # None where no review was asked for
    moves: tuple[ReviewRow, ...]
    kinds: tuple[Json, ...]  # the name and the rule of each kind of miss
    measure: str  # a sentence on how moves are compared
    summary: ReviewSummary | None  # None until the review is done
    chart: LeadChart
    position: ReviewPosition | None  # None where the game is not that long


# --- positions tried again ---


@dataclass(frozen=True)
class Miss:
    """A move of one's own that lost something."""

    game_id: str
    game: str  # the name of the kind of game
    ended_at: datetime
    ply: int
    kind: str
    loss: int
    is_puzzle: bool  # the position is worth solving
    is_tried: bool
    solved_at: datetime | None


@dataclass(frozen=True)
class MissesPage:
    """The list of one's own misses."""

    rows: tuple[Miss, ...]  # the unsolved first
    unsolved: int  # in all, also those that are not listed


@dataclass(frozen=True)
class TriedBefore:
    """The reader has tried this miss."""

    solved_at: datetime | None


@dataclass(frozen=True)
class Attempt:
    """What the referee says of a move that is tried again, and how it stands beside the best."""

    verdict: Json
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
    table: Json  # the board and the rack of then
    typed: str  # the move that was tried without a script
    attempt: Attempt | None  # what came of it

    @property
    def at(self) -> int:
        """The ply of the position."""
        return self.ply - 1
