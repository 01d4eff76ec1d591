"""One writer at a time: the transaction round every write to a game."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.db import connection, transaction

_writer = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that commits when the block ends and rolls back when it raises.

    SQLite's own waiting is unfair: writers queue up here instead, which keeps the slowest post
    near the median. PostgreSQL locks rows and needs no queue.
    """
    with ExitStack() as stack:
        if connection.vendor == "sqlite":
            stack.enter_context(_writer)
        stack.enter_context(transaction.atomic())
        yield
