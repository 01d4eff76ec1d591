"""Numeria's patterns: every worked line, every count, and the option (M1-M3)."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from games.rules.numeria import STRICT_TROPES, TROPES, State
from games.rules.refusals import NotationError

ON = {"strict_primes": "on"}

ASCENDING = {numbers: str(name) for numbers, name in TROPES.items() if numbers[0] < numbers[-1]}


def line(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1,2,3,4", "consecutive numbers"),
        ("4,3,2,1", "consecutive numbers"),
        ("8,9,10,11", "consecutive numbers"),
        ("33,34,35,36", "consecutive numbers"),
        ("3,6,9,12", "multiples of 3"),
        ("8,12,16,20", "multiples of 4"),
        ("4,7,10,13", "steps of 3"),
        ("13,17,21,25", "steps of 4"),
        ("1,3,5,7", "steps of 2"),
        ("1,12,23,34", "steps of 11"),
        ("16,17,19,22", "plus 1, plus 2, plus 3"),
        ("22,19,17,16", "plus 1, plus 2, plus 3"),
        ("1,2,4,7", "plus 1, plus 2, plus 3"),
        ("7,11,13,17", "primes"),
        ("19,23,29,31", "primes"),
        ("2,3,5,7", "primes"),
        ("1,2,4,8", "powers of 2"),
        ("2,4,8,16", "powers of 2"),
        ("4,8,16,32", "powers of 2"),
        ("1,3,9,27", "powers of 3"),
        ("1,4,9,16", "squares"),
        ("9,16,25,36", "squares"),
        ("1,3,6,10", "triangular numbers"),
        ("6,10,15,21", "triangular numbers"),
        ("15,21,28,36", "triangular numbers"),
        ("1,2,3,5", "Fibonacci numbers"),
        ("3,5,8,13", "Fibonacci numbers"),
        ("8,13,21,34", "Fibonacci numbers"),
        ("2,3,5,8", "Fibonacci numbers; also plus 1, plus 2, plus 3"),
        ("23,29,31,33", "primes as the printed list has them, though 33 is not prime"),
        ("33,31,29,23", "primes as the printed list has them, though 33 is not prime"),
    ],
)
def test_a_worked_line_is_a_trope_of_its_pattern(text, name):
    """M2."""
    assert str(TROPES[line(text)]) == name


@pytest.mark.parametrize(
    "text",
    [
        "2,3,1,4",
        "4,2,1,3",
        "3,6,12,24",
        "1,9,25,36",
        "23,29,31,37",
        "19,29,31,33",
        "29,31,33,36",
        "1,1,2,3",
        "1,2,3",
        "1,2,3,4,5",
        "36,37,38,39",
    ],
)
def test_another_line_is_no_trope(text):
    """M1, M2, M3."""
    assert line(text) not in TROPES
    assert line(text)[::-1] not in TROPES


@pytest.mark.parametrize(
    ("beginning", "count"),
    [
        ("consecutive", 33),
        ("multiples", 41),
        ("steps", 124),
        ("plus", 30 - 1),  # 2,3,5,8 is named with the Fibonacci numbers
        ("primes", 8 + 1),
        ("powers", 4),
        ("squares", 3),
        ("triangular", 5),
        ("Fibonacci", 5),
    ],
)
def test_each_pattern_has_as_many_runs_as_the_rules_count(beginning, count):
    """M2."""
    assert sum(name.startswith(beginning) for name in ASCENDING.values()) == count


def test_there_are_252_tropes_and_the_printed_one():
    """M2, M3."""
    assert len(STRICT_TROPES) == 2 * 252
    assert len(TROPES) == 2 * 253
    assert TROPES.keys() - STRICT_TROPES.keys() == {(23, 29, 31, 33), (33, 31, 29, 23)}


OTHERS = """
    1,2,3,5   2,3,5,7   3,5,7,11   5,7,11,13   7,11,13,17   11,13,17,19   13,17,19,23
    17,19,23,29   19,23,29,31
    1,2,4,8   2,4,8,16  4,8,16,32  1,3,9,27
    1,4,9,16  4,9,16,25 9,16,25,36
    1,3,6,10  3,6,10,15 6,10,15,21 10,15,21,28 15,21,28,36
    3,5,8,13  5,8,13,21 8,13,21,34
"""


def is_trope(numbers: tuple[int, ...]) -> bool:
    """By the data of the rules: constant steps, plus 1 2 3, and the runs listed there."""
    first, second, third, fourth = numbers
    steps = (second - first, third - second, fourth - third)
    return len(set(steps)) == 1 or steps == (1, 2, 3) or numbers in set(map(line, OTHERS.split()))


@pytest.mark.slow
def test_the_tropes_are_those_of_the_data_in_the_rules():
    """M2."""
    expected = {four for four in combinations(range(1, 37), 4) if is_trope(four)}
    assert {four for four in STRICT_TROPES if four[0] < four[-1]} == expected


def test_only_ascending_and_descending_orders_count():
    """M1."""
    for numbers in ((1, 2, 3, 4), (1, 4, 9, 16)):
        orders = Counter(order in TROPES for order in permutations(numbers))
        assert orders == {True: 2, False: 22}


def test_strict_primes_are_off_unless_chosen():
    """M3."""
    seed = bytes(range(32))
    assert (23, 29, 31, 33) in State.new(seed=seed, options={}).tropes
    assert (23, 29, 31, 33) in State.new(seed=seed, options={"strict_primes": "off"}).tropes
    assert (23, 29, 31, 33) not in State.new(seed=seed, options=ON).tropes
    assert (19, 23, 29, 31) in State.new(seed=seed, options=ON).tropes
    with pytest.raises(NotationError):
        State.new(seed=seed, options={"strict_primes": "yes"})
