"""Values of expressions in exact fractions: None where what is written has none."""

import re
from fractions import Fraction

WHOLE = r"(?:0|[1-9][0-9]*)"
SIGNED = r"(?:0|-?[1-9][0-9]*)"  # no minus before a zero
MEMBER = re.compile(rf"{SIGNED}(?:[-+*/]{SIGNED})*")
PART = re.compile(r"(^|[-+*/])(-?[0-9]+)")


def member_value(text: str) -> Fraction | None:
    """The value of a member of an equality of Numerica.

    >>> member_value("5--3"), member_value("4/-6"), member_value("5/0"), member_value("06")
    (Fraction(8, 1), Fraction(-2, 3), None, None)
    """
    if not MEMBER.fullmatch(text):
        return None
    parts = [(sign, Fraction(int(number))) for sign, number in PART.findall(text)]
    return sum_of(parts)


def sum_of(
    parts: list[tuple[str, Fraction]], *, is_never_negative: bool = False
) -> Fraction | None:
    """What numbers come to, each with the sign before it; the first has none.

    None for a division by zero, and for a sum that goes below zero where it may not.
    """
    terms: list[Fraction] = []
    for sign, number in parts:
        if sign == "*":
            terms[-1] *= number
        elif sign == "/":
            if number == 0:
                return None
            terms[-1] /= number
        else:
            terms.append(-number if sign == "-" else number)
    totals = [sum(terms[: count + 1], Fraction()) for count in range(len(terms))]
    if is_never_negative and min(totals) < 0:
        return None
    return totals[-1]
