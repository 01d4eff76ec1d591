"""What a worker does when it is nudged: it is told which game, and reads the rest itself.

It thinks without a lock and without a transaction, and writes by the services that pages use.
A nudge that comes twice, or too late, does nothing.
"""

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.core.cache import cache
from django.db import close_old_connections

from games.background import adviser, reviewer
from games.background.answers import Answers
from games.background.computer_moves import (
    MAX_ATTEMPTS,
    MIN_DELAY,
    Turn,
    fallback_move,
    make_move,
    seconds_to_think,
    text_for,
)
from games.computers import process, turns, worker
from games.computers.turns import ComputerTurn
from games.computers.worker import Question
from games.rules.messages import Json
from games.selectors import review_progress
from games.selectors.review_progress import ToReview
from games.services.reviews import claim_review, postpone_review, release_review
from games.store import site_time

P = ParamSpec("P")
T = TypeVar("T")

SLICE = 2.0  # seconds after which a review lets go before it what is more urgent
ATTEMPTS_KEPT = 600  # seconds

log = logging.getLogger(__name__)

answers = Answers(MIN_DELAY.total_seconds())


def _with_fit_connection(work: Callable[P, T]) -> Callable[P, T]:
    """The same with a database connection that is not broken; a broken one is given up."""

    @wraps(work)
    def done(*told: P.args, **named: P.kwargs) -> T:
        close_old_connections()
        try:
            return work(*told, **named)
        finally:
            close_old_connections()

    return done


@_with_fit_connection
def move(game_id: str, ply: int, waiting: int) -> None:
    """Find a computer's move while `waiting` others wait; it is made when its moment comes."""
    turn = Turn(game_id, ply)
    found = turns.turn_of_computer(*turn)
    if found is None:
        return
    answer_at = time.monotonic() + MIN_DELAY.total_seconds()
    text = _text_for(turn, found, waiting)
    answers.put(answer_at, lambda: make_move(turn, found, text))


def _text_for(turn: Turn, found: ComputerTurn, waiting: int) -> str:
    """The engine's move; the simplest one where workers died of this turn again and again."""
    name = f"attempts.move.{turn.game_id}.{turn.ply}"
    if _attempts(name) > MAX_ATTEMPTS:
        return fallback_move(found.question)
    text = text_for(turn, found, worker.move, seconds_to_think(waiting))
    cache.delete(name)
    return text


def _attempts(name: str) -> int:
    """How often this was begun and did not come to its end, this time included."""
    cache.add(name, 0, ATTEMPTS_KEPT)
    return cache.incr(name)


@_with_fit_connection
def advise(game_id: str, ply: int) -> None:
    """Tell a person that nothing can be laid, where that is certain."""
    adviser.advise(game_id, ply, _can_lay)


def _can_lay(question: Question) -> bool | None:
    return worker.can_lay(question, process.HINT_TIME_LIMIT)


@_with_fit_connection
def review(game_id: str) -> bool:
    """Review a finished game for some seconds; whether there is more to do in it.

    A game that cannot be reviewed is put off. A ply at which workers die is left out.
    """
    if not claim_review(game_id=game_id, now=site_time.now()):
        return False
    try:
        is_done = _review_for(SLICE, game_id)
    except Exception as error:
        log.error("game %s could not be reviewed: %s", game_id, type(error).__name__)
        postpone_review(game_id=game_id, now=site_time.now())
        return False
    if not is_done:
        release_review(game_id=game_id)
    return not is_done


def _review_for(seconds: float, game_id: str) -> bool:
    """Review ply by ply until the time is over; whether all of them are reviewed."""
    until = time.monotonic() + seconds
    for ply in review_progress.to_review(game_id):
        if time.monotonic() > until:
            return False
        reviewer.store(game_id, ply, _analyse(game_id, ply))
    return True


def _analyse(game_id: str, ply: ToReview) -> Json | None:
    """What is found of a ply; None where the engine fails, or workers died of it."""
    name = f"attempts.review.{game_id}.{ply.ply}"
    if _attempts(name) > reviewer.TRIES:
        return None
    found = reviewer.analyse(game_id, ply, worker.review)
    cache.delete(name)
    return found
