"""Work with the database that sockets wait for, done in two threads: one looks up, one draws."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync, database_sync_to_async

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


def _one_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="drawing")


_drawing = _one_thread()


def in_database_thread(work: Callable[Arguments, Found]) -> Callable[Arguments, Awaitable[Found]]:
    """The same to be awaited; channels' own function says nothing of its types."""
    awaited: Callable[Arguments, Awaitable[Found]] = database_sync_to_async(work)
    return awaited


def in_drawing_thread(work: Callable[Arguments, Found]) -> Callable[Arguments, Awaitable[Found]]:
    """The same for what takes long: nothing that is looked up waits for it.

    Where people move faster than can be drawn, each drawing waits for one of each other open game.
    A socket looks up three things one after the other before it opens: behind the drawings, it
    opened later than a browser waits.
    """

    @wraps(work)
    async def awaited(*args: Arguments.args, **named: Arguments.kwargs) -> Found:
        in_thread: Callable[Arguments, Awaitable[Found]] = DatabaseSyncToAsync(
            work, thread_sensitive=False, executor=_drawing
        )
        return await in_thread(*args, **named)

    return awaited


def drawing_thread() -> ThreadPoolExecutor:
    """Where it is drawn; for who waits until all is."""
    return _drawing


def begin_thread() -> None:
    """Draw in a new thread: a process that was forked has none of its parent's."""
    global _drawing
    _drawing = _one_thread()
