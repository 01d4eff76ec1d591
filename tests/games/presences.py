"""Players at live tables, as the tests seat and miss them: without sockets, at chosen times."""

import asyncio
from collections.abc import Collection

from django.core.cache import cache

from games.models import Game
from games.store import presence
from games.store.presence import Seated


def seat_at(game: Game, *seats: int, is_shown: bool = True) -> None:
    """Let these players have the page open from now on."""

    async def come() -> None:
        for seat in seats:
            presence.players.come(game.id, Seated(seat, is_shown, True))

    asyncio.run(come())


def forget_all(games: Collection[str]) -> None:
    """Nobody is at these tables."""
    for game_id in games:
        presence.players.here.pop(game_id, None)
    cache.clear()
