"""What happens without a request: the heartbeat, deadlines that pass unseen, seeks, chores."""

import asyncio
import logging
import math
import time
from collections.abc import Callable

from django.db import Error

from games.background.housekeeping import Housekeeping
from games.services.deadlines import settle_overdue, until_next_flag
from games.services.departures import resign_departed
from games.services.outages import BEAT, beat
from games.services.quick_pairing import pair_waiting
from games.services.seeks import end_left_seeks, free_left_seats
from games.store import site_time
from games.store.seeks import open_seeks
from games.store.transactions import has_failed_lately, in_thread

PERIOD = 0.25  # seconds at most from one round to the next; a live flag is waited for exactly
SEEKS_TENDED = 1.0  # seconds at least from one look at the seeks to the next: reach is by seconds
_LEAST = 0.01  # seconds

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


def tend_seeks() -> None:
    """Seeks whose page has gone end, seats in others are free, and those who wait meet.

    A process that is young waits: pages that were cut off with the last one are coming back.
    """
    now = site_time.now()
    if open_seeks().exists():
        if not site_time.is_young():
            end_left_seeks(now)
            free_left_seats(now)
        pair_waiting(now)


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
        site_time.follow()


class Rounds:
    """What is done in each round; flags first: nothing else makes them late."""

    def __init__(self, heart: Heart, period: float) -> None:
        self.heart = heart
        self.period = period
        self.housekeeping = Housekeeping()
        self.seeks_tended_at = -math.inf

    def one(self) -> float:
        """Do what there is to do; how many seconds to wait then, `period` at most."""
        self.heart.beat()
        tick()
        if time.monotonic() - self.seeks_tended_at >= SEEKS_TENDED:
            self.seeks_tended_at = time.monotonic()
            tend_seeks()
        self.housekeeping.tidy()
        left = until_next_flag(site_time.now())
        return self.period if left is None else max(_LEAST, min(self.period, left.total_seconds()))


async def run(
    period: float = PERIOD,
    takes_moves: Callable[[], bool] = always,
    tell_tried: Callable[[], object] = always,
) -> None:
    """Beat and tick for ever; a database that is away for a while is tried again.

    Whatever else fails is logged once, and tried again too. After each round it is told that a
    beat was tried.
    """
    rounds, has_begun, failure = Rounds(Heart(takes_moves), period), False, ""
    while True:
        wait = period
        try:
            wait = await in_thread(rounds.one)
            if not has_begun:
                await in_thread(begin)
                has_begun = True
        except Error as error:
            log.warning("the ticker could not write to the database: %s", error)
        except Exception as error:
            if failure != (failure := repr(error)):
                log.exception("the ticker failed, and goes on")
        tell_tried()
        await asyncio.sleep(wait)
