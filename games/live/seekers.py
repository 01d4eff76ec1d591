"""The pages of those who seek a game: while one is open, its seek lives."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from accounts.shared_counts import running
from games.services.seeks import keep_seen
from games.store import site_time
from games.store.transactions import in_thread

PERIOD = 5.0  # seconds

log = logging.getLogger(__name__)


class Seekers:
    """The seeks whose pages are open in this process; every few seconds one write for all."""

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()
        self._rounds: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    @contextmanager
    def kept(self, invitation_id: str) -> Iterator[None]:
        """While the block lasts, the page of this seek is there; when the last goes is stored."""
        self.here[invitation_id] += 1
        self._rounds = running(self._rounds, self._run)
        try:
            yield
        finally:
            self.here[invitation_id] -= 1
            if not self.here[invitation_id]:
                del self.here[invitation_id]
                leaving = asyncio.get_running_loop().create_task(_keep([invitation_id]))
                self._leaving.add(leaving)
                leaving.add_done_callback(self._leaving.discard)

    async def _run(self) -> None:
        while self.here:
            await asyncio.sleep(PERIOD)
            await _keep(list(self.here))


async def _keep(invitation_ids: list[str]) -> None:
    try:
        await in_thread(_keep_now, invitation_ids)
    except Exception as fault:  # the database is away: the next round tries again
        log.warning("seeks could not be kept: %s", fault)


def _keep_now(invitation_ids: list[str]) -> None:
    keep_seen(invitation_ids, site_time.now())


seekers = Seekers()
