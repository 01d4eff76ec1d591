"""How a tile slides and jumps, and the lines of four squares (M1, M4)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from games.rules.grid import Square, Step, move_on
from games.rules.numeria.tables import LAYOUT
from games.rules.numeria.tropes import LENGTH

Board = Mapping[Square, int]
"""The number that lies on each covered square."""

Four = tuple[Square, ...]
"""Four squares in a line, from the end that comes first in the order a1, b1 … h1, a2 … h8."""

Way = Literal["slide", "jump"]

FORWARD: tuple[Step, ...] = ((0, 1), (-1, -1), (-1, 0), (-1, 1))
STEPS: tuple[Step, ...] = (*FORWARD, *((-down, -right) for down, right in FORWARD))


def _ray(square: Square, step: Step) -> Iterator[Square]:
    """The squares from here to the edge of the board, this one left out."""
    while LAYOUT.holds(square := move_on(square, step)):
        yield square


def _four(square: Square, step: Step) -> Four:
    return tuple(move_on(square, step, times) for times in range(LENGTH))


RAYS: Mapping[Square, tuple[tuple[Square, ...], ...]] = {
    square: tuple(tuple(_ray(square, step)) for step in STEPS) for square in LAYOUT.squares()
}
"""From each square the squares in each of the eight directions, the nearest first."""

LEAPS: Mapping[Square, tuple[tuple[Square, Square], ...]] = {
    square: tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1) for square, rays in RAYS.items()
}
"""From each square the pairs of a square to jump over and the one behind it."""

FOURS: tuple[Four, ...] = tuple(
    four
    for square in LAYOUT.squares()
    for step in FORWARD
    if LAYOUT.holds((four := _four(square, step))[-1])
)
FOURS_THROUGH: Mapping[Square, tuple[Four, ...]] = {
    square: tuple(four for four in FOURS if square in four) for square in LAYOUT.squares()
}
FOUR_BETWEEN: Mapping[frozenset[Square], Four] = {
    frozenset((four[0], four[-1])): four for four in FOURS
}
"""The line of four squares with these two ends."""


def destinations(board: Board, start: Square) -> dict[Square, Way]:
    """Where the tile on `start` can go; what it reaches both ways counts as a slide."""
    ways: dict[Square, Way] = dict.fromkeys(_slides(board, start), "slide")
    for end in _jumps(board, start):
        ways.setdefault(end, "jump")
    return ways


def _slides(board: Board, start: Square) -> Iterator[Square]:
    """Any number of empty squares in one direction."""
    for ray in RAYS[start]:
        for square in ray:
            if square in board:
                break
            yield square


def _jumps(board: Board, start: Square) -> list[Square]:
    """Every end of one or more jumps; the tile's own square is no end.

    It counts as empty, but no jump can go over it: they all stay an even way from it.
    """
    reached = [start]
    for here in reached:
        for over, behind in LEAPS[here]:
            if over in board and behind not in board and behind not in reached:
                reached.append(behind)
    return reached[1:]


def moved(board: Board, start: Square, end: Square) -> dict[Square, int]:
    """The board after the tile on `start` went to `end`."""
    after = dict(board)
    after[end] = after.pop(start)
    return after


def numbers_on(board: Board, four: Four) -> tuple[int, ...]:
    """The numbers along the line; fewer than four where a square is empty."""
    return tuple([board[square] for square in four if square in board])
