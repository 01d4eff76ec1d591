"""Everybody has a share of the processor; who used it up is told when to come again."""

import math
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from accounts.limits import payers
from numerica_site.rejections import reject_request

BURST = 20.0  # seconds of processor that somebody may use at once …
REFILL = 0.25  # … and that come back each second
GUESTS_BURST = 90.0  # the same for all guests of one network together …
GUESTS_REFILL = 0.5  # … which a class of thirty may be: see `ProcessorShare`
PROBES = ("/healthz", "/readyz")  # who watches over the site may do so from a network of readers
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


Bills = Sequence[tuple[Shares, Hashable]]
"""Shares, and whose of each is meant."""


class ProcessorShare:
    """Measures what each request costs; strangers are counted by where they come from.

    A guest is made by one press and would bring a share along each time. So a guest's requests
    are charged to the guests of the network as well, and who finds either share used up waits.
    The network's is wide: thirty pupils behind one address who ask once in three seconds each,
    at 50 ms a request, take the half of one processor that comes back; before that they may look
    at fifty pages each at once. The other half stays for everybody else.

    What is packed while it is sent is charged piece by piece. It is not broken off where the share
    is used up by it: half an archive is good for nothing, and the next request waits.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.shares = Shares()
        self.shares_of_guests = Shares(GUESTS_BURST, GUESTS_REFILL)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not settings.LIMITS_ARE_ON or request.path in PROBES:
            return self.get_response(request)
        bills = self._bills(request)
        now = time.monotonic()
        if seconds := max(shares.wait(who, now) for shares, who in bills):
            return reject_request(request, 429, seconds)
        with _charged(bills, LEAST):
            response = self.get_response(request)
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = _stream(iter(response), bills)
        return response

    def _bills(self, request: HttpRequest) -> Bills:
        """Which shares a request is charged to: one's own, and that of a guest's network."""
        return tuple(zip((self.shares, self.shares_of_guests), payers(request), strict=False))


def _stream(pieces: Iterator[bytes], bills: Bills) -> Iterator[bytes]:
    while True:
        with _charged(bills):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


@contextmanager
def _charged(bills: Bills, least: float = 0.0) -> Iterator[None]:
    """Charge what the block takes of the processor, and `least` seconds besides."""
    begun = time.thread_time()
    try:
        yield
    finally:
        cost = least + time.thread_time() - begun
        for shares, who in bills:
            shares.charge(who, cost, time.monotonic())
