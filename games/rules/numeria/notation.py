"""The text of a move of Numeria: parsing and formatting."""

import re
from dataclasses import dataclass

from games.rules.grid import Square
from games.rules.messages import Message, gettext_noop
from games.rules.notation import MAX_MOVE_CHARS, Pass, Resign
from games.rules.numeria.constants import LAYOUT
from games.rules.numeria.movement import Line4
from games.rules.refusals import NOT_A_MOVE, NotationError

_EXAMPLES = "c3-f6, c3-f6 x c6-f6"
_NULL_MOVE = gettext_noop("a move ends on another square than it starts from")

_TYPED = str.maketrans({"×": "x", "*": "x", "–": "-", "−": "-", "‐": "-", "‑": "-"})
_SQUARE = "([a-z][0-9]{1,2})"
_TILE_MOVE = re.compile(f"{_SQUARE}-{_SQUARE}(?:x{_SQUARE}-{_SQUARE})?")


@dataclass(frozen=True)
class TileMove:
    """A tile goes from `start` to `end`; `ends` are those of the trope's line, if named.

    The squares may lie outside the board.
    """

    start: Square
    end: Square
    ends: frozenset[Square] | None = None


def parse(text: str) -> TileMove | Pass | Resign:
    """Read a move; takes capital letters, `×`, `–`, and spaces anywhere. Raises NotationError.

    >>> parse("C3 – F6 × f6-c6") == parse("c3-f6 x c6-f6")
    True
    """
    typed = text.strip(" ").lower().translate(_TYPED)
    if typed in ("pass", "resign"):
        return Pass() if typed == "pass" else Resign()
    found = _TILE_MOVE.fullmatch(typed.replace(" ", "")) if len(text) <= MAX_MOVE_CHARS else None
    if found is None:
        raise NotationError(Message(NOT_A_MOVE, {"examples": _EXAMPLES}))
    start, end, *ends = (LAYOUT.parse_square(name) for name in found.groups() if name)
    if start == end:
        raise NotationError(Message(_NULL_MOVE))
    return TileMove(start, end, frozenset(ends) if ends else None)


def format_move(start: Square, end: Square, trope: Line4 | None = None) -> str:
    """Return the canonical form of a move, with the line of the trope that it takes.

    >>> format_move((5, 2), (2, 5), ((2, 2), (2, 3), (2, 4), (2, 5)))
    'c3-f6 x c6-f6'
    """
    move = f"{LAYOUT.name(start)}-{LAYOUT.name(end)}"
    return move if trope is None else f"{move} x {format_line(trope)}"


def format_line(line: Line4) -> str:
    """Return the text of a line of four squares: its two ends."""
    return f"{LAYOUT.name(line[0])}-{LAYOUT.name(line[-1])}"
