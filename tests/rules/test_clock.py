"""Turns last as long as was agreed; the flag falls at the deadline, not before."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import clock
from games.rules.clock import Clocks, TimeControl, has_fallen, parse, time_used
from games.rules.refusals import NotationError
from tests.tiers import examples

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
FIVE = TimeControl.live(300, 5)


def test_a_turn_lasts_72_hours_unless_agreed_otherwise():
    """N13, E17, M10, DF11."""
    usual = Clocks.start(TimeControl.of_days(clock.USUAL_DAYS), 2)
    assert usual.deadline(0, NOON) - NOON == timedelta(hours=72)
    assert clock.USUAL_DAYS in clock.DAYS_PER_MOVE


def test_the_flag_falls_at_the_deadline():
    end = NOON + 3 * DAY
    assert not has_fallen(end, end - timedelta(microseconds=1))
    assert has_fallen(end, end)
    assert has_fallen(end, end + DAY)


def test_without_a_deadline_no_flag_falls():
    assert not has_fallen(None, NOON + timedelta(days=10_000))


# --- what is agreed on, as a record writes it ---


@pytest.mark.parametrize(
    ("text", "control", "is_live"),
    [
        ("300+5", FIVE, True),
        ("180+0", TimeControl.live(180, 0), True),
        ("3d", TimeControl.of_days(3), False),
        ("3d+2d", TimeControl.of_days(3, 2), False),
    ],
)
def test_a_time_control_is_read_as_it_is_written(text, control, is_live):
    assert (str(control), parse(text), control.is_live) == (text, control, is_live)


@pytest.mark.parametrize("text", ["", "5", "300+", "+5", "3d+2", "3+2d", "3 d", "-3d", "3d ", "٣d"])
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(NotationError, match="is no clock"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "speed"),
    [
        ("180+0", "blitz"),
        ("300+5", "blitz"),
        ("600+0", "rapid"),
        ("1500+0", "slow"),
        ("1d", "days"),
    ],
)
def test_each_time_has_a_speed(text, speed):
    assert parse(text).speed == speed


# --- in reserve: days that only shrink ---


def test_a_turn_within_its_days_takes_nothing_from_the_reserve():
    clocks = Clocks.start(TimeControl.of_days(3, 2), 2)
    assert clocks.deadline(0, NOON) == NOON + 5 * DAY
    assert clocks.after_turn(0, 3 * DAY) == clocks


def test_what_a_turn_takes_beyond_its_days_is_gone_from_the_reserve():
    clocks = Clocks.start(TimeControl.of_days(3, 2), 2).after_turn(0, 3 * DAY + 5 * HOUR)
    assert clocks.banks == (2 * DAY - 5 * HOUR, 2 * DAY)
    assert clocks.deadline(0, NOON) == NOON + 5 * DAY - 5 * HOUR
    assert clocks.deadline(1, NOON) == NOON + 5 * DAY


# --- live: a bank that runs while one is to move, and gains after it ---


def test_a_live_turn_takes_its_time_and_gains_the_increment():
    clocks = Clocks.start(FIVE, 2)
    assert clocks.deadline(1, NOON) == NOON + 300 * SECOND
    clocks = clocks.after_turn(1, 12 * SECOND)
    assert clocks.banks == (300 * SECOND, 293 * SECOND)
    assert clocks.after_turn(1, 2 * SECOND).bank(1) == 296 * SECOND


def test_who_gives_up_or_runs_out_of_time_gains_nothing():
    clocks = Clocks.start(FIVE, 2)
    assert clocks.after_turn(0, 12 * SECOND, gains=False).bank(0) == 288 * SECOND
    assert clocks.after_turn(0, 300 * SECOND, gains=False).bank(0) == timedelta()


def test_a_bank_that_was_overdrawn_while_nothing_fell_is_empty():
    assert Clocks.start(FIVE, 2).after_turn(0, 400 * SECOND).bank(0) == 5 * SECOND


def test_no_time_is_used_before_a_turn_begins_nor_by_the_lag_given_back():
    assert time_used(NOON + SECOND, NOON) == timedelta()
    assert time_used(NOON, NOON + 2 * SECOND, SECOND / 2) == 1.5 * SECOND
    assert time_used(NOON, NOON + SECOND / 4, SECOND / 2) == timedelta()


def test_lag_is_given_back_up_to_half_a_second_a_move_and_three_a_game():
    clocks, returned = Clocks.start(FIVE, 2), []
    for _ in range(8):
        lag = clocks.lag_returned(0, 2 * SECOND)
        clocks = clocks.after_turn(0, SECOND, lag)
        returned.append(lag / SECOND)
    assert returned == [0.5] * 6 + [0, 0]
    assert clocks.lag_returned(1, SECOND / 10) == SECOND / 10
    assert clocks.lag_returned(1, -SECOND) == timedelta()


def test_by_correspondence_no_lag_is_given_back_and_nothing_is_waited_for():
    days = Clocks.start(TimeControl.of_days(3, 2), 2)
    assert days.lag_returned(0, SECOND) == timedelta() == days.patience
    assert Clocks.start(FIVE, 2).patience == clock.LAG_A_MOVE


# --- stored ---


def test_clocks_without_banks_need_no_place():
    assert Clocks.start(TimeControl.of_days(3), 2).stored == {}


@pytest.mark.slow
@pytest.mark.wider
@examples(100)
@given(
    st.sampled_from(["3d+2d", "180+0", "300+5"]),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 600_000)), max_size=12),
)
def test_clocks_are_read_as_they_were_stored_and_never_below_nothing(text, turns):
    control = parse(text)
    clocks = Clocks.start(control, 3)
    for seat, used in turns:
        before = clocks.bank(seat)
        clocks = clocks.after_turn(seat, timedelta(milliseconds=used))
        assert timedelta() <= clocks.bank(seat) <= before + control.increment
    assert Clocks.read(control, clocks.stored) == clocks
