"""Lasting threads that serve requests; those who wait for one wait in order, few and not long."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")

MOST_WAITING = 64  # requests; the next one is told to come back later
PATIENCE = 3.0  # seconds that a request waits for a thread


class Busy(Exception):
    """All threads are at work, and too many wait already or waited in vain."""


class Lane:
    """Some threads, each with what Django keeps for a thread: above all its database connection.

    The invariant: a piece of work that has begun runs to its end in the thread it began in, even
    if nobody waits for it any more, and only then the thread takes the next one. The threads are
    daemons: what hangs does not keep the process from ending.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        most_waiting: int = MOST_WAITING,
        patience: float = PATIENCE,
    ) -> None:
        self.threads = threads
        self.most_waiting = most_waiting
        self.patience = patience
        self.waiting = 0
        self.at_work = 0
        self.full_since = time.monotonic()
        self._free = asyncio.Semaphore(threads)
        self._work: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        for number in range(threads):
            Thread(target=self._serve, name=f"{name}-{number}", daemon=True).start()

    async def run(self, work: Callable[[], T]) -> T:
        """Run `work` in a thread of the lane; return what it returns and raise what it raises.

        Raises Busy if no thread is free in time. A caller that cancels while waiting for a thread
        withdraws the work; later it runs to its end.
        """
        await self._enter()
        done: Future[T] = Future()
        done.add_done_callback(self._leaver(asyncio.get_running_loop()))
        self._work.put((done, work))
        return await asyncio.wrap_future(done)

    async def _enter(self) -> None:
        if self.waiting >= self.most_waiting:
            raise Busy
        self.waiting += 1
        try:
            async with asyncio.timeout(self.patience):
                await self._free.acquire()
        except TimeoutError:
            raise Busy from None
        finally:
            self.waiting -= 1
        self.at_work += 1
        if self.at_work == self.threads:
            self.full_since = time.monotonic()

    def _leaver(self, loop: asyncio.AbstractEventLoop) -> Callable[[Future[Any]], None]:
        """What a thread calls when its work is done: the place is free again."""

        def leave() -> None:
            self.at_work -= 1
            self._free.release()

        def tell(_: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(leave)

        return tell

    def _serve(self) -> None:
        while True:
            done, work = self._work.get()
            if not done.set_running_or_notify_cancel():
                continue
            try:
                done.set_result(work())
            except BaseException as fault:  # it belongs to who asked; the thread serves on
                done.set_exception(fault)

    def seconds_stuck(self) -> float:
        """How long every thread has been at work without one of them having finished anything.

        It is counted from when the last one began: before that the lane was free, however long.
        """
        return time.monotonic() - self.full_since if self.at_work == self.threads else 0.0
