# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The board as the search finds it; nothing of it changes meanwhile."""

from games.engine.equations.arrays import array_of
from games.engine.equations.inputs import BoardAndRack


class Board:
    """The squares of a board, numbered row by row from 0 to `squares` - 1.

    At the index of a square these arrays hold:

    - `symbols`: the code of what lies there, or -1
    - `points`: the points of that tile
    - `tile_factors`, `line_factors`: the premium of the square
    """

    def __init__(self, given: BoardAndRack) -> None:
        self.size = given.size
        self.squares = given.size * given.size
        self.symbols = array_of(given.board)
        self.points = array_of(given.square_points)
        self.tile_factors = array_of(given.tile_factors)
        self.line_factors = array_of(given.line_factors)
        self.is_empty = max(given.board) < 0

    def touches(self, square: int) -> bool:
        """Whether one of the four squares beside this one is covered."""
        row = square // self.size
        column = square - row * self.size
        return (
            (row > 0 and self.symbols[square - self.size] >= 0)
            or (row < self.size - 1 and self.symbols[square + self.size] >= 0)
            or (column > 0 and self.symbols[square - 1] >= 0)
            or (column < self.size - 1 and self.symbols[square + 1] >= 0)
        )
