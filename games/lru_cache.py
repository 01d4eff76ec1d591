"""A cache of bounded weight; what was not asked for the longest time goes first."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def _one(_value: object) -> int:
    return 1


class LruCache(Generic[K, V]):
    """Safe among threads; nothing is built or weighed for long while its lock is held.

    `most` bounds the sum of what `weigh` says of each value: one each, if nothing is said.
    """

    def __init__(self, most: int, weigh: Callable[[V], int] = _one) -> None:
        self.most = most
        self._weigh = weigh
        self._values: OrderedDict[K, V] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: K) -> V | None:
        """What is kept under this key."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: K, value: V) -> None:
        """Keep it in place of what was kept under this key."""
        with self._lock:
            self._drop(key)
            self._values[key] = value
            self._weight += self._weigh(value)
            while self._weight > self.most:
                self._drop(next(iter(self._values)))

    def _drop(self, key: K) -> None:
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key))

    def clear(self) -> None:
        """Keep nothing of what was kept."""
        with self._lock:
            self._values.clear()
            self._weight = 0
