"""The site's time: one clock for all processes, and what this process knows of outages."""

import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

REFRESH_AFTER = 10.0  # seconds that the database's time is carried on without asking
STARTED_AT = time.monotonic()  # seconds, when this process began

_told: tuple[datetime, float] | None = None  # the database's time, and when it reached us
_outages = 0


def now() -> datetime:
    """The time now, the same for all processes: that of the database.

    PostgreSQL is asked every few seconds; in between its time is carried on by a clock that nobody
    can set, so that it makes no difference what this machine takes for the time of day. The result
    is never ahead of the database's clock. SQLite serves one process, and has the time of that.
    Raises OperationalError where the database is away. Not to be called in an event loop.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    told = _told
    if told is None or time.monotonic() - told[1] > REFRESH_AFTER:
        return read_database_time()
    return told[0] + timedelta(seconds=time.monotonic() - told[1])


def read_database_time() -> datetime:
    """The same, asked of the database at this moment."""
    global _told
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        told: datetime = cursor.fetchone()[0]
    _told = told, time.monotonic()
    return told


def is_young() -> bool:
    """Whether this process runs for less than `settings.SETTLE_NOTHING_FOR` seconds."""
    return time.monotonic() - STARTED_AT < settings.SETTLE_NOTHING_FOR


def known_outages() -> int:
    """How many outages this process knows of: deadlines that were shown before may have moved."""
    return _outages


def set_known_outages(count: int) -> None:
    """From now on this process knows of `count` outages."""
    global _outages
    _outages = count
