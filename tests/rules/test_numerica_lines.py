"""Which lines of Numerica are legal, and what they are worth."""

from fractions import Fraction
from itertools import product

import pytest

from games.rules import placement
from games.rules.arithmetic import Fault
from games.rules.grid import Layout
from games.rules.numerica import TILES, fraction_bonus, judge

PLAIN = Layout(15, {})

LINES = [
    # line, kind, value, plain points (None: the table names none), fraction bonus
    ("2=1+1", "complete", 2, 7, 0),
    ("2=1+1=3-1", "complete", 2, 15, 0),
    ("1+6*2=13", "complete", 13, 18, 0),
    ("22=1+19+2", "complete", 22, 21, 0),
    ("3+3=6", "complete", 6, 13, 0),
    ("6+2=", "incomplete", 8, 0, 0),
    ("4/-6=-2/3", "complete", Fraction(-2, 3), 29, 40),
    ("1/2=2/4", "complete", Fraction(1, 2), 19, 20),
    ("1/3+1/3=2/3", "complete", Fraction(2, 3), 31, 40),
    ("2/3=4/6=6/9", "complete", Fraction(2, 3), 41, 40),
    ("1/2+1=3/2", "complete", Fraction(3, 2), 22, 20),
    ("1/3*3=1", "complete", 1, None, 0),
    ("1/43=2/86", "complete", Fraction(1, 43), 29, 840),
    ("3/2*2=3", "complete", 3, 20, 0),
    ("5-8=-3", "complete", -3, 19, 0),
    ("5--3=8", "complete", 8, 19, 0),
    ("5*-2=-10", "complete", -10, None, 0),
    ("3+1=1+3", "complete", 4, 13, 0),
    ("6=6+0", "complete", 6, None, 0),
    ("0/5=0", "complete", 0, 12, 0),
    ("=8", "incomplete", 8, 0, 0),
    ("=2", "incomplete", 2, 0, 0),
    ("6=", "incomplete", 6, 0, 0),
    ("6+2=8=", "incomplete", 8, 0, 0),
    ("62", "expression", 62, 0, 0),
    ("6+2", "expression", 8, 0, 0),
    ("-6", "expression", -6, 0, 0),
]

ILLEGAL_LINES = [
    ("1+6*2=14", "unequal", "the left side is 13, the right side is 14"),
    ("6=3+3=6", "repeated", "two sides are written the same, 6; that is not allowed"),
    ("06=3+3", "malformed", "the number 06 starts with a zero"),
    ("+3=2+1", "malformed", "no side may start with a plus sign"),
    ("6+2=9-", "malformed", "a number is missing after −"),
    ("2*=2", "malformed", "a number is missing after ×"),
    ("2=*2", "malformed", "no side may start with ×"),
    ("5---3=2", "malformed", "− and − stand in a row"),
    ("--3=3", "malformed", "− and − stand in a row"),
    ("-0=0", "malformed", "zero has no minus sign"),
    ("4=4", "repeated", "two sides are written the same, 4; that is not allowed"),
    ("-2=-2", "repeated", "two sides are written the same, −2; that is not allowed"),
    ("3=4-1=3", "repeated", "two sides are written the same, 3; that is not allowed"),
    ("5/0=0", "division-by-zero", "5 ÷ 0 divides by zero"),
    ("00=0", "malformed", "the number 00 starts with a zero"),
    ("10=010", "malformed", "the number 010 starts with a zero"),
    ("6+2=9=", "unequal", "the left side is 8, the right side is 9"),
    ("=8=", "malformed", "only one side may be empty"),
    ("8==8", "malformed", "an empty side may only be the first or the last"),
    ("==8", "malformed", "an empty side may only be the first or the last"),
    ("6+", "malformed", "a number is missing after +"),
    ("3+", "malformed", "a number is missing after +"),
    ("+1", "malformed", "no side may start with a plus sign"),
    ("*6", "malformed", "no side may start with ×"),
    ("3+3=6=6", "repeated", "two sides are written the same, 6; that is not allowed"),
    ("=4=4", "repeated", "two sides are written the same, 4; that is not allowed"),
    ("2=1+1=3", "unequal", "the sides are 2, 2, 3"),
]


@pytest.mark.parametrize(("line", "kind", "value", "points", "bonus"), LINES)
def test_line_is_legal_and_worth_its_plain_points(line, kind, value, points, bonus):
    """N4, N5, N6: complete, incomplete, or an expression; signs of numbers."""
    assert judge(line) == (kind, value)
    faces = {(0, column): symbol for column, symbol in enumerate(line)}
    run = placement.score_line(tuple(faces), faces, faces, judge, fraction_bonus, PLAIN, TILES)
    assert (run.kind, run.value) == (kind, value)
    assert run.bonus == bonus
    assert run.points == run.base_points + bonus
    if points is not None:
        assert run.base_points == points


@pytest.mark.parametrize(("line", "code", "sentence"), ILLEGAL_LINES)
def test_line_is_illegal_for_this_reason(line, code, sentence):
    """N4, N5, N6, N7."""
    with pytest.raises(Fault) as fault:
        judge(line)
    assert fault.value.code == code
    assert str(fault.value.message) == sentence


def is_complete(line: str) -> bool:
    try:
        return judge(line)[0] == "complete"
    except Fault:
        return False


def test_no_complete_equality_is_shorter_than_five_squares():
    """N3."""
    symbols = [symbol for symbol in TILES.counts if symbol != "?"]
    short = ("".join(line) for length in (2, 3, 4) for line in product(symbols, repeat=length))
    assert not any(is_complete(line) for line in short if "=" in line)
    assert is_complete("2=1+1")


@pytest.mark.parametrize(
    ("value", "bonus"),
    [
        (Fraction(7), 0),
        (Fraction(0), 0),
        (Fraction(4, -6), 40),
        (Fraction(1, 2), 20),
        (Fraction(-1, 2), 20),
        (Fraction(1, 43), 840),
    ],
)
def test_fraction_bonus_follows_the_reduced_denominator(value, bonus):
    """N8."""
    assert fraction_bonus(value) == bonus
