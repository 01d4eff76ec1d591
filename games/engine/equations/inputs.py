"""What a search is given: a board and a rack as numbers, and what is wanted."""

from dataclasses import dataclass


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
    """

    k: int
    floor: int
    ends_at: float | None
