"""A computer's move: how long it is thought about, when it is made, and what is made instead."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from games.computers.process import Unanswered
from games.computers.turns import ComputerTurn
from games.computers.worker import Question
from games.rules.refusals import Refusal
from games.services.moves import play_move
from games.store import site_time

Think = Callable[[Question, int, float], str]
"""Takes a question, a level and the time limit in seconds; returns the text of a move."""

SHARED_THINKING_SECONDS = 3.5  # for all that wait: many at once get less each
MIN_THINKING_SECONDS = 0.04
READY_AFTER = 0.25  # seconds beyond what a thought may take, until the answer is made
RECOVER_AFTER = timedelta(seconds=3)  # a call for a turn that began earlier was lost, or never made
RECOVERY_BATCH = 200  # games
MAX_ATTEMPTS = 3
MADE_ELSEWHERE = ("stale", "game-over")

log = logging.getLogger(__name__)


class Turn(NamedTuple):
    """A game at a ply."""

    game_id: str
    ply: int


def seconds_to_think(found: ComputerTurn, waiting: int) -> float:
    """How long a move is thought about while `waiting` others wait for the same process."""
    share = SHARED_THINKING_SECONDS / (waiting + 1)
    return max(MIN_THINKING_SECONDS, min(found.seconds_to_think, share))


def answer_delay(found: ComputerTurn) -> float:
    """The seconds from when a turn is thought about to the answer.

    Longer than any thought of this level takes, so that the moment of an answer tells nothing of
    what is held.
    """
    return found.seconds_to_think + READY_AFTER


def text_for(turn: Turn, found: ComputerTurn, think: Think, time_limit: float) -> str:
    """The engine's move; the simplest one where the engine fails. Raises Unanswered.

    `time_limit` is in seconds.
    """
    try:
        return think(found.question, found.level, time_limit)
    except Unanswered:
        raise
    except Exception as error:  # it may hold tiles, and is only named
        log.error("the engine failed in game %s: %s", turn.game_id, type(error).__name__)
        return fallback_move(found.question)


def next_moment(begun: float, delay: float, now: float) -> float:
    """When to answer what was `begun`, by the same clock as `now`: after a delay, or several.

    A process that had other things to do answers late, and tells nothing by it either.

    >>> next_moment(10.0, 2.0, now=11.5), next_moment(10.0, 2.0, now=12.5)
    (12.0, 14.0)
    """
    moment = begun + delay
    while delay and moment < now:
        moment += delay
    return moment


def make_move(turn: Turn, found: ComputerTurn, text: str) -> None:
    """Make the move as any player does; nothing is to be done where another process made it."""
    try:
        _play(turn, found, text)
    except Refusal as refusal:
        if refusal.code not in MADE_ELSEWHERE:
            log.error("the engine was refused in game %s: %s", turn.game_id, refusal.code)
            _play(turn, found, fallback_move(found.question))


def _play(turn: Turn, found: ComputerTurn, text: str) -> None:
    play_move(
        game_id=turn.game_id,
        user=found.computer,
        ply=turn.ply + 1,
        text=text,
        now=site_time.now(),
    )


def fallback_move(question: Question) -> str:
    """A legal move that takes no engine: a pass, else the first play, else the end."""
    state, seat = question.position, question.seat
    try:
        return state.check(seat, "pass").text
    except Refusal:
        return next(state.legal_moves(max_tiles=2), "resign")
