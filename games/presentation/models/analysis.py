"""The analysis board: a position that is set up, and what its moves are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.presentation.models.board import BoardView, SquareView, TileView
from games.presentation.models.rules import GameLink


@dataclass(frozen=True, kw_only=True)
class SeatFields:
    """What is said of a seat in the form."""

    number: int
    name: str
    mark: str  # the class of the seat's sign in the stylesheet
    is_turn: bool
    is_at_fault: bool  # what was typed for this seat cannot be read
    score: str
    tropes: str  # in the notation of links


@dataclass(frozen=True)
class ChoiceField:
    """Something that is chosen from a list."""

    name: str
    label: str
    choices: Sequence[tuple[str, str, bool]]  # value, words, whether it is chosen


@dataclass(frozen=True, kw_only=True)
class StepView:
    """A move of a line, and the position after it."""

    mark: str  # the class of the mover's sign in the stylesheet
    mover: str
    where: str
    line: str
    address: str  # of the position after it; empty after the end


@dataclass(frozen=True, kw_only=True)
class PlayView(StepView):
    """One of the moves that were weighed."""

    points: int | None  # None where moves earn none
    chance: str  # empty where none can be told
    error: str
    proven: str
    steps: Sequence[StepView] = ()
    alike: str = ""  # how many others lay the same tiles there


@dataclass(frozen=True, kw_only=True)
class AnswerView:
    """How far the analysis of the position is, and what was found."""

    is_waiting: bool = False
    said: str = ""  # while it waits
    has_failed: bool = False
    caption: str = ""
    has_chances: bool = False
    plays: Sequence[PlayView] = ()


@dataclass(frozen=True, kw_only=True)
class PositionForm:
    """The board and the fields in which a position is set up, as they are or were typed."""

    table: BoardView
    empty_rows: Sequence[Sequence[SquareView]]  # the board without its tiles
    board: str  # as it is typed: a row on each line
    rows: int
    seats: Sequence[SeatFields]
    has_racks: bool
    rack: str
    rack_tiles: Sequence[TileView]
    kinds: Sequence[TileView]  # of tiles that can be laid
    has_blanks: bool
    stacks: bool  # two digits lie on one square
    frozen: str
    options: Sequence[ChoiceField]
    left: str  # who has left the game
    quiet: str  # turns in a row that could end the game, as a link has them
    unseen: str  # how many tiles nobody has seen; empty where none are hidden
    example: str  # of a line to lay


@dataclass(frozen=True, kw_only=True)
class AnalysisPage:
    """A position on the analysis board."""

    key: str
    name: str
    games: Sequence[GameLink]
    link: str  # the position, as an address asks for it
    form: PositionForm
    said: Mapping[str, str]  # what the script says, by its names for it
    computers: Sequence[str]
    opponent: str
    answer: AnswerView | None = None  # None before anybody asked
    tile: str = ""  # that is chosen to be laid
    is_blank: bool = False  # and as a blank
    problem: str = ""
    fault: str = ""  # the field of that problem, as the form names it
    running: str = ""  # the running game that the position is of
    typed: str = ""  # a line that could not be laid
