"""The squares on which tiles may lie in Equate (E8, E9, E21, E22)."""

from collections.abc import Sequence

from games.rules import placement
from games.rules.equate.constants import EQUALS, LAYOUT, OPERATIONS
from games.rules.grid import ACROSS, Square
from games.rules.messages import Message, gettext_noop
from games.rules.notation import Play
from games.rules.placement import Board
from games.rules.refusals import IllegalMove
from games.rules.tiles import symbol_of

_ONE_SIGN = gettext_noop("a single tile as the first play must be a number")
_ONLY_ACROSS = gettext_noop("in stage 1 equations are read across only")
_APART = gettext_noop("in stage 1 an equation may not touch what is on the board")


def has_place(board: Board, squares: Sequence[Square], stage: str) -> bool:
    """Tell whether any tiles may lie on these empty squares; `stage` is the option's value."""
    if stage == "1":
        return not placement.is_adjacent(board, squares)
    return placement.is_connected(board, LAYOUT, squares)


def require_place(board: Board, play: Play, new: Board, stage: str) -> None:
    """Raise IllegalMove unless the `new` tiles of the play may lie on their squares."""
    if stage == "1":
        _require_apart(board, play, new)
    else:
        _require_connected(board, new)


def _require_connected(board: Board, new: Board) -> None:
    """E8, E9: over the centre at first, next to an old tile later; E22: no single sign."""
    squares = tuple(new)
    placement.require_connected(board, LAYOUT, squares)
    symbols = [symbol_of(face) for face in new.values()]
    if not board and len(symbols) == 1 and symbols[0] in (*OPERATIONS, EQUALS):
        raise IllegalMove("malformed", Message(_ONE_SIGN), squares=squares)


def _require_apart(board: Board, play: Play, new: Board) -> None:
    """E21: in stage 1 each equation is read across and touches no other."""
    if play.step != ACROSS and len(new) > 1:
        raise IllegalMove("stage", Message(_ONLY_ACROSS), squares=tuple(new))
    if placement.is_adjacent(board, tuple(new)):
        raise IllegalMove("stage", Message(_APART), squares=tuple(new))
