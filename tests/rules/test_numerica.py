"""Every line and position of docs/rules/numerica.md, and every refusal."""

import hashlib
import hmac
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from games.rules import placement
from games.rules.arithmetic import Fault
from games.rules.grid import Layout, neighbours
from games.rules.numerica import LAYOUT, TILES, State, fraction_bonus, judge
from games.rules.refusals import IllegalMove, NotationError, Refusal
from games.rules.tiles import Bag

from .positions import SEED, position

NP1 = "8F 3+3=6"
NP4 = "8F 1+6*2=13"

# --- tiles and board (docs/rules/numerica.md, Data) ---

TABLE = """
0 7 1
1 7 1
2 7 2
3 7 3
4 7 3
5 7 4
6 7 4
7 7 5
8 7 5
9 7 8
+ 7 2
- 4 3
* 7 4
/ 4 5
= 16 1
? 2 0
"""

DRAWING = """
3P .. .. 3E .. .. .. 2P .. .. .. 3E .. .. 3P
.. 2E .. .. 2P .. .. .. .. .. 2P .. .. 2E ..
.. .. .. .. .. 3P .. 2E .. 3P .. .. .. .. ..
3E .. .. .. .. .. 2P .. 2P .. .. .. .. .. 3E
.. 2P .. .. 2E .. .. .. .. .. 2E .. .. 2P ..
.. .. 3P .. .. .. .. .. .. .. .. .. 3P .. ..
.. .. .. 2P .. .. 2P .. 2P .. .. 2P .. .. ..
2P .. 2E .. .. .. .. ** .. .. .. .. 2E .. 2P
.. .. .. 2P .. .. 2P .. 2P .. .. 2P .. .. ..
.. .. 3P .. .. .. .. .. .. .. .. .. 3P .. ..
.. 2P .. .. 2E .. .. .. .. .. 2E .. .. 2P ..
3E .. .. .. .. .. 2P .. 2P .. .. .. .. .. 3E
.. .. .. .. .. 3P .. 2E .. 3P .. .. .. .. ..
.. 2E .. .. 2P .. .. .. .. .. 2P .. .. 2E ..
3P .. .. 3E .. .. .. 2P .. .. .. 3E .. .. 3P
"""


def test_tile_table_is_the_one_of_the_rules():
    """NF3."""
    rows = [line.split() for line in TABLE.strip().splitlines()]
    assert list(TILES.counts.items()) == [(symbol, int(count)) for symbol, count, _ in rows]
    assert list(TILES.points.items()) == [(symbol, int(points)) for symbol, _, points in rows]


def test_there_are_110_tiles_worth_342_points():
    """NF3."""
    assert len(TILES.full_bag()) == 110
    assert TILES.total_points(TILES.full_bag()) == 342


def test_board_is_the_one_of_the_rules():
    """N1: 15×15, the middle at (7, 7)."""
    cells = [line.split() for line in DRAWING.strip().splitlines()]
    labels = {(r, c): label for r, row in enumerate(cells) for c, label in enumerate(row)}
    drawn = {square: premium.label for square, premium in LAYOUT.premiums.items()}
    assert drawn == {at: label for at, label in labels.items() if label not in ("..", "**")}
    assert labels[LAYOUT.centre] == "**"


def test_premiums_are_counted():
    counts = Counter(premium.label for premium in LAYOUT.premiums.values())
    assert counts == {"2P": 24, "3P": 12, "2E": 12, "3E": 8}
    assert LAYOUT.size**2 - len(LAYOUT.premiums) == 169


def test_premiums_multiply_as_their_names_say():
    factors = {p.label: (p.tile_factor, p.line_factor) for p in LAYOUT.premiums.values()}
    assert factors == {"2P": (2, 1), "3P": (3, 1), "2E": (1, 2), "3E": (1, 3)}


def test_centre_has_no_premium():
    """N1."""
    assert LAYOUT.centre == (7, 7)
    assert LAYOUT.centre not in LAYOUT.premiums


@pytest.mark.parametrize(
    "turned",
    [
        lambda r, c: (r, c),
        lambda r, c: (c, 14 - r),
        lambda r, c: (14 - r, 14 - c),
        lambda r, c: (14 - c, r),
        lambda r, c: (r, 14 - c),
        lambda r, c: (14 - r, c),
        lambda r, c: (c, r),
        lambda r, c: (14 - c, 14 - r),
    ],
    ids=["same", "90", "180", "270", "left-right", "top-bottom", "diagonal", "other-diagonal"],
)
def test_board_looks_the_same_in_all_eight_symmetries(turned):
    moved = {turned(*square): premium for square, premium in LAYOUT.premiums.items()}
    assert moved == LAYOUT.premiums


def test_no_two_premiums_share_a_side():
    for square in LAYOUT.premiums:
        assert not set(neighbours(square)) & set(LAYOUT.premiums)


def test_strongest_nine_squares_multiply_by_nine_on_the_edges_alone():
    windows = {}
    for line in range(15):
        for start in range(7):
            for kind in "rc":
                squares = [
                    (line, start + i) if kind == "r" else (start + i, line) for i in range(9)
                ]
                cells = [LAYOUT.premiums.get(square) for square in squares]
                factor = 1
                for premium in cells:
                    factor *= premium.line_factor if premium else 1
                windows[kind, line, start] = factor
    assert {where for where, factor in windows.items() if factor > 4} == {
        (kind, line, 3) for kind in "rc" for line in (0, 14)
    }
    assert max(windows.values()) == 9


# --- lines (docs/rules/numerica.md, Worked examples) ---

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
    ("6=3+3=6", "repeated", "two sides are written the same, 6; that does not count"),
    ("06=3+3", "malformed", "the number 06 starts with a zero"),
    ("+3=2+1", "malformed", "no side may start with a plus sign"),
    ("6+2=9-", "malformed", "a number is missing after −"),
    ("2*=2", "malformed", "a number is missing after ×"),
    ("2=*2", "malformed", "no side may start with ×"),
    ("5---3=2", "malformed", "− and − stand in a row"),
    ("--3=3", "malformed", "− and − stand in a row"),
    ("-0=0", "malformed", "zero has no minus sign"),
    ("4=4", "repeated", "two sides are written the same, 4; that does not count"),
    ("-2=-2", "repeated", "two sides are written the same, −2; that does not count"),
    ("3=4-1=3", "repeated", "two sides are written the same, 3; that does not count"),
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
    ("3+3=6=6", "repeated", "two sides are written the same, 6; that does not count"),
    ("=4=4", "repeated", "two sides are written the same, 4; that does not count"),
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


# --- positions (docs/rules/numerica.md, Worked examples) ---


@pytest.mark.parametrize(
    ("before", "rack", "text", "points"),
    [
        pytest.param([], "3+3=6", "8F 3+3=6", 13, id="NP1"),
        pytest.param([], "3+?=6", "8F 3+?3=6", 10, id="NP2"),
        pytest.param([], "?+3=6", "8F ?3+3=6", 10, id="NP2-the-other-3"),
        pytest.param([], "1+6*2=13", "8F 1+6*2=13", 36, id="NP4"),
        pytest.param([NP4], "+0", "8N +0", 22, id="NP5"),
        pytest.param(["8F 2=1+1"], "29+2", "8E 2.....9+2", 42, id="NP6"),
        pytest.param([], "4/-6=-2/3", "8E 4/-6=-2/3", 148, id="NP7"),
        pytest.param([], "4/-6=-2/3", "8G 4/-6=-2/3", 154, id="NP8"),
        pytest.param([NP1], "=4+2", "J9 =4+2", 12, id="NP9"),
        pytest.param([NP1], "2=1+1", "9J 2=1+1", 8, id="NP10"),
        pytest.param([NP1], "2=1+1", "9I 2=1+1", 11, id="NP11"),
    ],
)
def test_play_of_the_worked_examples_is_legal(before, rack, text, points):
    verdict = position(*before, rack=rack).check(0, text)
    assert verdict.text == text
    assert verdict.points == points


@pytest.mark.parametrize(
    ("before", "rack", "text", "code"),
    [
        pytest.param([], "3+3=6", "8I 3+3=6", "centre", id="NP3"),
        *[
            pytest.param([NP1], symbol, f"9G {symbol}", "malformed", id=f"NP12 {symbol}")
            for symbol in "0123456789+-*/="
        ],
        pytest.param([NP1], "1=01", "9G 1=0+1", "not-on-rack", id="NP12 not held"),
        pytest.param([NP1], "1=0+", "9E 0+1=", "malformed", id="NP12 in a longer play"),
        pytest.param([NP1], "=6", "8K =6", "repeated", id="NP13"),
        pytest.param([NP1], "=", "8K =", "no-equality", id="NP14"),
    ],
)
def test_play_of_the_worked_examples_is_illegal(before, rack, text, code):
    """N3, N4, N7."""
    with pytest.raises(IllegalMove) as refusal:
        position(*before, rack=rack).check(0, text)
    assert refusal.value.code == code


def test_cross_lines_of_the_worked_examples_are_shown():
    """NP10 and NP11: what stands beside the play is told with its kind and earns nothing."""
    verdict = position(NP1, rack="2=1+1").check(0, "9J 2=1+1")
    assert [(run.text, run.kind, run.points) for run in verdict.runs] == [
        ("2=1+1", "complete", 8),
        ("62", "expression", 0),
    ]
    verdict = position(NP1, rack="2=1+1").check(0, "9I 2=1+1")
    assert [(run.text, run.kind, run.points) for run in verdict.runs] == [
        ("2=1+1", "complete", 11),
        ("=2", "incomplete", 0),
        ("6=", "incomplete", 0),
    ]


def test_bonuses_are_shown_apart():
    """NP7: 29 points doubled, 40 for the fraction, 50 for nine tiles."""
    verdict = position(rack="4/-6=-2/3").check(0, "8E 4/-6=-2/3")
    (run,) = verdict.runs
    assert (run.base_points, run.factor, run.bonus, run.points) == (29, 2, 40, 98)
    assert (verdict.bonus, verdict.points) == (50, 148)


def test_eight_tiles_that_complete_nine_squares_are_no_bingo():
    verdict = position("8M 3", rack="4/-6=-2/").check(0, "8E 4/-6=-2/.")
    assert (verdict.text, len(verdict.squares)) == ("8E 4/-6=-2/", 8)
    assert verdict.bonus == 0
    assert verdict.points == 29 + 40  # 8M is 2E, but was covered before


def test_bonus_for_nine_tiles_is_given_once_for_two_equalities():
    """N9: the play makes 4/-6=-2/3 across and 4=1+3 down."""
    verdict = position("E9 =1+3", rack="4/-6=-2/3").check(0, "8E 4/-6=-2/3")
    assert [run.points for run in verdict.runs] == [29 * 2 + 40, 3 + 1 + 1 + 2 + 3]
    assert (verdict.bonus, verdict.points) == (50, 98 + 10 + 50)


def test_bonus_for_fractions_is_given_again_when_the_equality_grows():
    """N8: the whole extended equality is scored, its fraction too."""
    verdict = position("8E 1/2=2/4", rack="=3/6").check(0, "8L =3/6")
    (run,) = verdict.runs
    assert (run.text, run.base_points, run.factor, run.bonus) == ("1/2=2/4=3/6", 36, 2, 20)
    assert verdict.points == 36 * 2 + 20  # 8M is 2E, 8O is 2P


def test_two_doubles_make_four():
    """N9: 5E and 5K are 2E."""
    assert position("5G 2=4", rack="1+-1").check(0, "5E 1+...-1").points == 13 * 4


def test_two_triples_make_nine():
    """N9: 1D and 1L are 3E; the 2P between them was covered before."""
    verdict = position("1F 1+2=4", rack="1++0").check(0, "1D 1+.....+0")
    assert verdict.points == 15 * 9


def test_tile_on_a_premium_counts_in_both_its_equalities():
    """N9: the 2 on 9I, 2P, ends 3-1=2 down and starts 2=1+1 across; 9L is 2P too."""
    verdict = position("I5 3-1=", rack="2=1+1").check(0, "9I 2=1+1")
    assert [run.points for run in verdict.runs] == [4 + 1 + 1 + 4 + 1, 3 + 3 + 1 + 1 + 4]


def test_premium_of_the_line_doubles_both_equalities():
    """N9: the 2 on 8M, 2E, ends 1+1=2 across and 3-1=2 down."""
    verdict = position("M4 3-1=", "8I 1+1=", rack="2").check(0, "8M 2")
    assert [run.points for run in verdict.runs] == [7 * 2, 10 * 2]


def test_blank_scores_nothing_even_on_a_premium():
    """N10: 9I is 2P; the 2 on it adds 4, a blank nothing."""
    with_tile = position(NP1, rack="2=1+1").check(0, "9I 2=1+1").points
    with_blank = position(NP1, rack="?=1+1").check(0, "9I ?2=1+1").points
    assert with_tile - with_blank == 4


def test_blank_still_doubles_the_line_it_lies_on():
    """8M is 2E: the line counts double, the blank on it nothing."""
    assert position(rack="1+6*2=1?").check(0, "8F 1+6*2=1?3").points == (18 - 3) * 2


def test_premium_is_spent_even_by_a_tile_that_scored_nothing():
    """N9: the 1 on 8M, 2E, stands in 1+2, which earns nothing; 1+2=3 later counts once."""
    state = position("10I 1+1=", rack="1+2", other="=3")
    move = state.play(0, "M8 1+2")
    assert [(run.text, run.points) for run in move.verdict.runs] == [
        ("1+2", 0),
        ("1+1=2", 1 + 2 + 1 + 1 + 2 * 3),  # 10M is 3P
    ]
    assert move.after.play(1, "M11 =3").verdict.points == 1 + 2 + 2 + 1 + 3


def test_lines_may_cross_an_equality_of_another_play():
    """N4: the complete equality may be the cross line; the play itself reads 62."""
    verdict = position("8F 3+3=", rack="62").check(0, "J8 62")
    assert [(run.text, run.kind) for run in verdict.runs] == [
        ("62", "expression"),
        ("3+3=6", "complete"),
    ]
    assert verdict.points == 13


@pytest.mark.parametrize("symbol", "0123456789+-*/=")
def test_blank_may_stand_for_every_symbol(symbol):
    """N10; the line that takes the blank is made so that it is an equality."""
    lines = {
        **{digit: f"{digit}+2=2+?{digit}" for digit in "13456789"},
        "2": "2+1=1+?2",
        "0": "6=6+?0", "+": "3?+3=6", "-": "5?-3=2", "*": "2?*3=6", "/": "6?/3=2", "=": "2?=1+1",
    }  # fmt: skip
    line = lines[symbol]
    assert f"?{symbol}" in line
    rack = line.replace(f"?{symbol}", "?")
    after = position(rack=rack).play(0, f"8F {line}").after
    assert f"?{symbol}" in after.board.values()


def test_blank_keeps_its_meaning():
    """N10: a blank laid as 6 is no 8 later."""
    state = position("8F 3+3=?6", rack="=2+6")
    with pytest.raises(IllegalMove, match="the sides are 6, 6, 8"):
        state.check(0, "8K =2+6")


# --- refusals ---


@pytest.mark.parametrize(
    ("before", "rack", "text", "code", "squares", "sentence"),
    [
        ([], "3+3=6", "hello", "notation", (), "this is not a move; a move reads like 8F 12+3=15, swap 77+, pass"),
        ([], "12", "8F 3+3=6", "not-on-rack", (), "you do not hold 3 3 + = 6"),
        ([], "3+3=", "8F 3+3=?6", "not-on-rack", (), "you do not hold ?"),
        ([], "3+=6?", "8F 3+3=6", "not-on-rack", (), "you do not hold 3"),
        ([], "77", "swap 7-", "not-on-rack", (), "you do not hold −"),
        ([], "3+3=6", "8M 3+3=6", "off-board", (), "the play runs off the board"),
        ([NP1], "5", "8H 5", "occupied", ((7, 7),), "there is a tile on 8H already"),
        ([NP1], "3", "8H 3", "occupied", ((7, 7),), "there is a tile on 8H already"),
        ([NP1], "=6", "8J .=.6", "gap", ((7, 11),), "there is no tile on 8L"),
        ([], "3+3=6", "8H< 3+3=6", "direction", (), "lines are read to the right or down in this game"),
        ([], "3+3=6", "H8< 3+3=6", "direction", (), "lines are read to the right or down in this game"),
        ([], "3+3=6", "8A 3+3=6", "centre", ((7, 7),), "the first play must cover the middle square, 8H"),
        ([NP1], "2=1+1", "1A 2=1+1", "not-connected", tuple((0, c) for c in range(5)), "the play must touch a tile on the board"),
        ([NP1], "2=1+1", "9K 2=1+1", "not-connected", tuple((8, c) for c in range(10, 15)), "the play must touch a tile on the board"),
        ([NP1], "+", "8K +", "malformed", tuple((7, c) for c in range(5, 11)), "3 + 3 = 6 +: a number is missing after +"),
        ([NP1], "0", "8E 0", "malformed", tuple((7, c) for c in range(4, 10)), "03 + 3 = 6: the number 03 starts with a zero"),
        ([NP1], "/0=", "J9 /0=", "division-by-zero", tuple((r, 9) for r in range(7, 11)), "6 ÷ 0 =: 6 ÷ 0 divides by zero"),
        ([], "3*4=14", "8F 3*4=14", "unequal", tuple((7, c) for c in range(5, 11)), "3 × 4 = 14: the left side is 12, the right side is 14"),
        ([NP1], "=7", "8K =7", "unequal", tuple((7, c) for c in range(5, 12)), "3 + 3 = 6 = 7: the sides are 6, 6, 7"),
        ([NP1], "=6", "8K =6", "repeated", tuple((7, c) for c in range(5, 12)), "3 + 3 = 6 = 6: two sides are written the same, 6; that does not count"),
        ([NP1], "2", "J9 2", "no-equality", (), "the play forms no complete equality"),
        ([], "6+2=", "8F 6+2=", "no-equality", (), "the play forms no complete equality"),
        ([], "3", "8H 3", "no-equality", (), "the play forms no complete equality"),
    ],
)  # fmt: skip
def test_play_is_refused_with_code_squares_and_sentence(
    before, rack, text, code, squares, sentence
):
    with pytest.raises(Refusal) as refusal:
        position(*before, rack=rack).check(0, text)
    assert refusal.value.code == code
    assert refusal.value.squares == squares
    assert str(refusal.value) == sentence


def test_a_sentence_keeps_its_values_for_the_translators():
    with pytest.raises(IllegalMove) as refusal:
        position(rack="3*4=14").check(0, "8F 3*4=14")
    message = refusal.value.message
    assert message.id == "%(line)s: %(fault)s"
    assert message.values["line"] == "3 × 4 = 14"
    assert message.values["fault"].values == {"left": "12", "right": "14"}


@pytest.mark.parametrize(
    ("before", "rack", "text", "code"),
    [
        ([], "12", "8M 3+3=6", "not-on-rack"),  # also off the board
        ([NP1], "5", "8H 6", "not-on-rack"),  # also occupied
        ([NP1], "123456789", "8H 123456789", "off-board"),  # also occupied
        ([NP1], "5", "8J 5.", "occupied"),  # also a gap
        ([], "3", "8I 3.", "gap"),  # also misses the centre
        ([NP1], "3", "1A 3.", "gap"),  # also not connected
        ([], "+", "1A +", "centre"),  # also malformed
        ([NP1], "3==", "1A 3==", "not-connected"),  # also malformed
        ([NP1], "+", "8K +", "malformed"),  # also no equality
        ([NP1], "/0=06", "J9 /0=06", "malformed"),  # also a division by zero in the same line
        ([NP1], "5/0=1", "8K /0=1", "division-by-zero"),  # also unequal
        ([NP1], "=7=6", "8K =7=6", "unequal"),  # also repeated
        ([NP1], "=6", "8K =6", "repeated"),
    ],
)
def test_of_several_reasons_the_first_of_the_table_is_told(before, rack, text, code):
    with pytest.raises(IllegalMove) as refusal:
        position(*before, rack=rack).check(0, text)
    assert refusal.value.code == code


def test_refused_play_shows_every_line_with_its_own_verdict():
    with pytest.raises(IllegalMove) as refusal:
        position(NP1, rack="2=1+3").check(0, "9J 2=1+3")
    assert [(run.text, run.kind, run.fault_code) for run in refusal.value.runs] == [
        ("2=1+3", "illegal", "unequal"),
        ("62", "expression", ""),
    ]


def test_a_play_may_be_checked_off_turn_but_not_made():
    state = position(NP1, other="=4+2")
    assert state.check(1, "J9 =4+2").points == 12
    with pytest.raises(IllegalMove) as refusal:
        state.play(1, "J9 =4+2")
    assert (refusal.value.code, str(refusal.value)) == ("not-your-turn", "it is not your turn")


@pytest.mark.parametrize("text", ["pass", "resign", "swap 1", "8F 3+3=6"])
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_played_after_the_end(seat, text):
    state = position(rack="3+3=61", other="3+3=61").play(0, "resign").after
    with pytest.raises(IllegalMove) as refusal:
        state.play(seat, text)
    assert (refusal.value.code, str(refusal.value)) == ("game-over", "the game is over")
    with pytest.raises(IllegalMove, match="the game is over"):
        state.leave(seat, "time")


def test_text_that_is_no_move_is_told_before_turn_and_end():
    state = position()
    with pytest.raises(NotationError):
        state.play(1, "hello")
    with pytest.raises(NotationError):
        state.play(0, "resign").after.play(0, "hello")


def test_there_are_no_options():
    """N2: the number of players is none either."""
    assert State.options == ()
    for options in ({"players": "2"}, {"": ""}):
        with pytest.raises(NotationError, match="there is no option"):
            State.new(seed=SEED, options=options)


# --- turns, racks, bag ---


def test_game_starts_with_nine_tiles_each_and_an_empty_board():
    """N2, NF2: for two players."""
    state = State.new(seed=SEED, options={})
    assert [len(rack) for rack in state.racks] == [9, 9]
    assert state.stock.bag_sizes() == {"draw": 92}
    assert (state.board, state.scores, state.outcome) == ({}, (0, 0), None)


def test_play_refills_the_rack_from_the_bag():
    state = position(rack="3+3=61234", bag="0123456789")
    after = state.play(0, NP1).after
    drawn = list("0123456789")
    picked = [
        drawn.pop(int.from_bytes(hmac.digest(SEED, b"draw:%d" % n, "sha256"), "big") % len(drawn))
        for n in range(5)
    ]
    assert after.racks[0] == (*"1234", *picked)
    assert after.stock.bags == (Bag(tuple(drawn), 5),)
    assert after.turn == 1
    assert after.scores == (13, 0)


def test_play_refills_as_far_as_the_bag_goes():
    after = position(rack="3+3=61234", other="1", bag="88").play(0, NP1).after
    assert after.racks[0] == tuple("123488")
    assert after.stock.are_bags_empty()
    assert after.outcome is None


def test_swap_draws_before_the_old_tiles_go_back():
    state = position(rack="77+", other="1", bag="000")
    after = state.play(0, "swap 77+").after
    assert after.racks[0] == tuple("000")
    assert after.stock.bags[0].pile == tuple("77+")
    assert (after.turn, after.scores, after.passes, after.scoreless_turns) == (1, (0, 0), 0, 1)


@pytest.mark.parametrize(
    ("bag", "swap", "is_allowed"),
    [("00", "77", True), ("0", "77", False), ("", "7", False), ("0", "7", True)],
)
def test_no_more_tiles_are_swapped_than_the_bag_holds(bag, swap, is_allowed):
    state = position(rack="77+", other="1", bag=bag)
    if is_allowed:
        assert state.play(0, f"swap {swap}").verdict.points == 0
        return
    with pytest.raises(IllegalMove) as refusal:
        state.play(0, f"swap {swap}")
    assert refusal.value.code == "bag-too-small"
    assert str(refusal.value) == f"the bag has {len(bag)} tiles, you want to swap {len(swap)}"


def test_nine_tiles_may_be_swapped_blank_included():
    after = position(rack="77+12345?").play(0, "swap ?7712345+").after
    assert len(after.racks[0]) == 9
    assert after.stock.bag_sizes() == {"draw": 101}


# --- endings ---


def made(state: State, *texts: str) -> State:
    for text in texts:
        assert state.turn is not None
        state = state.play(state.turn, text).after
    return state


def nearly_over(rack: str, other: str, scores: tuple[int, int]) -> State:
    """The bag is empty; all other tiles lie at the top and at the bottom, beside nothing."""
    [bag] = position(NP1, rack=rack, other=other).stock.bags
    state = position(NP1, rack=rack, other=other, bag="", scores=scores)
    places = [(r, c) for r in (0, 1, 2, 3, 4, 13, 14) for c in range(15)]
    lying = [f"{tile}0" if tile == "?" else tile for tile in bag.pile]
    rest = dict(zip(places, lying, strict=False))
    return replace(state, board={**state.board, **rest})


def test_the_empty_rack_gains_what_the_other_seat_loses():
    """N11: the other holds 9, 5 and a blank: 8 + 4 + 0."""
    end = made(nearly_over("=4+2", "95?", (20, 60)), "J9 =4+2")
    assert end.turn is None
    assert end.outcome.reason == "out"
    assert end.outcome.adjustments == (12, -12)
    assert end.scores == (20 + 12 + 12, 60 - 12)
    assert end.outcome.ranking == ((1,), (0,))


def test_going_out_may_win_the_game():
    end = made(nearly_over("=4+2", "95", (30, 60)), "J9 =4+2")
    assert (end.scores, end.outcome.ranking) == ((54, 48), ((0,), (1,)))


def test_an_ending_by_empty_rack_counts_an_unknown_rack():
    state = nearly_over("=4+2", "95?", (0, 0))
    assert state.seen_by(0).racks == (tuple("=4+2"), 3)
    assert made(state.seen_by(0), "J9 =4+2").outcome.adjustments == (12, -12)


def test_last_tile_with_a_full_bag_is_no_end():
    assert made(position(NP1, rack="=4+2", other="9", bag="1"), "J9 =4+2").outcome is None


def test_three_passes_end_the_game_without_adjustment():
    state = position(NP1, rack="9", other="85", scores=(31, 30))
    assert made(state, "pass", "pass").outcome is None
    end = made(state, "pass", "pass", "pass")
    assert end.outcome.reason == "passes"
    assert end.outcome.adjustments == (0, 0)
    assert end.scores == (31, 30)
    assert end.outcome.ranking == ((0,), (1,))
    assert end.turn is None


def test_equal_scores_are_a_tie():
    """N11."""
    end = made(position(scores=(30, 30)), "pass", "pass", "pass")
    assert end.outcome.ranking == ((0, 1),)
    assert end.outcome.rated


def test_swap_resets_the_count_of_passes():
    """N12."""
    state = position(rack="77777", other="88888")
    after = made(state, "pass", "pass", "swap 7", "pass", "pass")
    assert (after.outcome, after.passes) == (None, 2)
    assert made(after, "pass").outcome.reason == "passes"


def test_play_resets_the_count_of_passes_and_scoreless_turns():
    state = position(rack="3+3=6", other="1")
    after = made(state, *["pass"] * 2, NP1)
    assert (after.passes, after.scoreless_turns) == (0, 0)


def test_ten_scoreless_turns_end_the_game():
    """N12: swaps and passes of both players together."""
    state = position(NP1, rack="1234567", other="1234567", scores=(5, 9)).seen_by(None)
    nine = made(state, *["swap 7", "swap 8"] * 3, "pass", "swap 8", "swap 7")
    assert (nine.outcome, nine.scoreless_turns) == (None, 9)
    end = made(nine, "pass")
    assert end.outcome.reason == "idle"
    assert (end.scores, end.outcome.adjustments) == ((5, 9), (0, 0))
    assert end.outcome.ranking == ((1,), (0,))
    assert made(nine, "swap 8").outcome.reason == "idle"


def test_third_pass_counts_as_passes_even_on_the_tenth_scoreless_turn():
    state = replace(position(NP1), scoreless_turns=9, passes=2)
    assert made(state, "pass").outcome.reason == "passes"


@pytest.mark.parametrize("scores", [(0, 0), (500, 1)])
def test_the_seat_that_resigns_loses_whatever_the_scores(scores):
    end = made(position(scores=scores), "resign")
    assert end.outcome.ranking == ((1,), (0,))
    assert end.outcome.reason == "resign"
    assert end.scores == scores
    assert end.outcome.adjustments == (0, 0)


def test_the_seat_that_resigns_out_of_turn_loses_and_is_named():
    move = position(scores=(1, 500)).play(1, "resign")
    assert (move.seat, move.verdict.text, move.verdict.kind) == (1, "resign 2", "resign")
    outcome = move.after.outcome
    assert (outcome.ranking, outcome.reason, move.after.turn) == (((0,), (1,)), "resign", None)


def test_the_seat_that_runs_out_of_time_loses_whatever_the_scores():
    end = position(scores=(500, 1)).leave(0, "time").after
    assert end.outcome.ranking == ((1,), (0,))
    assert (end.outcome.reason, end.scores, end.turn) == ("time", (500, 1), None)
    assert end.outcome.rated


def test_aborted_game_has_no_ranking_and_is_not_rated():
    end = position(scores=(500, 1)).leave(0, "aborted").after
    assert end.outcome.ranking == ()
    assert not end.outcome.rated
    assert (end.outcome.reason, end.turn) == ("aborted", None)


@pytest.mark.parametrize("reason", ["agreement", "tropes", "passes", "", "nonsense"])
def test_game_ends_by_nothing_else_without_a_move(reason):
    with pytest.raises(NotationError):
        position().leave(0, reason)


# --- what a seat knows ---


def test_seat_sees_its_own_rack_alone():
    state = position(NP1, rack="12345", other="6789?")
    assert state.seen_by(0).racks == (tuple("12345"), 5)
    assert state.seen_by(1).racks == (5, tuple("6789?"))
    assert state.seen_by(None).racks == (5, 5)
    for seat in (0, 1, None):
        seen = state.seen_by(seat)
        assert seen.stock.seed is None
        assert seen.stock.bags[0].pile == len(state.stock.bags[0])
        assert seen.board == state.board


def test_everything_is_open_after_the_end():
    end = made(position(rack="1", other="2"), "resign")
    assert end.seen_by(None) == end


def test_stranger_may_do_nothing():
    actions = position(rack="12").view(None)["actions"]
    assert not any(actions.values())


def test_seat_on_turn_may_act_and_the_other_may_draft():
    state = position(rack="12", other="345", bag="0")
    assert state.view(0)["actions"] == {
        "draft": True, "play": True, "swap": 1, "pass": True, "resign": True,
        "pass_ends": False, "swap_ends": False,
    }  # fmt: skip
    assert state.view(1)["actions"] == {
        "draft": True, "play": False, "swap": 0, "pass": False, "resign": True,
        "pass_ends": False, "swap_ends": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("passes", "scoreless_turns", "pass_ends", "swap_ends"),
    [(0, 0, False, False), (2, 2, True, False), (0, 8, False, False), (0, 9, True, True)],
)
def test_a_move_that_would_end_the_game_is_announced(passes, scoreless_turns, pass_ends, swap_ends):
    state = replace(
        position(NP1, rack="12", other="345", bag="0"),
        passes=passes,
        scoreless_turns=scoreless_turns,
    )
    actions = state.view(0)["actions"]
    assert (actions["pass_ends"], actions["swap_ends"]) == (pass_ends, swap_ends)
    assert (made(state, "pass").outcome is not None) == pass_ends
    assert (made(state, "swap 1").outcome is not None) == swap_ends


def test_nobody_acts_after_the_end():
    end = made(position(rack="1", other="2"), "resign")
    for seat in (0, 1, None):
        assert not any(end.view(seat)["actions"].values())


def test_unseen_tiles_are_those_neither_on_the_board_nor_on_ones_rack():
    state = position(NP1, rack="33", other="9?")
    assert state.view(0)["unseen"]["3"] == 7 - 2 - 2
    assert state.view(1)["unseen"]["3"] == 7 - 2
    assert state.view(1)["unseen"]["?"] == 1
    assert state.view(None)["unseen"]["9"] == 7
    assert sum(state.view(None)["unseen"].values()) == 105


def test_a_state_seen_by_a_seat_judges_its_plays_alike():
    state = position(NP1, rack="=4+2", other="=4+2")
    assert state.seen_by(0).check(0, "J9 =4+2") == state.check(0, "J9 =4+2")


def test_an_unknown_rack_may_hold_only_unseen_tiles():
    seen = position(NP1, rack="??", other="12345").seen_by(0)
    assert seen.check(1, "8K +0").points == 13 + 2 + 1
    with pytest.raises(IllegalMove) as refusal:
        seen.check(1, "8K ?+0")
    assert refusal.value.code == "not-on-rack"
    with pytest.raises(IllegalMove) as refusal:
        seen.check(1, "swap 012345")
    assert refusal.value.code == "not-on-rack"


def test_view_is_plain_json():
    state = position(NP1, rack="=4+2", other="95?")
    for seat in (0, 1, None):
        assert json.loads(json.dumps(state.view(seat))) == state.view(seat)


def test_state_of_a_real_game_survives_json():
    state = State.new(seed=hashlib.sha256(b"json").digest(), options={})
    state = made(state, "pass", "pass")
    assert State.from_json(json.loads(json.dumps(state.to_json()))) == state
    seen = state.seen_by(1)
    assert State.from_json(json.loads(json.dumps(seen.to_json()))) == seen
