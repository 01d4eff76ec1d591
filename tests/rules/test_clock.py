"""Turns last whole days; the flag falls at the deadline, not before."""

from datetime import UTC, datetime, timedelta

from games.rules.clock import DAYS_PER_MOVE, DEFAULT_DAYS_PER_MOVE, deadline, has_fallen

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_turn_lasts_72_hours_unless_agreed_otherwise():
    """N13, E17, M10, DF11."""
    assert deadline(NOON, DEFAULT_DAYS_PER_MOVE) - NOON == timedelta(hours=72)
    assert DEFAULT_DAYS_PER_MOVE in DAYS_PER_MOVE


def test_the_flag_falls_at_the_deadline():
    end = deadline(NOON, 3)
    assert not has_fallen(end, end - timedelta(microseconds=1))
    assert has_fallen(end, end)
    assert has_fallen(end, end + timedelta(days=1))


def test_without_a_deadline_no_flag_falls():
    assert not has_fallen(None, NOON + timedelta(days=10_000))
