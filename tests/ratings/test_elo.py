"""The arithmetic of ratings: the rules' own table, more than two players, and laws."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import elo
from ratings.elo import START_RATING, expected_score, k_factor, rate

# The Elo table of the rules (N14): own, opponent, K, expectation, then win, tie, loss.
TABLE = """
    1200 1200 32 0.5000 +16.00  0.00 -16.00
    1400 1200 32 0.7597  +7.69 -8.31 -24.31
    1200 1400 32 0.2403 +24.31 +8.31  -7.69
    2100 2000 24 0.6401  +8.64 -3.36 -15.36
    2400 2400 24 0.5000 +12.00  0.00 -12.00
    2401 2400 16 0.5014  +7.98 -0.02  -8.02
"""
ROWS = [tuple(map(float, line.split())) for line in TABLE.strip().splitlines()]
RANKS = {"win": (1, 2), "tie": (1, 1), "loss": (2, 1)}

ratings = st.integers(min_value=0, max_value=350_000)


def hundredths(points: float) -> int:
    return round(points * 100)


def change(own: int, other: int, ranks: tuple[int, int]) -> int:
    return rate([own, other], ranks)[0].after - own


def test_everybody_starts_at_1200():
    assert START_RATING == hundredths(1200)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]:.0f} against {row[1]:.0f}")
@pytest.mark.parametrize("how", RANKS)
def test_every_row_of_the_rules(row, how):
    own, other, k, expected, *changes = row
    step = rate([hundredths(own), hundredths(other)], RANKS[how])[0]
    assert step.before == hundredths(own) and step.k == k
    assert step.expected == round(expected * 10_000)
    assert step.result == {"win": 2, "tie": 1, "loss": 0}[how]
    assert step.after - step.before == hundredths(changes[list(RANKS).index(how)])


@pytest.mark.parametrize(
    ("rating", "k"),
    [
        (0, 32),
        (1200, 32),
        (2099.99, 32),
        (2100, 24),
        (2100.01, 24),
        (2400, 24),
        (2400.01, 16),
        (3000, 16),
    ],
)
def test_k_changes_at_2100_and_above_2400(rating, k):
    assert k_factor(hundredths(rating)) == k


def test_everybody_has_their_own_k():
    strong, weak = rate([hundredths(2401), hundredths(1200)], [2, 1])
    assert (strong.k, weak.k) == (16, 32)
    assert strong.after - strong.before == -1598 and weak.after - weak.before == 3197


def test_for_equals_a_tie_changes_nothing():
    assert [step.after for step in rate([START_RATING] * 2, [1, 1])] == [START_RATING] * 2


# --- among three and four: Equate's E24 ---


def by_the_formula(own: int, others: list[tuple[int, int]], rank: int) -> float:
    """`K/(n-1) · Σ(S - E)` in points, written down once more and on its own."""
    k = 32 if own < 210_000 else 24 if own <= 240_000 else 16
    total = 0.0
    for rating, other_rank in others:
        total += float(Fraction((rank < other_rank) + (rank <= other_rank), 2))
        total -= 1 / (1 + math.pow(10, (rating / 100 - own / 100) / 400))
    return k / len(others) * total


@given(st.lists(st.tuples(ratings, st.integers(1, 4)), min_size=2, max_size=4))
def test_pairwise_among_two_to_four(players):
    steps = rate([rating for rating, _ in players], [rank for _, rank in players])
    for seat, (rating, rank) in enumerate(players):
        others = players[:seat] + players[seat + 1 :]
        expected = by_the_formula(rating, others, rank)
        assert (steps[seat].after - rating) / 100 == pytest.approx(expected, abs=0.0051)


def test_three_of_equal_strength_with_a_shared_first_place():
    steps = rate([START_RATING] * 3, [1, 1, 2])
    assert [step.result for step in steps] == [3, 3, 0]
    assert [step.expected for step in steps] == [10_000] * 3
    assert [step.after - step.before for step in steps] == [800, 800, -1600]


def test_four_of_equal_strength_in_a_row():
    changes = [step.after - step.before for step in rate([START_RATING] * 4, [1, 2, 3, 4])]
    assert changes == [1600, 533, -533, -1600]


# --- laws ---


@given(ratings, ratings)
def test_expectations_of_two_add_up_to_one(own, other):
    assert expected_score(own, other) + expected_score(other, own) == pytest.approx(1)


@given(ratings, ratings, st.sampled_from(list(RANKS.values())))
def test_with_equal_k_what_one_gains_the_other_loses(own, other, ranks):
    first, second = rate([own, other], ranks)
    gained, lost = first.after - own, second.after - other
    if first.k == second.k:
        assert abs(gained + lost) <= 1
    assert abs(gained) <= 100 * first.k and abs(lost) <= 100 * second.k


@given(ratings, ratings, ratings, st.sampled_from(list(RANKS.values())))
def test_a_stronger_opponent_never_brings_less(own, weak, strong, ranks):
    weak, strong = sorted((weak, strong))
    assert change(own, weak, ranks) <= change(own, strong, ranks)


@given(ratings, ratings)
def test_a_win_brings_no_less_than_a_tie_and_a_tie_than_a_loss(own, other):
    win, tie, loss = (change(own, other, RANKS[how]) for how in ("win", "tie", "loss"))
    assert loss <= 0 <= win and loss <= tie <= win
    assert abs((win - loss) - 100 * k_factor(own)) <= 1


@given(st.permutations(range(4)))
def test_who_sits_where_does_not_matter(order):
    known, ranks = [120_000, 150_000, 215_000, 241_000], [2, 1, 2, 4]
    steps = rate(known, ranks)
    assert rate([known[i] for i in order], [ranks[i] for i in order]) == [steps[i] for i in order]


def test_a_step_holds_all_its_inputs_as_whole_numbers():
    step = rate([123_456, 131_072], [1, 2])[0]
    values = [getattr(step, name) for name in elo.Step.__dataclass_fields__]
    assert all(type(value) is int for value in values) and len(values) == 5
