"""Placement in the games whose tiles are laid: tiles on squares, lines formed, their points.

The bonus for a whole rack is in the `scoring` of the games that have one.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.arithmetic import Fault, readable
from games.rules.grid import (
    ACROSS,
    DOWN,
    Layout,
    Square,
    Step,
    crossing,
    line_through,
    move_on,
    neighbours,
    square_name,
)
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Run, RunKind
from games.rules.notation import COVERED, Play
from games.rules.refusals import SQUARE_EMPTY, IllegalMove, NotationError
from games.rules.tiles import TileSet, symbol_of

Board = Mapping[Square, str]
"""The face on each covered square."""

Judge = Callable[[str], tuple[RunKind, Fraction]]
"""Returns the kind of a line and its value, by the rules of one game; raises a Fault."""

# The fault codes of lines in the order of docs/notation.md: of several faults in a play the first
# is told.
_FAULT_CODES = (
    "malformed",
    "division-by-zero",
    "not-whole",
    "two-equals",
    "negative",
    "unequal",
    "repeated",
)


@dataclass(frozen=True)
class Cell:
    """One square of a line: the points of its tile, and the factors of a premium newly covered."""

    points: int
    tile_factor: int = 1
    line_factor: int = 1


def tile_points(line: Sequence[Cell]) -> int:
    """Return the points of the tiles of a line, with the premiums on single tiles.

    >>> tile_points([Cell(3, tile_factor=3), Cell(3)])
    12
    """
    return sum(cell.points * cell.tile_factor for cell in line)


def line_factor(line: Sequence[Cell]) -> int:
    """Return the product of the premiums on the whole line; two doubles make four.

    >>> line_factor([Cell(3, line_factor=2), Cell(3, line_factor=2)])
    4
    """
    return math.prod(cell.line_factor for cell in line)


def squares_of(play: Play) -> list[Square]:
    """Return the squares of a play, one for each token; some may lie outside the board."""
    return [move_on(play.start, play.step, times) for times in range(len(play.tokens))]


def place_tiles(board: Board, layout: Layout, play: Play) -> dict[Square, str]:
    """Return the faces that a play adds to the board, by square.

    Raises NotationError if it adds none, else IllegalMove `off-board`, `occupied` or `gap`, the
    first of these that applies.
    """
    if all(token == COVERED for token in play.tokens):
        raise NotationError(Message(_NOTHING_PLACED))
    squares = squares_of(play)
    outside = [square for square in squares if not layout.holds(square)]
    if outside:
        raise IllegalMove("off-board", Message(_OFF_BOARD))
    on_squares = list(zip(squares, play.tokens, strict=True))
    occupied = [at for at, token in on_squares if token != COVERED and at in board]
    if occupied:
        names = {"square": square_name(occupied[0])}
        raise IllegalMove("occupied", Message(_COVERED, names), squares=occupied)
    gaps = [at for at, token in on_squares if token == COVERED and at not in board]
    if gaps:
        raise IllegalMove(
            "gap", Message(SQUARE_EMPTY, {"square": square_name(gaps[0])}), squares=gaps
        )
    return {at: token for at, token in on_squares if token != COVERED}


_NOTHING_PLACED = gettext_noop("this move places no tile")
_COVERED = gettext_noop("there is a tile on %(square)s already; a point stands for it")
_OFF_BOARD = gettext_noop("the play runs off the board")
_NO_DIRECTION = gettext_noop("lines are read to the right or down in this game")
_FIRST_PLAY = gettext_noop("the first play covers the middle square, %(square)s")
_CENTRE = gettext_noop("the first play must cover the middle square, %(square)s")
_NOT_CONNECTED = gettext_noop("the play must touch a tile on the board")


def first_play_hint(layout: Layout) -> Message:
    """Return the sentence that the first play covers the middle square of the board."""
    return Message(_FIRST_PLAY, {"square": square_name(layout.centre)})


def require_direction(play: Play) -> None:
    """Raise IllegalMove `direction` unless the play reads across or down."""
    if play.step not in (ACROSS, DOWN):
        raise IllegalMove("direction", Message(_NO_DIRECTION))


def is_adjacent(board: Board, squares: Sequence[Square]) -> bool:
    """Tell whether one of these squares shares a side with a covered one."""
    return any(beside in board for square in squares for beside in neighbours(square))


def is_connected(board: Board, layout: Layout, squares: Sequence[Square]) -> bool:
    """Tell whether a play on these squares covers the centre at first, or touches a tile later."""
    return is_adjacent(board, squares) if board else layout.centre in squares


def require_connected(board: Board, layout: Layout, squares: Sequence[Square]) -> None:
    """Raise IllegalMove `centre` or `not-connected` unless these squares are connected."""
    if is_connected(board, layout, squares):
        return
    if board:
        raise IllegalMove("not-connected", Message(_NOT_CONNECTED), squares=squares)
    message = Message(_CENTRE, {"square": square_name(layout.centre)})
    raise IllegalMove("centre", message, squares=[layout.centre])


def lines_formed(after: Board, squares: Sequence[Square], step: Step) -> list[tuple[Square, ...]]:
    """Return every line of two or more squares with a new tile, the line of the play first.

    `after` is the board with the new tiles, `squares` are theirs, `step` is the direction of the
    play.
    """
    lines = [line_through(after, squares[0], step)]
    lines += [line_through(after, square, crossing(step)) for square in squares]
    return [line for line in lines if len(line) > 1]


def score_line(
    line: tuple[Square, ...],
    board: Board,
    new: Board,
    judge: Judge,
    bonus_of: Callable[[Fraction], int],
    layout: Layout,
    tiles: TileSet,
) -> Run:
    """Return the run on a line: what it is and the points it earns.

    `board` holds the new tiles already, `new` only those; premiums count only under new tiles.
    `judge` tells what the line is, `bonus_of` the bonus points for its value. Only a complete
    equality earns points; a faulty line gives a run with its fault.
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
        return Cell(tiles.points_of(face))
    return Cell(tiles.points_of(face), premium.tile_factor, premium.line_factor)


_OF_RUN = gettext_noop("%(line)s: %(fault)s")


def require_legal(runs: Sequence[Run]) -> None:
    """Raise IllegalMove for the worst fault if one of these runs has a fault."""
    faulty = [run for run in runs if run.fault is not None]
    if faulty:
        worst = min(faulty, key=lambda run: _FAULT_CODES.index(run.fault_code))
        message = Message(_OF_RUN, {"line": readable(worst.text), "fault": worst.fault})
        raise IllegalMove(worst.fault_code, message, squares=worst.squares, runs=runs)
