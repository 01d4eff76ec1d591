"""Where tiles may lie in Equate: E8 and E9, E22 for a single tile, E21 for stage 1."""

from collections.abc import Sequence

from games.rules import laying
from games.rules.base import IllegalMove, Message, gettext_noop
from games.rules.equate.tables import EQUALS, LAYOUT, OPERATIONS
from games.rules.grid import ACROSS, Square, square_name
from games.rules.laying import Board
from games.rules.notation import Play
from games.rules.tiles import symbol_of

_CENTRE = gettext_noop("the first play must cover the middle square, %(square)s")
_NOT_CONNECTED = gettext_noop("the play must touch a tile on the board")
_ONE_SIGN = gettext_noop("a single tile as the first play must be a number")
_ONLY_ACROSS = gettext_noop("in stage 1 equations are read across only")
_APART = gettext_noop("in stage 1 an equation may not touch what is on the board")


def has_place(board: Board, squares: Sequence[Square], stage: str) -> bool:
    """Whether tiles may lie on these empty squares, whatever they show."""
    if stage == "1":
        return not laying.touches(board, squares)
    return laying.is_connected(board, LAYOUT, squares)


def require_place(board: Board, play: Play, new: Board, stage: str) -> None:
    """Raise IllegalMove unless the `new` tiles of the play may lie where it lays them."""
    if stage == "1":
        _require_apart(board, play, new)
    else:
        _require_connected(board, new)


def _require_connected(board: Board, new: Board) -> None:
    """E8, E9: over the centre at first, next to an old tile later; E22: no sign by itself."""
    squares = tuple(new)
    if not laying.is_connected(board, LAYOUT, squares):
        if board:
            raise IllegalMove("not-connected", Message(_NOT_CONNECTED), squares=squares)
        message = Message(_CENTRE, {"square": square_name(LAYOUT.centre)})
        raise IllegalMove("centre", message, squares=[LAYOUT.centre])
    symbols = [symbol_of(face) for face in new.values()]
    if not board and len(symbols) == 1 and symbols[0] in (*OPERATIONS, EQUALS):
        raise IllegalMove("malformed", Message(_ONE_SIGN), squares=squares)


def _require_apart(board: Board, play: Play, new: Board) -> None:
    """E21: in stage 1 each equation is read across and touches no other."""
    if play.step != ACROSS and len(new) > 1:
        raise IllegalMove("stage", Message(_ONLY_ACROSS), squares=tuple(new))
    if laying.touches(board, tuple(new)):
        raise IllegalMove("stage", Message(_APART), squares=tuple(new))
