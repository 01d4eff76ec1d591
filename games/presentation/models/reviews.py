"""The review of a finished game, field by field: its moves, its chart, what it comes to."""

from dataclasses import dataclass

from games.presentation import chance_text, lead_text
from games.presentation.models.board import BoardView
from games.presentation.models.replay import StepsView
from games.presentation.models.retries import PlayOnBoard
from games.review.chances import Size
from games.rules.moves import Seat
from ratings.page_models import Chart, Curve


@dataclass(frozen=True)
class DeepProgress:
    """How far the chances of a game's moves are weighed."""

    game_id: str
    done: int  # moves that are weighed
    moves: int  # moves that will be
    is_done: bool
    is_old: bool  # an earlier edition of the engine weighed them


@dataclass(frozen=True)
class ReviewProgress:
    """How far the review of a game is."""

    game_id: str
    done: int  # moves that are reviewed
    moves: int  # moves that will be
    is_done: bool
    is_old: bool  # an earlier edition of the engine made it
    deep: DeepProgress | None  # None where no chances are weighed


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


@dataclass(frozen=True)
class Chances:
    """How a move stands beside the best by the chance to win."""

    lost: int  # beyond doubt, in thousandths
    lost_text: str  # the same as people read it, with how far it may be off; empty for nothing
    size: Size
    size_name: str  # empty for a miss without a size
    told: str  # a sentence on both chances
    is_proven: bool

    @property
    def alone_text(self) -> str:
        """What was lost, without how far it may be off."""
        return chance_text.percent(self.lost) if self.lost else "0"


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
    missed: str = ""  # a sentence on what was missed
    chances: Chances | None = None  # None where they are not weighed
    why: str = ""  # a sentence of facts on why the chance to win is smaller

    @property
    def is_missed(self) -> bool:
        """Whether something was lost: points, or some of the chance to win beyond doubt."""
        return bool(self.loss) or (self.chances is not None and bool(self.chances.lost))


@dataclass(frozen=True, kw_only=True)
class ReviewRow(Judgement):
    """A move in the table of a review."""

    ply: int
    seat: Seat
    made: MoveMade
    is_undone: bool  # it was taken back
    is_judged: bool  # a review says something of such a move
    is_reviewed: bool
    is_unweighed: bool  # what its chance to win lost was sought, and could not be told
    leader: SeatScore | None = None  # the leader after the move; None where nobody leads
    lead: int = 0  # points before the second
    best_number: int = 1  # of the play that would have been best, in the list of its position

    @property
    def at(self) -> int:
        """The ply of the position in which the move was made."""
        return self.ply - 1

    @property
    def chance_text(self) -> str:
        """The chance to win that it lost; a dash where that could not be told."""
        if self.chances is not None:
            return self.chances.alone_text
        return "–" if self.is_unweighed else ""

    @property
    def best_text(self) -> str:
        """The points of the best play; a dash where there was none, empty before the review."""
        if not self.is_reviewed:
            return ""
        return "–" if self.best is None else str(self.best)


@dataclass(frozen=True)
class BestPlay:
    """One of the best moves of a position: a play, or a swap or a pass that was weighed."""

    number: int  # from 1, the best
    where: str  # empty for what is no play
    line: str  # in words for what is no play
    how: str  # how the points came about
    labels: str
    points: int
    for_ending: int  # what it gains by going out
    chance: str  # to win after it; empty where it was not weighed
    on_board: PlayOnBoard
    is_shown: bool  # the board on the page has it


@dataclass(frozen=True, kw_only=True)
class JudgedPosition(Judgement):
    """What was there in a position, and what was made of it."""

    ply: int  # of the move that was made
    made: MoveMade
    plays: tuple[BestPlay, ...]  # the best in points first, then others that were weighed
    caption: str

    @property
    def is_weighed(self) -> bool:
        """Whether a chance to win is told of any of the plays."""
        return any(play.chance for play in self.plays)

    @property
    def at(self) -> int:
        """The ply of the position."""
        return self.ply - 1

    @property
    def shown(self) -> BestPlay | None:
        """The play that the board on the page has, if it has one."""
        return next((play for play in self.plays if play.is_shown), None)


@dataclass(frozen=True)
class Reply:
    """What the next player could answer to a move."""

    name: str  # of that player
    text: str  # of the move, in notation
    where: str
    line: str
    points: int
    on_board: PlayOnBoard


@dataclass(frozen=True)
class ReviewPosition:
    """The board of a review after a move, or before it with one of the best plays on it."""

    id: str  # of the game
    ply: int
    counts_points: bool  # else the game is won by something else
    board: BoardView
    steps: StepsView
    told: ReviewRow | None  # the last move; None before the first one
    play: BestPlay | None  # the play on the board that was not made
    reply: Reply | None  # the answer on the board, to the move that was made


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

    @property
    def title(self) -> str:
        """The move, and who was ahead after it."""
        leader = self.leader.name if self.leader is not None else ""
        return lead_text.place_title(self.ply, leader, self.lead, is_end=self.is_end)


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
    counts_points: bool  # else it counts tropes
    columns: tuple[LeadColumn, ...]

    @property
    def title(self) -> str:
        """What the chart shows."""
        return lead_text.chart_title(
            self.first, is_for_two=self.is_for_two, counts_points=self.counts_points
        )


@dataclass(frozen=True)
class MissKind:
    """A kind of miss."""

    name: str
    rule: str  # how it is told from the others


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
    a_move: str  # points lost a move
    chance_lost: int | None  # in thousandths; None where no chances are weighed
    weighed: str  # of how many moves that is known; empty for all
    sizes: str  # how many misses of each size; empty for none
    luck: str  # what the draws took or gave; empty where nothing is drawn
    hinted: int  # moves made with a hint
    kinds: tuple[MissesOfKind, ...]  # the costliest first

    @property
    def chance_text(self) -> str:
        """The chance to win that was lost, as people read it."""
        return chance_text.percent(self.chance_lost or 0)


@dataclass(frozen=True)
class TurningPoint:
    """The move from which on the winner was ahead to the end."""

    ply: int
    winner: str
    is_last: bool  # nothing was moved after it


@dataclass(frozen=True)
class Moment:
    """One of the moves that lost most."""

    move: ReviewRow
    reply: Reply | None  # what the next player could answer; None where nothing is known of it


@dataclass(frozen=True)
class ReviewSummary:
    """What a reviewed game comes to."""

    players: tuple[PlayerSummary, ...]
    moments: tuple[Moment, ...]  # in the order of the game
    best_find: ReviewRow | None
    turning_point: TurningPoint | None
    puzzles: tuple[ReviewRow, ...]  # moves whose positions are worth solving
    is_by_chance: bool  # the moments are those that lost most of the chance to win


@dataclass(frozen=True)
class ReviewPage:
    """The review of a finished game."""

    id: str  # of the game
    name: str  # of the kind of game
    counts_points: bool  # else the game is won by something else
    players: tuple[SeatScore, ...]
    progress: ReviewProgress | None  # None where no review was asked for
    moves: tuple[ReviewRow, ...]
    kinds: tuple[MissKind, ...]
    measure: str  # a sentence on how moves are compared
    has_chances: bool  # the chances to win are weighed
    has_luck: bool  # what the draws were worth is told
    lacks_chances: bool  # they could be weighed, and nobody has asked for it
    summary: ReviewSummary | None  # None until the review is done
    chart: LeadChart
    position: ReviewPosition | None  # None where the game is not that long
    how_sized: tuple[str, ...]  # sentences on how large a miss is
    how_luck_is_told: tuple[str, ...]  # sentences on what luck is

    @property
    def waits_for(self) -> str:
        """What the page is told when it is there: `review` or `chances`; empty for nothing."""
        if self.progress is None:
            return ""
        if not self.progress.is_done:
            return "review"
        deep = self.progress.deep
        return "chances" if deep is not None and not deep.is_done else ""

    @property
    def is_old(self) -> bool:
        """Whether an earlier edition made it, or weighed the chances."""
        progress = self.progress
        if progress is None or not progress.is_done:
            return False
        return progress.is_old or (progress.deep is not None and progress.deep.is_old)
