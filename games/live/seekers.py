"""The pages of those who seek a game: while one is open, its seek lives, or the seat in it."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from accounts.shared_counts import running
from games.models import GRACE
from games.services.seeks import Sitter, keep_seen
from games.store import site_time
from games.store.transactions import in_thread

PERIOD = 5.0  # seconds
AFTER_GOODBYE = timedelta(seconds=5)
"""So long a seek waits for a page that is loaded again; then nobody meets who has left."""

log = logging.getLogger(__name__)


class Seekers:
    """Who has the page of a seek open in this process; every few seconds one write for all."""

    def __init__(self) -> None:
        self.here: Counter[Sitter] = Counter()
        self._rounds: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    @contextmanager
    def kept(self, sitter: Sitter, has_said_goodbye: Callable[[], bool]) -> Iterator[None]:
        """While the block lasts, a page of theirs is there; when the last goes is stored.

        A line that was cut may be back soon. Who has said goodbye has gone on to another page, or
        loads this one again.
        """
        self.here[sitter] += 1
        self._rounds = running(self._rounds, self._run)
        try:
            yield
        finally:
            self.here[sitter] -= 1
            if not self.here[sitter]:
                del self.here[sitter]
                ago = GRACE - AFTER_GOODBYE if has_said_goodbye() else timedelta()
                leaving = asyncio.get_running_loop().create_task(_keep({sitter}, ago))
                self._leaving.add(leaving)
                leaving.add_done_callback(self._leaving.discard)

    async def _run(self) -> None:
        while self.here:
            await asyncio.sleep(PERIOD)
            await _keep(set(self.here))


async def _keep(sitters: set[Sitter], ago: timedelta = timedelta()) -> None:
    """They were there so long ago."""
    try:
        await in_thread(_keep_now, sitters, ago)
    except Exception as fault:  # the database is away: the next round tries again
        log.warning("seeks could not be kept: %s", fault)


def _keep_now(sitters: set[Sitter], ago: timedelta) -> None:
    keep_seen(sitters, site_time.now() - ago)


seekers = Seekers()
