"""Practice: the page of a game, an exercise, a question, a run."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.presentation.models.board import BoardView, Stamp
from games.presentation.models.solution import SolutionView
from games.presentation.models.verdict import VerdictView


@dataclass(frozen=True)
class PracticeRow:
    """A game in the list of those that can be practised."""

    key: str
    name: str
    stamp: Stamp
    count: int  # exercises
    said: str  # what the reader is rated; empty before the first try


@dataclass(frozen=True)
class ThemeView:
    """A theme of exercises, and what the reader has solved of it."""

    key: str
    name: str
    count: int


@dataclass(frozen=True)
class TallyView:
    """What the reader solved of a theme."""

    name: str
    tried: int
    solved: int
    said: str  # whether that is more or less than was to be expected


@dataclass(frozen=True)
class QuestionView:
    """Something that is perhaps there."""

    key: str
    asked: str  # `Is there a move that takes a trope?`
    short: str  # `A trope?`
    answered: str  # `7/10`; empty before the first answer


@dataclass(frozen=True, kw_only=True)
class PracticePage:
    """The practice of one game."""

    key: str
    name: str
    count: int  # exercises
    rating: str  # in words; empty before the first try
    themes: Sequence[ThemeView]
    tallies: Sequence[TallyView]
    to_go: str  # what is missing until something can be said; empty where nothing is
    questions: Sequence[QuestionView]
    most_solved: int | None  # in a run; None before the first


@dataclass(frozen=True)
class ShownRun:
    """How far a run is, or how it ended."""

    place: int  # of the exercise that is on, counted from 0
    solved: int
    tried: int
    seconds: int  # that are left
    results: Sequence[tuple[str, bool]]  # name, and whether it was solved


@dataclass(frozen=True, kw_only=True)
class PositionPage:
    """A position in which something is looked for."""

    key: str
    name: str  # of the game
    exercise: str  # its name in addresses
    task: str
    standing: str  # how far both are, where a game is to be won
    table: BoardView  # with a solution on it, where that may be shown
    draft: str  # under which name a browser keeps what is laid and not played
    typed: str = ""
    verdict: VerdictView | None = None

    @property
    def counts_points(self) -> bool:
        """Whether plays earn points in this game."""
        return self.table.counts_points


@dataclass(frozen=True, kw_only=True)
class ExercisePage(PositionPage):
    """An exercise, and the reader's answer."""

    said: str  # what came of the answer; empty before it
    is_solved: bool
    is_answered: bool  # nothing counts any more
    solutions: Sequence[SolutionView]  # nothing before they may be shown
    about: Sequence[str]  # the theme, what it is rated, what the answer did: after it
    theme: str  # that was chosen; empty for any

    @property
    def is_win(self) -> bool:
        """Whether a solution wins or takes something, and is no best play of points."""
        return not self.counts_points

    @property
    def chosen(self) -> str:
        """The theme that was chosen, as addresses ask for it; empty for any."""
        return f"?theme={self.theme}" if self.theme else ""


@dataclass(frozen=True, kw_only=True)
class QuestionPage(PositionPage):
    """A position, and whether something is there."""

    question: QuestionView
    said: str  # what came of the answer; empty before it
    is_right: bool
    is_there: bool  # it is there and is to be found
    is_found: bool


@dataclass(frozen=True, kw_only=True)
class RunPage:
    """A run: before it, its next exercise, or what came of it."""

    key: str
    name: str
    run: ShownRun | None  # None before the first
    is_on: bool
    most_solved: int | None
    position: PositionPage | None  # of the exercise that is on
    last: str  # what came of the answer before
