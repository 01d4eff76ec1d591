"""What a search is given: a board and a rack as numbers, and what is wanted."""

from dataclasses import dataclass
from typing import Literal

Zero = Literal["never", "alone", "all", "quiet"]
"""See `Wanted.zero`."""


@dataclass(frozen=True)
class BoardAndRack:
    """A board as lists of its squares, row by row, and a rack as counts of each symbol.

    - `size`: the squares of one side
    - `board`: the code of the symbol that lies on each square, -1 for none
    - `square_points`: the points of the tile that lies on each square, 0 for none
    - `tile_factors`, `line_factors`: the premium of each square
    - `rack`: how many of each symbol the rack has
    - `blanks`: how many blanks this search may use
    """

    size: int
    board: list[int]
    square_points: list[int]
    tile_factors: list[int]
    line_factors: list[int]
    rack: list[int]
    blanks: int


@dataclass(frozen=True)
class Wanted:
    """What to search for.

    - `k`: the number of plays
    - `floor`: the points that each must exceed
    - `ends_at`: when to stop, in seconds of the monotonic clock; None for no limit
    - `steps`: after how many steps to stop, the same on every machine; None for no limit
    - `lines`: which lines to search, by direction and number; None for all of them. Plays of one
      tile are found everywhere
    - `zero`: whether plays of 0 points are wanted: only where there are no others, or all of them;
      `quiet` for those alone that form no equality along their line, whatever they earn across it
    - `least`: how many tiles of the rack a play lays at least
    """

    k: int
    floor: int
    ends_at: float | None
    steps: int | None = None
    lines: frozenset[tuple[int, int]] | None = None
    zero: Zero = "alone"
    least: int = 1
