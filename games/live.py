"""Telling open pages that something changed: who is told, and that they are told only that."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import transaction

_VIEWERS_FORGOTTEN_AFTER = 60 * 60 * 24  # seconds; a killed process leaves its count behind

log = logging.getLogger(__name__)

computer_listeners: list[Callable[[str, int], None]] = []
"""Called in the thread of the commit; the order is of no importance."""


def game_group(game_id: str) -> str:
    """The channel group of everybody who has this game open."""
    return f"game.{game_id}"


def review_group(game_id: str) -> str:
    """The channel group of everybody who waits for the review of this game."""
    return f"review.{game_id}"


def invitation_group(invitation_id: str) -> str:
    """The channel group of everybody who has this invitation open."""
    return f"invitation.{invitation_id}"


def tell_game_changed(game_id: str, ply: int) -> None:
    """After the commit, tell the game's pages its new ply: never a tile, never a fragment.

    Robust: a channel layer that is down does not turn a stored move into an error.
    """
    _tell_after_commit(game_group(game_id), {"type": "game.changed", "ply": ply})


def tell_draw_offered(game_id: str, ply: int, offers: int) -> None:
    """After the commit, tell the game's pages how many offer a draw at this ply."""
    message = {"type": "game.draw_offered", "ply": ply, "offers": offers}
    _tell_after_commit(game_group(game_id), message)


def tell_rematch_offered(game_id: str) -> None:
    """After the commit, tell the game's pages to look whether a rematch is offered to them."""
    _tell_after_commit(game_group(game_id), {"type": "game.rematch"})


def tell_reviewed(game_id: str, moves: int) -> None:
    """After the commit, tell the pages of a finished game how many of its moves are reviewed."""
    for group in (game_group(game_id), review_group(game_id)):
        _tell_after_commit(group, {"type": "game.reviewed", "moves": moves})


def tell_invitation_changed(invitation_id: str) -> None:
    """After the commit, tell who looks at the invitation that a seat or its status changed."""
    _tell_after_commit(invitation_group(invitation_id), {"type": "invitation.changed"})


def call_computer(game_id: str, ply: int) -> None:
    """After the commit, tell whoever moves for computers here that one is to move at this ply.

    Where nobody does, the games are found in the database a little later.
    """

    def call() -> None:
        for listener in computer_listeners:
            listener(game_id, ply)

    transaction.on_commit(call, robust=True)


_serving: asyncio.AbstractEventLoop | None = None


def tell_from(loop: asyncio.AbstractEventLoop) -> None:
    """From now on this loop tells the pages. No thread waits for it: the loop may have stopped."""
    global _serving
    _serving = loop


def _tell_after_commit(group: str, message: Mapping[str, object]) -> None:
    def send() -> None:  # no partial: to log a failure, Django asks for the name of the function
        tell = get_channel_layer().group_send
        if _serving is not None and not _serving.is_closed():
            told = asyncio.run_coroutine_threadsafe(tell(group, message), _serving)
            told.add_done_callback(_log_failure)
        else:
            async_to_sync(tell)(group, message)

    transaction.on_commit(send, robust=True)


def _log_failure(told: Future[None]) -> None:
    if not told.cancelled() and (fault := told.exception()):
        log.error("pages could not be told: %s", fault, exc_info=fault)


def count_viewer(game_id: str, change: int) -> int:
    """Add a spectator (+1) or take one away (-1); how many there are now."""
    key = f"viewers.{game_id}"
    cache.add(key, 0, _VIEWERS_FORGOTTEN_AFTER)
    try:
        count = cache.incr(key, change)
    except ValueError:  # forgotten between the two lines
        count = max(change, 0)
    return max(count, 0)


def viewers(game_id: str) -> int:
    """How many spectators have this game open."""
    return max(cache.get(f"viewers.{game_id}", 0), 0)
