"""What pages show of ratings, field by field; nothing else reaches a template."""

from dataclasses import dataclass

from ratings.lists import Kind

Point = tuple[int, int]
"""A place in a chart: units from the left and from the top."""


@dataclass(frozen=True)
class Curve:
    """One line of a chart."""

    points: str  # for an SVG polyline: `64,208 628,54`
    last: Point  # where it ends


@dataclass(frozen=True)
class GridLine:
    """A horizontal line of a chart at a round number."""

    value: int
    label: str  # the value with a true minus
    y: int  # units from the top


@dataclass(frozen=True)
class Chart:
    """The numbers for an SVG: its size, the rectangle of the curves, and the curves."""

    width: int
    height: int
    left: int  # where the curves begin
    right: int  # where the lines end
    bottom: int  # where the axis lies
    curves: tuple[Curve, ...]
    lines: tuple[GridLine, ...]

    @property
    def points(self) -> str:
        """The points of the first curve, for a chart with one."""
        return self.curves[0].points

    @property
    def last(self) -> Point:
        """Where the first curve ends."""
        return self.curves[0].last


@dataclass(frozen=True)
class ListLink:
    """A list of ratings that a leaderboard leads to."""

    key: str
    game: str  # the key of its game
    name: str  # what people call the game
    kind: Kind
    is_this: bool  # it is the one on the page


@dataclass(frozen=True)
class ListLinks:
    """The lists one step away from a leaderboard."""

    games: tuple[ListLink, ...]  # other games, of the same kind
    kinds: tuple[ListLink, ...]  # the same game, by correspondence, live and against computers


@dataclass(frozen=True)
class LeaderboardRow:
    """Somebody's row on a leaderboard."""

    place: int  # counted from 1
    user_id: int
    name: str
    total_score: int
    rating: int  # whole points
    movement: int | None  # points won within the last month; None for a newcomer
    rated_games: int
    wins: int
    ties: int
    losses: int

    @property
    def arrow(self) -> str:
        """Whether the rating rose or fell, as a sign; nothing where it is the same."""
        movement = self.movement or 0
        return "▲" if movement > 0 else "▼" if movement < 0 else ""

    @property
    def movement_text(self) -> str:
        """By how many points the rating moved, with a true minus: `+5`, `−3`, `0`."""
        return f"{self.movement:+d}".replace("-", "−") if self.movement else "0"


@dataclass(frozen=True)
class Leaderboard:
    """One page of a leaderboard."""

    key: str
    game: str  # the key of its game
    kind: Kind
    is_scored: bool  # the list goes by total scores, and by ratings only after that
    all_time: bool  # players who have not played of late are listed too
    rows: tuple[LeaderboardRow, ...]
    own: LeaderboardRow | None  # the reader's row, where it is not on this page
    next: str  # where the next page starts; empty on the last one
    is_first_page: bool


@dataclass(frozen=True)
class ProfileStanding:
    """Somebody's standing in one list, with tallies and averages."""

    key: str
    name: str  # what people call the game
    kind: Kind
    is_scored: bool  # the list goes by total scores, and by ratings only after that
    total_score: int
    rating: int  # whole points
    is_rated: bool  # at least one rated game
    rated_games: int
    games: int
    wins: int
    ties: int
    losses: int
    average: int | None  # points a game; None before the first one
    best_score: int | None
    bingos: int
