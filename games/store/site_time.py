"""The site's time: one clock for all processes, and what this process knows of outages."""

import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

REFRESH_AFTER = 10.0  # seconds that the database's time is carried on without asking
JUMP = timedelta(seconds=2)  # by which a clock that nobody sets does not go wrong between two beats
STARTED_AT = time.monotonic()  # seconds, when this process began

_told: tuple[datetime, float] | None = None  # the database's time, and when it reached us
_is_kept = False  # whether a jump waits for a beat
_has_jumped = False
_outages = 0


def now() -> datetime:
    """The time now, the same for all processes: that of the database.

    It is asked for every few seconds; in between its time is carried on by a clock that nobody can
    set, so that it makes no difference what this machine takes for the time of day. Where it jumps,
    since somebody set a clock, it is carried on until the next beat, which sees to it that nobody
    is charged for the jump. SQLite serves one process, and has the time of that, which is asked
    each time while nothing beats. Raises OperationalError where the database is away. Not to be
    called in an event loop.
    """
    if not (_is_kept or connection.vendor == "postgresql"):
        return timezone.now()
    told = _told
    if told is None or time.monotonic() - told[1] > REFRESH_AFTER:
        asked = read_database_time()
        return asked if told is None or not _has_jumped else _carried(told)
    return _carried(told)


def _carried(told: tuple[datetime, float]) -> datetime:
    return told[0] + timedelta(seconds=time.monotonic() - told[1])


def read_database_time() -> datetime:
    """The same, asked of the database at this moment; of a jump only its reader learns."""
    global _told, _has_jumped
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            asked: datetime = cursor.fetchone()[0]
    else:
        asked = timezone.now()
    _has_jumped = _is_kept and _told is not None and abs(asked - _carried(_told)) > JUMP
    if not _has_jumped:
        _told = asked, time.monotonic()
    return asked


def follow() -> None:
    """From now on the time jumps with a beat alone: with the one that has just been stored."""
    global _told, _is_kept
    if not _is_kept or _has_jumped:
        _told = None
        read_database_time()
        _is_kept = True


def is_kept() -> bool:
    """Whether something beats in this process, so that a jump waits for it."""
    return _is_kept


def clear() -> None:
    """Ask for the time again, and let it jump, as in a process in which nothing has beaten."""
    global _told, _is_kept, _has_jumped
    _told, _is_kept, _has_jumped = None, False, False


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
