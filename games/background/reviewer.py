"""Reviews of finished games, made ply by ply when no computer has to move."""

import asyncio
import logging
from collections.abc import Callable

from django.db import OperationalError

from games.computers import process
from games.computers.process import Unanswered
from games.computers.worker import Question
from games.rules.messages import Json
from games.selectors import review_progress
from games.selectors.review_progress import ToReview
from games.services.reviews import claim_next_review, postpone_review, store_reviewed_move
from games.store import site_time
from games.store.transactions import in_thread

Seek = Callable[[Question, str, float], Json]
"""Takes a question, the text of the move made and the time limit in seconds.

Returns what the move lost against the best one.
"""

LONGEST = 1.5  # seconds for a ply; a computer that is to move waits no longer than that
PERIOD = 1.0  # seconds between two looks for a game that waits
LOOK_AGAIN = 0.05  # seconds until it is looked again whether computers have to move …
PATIENCE = 5.0  # … and how long a ply gives way to them
TRIES = 2

log = logging.getLogger(__name__)


def nobody() -> bool:
    """No computer has to move."""
    return False


class Reviewer:
    """Makes the reviews that are to be made, one ply at a time; computers that move go before.

    What is made is stored ply by ply, and nothing is kept here: a process that is killed loses one
    ply, and the review goes on when its claim has expired.
    """

    def __init__(
        self,
        seek: Seek = process.review,
        is_busy: Callable[[], bool] = nobody,
        period: float = PERIOD,
    ) -> None:
        self.seek = seek
        self.is_busy = is_busy
        self.period = period

    async def run(self) -> None:
        """Make reviews for ever; a database that is away for a while is tried again."""
        while True:
            try:
                if not await self.make_next():
                    await asyncio.sleep(self.period)
            except OperationalError as error:
                log.warning("the reviewer could not reach the database: %s", error)
                await asyncio.sleep(self.period)

    async def make_next(self) -> bool:
        """Make the review that is first in the line; whether there was one."""
        game_id = await in_thread(_hold)
        if game_id is None:
            return False
        try:
            await self._make(game_id)
        except OperationalError:  # the database is away: for all of them
            raise
        except Exception:
            log.exception("game %s could not be reviewed", game_id)
            await in_thread(_put_off, game_id)
        return True

    async def _make(self, game_id: str) -> None:
        for move in await in_thread(review_progress.to_review, game_id):
            await self._give_way()
            await in_thread(self._review, game_id, move)

    async def _give_way(self) -> None:
        """Wait while computers have to move, but not for ever."""
        for _ in range(round(PATIENCE / LOOK_AGAIN)):
            if not self.is_busy():
                return
            await asyncio.sleep(LOOK_AGAIN)

    def _review(self, game_id: str, move: ToReview) -> None:
        store(game_id, move, self._analyse(game_id, move))

    def _analyse(self, game_id: str, move: ToReview) -> Json | None:
        """What is found of a ply; None where the engine fails: the review goes on without it."""
        for _ in range(TRIES):
            try:
                return analyse(game_id, move, self.seek)
            except Unanswered:
                log.warning("the computers' process was lost; another one is started")
        return None


def analyse(game_id: str, move: ToReview, seek: Seek) -> Json | None:
    """What is found of a ply; None where the engine fails. Raises Unanswered."""
    try:
        return seek(move.question, move.text, LONGEST)
    except Unanswered:
        raise
    except Exception:
        log.exception("ply %s of game %s could not be reviewed", move.ply, game_id)
        return None


def store(game_id: str, move: ToReview, found: Json | None) -> None:
    """Keep what was found of a ply; its pages are told."""
    store_reviewed_move(
        game_id=game_id, ply=move.ply, seat=move.seat, found=found, now=site_time.now()
    )


def _hold() -> str | None:
    return claim_next_review(now=site_time.now())


def _put_off(game_id: str) -> None:
    postpone_review(game_id=game_id, now=site_time.now())
