"""The text of a move of Numeria, both ways."""

import re
from dataclasses import dataclass

from games.rules.base import Message, NotationError, gettext_noop
from games.rules.grid import Square
from games.rules.notation import LONGEST, Pass, Resign
from games.rules.numeria.movement import Four
from games.rules.numeria.tables import LAYOUT

_EXAMPLES = "c3-f6, c3-f6 x c6-f6"
_NOT_A_MOVE = gettext_noop("this is not a move; a move reads like %(examples)s")
_NULL_MOVE = gettext_noop("a move ends on another square than it starts from")

_TYPED = str.maketrans({"×": "x", "*": "x", "–": "-", "−": "-", "‐": "-", "‑": "-"})
_SQUARE = "([a-z][0-9]{1,2})"
_SHIFT = re.compile(f"{_SQUARE}-{_SQUARE}(?:x{_SQUARE}-{_SQUARE})?")


@dataclass(frozen=True)
class Shift:
    """A tile goes from square to square; `ends` are those of the trope named, if one is.

    The squares may lie outside the board.
    """

    start: Square
    end: Square
    ends: frozenset[Square] | None = None


def parse(text: str) -> Shift | Pass | Resign:
    """Read a move; takes capital letters, `×`, `–`, and spaces anywhere. Raises NotationError.

    >>> parse("C3 – F6 × f6-c6") == parse("c3-f6 x c6-f6")
    True
    """
    typed = text.strip(" ").lower().translate(_TYPED)
    if typed in ("pass", "resign"):
        return Pass() if typed == "pass" else Resign()
    found = _SHIFT.fullmatch(typed.replace(" ", "")) if len(text) <= LONGEST else None
    if found is None:
        raise NotationError(Message(_NOT_A_MOVE, {"examples": _EXAMPLES}))
    start, end, *ends = (LAYOUT.named(name) for name in found.groups() if name)
    if start == end:
        raise NotationError(Message(_NULL_MOVE))
    return Shift(start, end, frozenset(ends) if ends else None)


def written(start: Square, end: Square, trope: Four | None = None) -> str:
    """The canonical form of a move and of the trope it takes.

    >>> written((5, 2), (2, 5), ((2, 2), (2, 3), (2, 4), (2, 5)))
    'c3-f6 x c6-f6'
    """
    shift = f"{LAYOUT.name(start)}-{LAYOUT.name(end)}"
    return shift if trope is None else f"{shift} x {ends_of(trope)}"


def ends_of(four: Four) -> str:
    """A line of four squares by its two ends."""
    return f"{LAYOUT.name(four[0])}-{LAYOUT.name(four[-1])}"
