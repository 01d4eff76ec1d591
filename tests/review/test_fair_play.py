"""Fair play in numbers: shares, chances and when somebody stands out, exactly."""

from fractions import Fraction
from itertools import product

import pytest

from games.engine.levels import YARDSTICK
from games.review import fair_play
from games.review.fair_play import (
    LEVEL_SHARES,
    Share,
    chance,
    expectation,
    is_judged,
    is_outlier,
    likely_share,
    quartiles,
    rarity,
)
from games.rules import GAMES


@pytest.mark.parametrize("best", range(5))
def test_the_chance_is_what_counting_all_ways_gives(best):
    """Four plays, each the best with a probability of one third."""
    hit = Fraction(1, 3)
    ways = Fraction(0)
    for found in product((True, False), repeat=4):
        if sum(found) >= best:
            ways += hit ** sum(found) * (1 - hit) ** (4 - sum(found))
    assert chance(Share(best, 4), hit) == ways


def test_the_chance_of_very_many_plays_is_exact():
    assert chance(Share(900, 900), Fraction(3, 7)) == Fraction(3, 7) ** 900
    assert chance(Share(0, 900), Fraction(3, 7)) == 1


def test_who_is_looked_at_for_ever_falls_below_the_limit_as_rarely_as_who_is_looked_at_once():
    """After n games a chance p counts as p·n·(n + 1): all the limits together are one of RARE."""
    share, expected = Share(5, 5), Fraction(1, 2)
    allowed = [
        fair_play.RARE / (rarity(share, expected, n) / chance(share, expected))
        for n in range(1, 1000)
    ]
    assert fair_play.RARE * Fraction(99, 100) < sum(allowed) < fair_play.RARE


def test_more_looks_need_more_evidence():
    share, expected = Share(70, 80), Fraction(3, 5)
    assert is_outlier(share, expected, games=3)
    assert not is_outlier(share, expected, games=3000)


def test_the_limit_itself_is_no_outlier():
    """10 games: 1/100,000 = p · 110."""
    expected = Fraction(1, 11_000_000)
    assert rarity(Share(1, 1), expected, 10) == fair_play.RARE
    assert not is_outlier(Share(1, 1), expected, 10)


def test_nobody_stands_for_never_or_always():
    assert likely_share(Share(0, 40)) == Fraction(1, 42)
    assert likely_share(Share(40, 40)) == Fraction(41, 42)
    assert not is_outlier(Share(2, 80), expectation([Share(0, 40)] * 20), games=10)


def test_nine_in_ten_do_not_exceed_what_is_expected():
    shares = [Share(best, 100) for best in range(20)]
    expected = expectation(shares[::-1])
    assert sum(likely_share(share) <= expected for share in shares) == 18


@pytest.mark.parametrize(
    ("text", "plays", "judged"),
    [
        ("8F 1+1=2", [["8F 1+1=2", 4]], True),
        ("swap 12", [["8F 1+1=2", 4]], True),
        ("pass", [["8F 1+1=2", 4]], True),
        ("pass", [], False),
        ("resign", [["8F 1+1=2", 4]], False),
        ("time", [["8F 1+1=2", 4]], False),
        ("agreement", [["8F 1+1=2", 4]], False),
    ],
)
def test_judged_is_what_somebody_chose_where_something_could_be_laid(text, plays, judged):
    assert is_judged(text, {"plays": plays}) is judged


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [([], None), ([7], (7, 7, 7)), ([4, 1, 3, 2, 5], (2, 3, 4)), (range(101), (25, 50, 75))],
)
def test_quartiles_are_some_of_the_numbers(numbers, expected):
    assert quartiles(list(numbers)) == expected


def test_the_share_of_every_level_of_every_game_was_measured():
    assert LEVEL_SHARES.keys() == GAMES.keys()
    for shares in LEVEL_SHARES.values():
        assert len(shares) == len(YARDSTICK)
        assert all(share.judged >= 80 and share.best <= share.judged for share in shares)


def test_the_strongest_level_has_the_best_play_more_often_than_the_gentlest():
    for key, shares in LEVEL_SHARES.items():
        assert likely_share(shares[-1]) > likely_share(shares[0]), key
