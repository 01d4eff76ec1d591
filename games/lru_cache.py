"""A cache of bounded weight; what was not asked for the longest time goes first."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

FORGOTTEN_AFTER = 600.0
"""Seconds in which nobody asks: games end, and nobody looks at them any more."""


def _one(_value: object) -> int:
    return 1


class _Kept(NamedTuple, Generic[V]):
    value: V
    asked_at: float  # by the clock of the cache


class LruCache(Generic[K, V]):
    """Safe among threads; nothing is built or weighed for long while its lock is held.

    `most` bounds the sum of what `weigh` says of each value: one each, if nothing is said. What
    nobody has asked for in a while goes as well, as soon as something else comes: so a process
    holds what is looked at, and not all it has room for. `clock` tells seconds.
    """

    def __init__(
        self,
        most: int,
        weigh: Callable[[V], int] = _one,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self._weigh = weigh
        self._clock = clock
        self._values: OrderedDict[K, _Kept[V]] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: K) -> V | None:
        """What is kept under this key."""
        with self._lock:
            kept = self._values.pop(key, None)
            if kept is None:
                return None
            self._values[key] = kept._replace(asked_at=self._clock())
            return kept.value

    def keep(self, key: K, value: V) -> None:
        """Keep it in place of what was kept under this key."""
        with self._lock:
            self._drop(key)
            now = self._clock()
            self._values[key] = _Kept(value, now)
            self._weight += self._weigh(value)
            while self._weight > self.most or self._is_forgotten(now):
                self._drop(next(iter(self._values)))

    def _is_forgotten(self, now: float) -> bool:
        """Whether nobody has asked in a while for what was not asked for the longest time."""
        oldest = next(iter(self._values.values()), None)
        return oldest is not None and oldest.asked_at < now - FORGOTTEN_AFTER

    def _drop(self, key: K) -> None:
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key).value)

    def clear(self) -> None:
        """Keep nothing of what was kept."""
        with self._lock:
            self._values.clear()
            self._weight = 0
