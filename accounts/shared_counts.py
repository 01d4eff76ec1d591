"""Counts over all processes: each tells the others its own, by the cache.

What a killed process has told is forgotten after a while. Where the cache is away, only this
process is counted.
"""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from django.core.cache import cache

RENEWED_AFTER = 20  # seconds until a process tells all its counts again …
FORGOTTEN_AFTER = 60  # … and until they are forgotten when it does not
PATIENCE = 1.0  # seconds; a cache that takes longer is taken to be away

PROCESS = secrets.token_hex(6)
"""The name under which the others know this process."""

log = logging.getLogger(__name__)

_PROCESSES = "counts.processes"
"""Where in the cache all processes stand that count …"""

_PLACES = [f"counts.process.{number}" for number in range(32)]
"""… and each of them alone, in a place that it has taken."""

_thread = ThreadPoolExecutor(1, "counts")  # a cache that hangs keeps nobody else waiting


class SharedCount:
    """How many there are of something by key, here and in all processes; `process` is this one.

    The counts of this process are changed in the event loop only. The cache is asked in a thread
    of its own, one question after the other.
    """

    def __init__(self, name: str, process: str = PROCESS) -> None:
        self.name = name
        self._process = process
        self.here: Counter[str] = Counter()
        self._changed: set[str] = set()
        self._elsewhere: dict[str, int] = {}
        self._renewal: asyncio.Task[None] | None = None
        self._is_alone = False

    @contextmanager
    def one_more(self, keys: Collection[str]) -> Iterator[None]:
        """Count one more under each key while the block lasts, however it ends."""
        self._add(keys, 1)
        self._renewal = running(self._renewal, self._renew)
        try:
            yield
        finally:
            self._add(keys, -1)

    def _add(self, keys: Collection[str], change: int) -> None:
        for key in keys:
            self.here[key] += change
            if self.here[key] <= 0:
                del self.here[key]
                self._elsewhere.pop(key, None)
        self._changed.update(keys)

    async def totals(self, keys: Collection[str]) -> dict[str, int]:
        """How many there are in all processes; the others are told what changed here."""
        others: Mapping[str, int] = {}
        with suppress(TimeoutError):
            asked = asyncio.wrap_future(_thread.submit(self._exchange, self._news(), keys))
            others = await asyncio.wait_for(asked, PATIENCE)
        self._elsewhere |= {key: others.get(key, 0) for key in keys if key in self.here}
        return {key: self.here[key] + others.get(key, 0) for key in keys}

    async def latest_total(self, key: str) -> int:
        """The same for one key, where the other processes need not be asked again.

        Who counts under a key asks for all once in a while, and that tells the others as well.
        """
        if key in self._elsewhere:
            return self.here[key] + self._elsewhere[key]
        return (await self.totals([key]))[key]

    def total(self, key: str) -> int:
        """The same for one key at once, for a thread that may wait."""
        return self.here[key] + self._exchange({}, [key]).get(key, 0)

    def tell(self) -> None:
        """Tell the other processes what changed here; nobody waits for it."""
        _thread.submit(self._exchange, self._news(), ())

    def _news(self) -> dict[str, int]:
        news = {key: self.here[key] for key in self._changed}
        self._changed.clear()
        return news

    async def _renew(self) -> None:
        while self.here:
            await asyncio.sleep(RENEWED_AFTER)
            self._changed.update(self.here)
            self.tell()

    def _exchange(self, news: Mapping[str, int], keys: Collection[str]) -> dict[str, int]:
        try:
            self._write(news)
            others = self._others(keys)
        except Exception as fault:  # whatever kind of cache it is: without it, each for itself
            if not self._is_alone:
                log.warning("%s of other processes are not known: %s", self.name, fault)
            self._is_alone = True
            return {}
        self._is_alone = False
        return others

    def _write(self, news: Mapping[str, int]) -> None:
        if held := {self._name(key, self._process): count for key, count in news.items() if count}:
            _join_processes(self._process)
            cache.set_many(held, FORGOTTEN_AFTER)
        cache.delete_many(
            [self._name(key, self._process) for key, count in news.items() if not count]
        )

    def _others(self, keys: Collection[str]) -> dict[str, int]:
        others = [process for process in cache.get(_PROCESSES, ()) if process != self._process]
        if not others:
            return {}
        told = cache.get_many([self._name(key, process) for key in keys for process in others])
        return {key: sum(told.get(self._name(key, one), 0) for one in others) for key in keys}

    def _name(self, key: str, process: str) -> str:
        return f"counts.{self.name}.{key}.{process}"


def _join_processes(process: str) -> None:
    """Make this process known to the others, and forget those that are not heard of any more.

    Of processes that join at the same moment the last one to write finds all of them.
    """
    _keep_place(process)
    for _ in _PLACES:
        there = sorted(cache.get_many(_PLACES).values())
        if there == cache.get(_PROCESSES):
            return
        cache.set(_PROCESSES, there, None)


def _keep_place(process: str) -> None:
    """Take a place, or keep one's own, in one step each; raises LookupError where none is free."""
    taken = cache.get_many(_PLACES)
    for place, holder in taken.items():
        if holder == process and cache.touch(place, FORGOTTEN_AFTER * 2):
            return
    free = (place for place in _PLACES if place not in taken)
    if not any(cache.add(place, process, FORGOTTEN_AFTER * 2) for place in free):
        raise LookupError(f"more than {len(_PLACES)} processes count")


def running(
    task: asyncio.Task[None] | None, work: Callable[[], Coroutine[Any, Any, None]]
) -> asyncio.Task[None]:
    """Return the task that does this work in the running loop; a new one if it has ended."""
    loop = asyncio.get_running_loop()
    if task is None or task.done() or task.get_loop() is not loop:
        task = loop.create_task(work())
    return task
