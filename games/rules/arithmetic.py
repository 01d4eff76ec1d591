"""Reads and exactly evaluates the text of lines, and names the faults in it."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from games.rules.messages import IncompleteLine, Message, gettext_noop
from games.rules.tokens import split_symbols

DIGITS = frozenset("0123456789")
SIGNS = frozenset("+-*/")
TYPOGRAPHY = {"-": "−", "*": "×", "/": "÷"}  # as people see them on a tile

_FRACTIONS = {
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗",
    "4/5": "⅘", "1/6": "⅙", "5/6": "⅚", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}  # fmt: skip
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Fault(Exception):
    """A fault in a line: its refusal code and a sentence for the player."""

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message


def readable(line: str) -> str:
    """Return a line as people read it: true signs, with space around those between numbers.

    >>> readable("4/-6=-2/3"), readable("2[1/2]-[-2]=[7/4]+1[5^2]")
    ('4 ÷ −6 = −2 ÷ 3', '2½ − −2 = ⁷⁄₄ + 15²')
    """
    shown = ""
    before = "="
    for symbol in split_symbols(line):
        glyph = _in_one_glyph(symbol) if symbol[0] == "[" else TYPOGRAPHY.get(symbol, symbol)
        is_sign_of_number = symbol == "-" and (before in SIGNS or before == "=")
        spaced = symbol == "=" or (symbol in SIGNS and not is_sign_of_number)
        shown += f" {glyph} " if spaced else glyph
        before = symbol
    return " ".join(shown.split())


def _in_one_glyph(symbol: str) -> str:
    """Return a symbol in brackets as its tile shows it: a fraction, a power, a number."""
    number = symbol.strip("[]")
    if "/" in number:
        above, _, below = number.partition("/")
        return _FRACTIONS.get(number, f"{above.translate(_RAISED)}⁄{below.translate(_LOWERED)}")
    base, _, exponent = number.partition("^")
    return base.replace("-", "−") + exponent.translate(_RAISED)


def readable_value(value: Fraction) -> str:
    """Return an exact value as people read it.

    >>> readable_value(Fraction(4, -6))
    '−2/3'
    """
    return str(value).replace("-", "−")


def split_members(line: str) -> list[str]:
    """Return the parts of a line between its equals signs: `6+2` and `` for `6+2=`."""
    return line.split("=")


Number = int | Fraction
Item = Number | str  # a number with its sign, or an operator between two numbers

ReadNumber = Callable[[Sequence[str], int], tuple[Number, int]]
"""Reads one number at a place of a member; returns it and the place behind it; raises a Fault."""


def read_items(member: Sequence[str], read_number: ReadNumber) -> tuple[Item, ...]:
    """Return the numbers and operators of one member in turns; raises a Fault `malformed`.

    `member` holds the symbols one by one, `read_number` reads one number of them.
    """
    items: list[Item] = []
    place = 0
    while True:
        number, place = read_number(member, place)
        items.append(number)
        if place == len(member):
            return tuple(items)
        items.append(member[place])
        place += 1
        if place == len(member):
            raise Fault("malformed", _ends_with_sign(member))


@lru_cache(maxsize=4096)
def read_member(member: str) -> tuple[Item, ...]:
    """Return the numbers and operators of one member in turns, by the grammar

        member := factor (("+" | "-" | "*" | "/") factor)*
        factor := ["-"] number
        number := "0" | [1-9][0-9]*

    Raises a Fault `malformed`.

    >>> read_member("4/-6")
    (4, '/', -6)
    """
    return read_items(member, _read_factor)


def _read_factor(member: Sequence[str], place: int) -> tuple[Number, int]:
    """Read one number with at most one minus before it; return it and the place behind it."""
    start = place
    if member[place] == "-":
        place += 1
    if place == len(member):
        raise Fault("malformed", _ends_with_sign(member))
    if member[place] not in DIGITS:
        raise misplaced_sign(member, start)
    end = place
    while end < len(member) and member[end] in DIGITS:
        end += 1
    digits = "".join(member[place:end])
    if digits[0] == "0" and len(digits) > 1:
        raise Fault("malformed", Message(LEADING_ZERO, {"number": digits}))
    if digits == "0" and place > start:
        raise Fault("malformed", Message(_MINUS_ZERO))
    return int(digits) if place == start else -int(digits), end


LEADING_ZERO = gettext_noop("the number %(number)s starts with a zero")
_MINUS_ZERO = gettext_noop("zero has no minus sign")
_LEADING_PLUS = gettext_noop("no side may start with a plus sign")
_LEADING_SIGN = gettext_noop("no side may start with %(sign)s")
_SIGNS_IN_A_ROW = gettext_noop("%(first)s and %(second)s stand in a row")
_ENDS_WITH_SIGN = gettext_noop("a number is missing after %(sign)s")


def _ends_with_sign(member: Sequence[str]) -> Message:
    return IncompleteLine(_ENDS_WITH_SIGN, {"sign": readable(member[-1])})


def misplaced_sign(member: Sequence[str], start: int, allowed: str = "-") -> Fault:
    """Return the fault of a sign at the place `start`, where a number was expected.

    `allowed` is the sign that a number may have; empty if it may have none.
    """
    if start == 0 and member[0] == "+":
        return Fault("malformed", Message(_LEADING_PLUS))
    if start == 0 and member[0] != allowed:
        return Fault("malformed", Message(_LEADING_SIGN, {"sign": readable(member[0])}))
    first = start if member[start] == allowed else start - 1
    values = {"first": readable(member[first]), "second": readable(member[first + 1])}
    return Fault("malformed", Message(_SIGNS_IN_A_ROW, values))


@lru_cache(maxsize=4096)
def evaluate(member: str) -> Fraction:
    """Return the exact value of a member: × and ÷ before + and −, otherwise in reading order.

    Raises a Fault `malformed` or `division-by-zero`.

    >>> evaluate("1+6*2"), evaluate("4/-6")
    (Fraction(13, 1), Fraction(-2, 3))
    """
    return running_totals(read_member(member), member)[-1]


def running_totals(items: Sequence[Item], member: str) -> list[Fraction]:
    """Return the sums after each term in reading order; the last is the value of the member.

    Raises a Fault `division-by-zero` that names the member.

    >>> running_totals((4, "-", 6, "*", 2, "+", 9), "4-6*2+9")
    [Fraction(4, 1), Fraction(-8, 1), Fraction(1, 1)]
    """
    totals = [Fraction(0)]
    term = Fraction(items[0])
    for operator, number in zip(items[1::2], items[2::2], strict=True):
        if operator == "*":
            term *= Fraction(number)
        elif operator == "/":
            if number == 0:
                raise Fault("division-by-zero", Message(_BY_ZERO, {"member": readable(member)}))
            term /= Fraction(number)
        else:
            totals.append(totals[-1] + term)
            term = Fraction(number) if operator == "+" else -Fraction(number)
    return [*totals[1:], totals[-1] + term]


_BY_ZERO = gettext_noop("%(member)s divides by zero")
_LEFT_AND_RIGHT = gettext_noop("the left side is %(left)s, the right side is %(right)s")
_SIDES = gettext_noop("the sides are %(values)s")


def common_value(members: Sequence[str]) -> Fraction:
    """Return the one value that all these members have.

    Raises a Fault `malformed` or `division-by-zero`, else `unequal` with all the values.

    >>> common_value(["3*4", "14"])
    Traceback (most recent call last):
    games.rules.arithmetic.Fault: the left side is 12, the right side is 14
    """
    for member in members:
        read_member(member)  # a malformed member is told before a division by zero elsewhere
    return require_equal([evaluate(member) for member in members])


def require_equal(values: Sequence[Fraction]) -> Fraction:
    """Return the value if all are the same; raises a Fault `unequal` that names them."""
    if len(set(values)) == 1:
        return values[0]
    shown = [readable_value(value) for value in values]
    if len(shown) == 2:
        raise Fault("unequal", Message(_LEFT_AND_RIGHT, {"left": shown[0], "right": shown[1]}))
    raise Fault("unequal", Message(_SIDES, {"values": ", ".join(shown)}))


_TWICE = gettext_noop("two sides are written the same, %(member)s; that is not allowed")


def forbid_repetition(members: Sequence[str]) -> None:
    """Raise a Fault `repeated` if a member is written twice."""
    for place, member in enumerate(members):
        if member in members[:place]:
            raise Fault("repeated", Message(_TWICE, {"member": readable(member)}))
