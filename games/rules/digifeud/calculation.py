"""What a calculation of Digifeud is, and what it earns (D1-D5)."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from games.rules import arithmetic
from games.rules.arithmetic import SIGNS, Fault, pretty
from games.rules.base import IllegalMove, Lacking, Message, Run, gettext_noop
from games.rules.digifeud.tables import EQUALS, LAYOUT, RED, STANDS_FOR
from games.rules.grid import Premium, Square, Step, move_on
from games.rules.laying import Board
from games.rules.notation import COVERED
from games.rules.tiles import BLANK, tile_of

Squares = tuple[Square, ...]
"""The squares of a calculation in the order of reading: number, sign, number, `=`, outcome (D1)."""

LENGTH = 5
MOST_DIGITS = 2

_FIGURES = [face for digit in STANDS_FOR for face in (digit, BLANK + digit)]
_FIGURE = re.compile(r"\?[0-9]|.")

NUMBER_FACES = frozenset([*_FIGURES, *(f"[{a}{b}]" for a, b in product(_FIGURES, repeat=2))])
"""What can be put on the square of a number: one digit or two, blanks among them."""

_SHAPE = gettext_noop(
    "a calculation takes five squares: a number, a sign, a number, an equals sign and the outcome"
)
_TWO_DIGITS = gettext_noop("%(number)s is a new number of two digits; only the outcome may be one")
_NOT_WHOLE = gettext_noop("%(member)s does not come out whole")


def figures_of(face: str) -> list[str]:
    """The faces of the tiles that lie on one square.

    >>> figures_of("[1?3]")
    ['1', '?3']
    """
    return _FIGURE.findall(face.strip("[]"))


def tiles_of(face: str) -> tuple[str, ...]:
    """The tiles that lie on one square.

    >>> tiles_of("[1?3]"), tiles_of("+")
    (('1', '?'), ('+',))
    """
    return tuple(map(tile_of, figures_of(face)))


def is_number(face: str) -> bool:
    """Whether a number stands on the square, and no sign."""
    return face in NUMBER_FACES


def shown(face: str) -> str:
    """What a square stands for, blanks read: `[1?3]` is 13."""
    return face.strip("[]").replace(BLANK, "")


def number_of(face: str) -> int:
    """The number on a square."""
    return int(shown(face))


@lru_cache
def faces_of(number: str) -> tuple[str, ...]:
    """Every way to put a number on its square, with blanks and without.

    >>> faces_of("13")
    ('[13]', '[1?3]', '[?13]', '[?1?3]')
    """
    faces = map("".join, product(*((digit, BLANK + digit) for digit in number)))
    return tuple(faces) if len(number) == 1 else tuple(f"[{face}]" for face in faces)


def squares_from(start: Square, step: Step) -> Squares:
    """The squares of a calculation that starts here; some may lie outside the board."""
    return tuple(move_on(start, step, times) for times in range(LENGTH))


def require_shape(tokens: Sequence[str]) -> None:
    """Raise IllegalMove `malformed` unless the tokens stand as in a calculation (D1)."""
    allowed = (NUMBER_FACES, SIGNS, NUMBER_FACES, {EQUALS}, NUMBER_FACES)
    if len(tokens) != LENGTH or not all(
        token == COVERED or token in faces for token, faces in zip(tokens, allowed, strict=True)
    ):
        raise IllegalMove("malformed", Lacking(_SHAPE))


def calculated(squares: Squares, after: Board, new: Board) -> Run:
    """The calculation on these squares, judged and scored; `after` holds the new tiles already."""
    text = "".join(shown(after[square]) for square in squares)
    first, _, second, _, outcome = squares
    try:
        for square in (first, second):
            _require_one_digit(new.get(square, ""))
        value = judge(text)
    except Fault as fault:
        return Run(text, squares, "illegal", fault=fault.message, fault_code=fault.code)
    points, factor = number_of(after[outcome]), 2 if _colour(outcome, new) == RED else 1
    bonus = _operand_bonus(first, new) + _operand_bonus(second, new)
    return Run(text, squares, "complete", value, points, factor, bonus, points * factor + bonus)


def _require_one_digit(face: str) -> None:
    """D4: a number of two digits is an operand only where it stands already."""
    if len(figures_of(face)) > 1:
        raise Fault("malformed", Message(_TWO_DIGITS, {"number": shown(face)}))


@lru_cache(maxsize=65536)
def judge(line: str) -> Fraction:
    """The value of a calculation; raises a Fault.

    >>> judge("72-9=63")
    Fraction(63, 1)
    """
    left, right = arithmetic.split_members(line)
    value = arithmetic.evaluate(left)
    if value.denominator != 1:
        raise Fault("not-whole", Message(_NOT_WHOLE, {"member": pretty(left)}))
    return arithmetic.common_value([left, right])


def _operand_bonus(square: Square, new: Board) -> int:
    """D5: an operand newly put on blue earns its value, on red twice its value."""
    colour = _colour(square, new)
    if colour is None:
        return 0
    return number_of(new[square]) * (2 if colour == RED else 1)


def _colour(square: Square, new: Board) -> Premium | None:
    """The colour that a new number covers; an old one has been paid."""
    return LAYOUT.premiums.get(square) if square in new else None
