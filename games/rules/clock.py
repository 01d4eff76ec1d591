"""Time to move: the deadline of a turn and what is left of it. The time now is an argument."""

from datetime import datetime, timedelta

DAYS_PER_MOVE = (1, 3, 7, 14)
DEFAULT_DAYS = 3  # the 72 hours of the rules (N13)


def deadline(turn_began: datetime, days: int) -> datetime:
    """The moment at which a turn is lost (N13).

    >>> deadline(datetime(2026, 11, 20), 3)
    datetime.datetime(2026, 11, 23, 0, 0)
    """
    return turn_began + timedelta(days=days)


def has_fallen(at: datetime | None, now: datetime) -> bool:
    """Whether the flag has fallen; a game without a deadline never falls."""
    return at is not None and now >= at
