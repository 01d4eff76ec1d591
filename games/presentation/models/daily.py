"""The puzzle of a day: its page, the list of days, what is on today."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.presentation.models.board import BoardView, Stamp, TileView
from games.presentation.models.solution import SolutionView
from games.presentation.models.verdict import VerdictView


@dataclass(frozen=True, kw_only=True)
class SeriesLink:
    """A series of puzzles as links name it."""

    key: str
    game: str  # the key of the game
    name: str  # `Numerica`, or `Numerica, small`
    is_small: bool


@dataclass(frozen=True)
class TryView:
    """A try: which, what was played, and how it stands beside the best."""

    number: int
    name: str  # `1st try`
    line: str  # what was laid, without its place
    points: int | None  # None where plays earn none
    percent: int
    band: str


@dataclass(frozen=True)
class BandView:
    """A band of results, and how many people are in it."""

    name: str
    range: str  # `85 to 99 %`
    count: int
    is_own: bool


@dataclass(frozen=True)
class Column:
    """A column of the histogram: results from this per cent on."""

    left: int
    top: int
    height: int
    is_own: bool
    title: str


@dataclass(frozen=True)
class Distribution:
    """What all who answered on the day reached."""

    count: int
    bands: Sequence[BandView]
    columns: Sequence[Column]
    standing: str  # where one stands; empty for who did not answer on the day


@dataclass(frozen=True, kw_only=True)
class DailyPage:
    """The puzzle of a day, and what the reader did with it."""

    series: SeriesLink
    other: SeriesLink | None  # of the same game, in the other form
    day: int
    begins_at: datetime
    is_today: bool
    task: str  # what is asked for
    standing: str  # how far both are, where a game is to be won
    measure: str  # how a try is measured
    table: BoardView  # the board and the rack; of a closed puzzle with the best play on it
    typed: str
    verdict: VerdictView | None  # of a play that was tried without a script
    tries: Sequence[TryView]
    next_try: str  # `1st try`; empty where none counts any more
    is_over: bool
    is_seen: bool  # the answer was shown before the tries were over
    answers: Sequence[SolutionView]  # nothing before the puzzle is over for the reader
    share_line: str
    result: str  # the best try in a sentence
    days_played: str  # `23 of the last 30 days`
    distribution: Distribution | None  # None on the day itself
    next_at: datetime | None  # when the next one comes; None of an earlier day
    earlier: int | None  # the day before
    later: int | None  # the day after, where it has come

    @property
    def counts_points(self) -> bool:
        """Whether plays earn points in this game."""
        return self.table.counts_points

    @property
    def draft(self) -> str:
        """Under which name a browser keeps what is laid and not played."""
        return f"daily-{self.series.key}-{self.day}"


@dataclass(frozen=True)
class PastDay:
    """A day in the list of days, and what the reader reached on it."""

    day: int
    begins_at: datetime
    percent: int | None


@dataclass(frozen=True)
class DaysPage:
    """The days that are over."""

    series: SeriesLink
    rows: Sequence[PastDay]
    older: int | None  # the last day of this page, where more lie before it
    is_first_page: bool


@dataclass(frozen=True)
class TodaysPuzzle:
    """A puzzle of today, and what the reader reached."""

    series: SeriesLink
    said: str


@dataclass(frozen=True)
class TodaysGame:
    """A game with its puzzles of today; the board is that of the first."""

    name: str
    stamp: Stamp
    puzzles: Sequence[TodaysPuzzle]


@dataclass(frozen=True)
class Offer:
    """What a first page offers besides games."""

    puzzles: Sequence[tuple[SeriesLink, int | None]]  # and what was reached, in per cent
    due: int  # of the reader's own misses


@dataclass(frozen=True)
class SheetPage:
    """A puzzle on paper."""

    series: SeriesLink
    day: int
    begins_at: datetime
    task: str
    board: BoardView
    rack: Sequence[TileView]
