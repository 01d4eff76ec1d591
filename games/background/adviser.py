"""What people are told unasked in games against computers: that nothing can be laid.

Hints that are asked for are in `games.services.hints`.
"""

import asyncio
import logging
from collections.abc import Callable

from games import notifications
from games.computers import process, turns
from games.computers.process import Unanswered
from games.computers.worker import Question
from games.services.hints import say_stuck
from games.store.transactions import in_thread

Look = Callable[[Question], bool | None]
"""Whether there is a play at all; None where that is not certain."""

log = logging.getLogger(__name__)


class Adviser:
    """Looks at each turn of a person that begins, one after the other, and nobody waits for it.

    What gets lost here is not said; a hint can be asked for in any case.
    """

    def __init__(self, look: Look = process.can_lay) -> None:
        self.look = look
        self.turns: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    async def run(self) -> None:
        """Look at turns for ever."""
        loop = asyncio.get_running_loop()

        def listener(game_id: str, ply: int) -> None:
            loop.call_soon_threadsafe(self.turns.put_nowait, (game_id, ply))

        notifications.person_listeners.append(listener)
        try:
            while True:
                await self._advise(*await self.turns.get())
        finally:
            notifications.person_listeners.remove(listener)

    async def _advise(self, game_id: str, ply: int) -> None:
        try:
            await in_thread(advise, game_id, ply, self.look)
        except Unanswered:
            log.warning("nobody could tell whether something can be laid in game %s", game_id)
        except Exception as error:  # it may hold tiles, and is only named
            log.error("nothing could be said in game %s: %s", game_id, type(error).__name__)


def advise(game_id: str, ply: int, look: Look) -> None:
    """Say that nothing can be laid where that is certain; raises what `look` raises.

    Nothing is said where the game has gone on since, or where there are no hints.
    """
    question = turns.turn_of_person(game_id, ply)
    if question is not None and look(question) is False:
        say_stuck(game_id=game_id, ply=ply + 1)
