"""Work with the database that a socket waits for, done in a thread."""

from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


def in_database_thread(work: Callable[Arguments, Found]) -> Callable[Arguments, Awaitable[Found]]:
    """The same to be awaited; channels' own function says nothing of its types."""
    awaited: Callable[Arguments, Awaitable[Found]] = database_sync_to_async(work)
    return awaited
