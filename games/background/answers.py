"""Moves that are found and wait for their moment, in a worker that thinks about the next one."""

import logging
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Condition, Thread

from django.db import close_old_connections

from games.background.computer_moves import next_moment

log = logging.getLogger(__name__)


class Answers:
    """Makes moves at their moments, in the order in which they came, in one thread of its own.

    What a killed worker had here is lost, and found in the database again. The thread is started
    with the first move: a worker is forked, and threads do not come along.
    """

    def __init__(self, step: float) -> None:
        self._step = step  # seconds
        self._found: SimpleQueue[tuple[float, Callable[[], None]]] = SimpleQueue()
        self._left = 0
        self._changed = Condition()
        self._thread: Thread | None = None

    def put(self, answer_at: float, make: Callable[[], None]) -> None:
        """Call `make` at that moment, in seconds of time.monotonic(), or when that is over.

        A move that was found too late is made whole steps later.
        """
        moment = next_moment(answer_at, time.monotonic(), self._step)
        with self._changed:
            self._left += 1
        if self._thread is None:
            self._thread = Thread(target=self._answer, name="answers", daemon=True)
            self._thread.start()
        self._found.put((moment, make))

    def finish(self, seconds: float) -> bool:
        """Wait until all is made, so long at the most; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._left, seconds)

    def _answer(self) -> None:
        while True:
            moment, make = self._found.get()
            time.sleep(max(0.0, moment - time.monotonic()))
            self._make(make)
            with self._changed:
                self._left -= 1
                self._changed.notify_all()

    def _make(self, make: Callable[[], None]) -> None:
        close_old_connections()
        try:
            make()
        except Exception as error:  # it may hold tiles, and is only named
            log.error("a computer could not move: %s", type(error).__name__)
        finally:
            close_old_connections()
