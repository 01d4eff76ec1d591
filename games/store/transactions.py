"""One writer at a time: the transaction round every write to a game; and work in threads."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.db import (
    InternalError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)

T = TypeVar("T")

BESIDE = 6  # threads for what runs beside the pages, each with a database connection of its own
TRUSTED_AGAIN = 15.0  # seconds after something could not be stored

_beside = ThreadPoolExecutor(BESIDE, thread_name_prefix="beside")
_writer = threading.RLock()
_failed_at = -math.inf  # by time.monotonic()


@contextmanager
def writing(*, is_trial: bool = False) -> Iterator[None]:
    """A transaction that commits when the block ends and rolls back when it raises.

    SQLite's own waiting is unfair: writers queue up here instead, which keeps the slowest post
    near the median. PostgreSQL locks rows and needs no queue. That something could not be stored
    is remembered for a while, unless it was but a trial.
    """
    global _failed_at
    try:
        with ExitStack() as stack:
            if connection.vendor == "sqlite":
                stack.enter_context(_writer)
            stack.enter_context(transaction.atomic())
            yield
    except (OperationalError, InternalError):
        if not is_trial:
            _failed_at = time.monotonic()
        raise


def has_failed_lately() -> bool:
    """Whether this process could not store something: a full disk may have room for a trial."""
    return time.monotonic() - failed_at() < TRUSTED_AGAIN


def failed_at() -> float:
    """When something could not be stored last, by time.monotonic(); minus infinity for never."""
    return _failed_at


def clear_failure() -> None:
    """Trust the database at once, as a process does that has just begun."""
    global _failed_at
    _failed_at = -math.inf


async def in_thread(work: Callable[..., T], *told: object) -> T:
    """Do it in one of the threads beside the pages, with a database connection that is fit."""

    def work_and_close() -> T:
        close_old_connections()
        try:
            return work(*told)
        finally:
            close_old_connections()

    return await sync_to_async(work_and_close, thread_sensitive=False, executor=_beside)()
