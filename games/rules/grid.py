"""Squares and their names, lines through a square, and premium layouts drawn as text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

Square = tuple[int, int]
"""Row and column, both counted from 0 at the top left."""

Step = tuple[int, int]
"""A direction of reading: by how many rows and columns the next square lies further."""

ACROSS: Step = (0, 1)
DOWN: Step = (1, 0)


def square_name(square: Square) -> str:
    """Return the name of a square: row number and column letter.

    >>> square_name((7, 7))
    '8H'
    """
    row, column = square
    return f"{row + 1}{column_name(column)}"


def parse_square(name: str) -> Square:
    """Return the square with the name that `square_name` wrote.

    >>> parse_square("8H")
    (7, 7)
    """
    return int(name[:-1]) - 1, ord(name[-1]) - ord("A")


def column_name(column: int) -> str:
    """Return the letter of a column counted from 0: A, B, C … from the left."""
    return chr(ord("A") + column)


def play_start_name(square: Square, step: Step) -> str:
    """Return the name of the square where a play starts, and with it how the play runs.

    Row first is across, column first is down.

    >>> play_start_name((7, 5), ACROSS), play_start_name((7, 5), DOWN)
    ('8F', 'F8')
    """
    row, column = square
    return square_name(square) if step[0] == 0 else f"{column_name(column)}{row + 1}"


def move_on(square: Square, step: Step, times: int = 1) -> Square:
    """Return the square that lies `times` steps further; it may lie outside the board."""
    return square[0] + step[0] * times, square[1] + step[1] * times


def crossing(step: Step) -> Step:
    """Return the other direction of reading: across for down, down for across."""
    return step[1], step[0]


@dataclass(frozen=True)
class Premium:
    """A premium square: it multiplies the tile on it, or the whole line through it.

    `label` stands on it. `name` and `meaning` tell people what it is and does. `look` is the pencil
    it is drawn with: `blue`, `violet`, `ochre` or `red`.
    """

    label: str
    tile_factor: int = 1
    line_factor: int = 1
    name: str = ""
    meaning: str = ""
    look: str = ""


SHUT_SQUARE = "#"
"""A square in the drawing of a board on which no tile can ever lie."""


@dataclass(frozen=True)
class Layout:
    """A square board: its size in squares, its premiums, and the names of its squares.

    No tile can ever lie on a square of `shut`. `legend` lists each premium once, in the order in
    which people are told of them.
    """

    size: int
    premiums: Mapping[Square, Premium]
    shut: frozenset[Square] = frozenset()
    legend: tuple[Premium, ...] = ()

    @classmethod
    def from_text(cls, drawing: str, legend: Mapping[str, Premium]) -> Self:
        """Read a board drawn as one text a row, `.` a plain square and `#` a shut one."""
        signs = {
            (row, column): sign
            for row, row_text in enumerate(drawing.split())
            for column, sign in enumerate(row_text)
        }
        return cls(
            size=len(drawing.split()),
            premiums={at: legend[sign] for at, sign in signs.items() if sign in legend},
            shut=frozenset(at for at, sign in signs.items() if sign == SHUT_SQUARE),
            legend=tuple(legend.values()),
        )

    def holds(self, square: Square) -> bool:
        """Tell whether the square lies on the board."""
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def squares(self) -> Iterator[Square]:
        """Iterate over every square, row by row from the top left."""
        return ((row, column) for row in range(self.size) for column in range(self.size))

    @property
    def centre(self) -> Square:
        """The middle square."""
        return self.size // 2, self.size // 2

    def multiplies_lines(self, square: Square) -> bool:
        """Tell whether a premium here counts for the whole line: `2E`, `3E`."""
        return square in self.premiums and self.premiums[square].line_factor > 1

    @cached_property
    def names(self) -> Mapping[Square, str]:
        """The name of every square."""
        return {square: self.name(square) for square in self.squares()}

    @cached_property
    def squares_by_name(self) -> Mapping[str, Square]:
        """Every square by its name."""
        return {name: square for square, name in self.names.items()}

    def name(self, square: Square) -> str:
        """Return the name of a square on this board: `8H`."""
        return square_name(square)

    def parse_square(self, name: str) -> Square:
        """Return the square that has this name on this board."""
        return parse_square(name)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns from the left."""
        return tuple(column_name(column) for column in range(self.size))

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the rows from the top."""
        return tuple(str(row + 1) for row in range(self.size))


class ChessBoard(Layout):
    """A board with the names of squares of chess: `a1` lies at the bottom left."""

    def name(self, square: Square) -> str:
        row, column = square
        return f"{column_name(column).lower()}{self.size - row}"

    def parse_square(self, name: str) -> Square:
        return self.size - int(name[1:]), ord(name[0]) - ord("a")

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column_name(column).lower() for column in range(self.size))

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(str(self.size - row) for row in range(self.size))


def neighbours(square: Square) -> Iterator[Square]:
    """Return the four squares that share a side with this one, also outside the board."""
    row, column = square
    return iter(((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))


def line_through(board: Mapping[Square, str], square: Square, step: Step) -> tuple[Square, ...]:
    """Return the unbroken line of covered squares through this one, in the order of reading.

    `step` is the direction of the line.
    """
    start = square
    while (before := move_on(start, step, -1)) in board:
        start = before
    line = [start]
    while (after := move_on(line[-1], step)) in board:
        line.append(after)
    return tuple(line)
