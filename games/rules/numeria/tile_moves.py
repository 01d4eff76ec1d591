"""Checks a move of a tile and the tropes that it makes (M4, M6, M7).

In all functions `frozen` is the square of the tile that the seat may neither move nor take, and
`tropes` are the lines of numbers that count in the game.
"""

from collections.abc import Container, Mapping

from games.rules.grid import Square
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Run, Verdict
from games.rules.numeria.constants import LAYOUT, TROPE_LENGTH
from games.rules.numeria.movement import (
    LINE4_BETWEEN,
    LINES4_THROUGH,
    Board,
    Line4,
    destinations,
    move_tile,
    numbers_on,
)
from games.rules.numeria.notation import TileMove, format_line
from games.rules.numeria.tropes import Numbers
from games.rules.refusals import SQUARE_EMPTY, SQUARE_OCCUPIED, IllegalMove

_OFF_BOARD = gettext_noop("the squares of this board run from %(first)s to %(last)s")
_FROZEN = gettext_noop("your opponent moved the %(number)s last, so you may not move it now")
_UNREACHABLE = gettext_noop("the %(number)s can neither slide nor jump from %(start)s to %(end)s")
_NO_LINE = gettext_noop("a trope is named by the two ends of four squares in a straight line")
_WITHOUT_THE_TILE = gettext_noop("the tile that you move is not part of %(line)s")
_EMPTY_IN_LINE = gettext_noop("not every square of %(line)s holds a tile")
_FROZEN_IN_LINE = gettext_noop(
    "your opponent moved the %(number)s last, so it cannot be part of your trope now"
)
_MUST_CHOOSE = gettext_noop("this move makes %(count)s tropes; name one: %(choices)s")
_NOT_A_TROPE = gettext_noop("%(numbers)s is no trope")


def find_tropes(
    board: Board, move: TileMove, frozen: Square | None, tropes: Container[Numbers]
) -> list[Line4]:
    """Return the lines through the tile just moved that are tropes, without the frozen tile (M7).

    `board` is the board before the move.
    """
    after = move_tile(board, move.start, move.end)
    return [
        line
        for line in LINES4_THROUGH[move.end]
        if frozen not in line and numbers_on(after, line) in tropes
    ]


def find_named_line(
    board: Board,
    move: TileMove,
    ends: frozenset[Square],
    frozen: Square | None,
    tropes: Container[Numbers],
) -> Line4:
    """Return the line with these ends.

    `board` is the board before the move. Raises IllegalMove `not-a-trope` or `frozen-tile`
    unless the seat may take this line after the move (M6, M7).
    """
    line = LINE4_BETWEEN.get(ends)
    if line is None:
        raise IllegalMove("not-a-trope", Message(_NO_LINE), squares=tuple(ends))
    if move.end not in line:
        raise _not_a_trope(line, _WITHOUT_THE_TILE, line=format_line(line))
    numbers = numbers_on(move_tile(board, move.start, move.end), line)
    if len(numbers) < TROPE_LENGTH:
        raise _not_a_trope(line, _EMPTY_IN_LINE, line=format_line(line))
    if frozen is not None and frozen in line:
        message = Message(_FROZEN_IN_LINE, {"number": str(board[frozen])})
        raise IllegalMove("frozen-tile", message, squares=[frozen])
    if numbers not in tropes:
        raise _not_a_trope(line, _NOT_A_TROPE, numbers=", ".join(map(str, numbers)))
    return line


def _not_a_trope(squares: Line4, template: str, **values: object) -> IllegalMove:
    return IllegalMove("not-a-trope", Message(template, values), squares=squares)


def require_reachable(board: Board, move: TileMove, frozen: Square | None) -> None:
    """Raise IllegalMove unless the seat may move the tile to an empty square it reaches (M4, M6).

    The codes are `off-board`, `occupied`, `empty-square`, `frozen-tile` and `unreachable`, the
    first of these that applies.
    """
    start, end = move.start, move.end
    _require_on_board(start, end, *(move.ends or ()))
    if end in board:
        values = {"square": LAYOUT.name(end)}
        raise IllegalMove("occupied", Message(SQUARE_OCCUPIED, values), squares=[end])
    if start not in board:
        values = {"square": LAYOUT.name(start)}
        raise IllegalMove("empty-square", Message(SQUARE_EMPTY, values), squares=[start])
    number = str(board[start])
    if start == frozen:
        values = {"number": number}
        raise IllegalMove("frozen-tile", Message(_FROZEN, values), squares=[start])
    if end not in destinations(board, start):
        values = {"number": number, "start": LAYOUT.name(start), "end": LAYOUT.name(end)}
        raise IllegalMove("unreachable", Message(_UNREACHABLE, values), squares=[start, end])


def _require_on_board(*squares: Square) -> None:
    if not all(map(LAYOUT.holds, squares)):
        highest = LAYOUT.size - 1
        values = {"first": LAYOUT.name((highest, 0)), "last": LAYOUT.name((0, highest))}
        raise IllegalMove("off-board", Message(_OFF_BOARD, values))


def score_trope(
    board: Board, move: TileMove, line: Line4, tropes: Mapping[Numbers, Message]
) -> Run:
    """Return the trope on a line after a move; it earns 1 (M7)."""
    numbers = numbers_on(move_tile(board, move.start, move.end), line)
    text = ",".join(map(str, numbers))
    return Run(text, line, "complete", base_points=1, points=1, label=tropes[numbers])


def require_choice(verdict: Verdict) -> None:
    """Raise IllegalMove `must-choose` if the move leaves a choice of tropes (M7)."""
    if verdict.choices:
        values = {"count": len(verdict.choices), "choices": ", ".join(verdict.choices)}
        squares = verdict.squares
        raise IllegalMove("must-choose", Message(_MUST_CHOOSE, values), squares=squares)
