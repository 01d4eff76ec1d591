"""Slides and jumps of tiles, and the lines of four squares (M1, M4)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from games.rules.grid import Square, Step, move_on
from games.rules.numeria.constants import LAYOUT, TROPE_LENGTH

Board = Mapping[Square, int]
"""The number that lies on each covered square."""

Line4 = tuple[Square, ...]
"""Four squares in a line, from the end that comes first in the order a1, b1 … h1, a2 … h8."""

MoveKind = Literal["slide", "jump"]
"""How a tile gets to its square."""

FORWARD: tuple[Step, ...] = ((0, 1), (-1, -1), (-1, 0), (-1, 1))
STEPS: tuple[Step, ...] = (*FORWARD, *((-down, -right) for down, right in FORWARD))


def _ray(square: Square, step: Step) -> Iterator[Square]:
    """Generate the squares from the next one to the edge of the board."""
    while LAYOUT.holds(square := move_on(square, step)):
        yield square


def _line4(square: Square, step: Step) -> Line4:
    return tuple(move_on(square, step, times) for times in range(TROPE_LENGTH))


RAYS: Mapping[Square, tuple[tuple[Square, ...], ...]] = {
    square: tuple(tuple(_ray(square, step)) for step in STEPS) for square in LAYOUT.squares()
}
"""From each square the squares in each of the eight directions, the nearest first."""

LEAPS: Mapping[Square, tuple[tuple[Square, Square], ...]] = {
    square: tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1) for square, rays in RAYS.items()
}
"""From each square the pairs of a square to jump over and the one behind it."""

LINES4: tuple[Line4, ...] = tuple(
    line
    for square in LAYOUT.squares()
    for step in FORWARD
    if LAYOUT.holds((line := _line4(square, step))[-1])
)
LINES4_THROUGH: Mapping[Square, tuple[Line4, ...]] = {
    square: tuple(line for line in LINES4 if square in line) for square in LAYOUT.squares()
}
LINE4_BETWEEN: Mapping[frozenset[Square], Line4] = {
    frozenset((line[0], line[-1])): line for line in LINES4
}
"""The line of four squares with these two ends."""


def destinations(board: Board, start: Square) -> dict[Square, MoveKind]:
    """Return the squares that the tile on `start` can reach, with how.

    A square that it reaches both ways counts as a slide.
    """
    kinds: dict[Square, MoveKind] = dict.fromkeys(_slides(board, start), "slide")
    for end in _jumps(board, start):
        kinds.setdefault(end, "jump")
    return kinds


def _slides(board: Board, start: Square) -> Iterator[Square]:
    """Generate the squares over any number of empty squares in one direction."""
    for ray in RAYS[start]:
        for square in ray:
            if square in board:
                break
            yield square


def _jumps(board: Board, start: Square) -> list[Square]:
    """Return every end of one or more jumps but the start square.

    The start square counts as empty. Jumps move two squares, so no jump passes over it.
    """
    reached = [start]
    for here in reached:
        for over, behind in LEAPS[here]:
            if over in board and behind not in board and behind not in reached:
                reached.append(behind)
    return reached[1:]


def move_tile(board: Board, start: Square, end: Square) -> dict[Square, int]:
    """Return the board after the tile on `start` went to `end`."""
    after = dict(board)
    after[end] = after.pop(start)
    return after


def numbers_on(board: Board, line: Line4) -> tuple[int, ...]:
    """Return the numbers along the line; fewer than four if a square is empty."""
    return tuple([board[square] for square in line if square in board])
