"""Judges lines of Numerica (N4-N7)."""

from fractions import Fraction
from functools import lru_cache

from games.rules import arithmetic
from games.rules.arithmetic import Fault
from games.rules.messages import Message, gettext_noop
from games.rules.moves import RunKind

_EMPTY_SIDES = gettext_noop("only one side may be empty")
_EMPTY_IN_THE_MIDDLE = gettext_noop("an empty side may only be the first or the last")


@lru_cache(maxsize=4096)
def judge(line: str) -> tuple[RunKind, Fraction]:
    """Return the kind of a line of two or more tiles, and its value (N4-N7); raises a Fault.

    >>> judge("2=1+1=3-1"), judge("6+2=")
    (('complete', Fraction(2, 1)), ('incomplete', Fraction(8, 1)))
    """
    members = arithmetic.split_members(line)
    if len(members) == 1:
        return "expression", arithmetic.evaluate(line)
    if "" in members[1:-1]:
        raise Fault("malformed", Message(_EMPTY_IN_THE_MIDDLE))
    if members[0] == members[-1] == "":
        raise Fault("malformed", Message(_EMPTY_SIDES))
    filled = [member for member in members if member]
    value = arithmetic.common_value(filled)
    arithmetic.forbid_repetition(filled)
    return ("complete" if len(filled) == len(members) else "incomplete"), value
