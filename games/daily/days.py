"""Days of the puzzles: one number a day for the whole world, counted in UTC from 1."""

from datetime import UTC, date, datetime, time, timedelta


def day_number(now: datetime, begins_on: date) -> int:
    """The number of the day on which this moment falls; day 1 is `begins_on`.

    >>> day_number(datetime(2026, 11, 24, 23, 59, 59, tzinfo=UTC), date(2026, 11, 24))
    1
    >>> day_number(datetime(2026, 11, 25, tzinfo=UTC), date(2026, 11, 24))
    2
    """
    return (now.astimezone(UTC).date() - begins_on).days + 1


def start_of(day: int, begins_on: date) -> datetime:
    """The moment at which a day begins.

    >>> start_of(2, date(2026, 11, 24)).isoformat()
    '2026-11-25T00:00:00+00:00'
    """
    return datetime.combine(begins_on + timedelta(days=day - 1), time(), UTC)
