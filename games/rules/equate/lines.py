"""Judges lines of Equate and reads their numerals (E5-E8, E16)."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from games.rules.arithmetic import (
    LEADING_ZERO,
    SIGNS,
    Fault,
    Item,
    misplaced_sign,
    read_items,
    readable,
    require_equal,
    running_totals,
    split_members,
)
from games.rules.messages import IncompleteLine, Message, gettext_noop
from games.rules.moves import RunKind
from games.rules.tokens import split_symbols

_EMPTY_SIDE = gettext_noop("one side of the equals sign is empty")
_TWO_EQUALS = gettext_noop("there is more than one equals sign")
_NEGATIVE = gettext_noop("%(member)s goes below zero")
_NO_NUMBER = gettext_noop("%(number)s is no number")
_NEGATIVE_POWER = gettext_noop("a minus and a power do not go together in %(number)s")
_TOO_LARGE_A_FRACTION = gettext_noop("behind other digits, %(fraction)s would have to be below 1")

_NUMERAL = re.compile(
    r"(?:\[(?P<minus>-)(?P<first>[0-9])\])?(?P<digits>[0-9]*)"
    r"(?P<tail>\[(?P<base>[0-9])\^(?P<exponent>-?[0-9])\]|\[(?P<above>[0-9])/(?P<below>[0-9])\])?"
)


@lru_cache(maxsize=4096)
def judge(line: str) -> tuple[RunKind, Fraction]:
    """Return the kind of a line of two or more tiles, and its value (E6-E8).

    No result may be below zero. Raises a Fault.

    >>> judge("24/3=8"), judge("2[1/2]*4")
    (('complete', Fraction(8, 1)), ('expression', Fraction(10, 1)))
    """
    return _judge_line(line, may_be_negative=False)


@lru_cache(maxsize=4096)
def judge_advanced(line: str) -> tuple[RunKind, Fraction]:
    """Return the same as `judge` for the Advanced set, where results may be negative (E16).

    >>> judge_advanced("[-2]4=1-[5^2]")
    ('complete', Fraction(-24, 1))
    """
    return _judge_line(line, may_be_negative=True)


def _judge_line(line: str, *, may_be_negative: bool) -> tuple[RunKind, Fraction]:
    """Judge a line; the checks stand in the order of the notation's refusal codes."""
    members = split_members(line)
    read = [_read_member(member) for member in members]
    totals = [running_totals(*pair) for pair in zip(read, members, strict=True)]
    if len(members) > 2:
        raise Fault("two-equals", Message(_TWO_EQUALS))
    for member, reached in zip(members, totals, strict=True):
        if min(reached) < 0 and not may_be_negative:
            raise Fault("negative", Message(_NEGATIVE, {"member": readable(member)}))
    value = require_equal([reached[-1] for reached in totals])
    return ("complete" if len(members) == 2 else "expression"), value


def _read_member(member: str) -> tuple[Item, ...]:
    """Return the numbers and operators of one side in turns, by the grammar

    member := numeral (("+" | "-" | "*" | "/") numeral)*
    """
    if not member:
        raise Fault("malformed", IncompleteLine(_EMPTY_SIDE))
    return read_items(split_symbols(member), _read_numeral)


def _read_numeral(member: Sequence[str], place: int) -> tuple[Fraction, int]:
    """Read all tiles up to the next operator as one number; return it and the place behind it."""
    end = place
    while end < len(member) and member[end] not in SIGNS:
        end += 1
    if end == place:
        raise misplaced_sign(member, place, allowed="")
    return numeral("".join(member[place:end])), end


@lru_cache(maxsize=4096)
def numeral(text: str) -> Fraction:
    """Return the number that tiles side by side show, by the grammar (E5, E16)

        numeral := (negative | digit) digit* [power | fraction] | power | fraction

    The digit of a power tile is the last of its base; a fraction behind digits is less than 1.
    Raises a Fault `malformed`.

    >>> numeral("2[1/2]"), numeral("1[5^2]"), numeral("[-2]4")
    (Fraction(5, 2), Fraction(225, 1), Fraction(-24, 1))
    """
    found = _NUMERAL.fullmatch(text)
    if found is None:
        raise Fault("malformed", Message(_NO_NUMBER, {"number": readable(text)}))
    digits = (found["first"] or "") + found["digits"] + (found["base"] or "")
    if digits[:1] == "0" and text != "0":
        raise Fault("malformed", Message(LEADING_ZERO, {"number": readable(text)}))
    if found["minus"] and found["base"]:
        raise Fault("malformed", Message(_NEGATIVE_POWER, {"number": readable(text)}))
    value = Fraction(int(digits or 0))
    if found["base"]:
        return value ** int(found["exponent"])
    if found["above"]:
        fraction = Fraction(int(found["above"]), int(found["below"]))
        if digits and fraction >= 1:
            values = {"fraction": readable(found["tail"])}
            raise Fault("malformed", Message(_TOO_LARGE_A_FRACTION, values))
        value += fraction
    return -value if found["minus"] else value
