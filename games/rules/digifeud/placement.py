"""The squares on which a calculation of Digifeud may lie (D2)."""

from dataclasses import replace

from games.rules.digifeud.calculation import Squares, digits_of, is_number, squares_from
from games.rules.digifeud.constants import LAYOUT
from games.rules.grid import Square
from games.rules.messages import Message, gettext_noop
from games.rules.notation import COVERED, Play
from games.rules.placement import Board
from games.rules.refusals import IllegalMove

_CENTRE = gettext_noop("the first calculation must put a number on the middle square, %(square)s")
_SIGN_AGAIN = gettext_noop("%(square)s is covered; a calculation needs a sign and an = of its own")
_NOT_CONNECTED = gettext_noop("the calculation must use a number that is on the board")


def cover_known_numbers(board: Board, play: Play) -> Play:
    """Return the play with `.` for every number that it writes out and that lies there already."""
    squares = squares_from(play.start, play.step)
    tokens = (
        COVERED if is_number(token) and _holds(board, square, digits_of(token)) else token
        for square, token in zip(squares, play.tokens, strict=True)
    )
    return replace(play, tokens=tuple(tokens))


def _holds(board: Board, square: Square, digits: str) -> bool:
    """Whether these digits stand there; `[05]` is no way to write a 5 (D4)."""
    face = board.get(square, "")
    return is_number(face) and digits_of(face) == digits


def require_own_signs(board: Board, play: Play) -> None:
    """Raise IllegalMove `malformed` unless the squares of both signs are empty (D2)."""
    squares = squares_from(play.start, play.step)
    for square, token in tuple(zip(squares, play.tokens, strict=True))[1::2]:
        if token == COVERED and square in board:
            message = Message(_SIGN_AGAIN, {"square": LAYOUT.name(square)})
            raise IllegalMove("malformed", message, squares=[square])


def require_connected(board: Board, numbers: Squares) -> None:
    """Raise IllegalMove `centre` or `not-connected` unless the calculation is connected (D2).

    `numbers` are the squares of its numbers: one of them is the centre at first, later one holds
    a number already.
    """
    if not board and LAYOUT.centre not in numbers:
        message = Message(_CENTRE, {"square": LAYOUT.name(LAYOUT.centre)})
        raise IllegalMove("centre", message, squares=[LAYOUT.centre])
    if board and not any(is_number(board.get(square, "")) for square in numbers):
        raise IllegalMove("not-connected", Message(_NOT_CONNECTED), squares=numbers)
