"""Which lines of a board a play touches: only there may others find another play after it.

Exact for the games of `games.engine.equations`: a line stays as it was unless a tile was laid on
it, or it crosses one of the empty squares at either end of a run that grew.
"""

from collections.abc import Collection, Iterator

from games.engine.equations import LineNumber
from games.rules.grid import Square
from games.rules.placement import Board

ACROSS, DOWN = 0, 1


def touched_lines(board: Board, new: Collection[Square]) -> frozenset[LineNumber]:
    """The lines that these new squares touch; `board` is the one after the play."""
    return frozenset(_touched(board, new))


def _touched(board: Board, new: Collection[Square]) -> Iterator[LineNumber]:
    for row, column in new:
        yield ACROSS, row
        yield DOWN, column
        for step in (-1, 1):
            yield ACROSS, _end(board, (row, column), (step, 0))[0]
            yield DOWN, _end(board, (row, column), (0, step))[1]


def _end(board: Board, square: Square, step: Square) -> Square:
    """The first square without a tile from this one on."""
    row, column = square
    while (row, column) in board:
        row, column = row + step[0], column + step[1]
    return row, column
