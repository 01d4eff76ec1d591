"""Expressions are read by the grammar and evaluated exactly; every fault has its sentence."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.arithmetic import (
    Fault,
    common_value,
    evaluate,
    forbid_repetition,
    read_member,
    readable,
    readable_value,
    split_members,
)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("0", 0),
        ("7", 7),
        ("62", 62),
        ("-6", -6),
        ("6+2", 8),
        ("5-8", -3),
        ("1+6*2", 13),
        ("6*2+1", 13),
        ("9-3-2", 4),
        ("8/4/2", 1),
        ("8/4*2", 4),
        ("1/3*3", 1),
        ("3/2*2", 3),
        ("0/5", 0),
        ("4/-6", Fraction(-2, 3)),
        ("-2/3", Fraction(-2, 3)),
        ("1/2+1", Fraction(3, 2)),
        ("1/43", Fraction(1, 43)),
        ("5--3", 8),
        ("5+-3", 2),
        ("5*-2", -10),
        ("-4*-3", 12),
        ("2-3*4", -10),
        ("2-6/4", Fraction(1, 2)),
        ("9" * 15, int("9" * 15)),
        ("1/3+1/3+1/3", 1),
    ],
)
def test_member_has_exactly_this_value(member, value):
    assert evaluate(member) == value
    assert type(evaluate(member)) is Fraction


@pytest.mark.parametrize(
    ("member", "sentence"),
    [
        ("06", "the number 06 starts with a zero"),
        ("00", "the number 00 starts with a zero"),
        ("1+010", "the number 010 starts with a zero"),
        ("-0", "zero has no minus sign"),
        ("3--0", "zero has no minus sign"),
        ("+3", "no side may start with a plus sign"),
        ("*6", "no side may start with ×"),
        ("/6", "no side may start with ÷"),
        ("6+", "a number is missing after +"),
        ("9-", "a number is missing after −"),
        ("-", "a number is missing after −"),
        ("3--", "a number is missing after −"),
        ("2*", "a number is missing after ×"),
        ("2/", "a number is missing after ÷"),
        ("3++4", "+ and + stand in a row"),
        ("3-+4", "− and + stand in a row"),
        ("3*/4", "× and ÷ stand in a row"),
        ("5---3", "− and − stand in a row"),
        ("--3", "− and − stand in a row"),
        ("-+3", "− and + stand in a row"),
        ("3+-*4", "− and × stand in a row"),
    ],
)
def test_malformed_member_is_told_in_a_sentence(member, sentence):
    with pytest.raises(Fault) as fault:
        read_member(member)
    assert fault.value.code == "malformed"
    assert str(fault.value.message) == sentence


@pytest.mark.parametrize("member", ["5/0", "0/0", "1+2/0", "6/0*2", "-5/0"])
def test_division_by_zero_has_no_value(member):
    with pytest.raises(Fault, match="divides by zero") as fault:
        evaluate(member)
    assert fault.value.code == "division-by-zero"


def test_division_by_zero_names_the_member():
    with pytest.raises(Fault, match="^1 \\+ 6 ÷ 0 divides by zero$"):
        evaluate("1+6/0")


def test_negative_numbers_are_read_with_their_sign():
    assert read_member("4/-6") == (4, "/", -6)
    assert read_member("5--3+0") == (5, "-", -3, "+", 0)


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        (["3*4", "14"], "the left side is 12, the right side is 14"),
        (["1/2", "2/3"], "the left side is 1/2, the right side is 2/3"),
        (["-2", "2"], "the left side is −2, the right side is 2"),
        (["2", "1+1", "3"], "the sides are 2, 2, 3"),
    ],
)
def test_unequal_sides_are_told_with_their_values(members, sentence):
    with pytest.raises(Fault) as fault:
        common_value(members)
    assert fault.value.code == "unequal"
    assert str(fault.value.message) == sentence


def test_equal_sides_have_one_value():
    assert common_value(["2/3", "4/6", "6/9"]) == Fraction(2, 3)
    assert common_value(["8"]) == 8


def test_malformed_side_is_told_before_a_division_by_zero():
    with pytest.raises(Fault) as fault:
        common_value(["5/0", "06"])
    assert fault.value.code == "malformed"


@pytest.mark.parametrize(
    "members", [["4", "4"], ["3", "4-1", "3"], ["-2", "-2"], ["1", "2", "3", "2"]]
)
def test_member_written_twice_is_refused(members):
    with pytest.raises(Fault, match="two sides are written the same") as fault:
        forbid_repetition(members)
    assert fault.value.code == "repeated"


@pytest.mark.parametrize("members", [["3+1", "1+3"], ["6", "6+0"], ["1/2", "2/4"], ["2", "-2"]])
def test_members_written_differently_are_no_repetition(members):
    forbid_repetition(members)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("4/-6=-2/3", "4 ÷ −6 = −2 ÷ 3"),
        ("3*4=14", "3 × 4 = 14"),
        ("6+2=", "6 + 2 ="),
        ("=8", "= 8"),
        ("5--3=8", "5 − −3 = 8"),
        ("-6", "−6"),
        ("62", "62"),
    ],
)
def test_people_see_true_signs_and_space(line, shown):
    assert readable(line) == shown


def test_people_see_values_as_reduced_fractions():
    assert readable_value(Fraction(4, -6)) == "−2/3"
    assert readable_value(Fraction(10, 5)) == "2"


def test_an_empty_side_is_kept_when_a_line_is_split():
    assert split_members("6+2=") == ["6+2", ""]
    assert split_members("=8=") == ["", "8", ""]
    assert split_members("62") == ["62"]


numbers = st.integers(0, 120)
signs = st.sampled_from("+-*/")


@pytest.mark.slow
@settings(max_examples=200, derandomize=True, deadline=None)
@given(numbers, st.lists(st.tuples(signs, st.booleans(), numbers), max_size=6))
def test_value_is_what_python_computes_with_fractions(first, rest):
    """An independent reading: the same text handed to Python, each number made a Fraction."""
    member, python = str(first), f"Fraction({first})"
    for sign, is_negative, number in rest:
        minus = "-" if is_negative and number else ""
        member += f"{sign}{minus}{number}"
        python += f"{sign}Fraction({minus}{number})"
    try:
        expected = eval(python, {"Fraction": Fraction})
    except ZeroDivisionError:
        with pytest.raises(Fault) as fault:
            evaluate(member)
        assert fault.value.code == "division-by-zero"
    else:
        assert evaluate(member) == expected


@pytest.mark.slow
@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.text("0123456789+-*/", min_size=1, max_size=9))
def test_any_text_of_symbols_has_a_value_or_a_fault(member):
    import re

    grammar = re.compile(r"-?(0|[1-9]\d*)([-+*/]-?(0|[1-9]\d*))*")
    is_well_formed = (
        grammar.fullmatch(member) is not None and re.search(r"(^|[-+*/])-0", member) is None
    )
    try:
        evaluate(member)
    except Fault as fault:
        assert (fault.code == "malformed") == (not is_well_formed)
    else:
        assert is_well_formed
