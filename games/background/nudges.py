"""Nudges to workers on other machines: where something is to be thought about, and what was lost.

A nudge carries the number of a game and of a turn, or the name of an analysis, and no tile. The
database is the truth: a nudge that gets lost is given again, one that comes twice finds nothing to
do.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, NamedTuple, Protocol

from django.core.cache import cache
from django.db import Error

from games import notifications
from games.background.computer_moves import RECOVER_AFTER, RECOVERY_BATCH
from games.computers import turns
from games.services.analyses import ANALYSES
from games.services.deep_reviews import DEEP_REVIEWS
from games.services.reviews import REVIEWS
from games.store import site_time
from games.store.transactions import in_thread

Work = Literal["move", "advise", "analyse", "review", "review-later", "deepen"]
"""`review` is for games among people, `review-later` for those against computers.

`deepen` is the second stage of both. The name of a nudge to `analyse` is that of an analysis, and
of no game.
"""

POLL_SECONDS = 1.0  # seconds between two looks
GIVEN_AGAIN_AFTER: dict[Work, int] = {
    "move": 5,
    "advise": 60,
    "analyse": ANALYSES.claim_lasts.seconds + 1,
    "review": REVIEWS.claim_lasts.seconds + 1,
    "review-later": REVIEWS.claim_lasts.seconds + 1,
    "deepen": DEEP_REVIEWS.claim_lasts.seconds + 1,
}
"""Seconds after which what still waits is nudged for once more; by whichever process."""

AWAY_FOR = 2.0  # seconds in which nobody asks workers that could not be reached
AT_ONCE = 20  # of each kind that waits
MOST_WAITING = 1000  # nudges; nobody looks for lost ones while more wait than that

log = logging.getLogger(__name__)


class Nudge(NamedTuple):
    """What is to be done, in which game, at which ply; 0 where the ply is of no importance."""

    work: Work
    game_id: str
    ply: int = 0


class Workers(Protocol):
    """What thinks on other machines."""

    def send(self, nudge: Nudge) -> None:
        """Nudge one of the workers; raises whatever says that none can be reached."""

    def waiting(self) -> int:
        """How many urgent nudges nobody has taken yet; 0 where that cannot be told."""


class Nudges:
    """Gives nudges to workers: at once after a commit, and again for what was lost.

    A thread of its own sends: who plays never waits for it. `clock` tells seconds.
    """

    def __init__(self, workers: Workers, clock: Callable[[], float] = time.monotonic) -> None:
        self.workers = workers
        self.clock = clock
        self._sender = ThreadPoolExecutor(1, "nudges")
        self._asked_again_at = 0.0

    def listen(self) -> None:
        """From now on the commits of this process nudge."""
        notifications.computer_listeners.append(self._giver("move"))
        notifications.person_listeners.append(self._giver("advise"))

    def _giver(self, work: Work) -> Callable[[str, int], None]:
        def give(game_id: str, ply: int) -> None:
            self._sender.submit(self.give, Nudge(work, game_id, ply))

        return give

    def finish(self) -> None:
        """Wait until all that was asked for is sent, and send nothing more after a commit."""
        self._sender.shutdown(wait=True)

    async def run(self) -> None:
        """Look for what was lost for ever; a database that is away for a while is tried again."""
        while True:
            try:
                await in_thread(self.look)
            except Error as error:
                log.warning("what waits for workers could not be read: %s", error)
            await asyncio.sleep(POLL_SECONDS)

    def look(self) -> None:
        """Nudge for turns, analyses and reviews that wait; not where that was done of late."""
        now = site_time.now()
        if self.workers.waiting() < MOST_WAITING:
            for turn in turns.turns_of_computers(now - RECOVER_AFTER, RECOVERY_BATCH):
                self.give(Nudge("move", *turn))
        for name in ANALYSES.free_names(now=now, limit=AT_ONCE):
            self.give(Nudge("analyse", name))
        for review in REVIEWS.free(now)[:AT_ONCE]:
            self.give(Nudge("review" if review.is_among_people else "review-later", review.pk))
        for game_id in DEEP_REVIEWS.free_names(now=now, limit=AT_ONCE):
            self.give(Nudge("deepen", game_id))

    def give(self, nudge: Nudge) -> None:
        """Nudge a worker, unless any process did so of late or none could be reached just now."""
        name = f"nudged.{nudge.work}.{nudge.game_id}.{nudge.ply}"
        if self.clock() < self._asked_again_at:
            return
        if not cache.add(name, True, GIVEN_AGAIN_AFTER[nudge.work]):
            return
        try:
            self.workers.send(nudge)
        except Exception as fault:  # whatever kind of broker it is
            log.warning("the workers cannot be reached: %s", type(fault).__name__)
            self._asked_again_at = self.clock() + AWAY_FOR
            cache.delete(name)
