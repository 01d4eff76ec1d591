"""Counts and members over all processes: each tells the others its own, by the cache.

What a killed process has told is forgotten after a while. Where the cache is away, only this
process is counted.
"""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Generic, TypeVar

from django.core.cache import cache

RENEWED_AFTER = 20  # seconds until a process tells all its counts again …
FORGOTTEN_AFTER = 60  # … and until they are forgotten when it does not
PATIENCE = 1.0  # seconds; a cache that takes longer is taken to be away

PROCESS = secrets.token_hex(6)
"""The name under which the others know this process."""

log = logging.getLogger(__name__)

Value = TypeVar("Value")
Member = TypeVar("Member", bound=Any)

PROCESSES = "counts.processes"
"""Where in the cache all processes stand that count …"""

_PLACES = [f"counts.process.{number}" for number in range(32)]
"""… and each of them alone, in a place that it has taken."""

_thread = ThreadPoolExecutor(1, "counts")  # a cache that hangs keeps nobody else waiting


def begin_thread() -> None:
    """Ask the cache in a new thread: a process that was forked has none of its parent's threads."""
    global _thread
    _thread = ThreadPoolExecutor(1, "counts")


class Shared(ABC, Generic[Value]):
    """What there is under each key, here and in all processes; `process` is this one.

    What is here is changed in the event loop only. The cache is asked in a thread of its own, one
    question after the other.
    """

    def __init__(self, name: str, process: str = PROCESS) -> None:
        self.name = name
        self._process = process
        self._changed: set[str] = set()
        self._renewal: asyncio.Task[None] | None = None
        self._is_alone = False

    @abstractmethod
    def _keys_here(self) -> Collection[str]:
        """The keys under which there is something in this process."""

    @abstractmethod
    def _told(self, key: str) -> Value | None:
        """What the others are told; nothing is told of what is empty."""

    def tell(self) -> None:
        """Tell the other processes what changed here; nobody waits for it."""
        _thread.submit(self._exchange, self._news(), ())

    async def _ask(self, keys: Collection[str]) -> Mapping[str, list[Value]]:
        """What the other processes told; they are told what changed here."""
        with suppress(TimeoutError):
            asked = asyncio.wrap_future(_thread.submit(self._exchange, self._news(), keys))
            return await asyncio.wait_for(asked, PATIENCE)
        return {}

    def _keep_telling(self) -> None:
        self._renewal = running(self._renewal, self._renew)

    def _news(self) -> dict[str, Value | None]:
        news = {key: self._told(key) for key in self._changed}
        self._changed.clear()
        return news

    async def _renew(self) -> None:
        while self._keys_here():
            await asyncio.sleep(RENEWED_AFTER)
            self._changed.update(self._keys_here())
            self.tell()

    def _exchange(
        self, news: Mapping[str, Value | None], keys: Collection[str]
    ) -> dict[str, list[Value]]:
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

    def _write(self, news: Mapping[str, Value | None]) -> None:
        if held := {self._name(key, self._process): told for key, told in news.items() if told}:
            join_processes(self._process)
            cache.set_many(held, FORGOTTEN_AFTER)
        cache.delete_many(
            [self._name(key, self._process) for key, told in news.items() if not told]
        )

    def _others(self, keys: Collection[str]) -> dict[str, list[Value]]:
        others = [process for process in cache.get(PROCESSES, ()) if process != self._process]
        if not others:
            return {}
        told = cache.get_many([self._name(key, process) for key in keys for process in others])
        names = {key: [self._name(key, one) for one in others] for key in keys}
        return {key: [told[name] for name in names[key] if name in told] for key in keys}

    def _name(self, key: str, process: str) -> str:
        return f"counts.{self.name}.{key}.{process}"


class SharedCount(Shared[int]):
    """How many there are of something by key."""

    def __init__(self, name: str, process: str = PROCESS) -> None:
        super().__init__(name, process)
        self.here: Counter[str] = Counter()
        self._elsewhere: dict[str, int] = {}

    @contextmanager
    def one_more(self, keys: Collection[str]) -> Iterator[None]:
        """Count one more under each key while the block lasts, however it ends."""
        self._add(keys, 1)
        self._keep_telling()
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
        told = await self._ask(keys)
        others = {key: sum(told.get(key, ())) for key in keys}
        self._elsewhere |= {key: others[key] for key in keys if key in self.here}
        return {key: self.here[key] + others[key] for key in keys}

    async def latest_total(self, key: str) -> int:
        """The same for one key, where the other processes need not be asked again.

        Who counts under a key asks for all once in a while, and that tells the others as well.
        """
        if key in self._elsewhere:
            return self.here[key] + self._elsewhere[key]
        return (await self.totals([key]))[key]

    def total(self, key: str) -> int:
        """The same for one key at once, for a thread that may wait."""
        return self.here[key] + sum(self._exchange({}, [key]).get(key, ()))

    def _keys_here(self) -> Collection[str]:
        return self.here

    def _told(self, key: str) -> int | None:
        return self.here[key]


class SharedMembers(Shared[tuple[Member, ...]]):
    """Who is under each key, told once however often; of many the first `most` in order."""

    def __init__(self, name: str, process: str = PROCESS, most: int | None = None) -> None:
        super().__init__(name, process)
        self.here: dict[str, Counter[Member]] = {}
        self._most = most

    def come(self, key: str, member: Member) -> None:
        """From now on this one is there, once more."""
        self.here.setdefault(key, Counter())[member] += 1
        self._changed.add(key)
        self._keep_telling()

    def go(self, key: str, member: Member) -> None:
        """This one is there once less."""
        there = self.here[key]
        there[member] -= 1
        if not there[member]:
            del there[member]
        if not there:
            del self.here[key]
        self._changed.add(key)

    async def members(self, keys: Collection[str]) -> dict[str, frozenset[Member]]:
        """Who is there in all processes; the others are told what changed here."""
        told = await self._ask(keys)
        return {key: frozenset(self._own(key)).union(*told.get(key, ())) for key in keys}

    def members_now(self, key: str) -> frozenset[Member]:
        """The same for one key at once, for a thread that may wait."""
        return self.all_members_now([key])[key]

    def all_members_now(self, keys: Collection[str]) -> dict[str, frozenset[Member]]:
        """The same for many keys, in one question."""
        told = self._exchange({}, keys)
        return {key: frozenset(self._own(key)).union(*told.get(key, ())) for key in keys}

    def _own(self, key: str) -> tuple[Member, ...]:
        return tuple(sorted(self.here.get(key, ()))[: self._most])

    def _keys_here(self) -> Collection[str]:
        return self.here

    def _told(self, key: str) -> tuple[Member, ...]:
        return self._own(key)


def later(ask: Callable[[], object]) -> None:
    """Ask the cache something else after all that it was told before; nobody waits for it."""
    _thread.submit(ask)


async def in_thread(ask: Callable[[], Value]) -> Value:
    """The same, to be awaited."""
    return await asyncio.wrap_future(_thread.submit(ask))


def join_processes(process: str) -> None:
    """Make this process known to the others, and forget those that are not heard of any more.

    Of processes that join at the same moment the last one to write finds all of them.
    """
    _keep_place(process)
    for _ in _PLACES:
        there = sorted(cache.get_many(_PLACES).values())
        if there == cache.get(PROCESSES):
            return
        cache.set(PROCESSES, there, None)


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
