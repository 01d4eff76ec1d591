"""Sentences and signs that pages show beside the board."""

from datetime import timedelta

import pytest

from games.presentation.time_text import clock_face, time_control, time_left


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


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [
        (1_500_000, "25:00"),
        (60_000, "1:00"),
        (59_999, "0:59"),
        (20_000, "0:20"),
        (19_999, "19.9"),
        (50, "0.0"),
        (-1, "0.0"),
    ],
)
def test_a_live_clock_shows_minutes_and_at_last_tenths(milliseconds, shown):
    assert clock_face(timedelta(milliseconds=milliseconds)) == shown


@pytest.mark.parametrize(
    ("control", "words"),
    [
        ("", ""),
        ("1d", "1 day a move"),
        ("3d+1d", "3 days a move, 1 day in reserve"),
        ("300+0", "5 minutes each"),
        ("60+10", "1 minute each, 10 s more a move"),
        ("90+5", "1:30 on each clock, 5 s more a move"),
    ],
)
def test_a_time_control_is_told_in_a_line(control, words):
    assert time_control(control) == words
