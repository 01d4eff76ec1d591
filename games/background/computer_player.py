"""Computers of the embedded shape: called for by commits or found in the database."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable

from django.db import OperationalError

from games import notifications
from games.background.computer_moves import (
    MAX_ATTEMPTS,
    RECOVER_AFTER,
    RECOVERY_BATCH,
    Think,
    Turn,
    answer_delay,
    fallback_move,
    make_move,
    next_moment,
    seconds_to_think,
    text_for,
)
from games.computers import process, turns
from games.computers.process import Ended, Unanswered
from games.computers.turns import ComputerTurn
from games.store import site_time
from games.store.transactions import in_thread

POLL_SECONDS = 1.0  # seconds between two looks

log = logging.getLogger(__name__)


class Computers:
    """Makes the moves of all computers, first come, first served; one is thought about at a time.

    Nothing is kept: whatever gets lost here is found in the database again. `delay` tells after how
    many seconds a turn is answered.
    """

    def __init__(
        self,
        think: Think = process.move,
        delay: Callable[[ComputerTurn], float] = answer_delay,
    ) -> None:
        self.think = think
        self.delay = delay
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
            begun = asyncio.get_running_loop().time()
            text = await in_thread(self._text_for, turn, found)
        except Ended:  # another server finds the turn
            self.in_hand.discard(turn)
        except Unanswered:
            log.warning("the computers' process was lost; another one is started")
            self.faults[turn] += 1
            self.in_hand.discard(turn)
            self.call(turn)
        except Exception as error:
            self._put_off(turn, error)
        else:
            task = asyncio.create_task(self._move(turn, found, text, begun))
            self.moving.add(task)
            task.add_done_callback(self.moving.discard)

    def _text_for(self, turn: Turn, found: ComputerTurn) -> str:
        """The engine's move; the simplest one after too many attempts. Raises Unanswered."""
        if self.faults[turn] >= MAX_ATTEMPTS:
            return fallback_move(found.question)
        return text_for(turn, found, self.think, seconds_to_think(found, len(self.waiting)))

    async def _move(self, turn: Turn, found: ComputerTurn, text: str, begun: float) -> None:
        try:
            now = asyncio.get_running_loop().time
            moment = next_moment(begun, self.delay(found), now())
            await asyncio.sleep(max(0.0, moment - now()))
            await in_thread(make_move, turn, found, text)
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
