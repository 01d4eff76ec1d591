"""Runs: rising difficulty, nothing twice, what was met last."""

import math

import pytest

from games.practice.exercises import START_RATINGS, exercises
from games.practice.runs import LENGTH, choose_run, rating_of
from games.rules import GAMES


@pytest.mark.parametrize("key", GAMES)
def test_a_run_goes_from_easy_to_hard_and_has_nothing_twice(key):
    known = exercises(key)
    names = choose_run(known, {}, set())
    ratings = [rating_of(known[name], {}) for name in names]
    assert len(set(names)) == len(names) == LENGTH and ratings == sorted(ratings)
    assert ratings[0] < ratings[-1]


def test_what_was_met_comes_only_where_a_step_has_nothing_else():
    known = exercises("numerica")
    met = set(list(known)[::2])
    by_rating = sorted(known, key=lambda name: rating_of(known[name], {}))
    steps = [
        set(by_rating[len(known) * at // LENGTH : len(known) * (at + 1) // LENGTH])
        for at in range(LENGTH)
    ]
    for name, step in zip(choose_run(known, {}, met), steps, strict=True):
        assert name in step and (name not in met or step <= met)
    assert len(choose_run(known, {}, set(known))) == LENGTH


def test_a_rating_that_has_changed_counts():
    known = exercises("digifeud")
    name = choose_run(known, {}, set())[0]
    assert rating_of(known[name], {name: 250_000}) == 250_000
    assert choose_run({name: known[name]}, {name: 250_000}, set()) == [name]


def test_an_exercise_starts_where_the_levels_results_are_to_be_expected():
    """With half a result more on both sides, by the logistic curve of Elo."""
    for solved, rating in enumerate(START_RATINGS):
        share = (solved + 0.5) / 9
        assert abs(1 / (1 + 10 ** ((rating - 1500) / 400)) - share) < 0.001
    assert math.isclose(START_RATINGS[4], 1500)
    each = next(iter(exercises("equate").values()))
    assert each.start_rating == 100 * START_RATINGS[len(each.solved_by)]
