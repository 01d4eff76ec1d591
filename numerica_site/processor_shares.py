"""Everybody has a share of the processor; who used it up is told when to come again."""

import math
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.limits import network
from numerica_site.rejections import reject_request

BURST = 20.0  # seconds of processor that somebody may use at once …
REFILL = 0.25  # … and that come back each second
LEAST = 0.002  # seconds that a request costs outside of what is measured
MOST_KEPT = 10_000  # accounts and addresses; those who used least are forgotten first


@dataclass
class Shares:
    """What is left of everybody's share, in seconds of processor; times are monotonic."""

    burst: float = BURST
    refill: float = REFILL
    _left: dict[Hashable, tuple[float, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def remembered(self) -> int:
        """Of how many readers the share is known."""
        return len(self._left)

    def wait(self, who: Hashable, now: float) -> int:
        """Whole seconds until they have something left; 0 if they have."""
        with self._lock:
            left = self._now_left(who, now)
        return 0 if left > 0 else max(1, math.ceil(-left / self.refill))

    def charge(self, who: Hashable, cost: float, now: float) -> None:
        """Take seconds from somebody's share. It may fall below nothing: that is waited for."""
        with self._lock:
            self._left[who] = (self._now_left(who, now) - cost, now)
            if len(self._left) > MOST_KEPT:
                self._forget(now)

    def _now_left(self, who: Hashable, now: float) -> float:
        left, at = self._left.get(who, (self.burst, now))
        return min(self.burst, left + (now - at) * self.refill)

    def _forget(self, now: float) -> None:
        """Drop the half that have most of their share left."""
        by_rest = sorted(self._left, key=lambda who: self._now_left(who, now))
        self._left = {who: self._left[who] for who in by_rest[: MOST_KEPT // 2]}


class ProcessorShare:
    """Measures what each request costs; strangers are counted by where they come from."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.shares = Shares()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.LIMITS_ARE_ON:
            return self.get_response(request)
        who = request.user.pk if request.user.is_authenticated else network(request)
        if seconds := self.shares.wait(who, time.monotonic()):
            return reject_request(request, 429, seconds)
        begun = time.thread_time()
        try:
            return self.get_response(request)
        finally:
            self.shares.charge(who, LEAST + time.thread_time() - begun, time.monotonic())
