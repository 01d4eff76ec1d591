"""The arithmetic of ratings: the rules' own table, more than two players, and laws."""

import math
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.moves import ranking
from ratings import elo
from ratings.elo import START_RATING, expected_score, k_factor, match_score, rate

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
    """N14, NF16."""
    assert START_RATING == hundredths(1200)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]:.0f} against {row[1]:.0f}")
@pytest.mark.parametrize("how", RANKS)
def test_every_row_of_the_rules(row, how):
    """N14, NF15, NF16."""
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
    """N14, NF15."""
    assert k_factor(hundredths(rating)) == k


def test_everybody_has_their_own_k():
    """N14."""
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


@pytest.mark.slow
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


def ranks_of(scores: list[int], left: list[int]) -> list[int]:
    """The rank of every seat, as a game tells them when it ends."""
    found = ranking(scores, left)
    return [next(i for i, seats in enumerate(found, 1) if s in seats) for s in range(len(scores))]


def test_who_leaves_loses_to_all_who_stay_whatever_the_scores():
    """E20: seat 1 left first, then seat 4; seats 2 and 3 played on and tied."""
    ranks = ranks_of([90, 40, 40, 70], left=[0, 3])
    assert ranks == [3, 1, 1, 2]
    steps = rate([START_RATING] * 4, ranks)
    assert [step.result for step in steps] == [0, 5, 5, 2]
    assert [step.after - step.before for step in steps] == [-1600, 1067, 1067, -533]


def test_three_of_different_strength_with_their_own_k():
    """Against 2200 one expects 1/11, against 2600 1/101; among those two 1/11."""
    steps = rate([180_000, 220_000, 260_000], [1, 3, 2])
    assert [step.k for step in steps] == [32, 24, 16]
    expected = [
        Fraction(1, 11) + Fraction(1, 101),
        Fraction(10, 11) + Fraction(1, 11),
        Fraction(100, 101) + Fraction(10, 11),
    ]
    for step, sum_expected, won in zip(steps, expected, (2, 0, 1), strict=True):
        assert step.expected == round(sum_expected * 10_000)
        change = Fraction(step.k, 2) * (won - sum_expected)
        assert step.after - step.before == round(100 * change)


# --- the score of a game: Digifeud's D10 ---

WIN, TIE, LOSS = 2, 1, 0


def test_the_worked_example_of_the_rules():
    """D10: 400 points won and 250 lost at equal strength: P is 0.8 and 0.5, E is 0.5."""
    assert match_score(400, START_RATING, START_RATING, WIN) == 12
    assert match_score(250, START_RATING, START_RATING, LOSS) == 2


@pytest.mark.parametrize(
    ("result", "least", "most"),
    [(WIN, 4, 16), (TIE, 2, 8), (LOSS, 0, 3)],
    ids=["win", "tie", "loss"],
)
def test_the_least_and_the_most_that_a_game_earns(result, least, most):
    """D10, DF13."""
    assert match_score(0, 300_000, 0, result) == least
    assert match_score(500, 0, 300_000, result) == most


@pytest.mark.parametrize("result", [WIN, TIE, LOSS])
def test_points_count_from_none_to_five_hundred(result):
    earned = [match_score(points, 120_000, 130_000, result) for points in (-30, 0, 500, 501, 900)]
    assert earned[0] == earned[1] and earned[2] == earned[3] == earned[4]


@pytest.mark.parametrize(
    ("points", "result", "score"),
    [
        (41, WIN, 7),  # 4 + 3.492
        (42, WIN, 8),  # 4 + 3.504
        (125, WIN, 9),  # 4 + 4.5, half up
        (124, WIN, 8),
        (0, TIE, 4),  # 2 + 1.5, half up
        (250, LOSS, 2),  # 1.5, half up
        (249, LOSS, 1),
    ],
)
def test_halves_are_rounded_up(points, result, score):
    assert match_score(points, START_RATING, START_RATING, result) == score


def test_a_stronger_opponent_makes_the_score_higher():
    earned = [match_score(250, 120_000, other, WIN) for other in (80_000, 120_000, 160_000)]
    assert earned == [8, 10, 12]  # 4 + 3 + 6/11, 6/2, 60/11


@given(st.integers(-50, 900), ratings, ratings, st.sampled_from([WIN, TIE, LOSS]))
def test_the_score_is_that_of_the_formula_in_fifty_digits(points, own, other, result):
    with localcontext(prec=50):
        share = min(Decimal(1), max(Decimal(0), Decimal(points) / 500))
        expected = 1 / (1 + Decimal(10) ** (Decimal(own - other) / 40_000))
        worth = 6 * share + 6 * expected
        base, part = {WIN: (4, worth), TIE: (2, worth / 2), LOSS: (0, worth / 4)}[result]
        wanted = base + int(part.quantize(Decimal(1), ROUND_HALF_UP))
    assert match_score(points, own, other, result) == wanted


# --- laws ---


@pytest.mark.slow
@given(ratings, ratings)
def test_expectations_of_two_add_up_to_one(own, other):
    assert expected_score(own, other) + expected_score(other, own) == pytest.approx(1)


@pytest.mark.slow
@given(ratings, ratings, st.sampled_from(list(RANKS.values())))
def test_with_equal_k_what_one_gains_the_other_loses(own, other, ranks):
    first, second = rate([own, other], ranks)
    gained, lost = first.after - own, second.after - other
    if first.k == second.k:
        assert abs(gained + lost) <= 1
    assert abs(gained) <= 100 * first.k and abs(lost) <= 100 * second.k


@pytest.mark.slow
@given(ratings, ratings, ratings, st.sampled_from(list(RANKS.values())))
def test_a_stronger_opponent_never_brings_less(own, weak, strong, ranks):
    weak, strong = sorted((weak, strong))
    assert change(own, weak, ranks) <= change(own, strong, ranks)


@pytest.mark.slow
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
