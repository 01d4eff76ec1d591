"""Work that is claimed, made step by step and stored: one loop for all kinds of it.

Nothing is kept here for long: a process that is killed loses the step at hand, or those that are
stored together, and another one goes on when the claim has expired.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from traceback import format_tb
from typing import Any, ClassVar, Generic, TypeVar

from django.core.cache import cache
from django.db import OperationalError

from games.computers.process import Ended, Unanswered
from games.services.work_queues import WorkQueue
from games.store import site_time
from games.store.transactions import in_thread

S = TypeVar("S")

LOOK_AGAIN = 0.05  # seconds until it is looked again whether computers have to move …
PATIENCE = 5.0  # … and how long a question gives way to them
TRIES = 2  # of a question, or of a step in which workers die
ATTEMPTS_KEPT = 600  # seconds

log = logging.getLogger(__name__)


def nobody() -> bool:
    """No computer has to move."""
    return False


def begun(name: str) -> int:
    """How often this was begun and did not come to its end, this time included."""
    cache.add(name, 0, ATTEMPTS_KEPT)
    return cache.incr(name)


@dataclass
class ClaimedWork(ABC, Generic[S]):
    """A kind of work: where it waits, its steps, and what is asked and stored of each.

    `is_busy` tells whether a computer has to move, which goes before; `period` is in seconds.
    """

    is_busy: Callable[[], bool] = field(default=nobody, kw_only=True)

    queue: ClassVar[WorkQueue[Any]]
    period: ClassVar[float] = 1.0
    """Seconds between two looks for what waits."""
    together: ClassVar[float] = 0.0
    """Seconds whose steps are stored at once: above 0 where a commit takes as long as a step."""

    @abstractmethod
    def steps(self, name: str) -> Iterable[S]:
        """What is still to be done of the row of this name."""

    @abstractmethod
    def questions(self, step: S) -> Iterable[Callable[[], object]]:
        """What the engine is asked, one after the other; each may raise Unanswered."""

    @abstractmethod
    def store(self, name: str, found: Sequence[tuple[S, Sequence[Any]]]) -> None:
        """Keep the answers to each step, as many as it has questions; None where there is none."""

    def gives_way(self) -> bool:
        """Whether other work is to be done first; looked at after each storing."""
        return False

    def __str__(self) -> str:
        return type(self).__name__

    async def run(self) -> None:
        """Work for ever; a database that is away for a while is tried again."""
        while True:
            try:
                if not await self.make_next():
                    await asyncio.sleep(self.period)
            except OperationalError as error:
                log.warning("the %s could not reach the database: %s", self, error)
                await asyncio.sleep(self.period)

    async def make_next(self) -> bool:
        """Do what is first in the line; whether there was something that nothing goes before."""
        name = await in_thread(self._claim_next)
        if name is None:
            return False
        try:
            return await self._make(name)
        except OperationalError:  # the database is away: for all of them
            raise
        except Ended:  # another server goes on with it
            await in_thread(self.queue.release, name)
            return False
        except Exception as error:
            await in_thread(self._put_off, name, error)
        return True

    def make_for(self, seconds: float, name: str) -> bool:
        """Claim it and work on it for some seconds, in this process; whether there is more to do.

        What cannot be worked on is put off; where the database is away for a moment, the claim ends
        by itself. A step in which workers die is left out.
        """
        if not self.queue.claim(name, now=site_time.now()):
            return False
        try:
            is_done = self._make_until(time.monotonic() + seconds, name)
        except OperationalError as error:  # of a lock that was long in coming, too
            log.warning("the %s could not reach the database: %s", self, error)
            return False
        except Exception as error:
            self._put_off(name, error)
            return False
        if not is_done:
            self.queue.release(name)
        return not is_done

    def _claim_next(self) -> str | None:
        return None if self.gives_way() else self.queue.claim_next(now=site_time.now())

    async def _make(self, name: str) -> bool:
        """Do all steps; whether it was not let go before its end for what is more urgent."""
        waiting = deque(await in_thread(self.steps, name))
        while waiting:
            if await in_thread(self.gives_way):
                await in_thread(self.queue.release, name)
                return False
            found: list[tuple[S, list[object]]] = []
            end = time.monotonic() + self.together
            while waiting and (not found or time.monotonic() < end):
                step = waiting.popleft()
                found.append((step, await self._answers(name, step)))
            await in_thread(self.store, name, found)
        return True

    async def _answers(self, name: str, step: S) -> list[object]:
        answers = []
        for ask in self.questions(step):
            await self._wait_for_computers()
            answers.append(await in_thread(self._answer, name, ask))
        return answers

    async def _wait_for_computers(self) -> None:
        """Wait while computers have to move, but not for ever."""
        for _ in range(round(PATIENCE / LOOK_AGAIN)):
            if not self.is_busy():
                return
            await asyncio.sleep(LOOK_AGAIN)

    def _make_until(self, moment: float, name: str) -> bool:
        """Do steps until then, by time.monotonic(); whether all are done."""
        attempts = f"attempts.{self}.{name}"
        for step in self.steps(name):
            if time.monotonic() > moment:
                return False
            is_worn = begun(attempts) > TRIES
            asked = list(self.questions(step))
            found = [None if is_worn else self._answer(name, ask) for ask in asked]
            cache.delete(attempts)  # nobody died of it; that it is stored is another matter
            self.store(name, [(step, found)])
        return True

    def _answer(self, name: str, ask: Callable[[], object]) -> object:
        """What the engine says; None where it fails: the work goes on without it. Raises Ended."""
        for _ in range(TRIES):
            try:
                return ask()
            except Ended:
                raise
            except Unanswered:
                log.warning("the computers' process was lost; another one is started")
            except Exception as error:
                self._log(name, error)
                break
        return None

    def _put_off(self, name: str, error: Exception) -> None:
        self._log(name, error)
        self.queue.postpone(name, now=site_time.now())

    def _log(self, name: str, error: Exception) -> None:
        """Say what failed and where; the error itself may hold tiles, and is only named."""
        where = "".join(format_tb(error.__traceback__))
        log.error("the %s failed at %s: %s\n%s", self, name, type(error).__name__, where)
