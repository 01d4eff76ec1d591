"""Sentences and signs that pages show beside the board."""

import pytest

from games.presentation.sentences import time_left


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3 * 86400 - 1, "2d 23h"),
        (2 * 86400, "2d"),
        (86400 + 59, "1d"),
        (3600 + 60, "1h 1m"),
        (3599, "59m 59s"),
        (9, "9s"),
        (0, "0s"),
        (-5, "0s"),
    ],
)
def test_a_clock_shows_its_two_largest_units(seconds, shown):
    assert time_left(seconds) == shown
