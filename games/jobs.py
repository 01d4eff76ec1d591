"""What happens without a request: the site's heartbeat, and deadlines that pass unseen."""

import asyncio
import logging
import time

from django.db import Error

from games import clocks
from games.services import BEAT, beat, settle_overdue
from games.transactions import in_thread

PERIOD = 1.0  # seconds

log = logging.getLogger(__name__)


def tick() -> int:
    """Settle every deadline that has passed, if that may be done now; how many there were."""
    return settle_overdue(clocks.now())


class Heart:
    """Beats for this process, every few seconds; the first beat and one after a failure say so."""

    def __init__(self) -> None:
        self.beaten_at: float | None = None

    def beat(self) -> None:
        """Beat if it is time to. Raises a database's Error where no move can be stored."""
        at, last = time.monotonic(), self.beaten_at
        if last is not None and at - last < BEAT:
            return
        self.beaten_at = None
        stored = beat(is_return=last is None)
        self.beaten_at = at
        clocks.know_outages(stored.outages)


async def run(period: float = PERIOD) -> None:
    """Beat and tick for ever; a database that is away for a while is tried again."""
    heart = Heart()
    while True:
        try:
            await in_thread(heart.beat)
            await in_thread(tick)
        except Error as error:
            log.warning("the ticker could not write to the database: %s", error)
        await asyncio.sleep(period)
