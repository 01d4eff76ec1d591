"""The deadline of a turn. The time now is an argument."""

from datetime import datetime, timedelta

DAYS_PER_MOVE = (1, 3, 7, 14)
"""The lengths of a turn that a game may have, in days."""

DEFAULT_DAYS_PER_MOVE = 3  # the 72 hours of the rules (N13)


def deadline(turn_began: datetime, days: int) -> datetime:
    """Return the moment at which a turn of this many `days` is lost (N13).

    >>> deadline(datetime(2026, 11, 20), 3)
    datetime.datetime(2026, 11, 23, 0, 0)
    """
    return turn_began + timedelta(days=days)


def has_fallen(at: datetime | None, now: datetime) -> bool:
    """Tell whether the deadline `at` is reached; without a deadline (None) it never is."""
    return at is not None and now >= at
