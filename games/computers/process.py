"""The one process that thinks for the computers; another takes its place when it dies or hangs."""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

from games.computers import worker
from games.computers.worker import Question
from games.review import Draw, Luck
from games.rules.messages import Json

P = ParamSpec("P")
T = TypeVar("T")

HINT_TIME_LIMIT = 0.7  # seconds
HINT_PATIENCE = 7.0  # seconds that a page waits for a hint, other questions before it included
GRACE = 20.0  # seconds beyond what was allowed: to start, and for what was asked before


class Unanswered(Exception):
    """The process died or did not answer; the next one may."""


class Ended(Unanswered):
    """The server ends, and its process with it: what was asked says nothing of the question."""


class Thinker:
    """A process for one question at a time, started when the first one is asked.

    Spawned, not forked: it has nothing of the server's memory, and no connection of its.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._children: set[BaseProcess] = set()
        self._is_over = False
        self._unanswered = 0
        self._silent_since = 0.0  # when the last answer came, or the first question since

    def ask(self, work: Callable[P, T], *told: P.args, **named: P.kwargs) -> T:
        """What `work` makes of this in the process. Waits; raises Unanswered, or what it raises."""
        return self.ask_for(GRACE, work, *told, **named)

    def ask_for(
        self, seconds: float, work: Callable[P, T], /, *told: P.args, **named: P.kwargs
    ) -> T:
        """The same, waiting so long at the most. Nothing that others need may be held meanwhile."""
        pool = self._running()
        try:
            answer = pool.submit(work, *told, **named)
        except RuntimeError as fault:  # it broke, or was given up, since it was looked at
            self._give_up(pool)
            raise self._lost() from fault
        self._count(answer)
        try:
            return answer.result(seconds)
        except (BrokenProcessPool, CancelledError) as fault:
            self._give_up(pool)
            raise self._lost() from fault
        except TimeoutError as fault:
            if not answer.cancel() and self._hangs():
                self._give_up(pool, hangs=True)
            raise Unanswered from fault

    def _lost(self) -> Unanswered:
        return Ended() if self._is_over else Unanswered()

    def _count(self, answer: "Future[T]") -> None:
        with self._lock:
            if not self._unanswered:
                self._silent_since = time.monotonic()
            self._unanswered += 1
        answer.add_done_callback(self._hear)

    def _hear(self, _: "Future[T]") -> None:
        with self._lock:
            self._unanswered -= 1
            self._silent_since = time.monotonic()

    def _hangs(self) -> bool:
        """Whether it was asked and has answered nobody for so long that it never will."""
        return time.monotonic() - self._silent_since >= GRACE

    @property
    def pid(self) -> int:
        """The number of the process; it is started if there is none."""
        return self._running().submit(os.getpid).result(GRACE)

    def _running(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._is_over:
                raise Ended
            if self._pool is None:
                try:
                    self._pool, self._children = _begin()
                except OSError as fault:  # the machine has room for no process
                    raise Unanswered from fault
            return self._pool

    def end(self) -> None:
        """Let the process go, whatever it does: the server ends, and nobody waits any more."""
        with self._lock:
            self._is_over = True
            pool = self._pool
        if pool is not None:
            self._give_up(pool, hangs=True)

    def _give_up(self, pool: ProcessPoolExecutor, hangs: bool = False) -> None:
        """Let the next question start another process; one that hangs is killed."""
        with self._lock:
            if self._pool is not pool:
                return  # somebody else has seen to it
            children, self._pool, self._children = self._children, None, set()
        for child in children if hangs else ():
            child.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> tuple[ProcessPoolExecutor, set[BaseProcess]]:
    """A pool whose process starts, and that process: it can be killed before it says a word."""
    pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=worker.begin)
    others = set(active_children())
    pool.submit(os.getpid)
    return pool, set(active_children()) - others


thinker = Thinker()


def move(question: Question, level: int, time_limit: float) -> str:
    """The move of the computer of this level; `time_limit` is in seconds. Raises Unanswered."""
    return thinker.ask(worker.move, question, level, time_limit)


def best_play(question: Question) -> tuple[str, int] | None:
    """The best play that is found soon, and its points; raises Unanswered."""
    return thinker.ask_for(HINT_PATIENCE, worker.best_play, question, HINT_TIME_LIMIT)


def easy_play(question: Question) -> tuple[str, int] | None:
    """A play that is easy to find, and its points; raises Unanswered."""
    return thinker.ask_for(HINT_PATIENCE, worker.easy_play, question, HINT_TIME_LIMIT)


def can_lay(question: Question) -> bool | None:
    """Whether there is a play at all, if that is certain soon; raises Unanswered."""
    return thinker.ask(worker.can_lay, question, HINT_TIME_LIMIT)


def analyse(question: Question, time_limit: float) -> Json:
    """What the moves of a position are worth; `time_limit` is in seconds. Raises Unanswered."""
    return thinker.ask(worker.analyse, question, time_limit)


def review(question: Question, text: str, time_limit: float) -> Json:
    """What a move of a finished game lost against the best one.

    `time_limit` is in seconds, for each search; raises Unanswered.
    """
    return thinker.ask(worker.review, question, text, time_limit)


def most_points(question: Question, time_limit: float) -> int | None:
    """What the seat to move of a finished game could earn at most, in points.

    `time_limit` is in seconds; None where it did not suffice. Raises Unanswered.
    """
    return thinker.ask(worker.most_points, question, time_limit)


def weigh(question: Question, text: str, racks: int, time_limit: float) -> Json | None:
    """The chances to win of a move of a finished game and of the best.

    `racks` is the budget, `time_limit` is in seconds; raises Unanswered.
    """
    return thinker.ask(worker.weigh, question, text, racks, time_limit)


def luck(question: Question, draw: Draw, time_limit: float) -> Luck | None:
    """What the tiles were worth that a seat drew, beside random ones; None where that took long.

    `time_limit` is in seconds; raises Unanswered.
    """
    return thinker.ask(worker.luck, question, draw, time_limit)
