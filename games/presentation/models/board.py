"""A board, its squares and tiles, and the hand of a player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.moves import Seat

_MANY = 13  # tiles: more than a hand, they take several rows
_MOST = 25  # tiles: they are drawn smaller


@dataclass(frozen=True, kw_only=True)
class TileView:
    """A tile as it is drawn and said."""

    symbol: str  # in the notation, a blank as the symbol for which it stands
    is_blank: bool
    points: int | None  # None for a blank, and where tiles have no points
    word: str  # as a screen reader says it
    glyph: str  # what is drawn; of a power its base
    exponent: str = ""
    over: str = ""  # of a fraction, as is `under`
    under: str = ""
    look: str = ""  # class in the stylesheet: `op`, `two` digits, `fr` for a fraction
    count: int = 1  # in a table of tiles: how many of them there are

    def __hash__(self) -> int:
        """By what is said of it: drawings are kept by their tiles, and found often."""
        return hash(self.word)


@dataclass(frozen=True)
class TileCount:
    """A kind of tile, and how many of it nobody has seen."""

    tile: TileView
    count: int


@dataclass(frozen=True, kw_only=True)
class SquareView:
    """A square with what lies on it."""

    name: str
    tile: TileView | None
    premium: str  # label of the premium square; empty for a plain one
    look: str  # classes in the stylesheet, each with a space before it
    label: str  # the square in words
    pencil: str = ""  # the look of a premium square
    is_last: bool = False  # of the last move
    is_locked: bool = False  # its tile may not be moved in this turn
    is_best: bool = False  # of the best play of a finished game
    is_shown: bool = False  # of a play that was not made
    is_lit: bool = False  # a play that was not made is about it

    def __hash__(self) -> int:
        """By what is said of it: drawings are kept by their squares, and found often."""
        return hash(self.label)


@dataclass(frozen=True)
class Margins:
    """The names beside a board."""

    columns: Sequence[str]
    numbers: Sequence[str]


@dataclass(frozen=True)
class LegendEntry:
    """A kind of special square: how it looks and what it does."""

    premium: str
    look: str
    meaning: str


@dataclass(frozen=True)
class Phrases:
    """The words of a game on the pages that show its board; empty where it has none."""

    example: str  # a move in notation
    help: str  # how a move is typed
    passing: str  # what a pass means
    pass_note: str
    settling: str  # what the scores are when the game ends by passes
    leaving: str  # what it costs to leave
    goal: str  # what is counted instead of points


@dataclass(frozen=True)
class HandView:
    """A player's own tiles, and what the player may do now."""

    seat: Seat
    tiles: Sequence[TileView]
    free: Sequence[TileView]  # tiles that may be taken from outside the rack
    actions: Mapping[str, int | bool]  # as the rules list them
    kinds: tuple[TileView, ...]  # every kind of tile of the game
    symbols: tuple[TileView, ...]  # for which a blank can stand
    directions: int
    stacks: bool  # two digits lie on one square
    moves: Mapping[str, Mapping[str, str]]  # by square: where its tile can go, and how

    @property
    def table_look(self) -> str:
        """What stands at the table of who holds it, as classes of the stylesheet."""
        return _classes({"playing": True, "holding": bool(self.kinds), "two-rows": self.stacks})

    @property
    def rack_look(self) -> str:
        """How the rack is laid out, as classes of the stylesheet."""
        count = len(self.tiles) + len(self.free)
        has_two = self.stacks and any(tile.look != "op" for tile in self.tiles)
        return _classes({"two-rows": has_two, "many": count >= _MANY, "most": count >= _MOST})


def _classes(looks: Mapping[str, bool]) -> str:
    """The names of those that apply, with a space before each."""
    return "".join(f" {name}" for name, applies in looks.items() if applies)


@dataclass(frozen=True, kw_only=True)
class BoardView:
    """A board with a seat's hand."""

    key: str
    name: str  # of the game
    parts: Mapping[str, str]  # the template of each part of a table
    phrases: Phrases
    counts_points: bool  # else the game is won by something else
    size: int  # columns that are drawn
    margins: Margins
    legend: Sequence[LegendEntry]
    hand: HandView | None  # None for a stranger
    sentences: Mapping[str, str]  # what the scripts say, by their names for it
    rows: Sequence[Sequence[SquareView]] = ()

    @property
    def numbered(self) -> list[tuple[str, Sequence[SquareView]]]:
        """The rows, each with its name."""
        return list(zip(self.margins.numbers, self.rows, strict=True))


@dataclass(frozen=True)
class Stamp:
    """A board the size of a stamp."""

    size: int
    outlines: tuple[tuple[str, str], ...]  # each a class in the stylesheet and an SVG path


@dataclass(frozen=True)
class SymbolRow:
    """Symbols of one character in a row of a small board: a place for each."""

    baseline: int
    places: str
    symbols: str


@dataclass(frozen=True)
class SmallSymbol:
    """A symbol of several characters on a small board."""

    middle: int
    baseline: int
    look: str  # class in the stylesheet
    text: str


@dataclass(frozen=True)
class SmallBoard:
    """A board on a wall of boards, in units of which a square has several."""

    size: int
    outlines: tuple[tuple[str, str], ...]  # each a class in the stylesheet and an SVG path
    rows: tuple[SymbolRow, ...]
    symbols: tuple[SmallSymbol, ...]
