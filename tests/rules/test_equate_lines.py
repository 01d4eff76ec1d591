"""What a line of Equate may be: every line of the rules' table, and rulings E5, E6, E7, E16."""

from fractions import Fraction

import pytest

from games.rules import placement
from games.rules.arithmetic import Fault, readable
from games.rules.equate import SETS, judge, judge_advanced
from games.rules.equate.constants import supplies, tiles_in_use
from games.rules.equate.lines import numeral
from games.rules.grid import Layout
from games.rules.tokens import split_symbols

PLAIN = Layout(19, {})


def fault_of(line: str, judged=judge) -> tuple[str, str]:
    with pytest.raises(Fault) as fault:
        judged(line)
    return fault.value.code, str(fault.value)


def plain_points(line: str, set_name: str = "standard") -> int:
    """What the line earns on a board without premiums."""
    faces = {(0, at): symbol for at, symbol in enumerate(split_symbols(line))}
    tiles = tiles_in_use(supplies(set_name, "none"))
    run = placement.score_line(
        tuple(faces), faces, faces, judge_advanced, lambda v: 0, PLAIN, tiles
    )
    return run.points


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("5*6=30", 10),
        ("54=9*6", 10),
        ("2*54=9*6*2", 18),
        ("16+4=20", 8),
        ("16+4=20-3+3", 13),
        ("2+5=7", 6),
        ("72+5=77", 10),
        ("15-12=3", 8),
        ("7-7=2*3-6", 15),
        ("64-8=56", 11),
        ("65=13*5", 11),
        ("4=4", 2),
        ("3/4=[3/4]", 12),
        ("24/3=8", 10),
    ],
)
def test_equation_of_the_rules_table_and_its_plain_points(line, points):
    """E3, E7; EF15: times before plus."""
    assert judge(line)[0] == "complete"
    assert plain_points(line) == points


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("6+", "malformed", "a number is missing after +"),
        ("8-2=", "malformed", "one side of the equals sign is empty"),
        ("=8", "malformed", "one side of the equals sign is empty"),
        ("5*6=30=25+5", "two-equals", "there is more than one equals sign"),
        ("05", "malformed", "the number 05 starts with a zero"),
        ("005", "malformed", "the number 005 starts with a zero"),
        ("00", "malformed", "the number 00 starts with a zero"),
        ("3-5=2", "negative", "3 − 5 goes below zero"),
        ("-5=-5", "malformed", "no side may start with −"),
        ("4-6+7=5", "negative", "4 − 6 + 7 goes below zero"),
        ("+32", "malformed", "no side may start with a plus sign"),
        ("3*-2", "malformed", "× and − stand in a row"),
        ("5--3=8", "malformed", "− and − stand in a row"),
        ("[1/2]2", "malformed", "½2 is no number"),
        ("[1/2][1/2]", "malformed", "½½ is no number"),
        ("0[1/2]", "malformed", "the number 0½ starts with a zero"),
        ("2[3/2]", "malformed", "behind other digits, ³⁄₂ would have to be below 1"),
        ("5/0=0", "division-by-zero", "5 ÷ 0 divides by zero"),
        ("3*4=14", "unequal", "the left side is 12, the right side is 14"),
        ("[1/2]=[1/3]", "unequal", "the left side is 1/2, the right side is 1/3"),
    ],
)
def test_illegal_line_has_its_code_and_sentence(line, code, sentence):
    """E5, E6, E7."""
    assert fault_of(line) == (code, sentence)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("45", 45),
        ("4+3", 7),
        ("2*8-5", 11),
        ("0", 0),
        ("2[1/2]", Fraction(5, 2)),
        ("[3/2]+1", Fraction(5, 2)),
        ("1/3", Fraction(1, 3)),
        ("10/4*2", 5),
        ("7-2*3", 1),
        ("5-5", 0),
        ("8-6-2", 0),
        ("1-4/8", Fraction(1, 2)),
        ("20[5/6]", Fraction(125, 6)),
    ],
)
def test_expression_has_exactly_this_value(line, value):
    """E5, E6, EF15."""
    assert judge(line) == ("expression", value)
    assert type(judge(line)[1]) is Fraction


def test_running_result_below_zero_is_refused_on_either_side_and_in_expressions():
    """E6."""
    assert fault_of("5=4-6+7")[0] == "negative"
    assert fault_of("4-6+7")[0] == "negative"
    assert fault_of("3-2*2+9")[0] == "negative"
    assert judge("9+3-2*2")[1] == 8


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("05=5/0", "malformed"),
        ("5/0=3-5", "division-by-zero"),
        ("1=1=3-5", "two-equals"),
        ("6==6", "malformed"),
        ("3-5=7", "negative"),
    ],
)
def test_of_several_faults_the_first_of_the_notations_table_is_told(line, code):
    assert fault_of(line)[0] == code


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[-2]4", -24),
        ("[-2]", -2),
        ("[-2]0", -20),
        ("1[5^2]", 225),
        ("[5^2]", 25),
        ("10[2^3]", 102**3),
        ("[2^-1]", Fraction(1, 2)),
        ("1[2^-2]", Fraction(1, 144)),
        ("[-2][1/2]", Fraction(-5, 2)),
        ("[-2]4[3/4]", Fraction(-99, 4)),
    ],
)
def test_numeral_of_the_advanced_set(text, value):
    """E16."""
    assert numeral(text) == value
    assert judge_advanced(f"{text}=1*{text}") == ("complete", value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[-2][5^2]", "a minus and a power do not go together in −25²"),
        ("[-2]4[5^2]", "a minus and a power do not go together in −245²"),
        ("[5^2]1", "5²1 is no number"),
        ("[5^2][1/2]", "5²½ is no number"),
        ("2[-3]", "2−3 is no number"),
        ("[1/2][5^2]", "½5² is no number"),
        ("0[5^2]", "the number 05² starts with a zero"),
        ("[-2][3/2]", "behind other digits, ³⁄₂ would have to be below 1"),
    ],
)
def test_numeral_that_the_grammar_does_not_know(text, sentence):
    """E16."""
    assert fault_of(text, judge_advanced) == ("malformed", sentence)


def test_results_may_be_negative_with_the_advanced_set_only():
    """E6, E16."""
    assert judge_advanced("3-5=2-4") == ("complete", -2)
    assert judge_advanced("4-6+7=5") == ("complete", 5)
    assert fault_of("3-5=2-4")[0] == "negative"


def test_minus_only_subtracts_with_the_advanced_set_too():
    """E16."""
    assert judge_advanced("5-[-3]=8") == ("complete", 8)
    assert fault_of("-5=[-5]", judge_advanced) == ("malformed", "no side may start with −")
    assert fault_of("5--3=8", judge_advanced)[0] == "malformed"


@pytest.mark.parametrize("set_name", SETS)
def test_every_number_tile_is_a_number_by_itself(set_name):
    numbers = [tile for tile in SETS[set_name].counts if tile not in "+-*/?"]
    assert all(judge_advanced(f"{tile}+1")[0] == "expression" for tile in numbers)
    for tile in numbers:
        if "/" in tile:
            above, below = tile.strip("[]").split("/")
            assert numeral(tile) == Fraction(int(above), int(below))


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("2[1/2]", "2½"),
        ("[-2]4+[5^2]", "−24 + 5²"),
        ("[3^-1]*[2^-2]", "3⁻¹ × 2⁻²"),
        ("[7/4]-[1/3]", "⁷⁄₄ − ⅓"),
        ("5-[-3]=8", "5 − −3 = 8"),
    ],
)
def test_people_see_fractions_and_powers(line, shown):
    assert readable(line) == shown


def test_every_tile_has_a_look_of_its_own():
    tiles = [tile for tiles in SETS.values() for tile in tiles.counts]
    looks = {tile: readable(tile) for tile in tiles}
    assert len(set(looks.values())) == len(looks)
    assert not any(sign in look for look in looks.values() for sign in "[]^")
