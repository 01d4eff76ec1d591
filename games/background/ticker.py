"""What happens without a request: the site's heartbeat, and deadlines that pass unseen."""

import asyncio
import logging
import time
from collections.abc import Callable

from django.db import Error

from games.services.deadlines import settle_overdue
from games.services.departures import resign_departed
from games.services.outages import BEAT, beat
from games.store import site_time
from games.store.transactions import has_failed_lately, in_thread

PERIOD = 1.0  # seconds

log = logging.getLogger(__name__)


def tick() -> int:
    """Settle every deadline that has passed, if that may be done now; how many there were."""
    return settle_overdue(site_time.now())


def begin() -> int:
    """Resign for people who have left the site, in the games that still hold their seats.

    Returns in how many games.
    """
    return resign_departed(site_time.now())


def always() -> bool:
    """Nothing but the database is needed."""
    return True


class Heart:
    """Beats for this process, every few seconds; the first beat and one after a failure say so.

    None where something could not be stored of late: a beat is little, and a move may not find
    room. `takes_moves` tells whether a post would be answered, which no database knows.
    """

    def __init__(self, takes_moves: Callable[[], bool] = always) -> None:
        self.takes_moves = takes_moves
        self.beaten_at: float | None = None

    def beat(self) -> None:
        """Beat if it is time to. Raises a database's Error where no move can be stored."""
        at, last = time.monotonic(), self.beaten_at
        if last is not None and at - last < BEAT:
            return
        self.beaten_at = None
        if has_failed_lately() or not self.takes_moves():
            return
        stored = beat(is_return=last is None)
        self.beaten_at = at
        site_time.set_known_outages(stored.outages)


async def run(period: float = PERIOD, takes_moves: Callable[[], bool] = always) -> None:
    """Beat and tick for ever; a database that is away for a while is tried again."""
    heart, has_begun = Heart(takes_moves), False
    while True:
        try:
            if not has_begun:
                await in_thread(begin)
                has_begun = True
            await in_thread(heart.beat)
            await in_thread(tick)
        except Error as error:
            log.warning("the ticker could not write to the database: %s", error)
        await asyncio.sleep(period)
