"""What a worker does when it is nudged: it is told which game, and reads the rest itself.

It thinks without a lock and without a transaction, and writes by the services that pages use.
A nudge that comes twice, or too late, does nothing.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.core.cache import cache
from django.db import close_old_connections

from games.background import adviser
from games.background.analyst import Analyst
from games.background.answers import Answers
from games.background.claimed_work import begun
from games.background.computer_moves import (
    MAX_ATTEMPTS,
    Turn,
    answer_delay,
    fallback_move,
    make_move,
    next_moment,
    seconds_to_think,
    text_for,
)
from games.background.deep_reviewer import DeepReviewer, Seek
from games.background.reviewer import Reviewer
from games.computers import process, turns, worker
from games.computers.turns import ComputerTurn
from games.computers.worker import Question

P = ParamSpec("P")
T = TypeVar("T")

SLICE = 2.0  # seconds after which a review lets go before it what is more urgent

answers = Answers()


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
    begun = time.monotonic()
    text = _text_for(turn, found, waiting)
    moment = next_moment(begun, answer_delay(found), time.monotonic())
    answers.put(moment, lambda: make_move(turn, found, text))


def _text_for(turn: Turn, found: ComputerTurn, waiting: int) -> str:
    """The engine's move; the simplest one where workers died of this turn again and again."""
    name = f"attempts.move.{turn.game_id}.{turn.ply}"
    if begun(name) > MAX_ATTEMPTS:
        return fallback_move(found.question)
    text = text_for(turn, found, worker.move, seconds_to_think(found, waiting))
    cache.delete(name)
    return text


@_with_fit_connection
def advise(game_id: str, ply: int) -> None:
    """Tell a person that nothing can be laid, where that is certain."""
    adviser.advise(game_id, ply, _can_lay)


def _can_lay(question: Question) -> bool | None:
    return worker.can_lay(question, process.HINT_TIME_LIMIT)


@_with_fit_connection
def analyse(name: str) -> None:
    """Work out what the moves of a position are worth; not where workers died of it."""
    Analyst(worker.analyse).make_for(SLICE, name)


@_with_fit_connection
def review(game_id: str) -> bool:
    """Review a finished game for some seconds; whether there is more to do in it."""
    return Reviewer(worker.review).make_for(SLICE, game_id)


@_with_fit_connection
def deepen(game_id: str) -> bool:
    """Weigh the moves of a reviewed game for some seconds; whether there is more to do in it."""
    seek = Seek(worker.weigh, worker.luck, worker.most_points)
    return DeepReviewer(seek).make_for(SLICE, game_id)
