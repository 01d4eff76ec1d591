"""Moves that are found and wait for their moment, in a worker that thinks about the next one."""

import logging
import time
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Thread

from django.db import close_old_connections

log = logging.getLogger(__name__)


class Answers:
    """Makes moves at their moments, of those that wait the earliest first, in a thread of its own.

    What a killed worker had here is lost, and found in the database again. The thread is started
    with the first move: a worker is forked, and threads do not come along.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []  # a heap
        self._serials = count()
        self._left = 0
        self._changed = Condition()
        self._thread: Thread | None = None

    def put(self, moment: float, make: Callable[[], None]) -> None:
        """Call `make` at that moment, in seconds of time.monotonic(), or when that is over."""
        with self._changed:
            heappush(self._waiting, (moment, next(self._serials), make))
            self._left += 1
            self._changed.notify_all()
        if self._thread is None:
            self._thread = Thread(target=self._answer, name="answers", daemon=True)
            self._thread.start()

    def finish(self, seconds: float) -> bool:
        """Wait until all is made, so long at the most; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._left, seconds)

    def _answer(self) -> None:
        while True:
            self._make(self._next())
            with self._changed:
                self._left -= 1
                self._changed.notify_all()

    def _next(self) -> Callable[[], None]:
        """The first of those that wait, when its moment has come."""
        with self._changed:
            while (seconds := self._seconds_left()) != 0:
                self._changed.wait(seconds)
            return heappop(self._waiting)[2]

    def _seconds_left(self) -> float | None:
        """How long the first has to wait; None where none waits."""
        return max(0.0, self._waiting[0][0] - time.monotonic()) if self._waiting else None

    def _make(self, make: Callable[[], None]) -> None:
        close_old_connections()
        try:
            make()
        except Exception as error:  # it may hold tiles, and is only named
            log.error("a computer could not move: %s", type(error).__name__)
        finally:
            close_old_connections()
