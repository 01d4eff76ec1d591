"""Glicko-2: what Glickman's paper says, and what must be so of any strengths."""

import pytest

from ratings.glicko import (
    HIGHEST,
    LEAST_SURE,
    LOST,
    LOWEST,
    SUREST,
    WON,
    Strength,
    after_results,
    expected,
)

PLAIN = Strength()
SURE = Strength(deviation=5000)


def shifted(strength: Strength, by: int) -> Strength:
    return Strength(strength.rating + by, strength.deviation, strength.volatility)


def test_the_example_of_the_paper():
    """1464.06, 151.52 and 0.05999 after a win and two losses."""
    others = [Strength(140_000, 3000), Strength(155_000, 10_000), Strength(170_000, 30_000)]
    after = after_results(
        Strength(150_000, 20_000), list(zip(others, (WON, LOST, LOST), strict=True))
    )
    assert (after.rating, after.deviation) == (
        146_405,
        15_152,
    )  # the paper rounds on its way: 1464.06
    assert after.volatility // 10 == 5999


@pytest.mark.parametrize("by", [-60_000, -1000, 700, 90_000])
@pytest.mark.parametrize("result", [WON, LOST])
def test_only_differences_of_ratings_matter(by, result):
    """Also for the volatility: a library was passed over because it is not so there."""
    own, other = Strength(158_000, 9000, 90_000), Strength(131_000, 7000)
    here = after_results(own, [(other, result)])
    there = after_results(shifted(own, by), [(shifted(other, by), result)])
    assert there.volatility == here.volatility and there.deviation == here.deviation
    assert abs(there.rating - by - here.rating) <= 1


@pytest.mark.parametrize("rating", range(60_000, 240_000, 30_000))
def test_a_win_raises_and_a_loss_lowers_and_both_make_surer(rating):
    own = Strength(rating, 20_000)
    won, lost = (after_results(own, [(SURE, result)]) for result in (WON, LOST))
    assert lost.rating < own.rating < won.rating
    assert won.deviation < own.deviation and lost.deviation < own.deviation


def test_an_unlikely_result_moves_more_than_a_likely_one():
    strong, weak = Strength(180_000, 5000), Strength(120_000, 5000)
    surprise = after_results(weak, [(strong, WON)]).rating - weak.rating
    routine = after_results(strong, [(weak, WON)]).rating - strong.rating
    assert surprise > 10 * routine > 0


def test_who_is_sure_moves_less_than_who_is_not():
    assert after_results(SURE, [(PLAIN, WON)]).rating < after_results(PLAIN, [(SURE, WON)]).rating


def test_expectations_of_both_add_up_between_equally_sure_ones():
    one, other = Strength(163_000, 8000), Strength(149_000, 8000)
    assert expected(one, other) + expected(other, one) == 1000
    assert expected(one, other) > 500


def test_many_results_settle_near_what_they_say():
    """Somebody who solves three in four of what is rated 1500 is some 190 points above it."""
    own = PLAIN
    for turn in range(400):
        own = after_results(own, [(Strength(150_000, 3000), LOST if turn % 4 == 0 else WON)])
    assert 165_000 < own.rating < 173_000 and own.deviation < 8000


def test_ratings_and_deviations_stay_within_bounds():
    lowest, highest = Strength(LOWEST, LEAST_SURE), Strength(HIGHEST, LEAST_SURE)
    assert after_results(lowest, [(highest, LOST), (lowest, LOST)]).rating == LOWEST
    assert after_results(highest, [(highest, WON)]).rating == HIGHEST
    told_nothing = after_results(lowest, [(Strength(HIGHEST, SUREST), LOST)])
    assert told_nothing.deviation == LEAST_SURE
    own = Strength(220_000, SUREST)
    for _turn in range(200):
        own = after_results(own, [(Strength(100_800, SUREST), WON)])
    assert SUREST <= own.deviation <= LEAST_SURE
