"""Judges and scores calculations of Digifeud (D1-D5)."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from games.rules import arithmetic
from games.rules.arithmetic import SIGNS, Fault, readable
from games.rules.digifeud.constants import EQUALS, LAYOUT, RED, STANDS_FOR
from games.rules.grid import Premium, Square, Step, move_on
from games.rules.messages import IncompleteLine, Message, gettext_noop
from games.rules.moves import Run
from games.rules.notation import COVERED
from games.rules.placement import Board
from games.rules.refusals import IllegalMove
from games.rules.tiles import BLANK, tile_of

Squares = tuple[Square, ...]
"""The squares of a calculation in the order of reading: number, sign, number, `=`, outcome (D1)."""

CALCULATION_LENGTH = 5  # squares
MAX_DIGITS = 2  # of one number

_FIGURES = [face for digit in STANDS_FOR for face in (digit, BLANK + digit)]
_FIGURE = re.compile(r"\?[0-9]|.")

NUMBER_FACES = frozenset([*_FIGURES, *(f"[{a}{b}]" for a, b in product(_FIGURES, repeat=2))])
"""The faces on the square of a number: one digit or two, blanks among them."""

_SHAPE = gettext_noop(
    "a calculation takes five squares: a number, a sign, a number, an equals sign and the outcome"
)
_TWO_DIGITS = gettext_noop("%(number)s is a new number of two digits; only the outcome may be one")
_NOT_WHOLE = gettext_noop("%(member)s does not come out whole")


def tile_faces(face: str) -> list[str]:
    """Return the faces of the tiles that lie on one square.

    >>> tile_faces("[1?3]")
    ['1', '?3']
    """
    return _FIGURE.findall(face.strip("[]"))


def tiles_of(face: str) -> tuple[str, ...]:
    """Return the tiles that lie on one square.

    >>> tiles_of("[1?3]"), tiles_of("+")
    (('1', '?'), ('+',))
    """
    return tuple(map(tile_of, tile_faces(face)))


def is_number(face: str) -> bool:
    """Tell whether this face is a number and no sign."""
    return face in NUMBER_FACES


def digits_of(face: str) -> str:
    """Return the text that a square stands for, blanks read: `[1?3]` is 13."""
    return face.strip("[]").replace(BLANK, "")


def number_of(face: str) -> int:
    """Return the number on a square."""
    return int(digits_of(face))


@lru_cache
def faces_of(number: str) -> tuple[str, ...]:
    """Return every face of a number, with blanks and without.

    >>> faces_of("13")
    ('[13]', '[1?3]', '[?13]', '[?1?3]')
    """
    faces = map("".join, product(*((digit, BLANK + digit) for digit in number)))
    return tuple(faces) if len(number) == 1 else tuple(f"[{face}]" for face in faces)


def squares_from(start: Square, step: Step) -> Squares:
    """Return the squares of a calculation from `start`; some may lie outside the board."""
    return tuple(move_on(start, step, times) for times in range(CALCULATION_LENGTH))


def require_shape(tokens: Sequence[str]) -> None:
    """Raise IllegalMove `malformed` unless the tokens have the shape of a calculation (D1)."""
    allowed = (NUMBER_FACES, SIGNS, NUMBER_FACES, {EQUALS}, NUMBER_FACES)
    if len(tokens) != CALCULATION_LENGTH or not all(
        token == COVERED or token in faces for token, faces in zip(tokens, allowed, strict=True)
    ):
        raise IllegalMove("malformed", IncompleteLine(_SHAPE))


def score_calculation(squares: Squares, after: Board, new: Board) -> Run:
    """Return the run on these squares, judged and scored (D4, D5).

    `after` holds the new tiles already, `new` only those. A faulty calculation gives a run with
    its fault.
    """
    text = "".join(digits_of(after[square]) for square in squares)
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
    if len(tile_faces(face)) > 1:
        raise Fault("malformed", Message(_TWO_DIGITS, {"number": digits_of(face)}))


@lru_cache(maxsize=4096)
def judge(line: str) -> Fraction:
    """Return the value of a calculation; raises a Fault.

    >>> judge("72-9=63")
    Fraction(63, 1)
    """
    operation, outcome = arithmetic.split_members(line)
    value = arithmetic.evaluate(operation)
    if value.denominator != 1:
        raise Fault("not-whole", Message(_NOT_WHOLE, {"member": readable(operation)}))
    return arithmetic.common_value([operation, outcome])


def _operand_bonus(square: Square, new: Board) -> int:
    """D5: a new operand on blue earns its value, on red twice its value."""
    colour = _colour(square, new)
    if colour is None:
        return 0
    return number_of(new[square]) * (2 if colour == RED else 1)


def _colour(square: Square, new: Board) -> Premium | None:
    """Return the colour that a new number covers; an old number has been paid already."""
    return LAYOUT.premiums.get(square) if square in new else None
