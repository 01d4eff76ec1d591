"""What the tile-laying games share: putting tiles down, the lines they form, and their points."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from games.rules.arithmetic import Fault, pretty
from games.rules.base import IllegalMove, Message, NotationError, Run, RunKind, State, gettext_noop
from games.rules.grid import (
    Layout,
    Square,
    Step,
    crossing,
    line_through,
    move_on,
    neighbours,
    square_name,
)
from games.rules.notation import COVERED, Play
from games.rules.stock import Stock
from games.rules.tiles import Pile, TileSet, symbol_of

Board = Mapping[Square, str]

Judge = Callable[[str], tuple[RunKind, Fraction]]
"""What a line is and its value, by the rules of one game; raises a Fault."""

# Of several things wrong with a play the first is told; the order is that of docs/notation.md.
_FAULTS = (
    "malformed",
    "division-by-zero",
    "not-whole",
    "two-equals",
    "negative",
    "unequal",
    "repeated",
)


class LaidState(State, Protocol):
    """A State of a game whose tiles are laid on a board with premiums."""

    @property
    def tiles(self) -> TileSet:
        """Every tile of the set in use, those of all bags and those always at hand."""

    @property
    def stock(self) -> Stock: ...

    @property
    def racks(self) -> tuple[Pile, ...]:
        """What each seat holds, or how much."""

    @property
    def board(self) -> Board: ...


@dataclass(frozen=True)
class Cell:
    """One square of a line: what its tile is worth, and the premiums it newly covers."""

    points: int
    tile_factor: int = 1
    line_factor: int = 1


def tile_points(line: Sequence[Cell]) -> int:
    """Points of the tiles of a line, tile premiums included.

    >>> tile_points([Cell(3, tile_factor=3), Cell(3)])
    12
    """
    return sum(cell.points * cell.tile_factor for cell in line)


def line_factor(line: Sequence[Cell]) -> int:
    """What the line's own premiums multiply its points by; two doubles make four.

    >>> line_factor([Cell(3, line_factor=2), Cell(3, line_factor=2)])
    4
    """
    return math.prod(cell.line_factor for cell in line)


def placed(board: Board, layout: Layout, play: Play) -> dict[Square, str]:
    """The faces that a play adds, by square.

    Raises NotationError if that is none, else IllegalMove `off-board`, `occupied` or `gap`, in
    this order of preference.
    """
    if all(token == COVERED for token in play.tokens):
        raise NotationError(Message(_NOTHING_PLACED))
    squares = [move_on(play.start, play.step, times) for times in range(len(play.tokens))]
    outside = [square for square in squares if not layout.holds(square)]
    if outside:
        raise IllegalMove("off-board", Message(_OFF_BOARD))
    on_squares = list(zip(squares, play.tokens, strict=True))
    occupied = [at for at, token in on_squares if token != COVERED and at in board]
    if occupied:
        names = {"square": square_name(occupied[0])}
        raise IllegalMove("occupied", Message(_OCCUPIED, names), squares=occupied)
    gaps = [at for at, token in on_squares if token == COVERED and at not in board]
    if gaps:
        raise IllegalMove("gap", Message(_GAP, {"square": square_name(gaps[0])}), squares=gaps)
    return {at: token for at, token in on_squares if token != COVERED}


_NOTHING_PLACED = gettext_noop("this move places no tile")
_OFF_BOARD = gettext_noop("the play runs off the board")
_OCCUPIED = gettext_noop("there is a tile on %(square)s already")
_GAP = gettext_noop("there is no tile on %(square)s")


def touches(board: Board, squares: Sequence[Square]) -> bool:
    """Whether one of these squares shares a side with a covered one."""
    return any(beside in board for square in squares for beside in neighbours(square))


def is_connected(board: Board, layout: Layout, squares: Sequence[Square]) -> bool:
    """Whether a play covers the middle square at first, or touches a tile later."""
    return touches(board, squares) if board else layout.centre in squares


def lines_formed(after: Board, squares: Sequence[Square], step: Step) -> list[tuple[Square, ...]]:
    """Every unbroken line of two or more squares with a new tile, the line of the play first.

    `after` is the board with the new tiles on it, `step` the direction of the play.
    """
    lines = [line_through(after, squares[0], step)]
    lines += [line_through(after, square, crossing(step)) for square in squares]
    return [line for line in lines if len(line) > 1]


def judged_run(
    line: tuple[Square, ...],
    board: Board,
    new: Board,
    judge: Judge,
    bonus_of: Callable[[Fraction], int],
    layout: Layout,
    tiles: TileSet,
) -> Run:
    """One line judged and scored; premiums count only under new tiles.

    `board` holds the new tiles already. Only a complete equality earns points.
    """
    text = "".join(symbol_of(board[square]) for square in line)
    try:
        kind, value = judge(text)
    except Fault as fault:
        return Run(text, line, "illegal", fault=fault.message, fault_code=fault.code)
    if kind != "complete":
        return Run(text, line, kind, value)
    cells = [_cell(square, board[square], square in new, layout, tiles) for square in line]
    points, factor, bonus = tile_points(cells), line_factor(cells), bonus_of(value)
    return Run(text, line, kind, value, points, factor, bonus, points * factor + bonus)


def _cell(square: Square, face: str, is_new: bool, layout: Layout, tiles: TileSet) -> Cell:
    premium = layout.premiums.get(square) if is_new else None
    if premium is None:
        return Cell(tiles.value_of(face))
    return Cell(tiles.value_of(face), premium.tile_factor, premium.line_factor)


_OF_RUN = gettext_noop("%(line)s: %(fault)s")


def require_legal(runs: Sequence[Run]) -> None:
    """Every line must be one of its game; raises IllegalMove for the worst that is not."""
    faulty = [run for run in runs if run.fault is not None]
    if faulty:
        worst = min(faulty, key=lambda run: _FAULTS.index(run.fault_code))
        message = Message(_OF_RUN, {"line": pretty(worst.text), "fault": worst.fault})
        raise IllegalMove(worst.fault_code, message, squares=worst.squares, runs=runs)
