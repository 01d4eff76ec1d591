"""Runs: exercises of rising difficulty, against the clock."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta

from games.practice.exercises import Exercise

TIME = timedelta(minutes=3)
LENGTH = 40  # exercises: more than anybody solves in that time


def choose_run(
    exercises: Mapping[str, Exercise], ratings: Mapping[str, int], met: Collection[str]
) -> Sequence[str]:
    """The names of a run, the easiest first: one by chance of each of LENGTH equal steps.

    `ratings` are those that differ from the start, in hundredths. Those that somebody has `met`
    are taken where a step has no others.
    """
    by_rating = sorted(exercises, key=lambda name: rating_of(exercises[name], ratings))
    return [_one_of(step, met) for step in _steps(by_rating)]


def rating_of(exercise: Exercise, ratings: Mapping[str, int]) -> int:
    """What an exercise is rated now, in hundredths; `ratings` are those that have changed."""
    return ratings.get(exercise.name, exercise.start_rating)


def _steps(names: Sequence[str]) -> Iterable[Sequence[str]]:
    count = min(LENGTH, len(names))
    for step in range(count):
        yield names[step * len(names) // count : (step + 1) * len(names) // count]


def _one_of(names: Sequence[str], met: Collection[str]) -> str:
    return secrets.choice([name for name in names if name not in met] or names)
