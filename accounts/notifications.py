"""Telling open pages, in every process, that something changed: only that, and after the commit."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import Future

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger(__name__)

_serving: asyncio.AbstractEventLoop | None = None


def person_group(user_id: int) -> str:
    """The channel group of every socket that this person has open."""
    return f"person.{user_id}"


def tell_person(user_id: int) -> None:
    """After the commit, let the person's sockets look whether they are still signed in."""
    tell_after_commit(person_group(user_id), {"type": "person.look_again"})


def tell_notices(user_id: int, *, is_new: bool) -> None:
    """After the commit, let the person's pages count what is unread.

    Not `is_new`: it can only be less by now, and matters where something was counted.
    """
    tell_after_commit(person_group(user_id), {"type": "person.notices", "is_new": is_new})


def use_event_loop(loop: asyncio.AbstractEventLoop) -> None:
    """From now on this loop tells the pages. No thread waits for it: the loop may have stopped.

    When it is closed, each thread tells them itself again, and waits until it has.
    """
    global _serving
    _serving = loop


def tell_after_commit(group: str, message: Mapping[str, object]) -> None:
    """After the commit, send a message to a group.

    Robust: a channel layer that is down does not turn what is stored into an error.
    """

    def send() -> None:  # no partial: to log a failure, Django asks for the name of the function
        tell, named = get_channel_layer().group_send, {**message, "group": group}
        if _serving is not None and not _serving.is_closed():
            told = asyncio.run_coroutine_threadsafe(tell(group, named), _serving)
            told.add_done_callback(_log_failure)
        else:
            async_to_sync(tell)(group, named)

    transaction.on_commit(send, robust=True)


def _log_failure(told: Future[None]) -> None:
    if not told.cancelled() and (fault := told.exception()):
        log.error("pages could not be told: %s", fault, exc_info=fault)
