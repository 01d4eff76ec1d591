"""Moves of computers: called for by commits or found in the database, made like any move."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple, cast

from django.db import OperationalError

from games import notifications
from games.computers import process, turns
from games.computers.process import Unanswered
from games.computers.turns import ComputerTurn
from games.computers.worker import Question
from games.rules.move_generator import legal_plays
from games.rules.refusals import Refusal
from games.services.moves import play_move
from games.store import site_time
from games.store.transactions import in_thread

Think = Callable[[Question, int, int], str]
"""Takes a question, a level and the time to think in milliseconds; returns the text of a move."""

MAX_THINKING_MS = 1000  # milliseconds that one move is thought about
SHARED_BUDGET_MS = 3500  # milliseconds for all that wait: many at once get less each
MIN_THINKING_MS = 40  # milliseconds
MIN_DELAY = timedelta(seconds=1.25)  # from when a turn is thought about to the answer: longer than
# any thought takes, so that the moment of an answer tells nothing of what is held
RECOVER_AFTER = timedelta(seconds=2)  # a call for a turn that began earlier was lost, or never made
MAX_ATTEMPTS = 3
RECOVERY_BATCH = 200  # games
POLL_SECONDS = 1.0  # seconds between two looks
MADE_ELSEWHERE = ("stale", "game-over")

log = logging.getLogger(__name__)


class Turn(NamedTuple):
    """A game at a ply."""

    game_id: str
    ply: int


class Computers:
    """Makes the moves of all computers, first come, first served; one is thought about at a time.

    Nothing is kept: whatever gets lost here is found in the database again.
    """

    def __init__(self, think: Think = process.move, moment: timedelta = MIN_DELAY) -> None:
        self.think = think
        self.moment = moment
        self.waiting: deque[Turn] = deque()
        self.in_hand: set[Turn] = set()
        self.faults: Counter[Turn] = Counter()
        self.called = asyncio.Event()
        self.moving: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Move for the computers for ever."""
        loop = asyncio.get_running_loop()

        def listener(game_id: str, ply: int) -> None:
            loop.call_soon_threadsafe(self.call, Turn(game_id, ply))

        notifications.computer_listeners.append(listener)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._look())
                tasks.create_task(self._work())
        finally:
            notifications.computer_listeners.remove(listener)

    def call(self, turn: Turn) -> None:
        """Let a computer move there, unless that is under way."""
        if turn not in self.in_hand:
            self.in_hand.add(turn)
            self.waiting.append(turn)
            self.called.set()

    async def _look(self) -> None:
        """Find the turns that nobody called for here: the server was killed, or another asked."""
        while True:
            try:
                for turn in await in_thread(_find_lost_turns):
                    self.call(Turn(*turn))
            except OperationalError as error:
                log.warning("the computers could not reach the database: %s", error)
            await asyncio.sleep(POLL_SECONDS)

    async def _work(self) -> None:
        while True:
            await self.called.wait()
            self.called.clear()
            while self.waiting:
                await self._think_about(self.waiting.popleft())

    async def _think_about(self, turn: Turn) -> None:
        """Find a move; it waits for its moment while the next turn is thought about."""
        try:
            found = await in_thread(turns.turn_of_computer, *turn)
            if found is None:
                self._finish(turn)
                return
            answer_at = asyncio.get_running_loop().time() + self.moment.total_seconds()
            text = await in_thread(self._text_for, turn, found)
        except Unanswered:
            log.warning("the computers' process was lost; another one is started")
            self.faults[turn] += 1
            self.in_hand.discard(turn)
            self.call(turn)
        except Exception as error:
            self._put_off(turn, error)
        else:
            task = asyncio.create_task(self._move(turn, found, text, answer_at))
            self.moving.add(task)
            task.add_done_callback(self.moving.discard)

    def _text_for(self, turn: Turn, found: ComputerTurn) -> str:
        """The engine's move; the simplest one where the engine fails. Raises Unanswered."""
        if self.faults[turn] >= MAX_ATTEMPTS:
            return fallback_move(found.question)
        milliseconds = max(
            MIN_THINKING_MS, min(MAX_THINKING_MS, SHARED_BUDGET_MS // (len(self.waiting) + 1))
        )
        try:
            return self.think(found.question, found.level, milliseconds)
        except Unanswered:
            raise
        except Exception as error:
            log.error("the engine failed in game %s: %s", turn.game_id, type(error).__name__)
            return fallback_move(found.question)

    async def _move(self, turn: Turn, found: ComputerTurn, text: str, answer_at: float) -> None:
        try:
            step, now = self.moment.total_seconds(), asyncio.get_running_loop().time
            while step and answer_at < now():
                answer_at += step  # the process had other things to do before
            await asyncio.sleep(max(0.0, answer_at - now()))
            await in_thread(_make, turn, found, text)
        except Exception as error:
            self._put_off(turn, error)
        else:
            self._finish(turn)

    def _put_off(self, turn: Turn, error: Exception) -> None:
        """Leave the turn to the next look; what went wrong may hold tiles, and is only named."""
        log.error("a computer could not move in game %s: %s", turn.game_id, type(error).__name__)
        self.in_hand.discard(turn)

    def _finish(self, turn: Turn) -> None:
        self.in_hand.discard(turn)
        del self.faults[turn]


def _find_lost_turns() -> list[tuple[str, int]]:
    return turns.turns_of_computers(site_time.now() - RECOVER_AFTER, RECOVERY_BATCH)


def _make(turn: Turn, found: ComputerTurn, text: str) -> None:
    """Make the move as any player does; nothing is to be done where another server made it."""
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
        return next(legal_plays(cast(Any, state), seat, max_tiles=2), "resign")
