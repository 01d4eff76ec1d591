"""Rooms that look after their pages: sign-ins that have ended, and nudges that were lost."""

import asyncio
import contextlib
import logging
from collections.abc import Collection
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from django.template.loader import render_to_string
from django.utils import translation

from accounts import notices
from accounts.database_threads import in_database_thread
from accounts.sessions import SignIn, valid_sign_ins
from games.live.hub import Message, Room, hub

log = logging.getLogger(__name__)


class Page(Protocol):
    """The socket of one page. `sign_in` is what it stands on; None for a stranger's.

    A page that `lags` has not taken yet what it was sent last.
    """

    sign_in: SignIn | None
    lags: bool

    async def end_sign_in(self) -> None: ...


class OwnPage(Page, Protocol):
    """A page of somebody who is signed in."""

    async def look_whom_to_meet(self) -> None: ...


P = TypeVar("P", bound=Page)


class TendedRoom(Room):
    """A room with one heartbeat for all its pages."""

    def __init__(self, group: str) -> None:
        super().__init__(group)
        self._beat = asyncio.get_running_loop().create_task(self._look_after())

    def close(self) -> None:
        self._beat.cancel()

    async def look(self) -> None:
        """Bring the pages up to date, if they are not."""

    async def _look_after(self) -> None:
        """Every half minute: join the group again, and look what was not heard."""
        while True:
            await asyncio.sleep(hub.heartbeat)
            try:
                await hub.renew(self.group)
                await only_signed_in(list(self.listeners))
                await self.look()
            except Exception as fault:  # of the database or the layer: the next beat tries again
                log.warning("pages of %s could not be looked after: %s", self.group, fault)


class PersonRoom(Room):
    """The pages of one person, whatever they show: they end with the sign-in.

    Their bell is counted once for all of them; `unread` is what they were told last, if anything.
    """

    def __init__(self, group: str, person_id: int) -> None:
        super().__init__(group)
        self.person_id = person_id
        self.unread: int | None = None

    async def handle(self, message: Message) -> None:
        """A nudge: a sign-in may have ended, others be met no more, something wait to be read."""
        pages: list[OwnPage] = list(self.listeners)
        here = await only_signed_in(pages)
        if message["type"] != "person.notices":
            for page in here:
                await page.look_whom_to_meet()
        elif message["is_new"] or self.unread:
            await self._ring(here)

    async def _ring(self, pages: Collection[Any]) -> None:
        unread = await in_database_thread(_count_unread)(self.person_id)
        if unread != self.unread:
            self.unread = unread
            for page in pages:
                await tell(page, bell_fragment(unread, page.language))


def _count_unread(person_id: int) -> int:
    return len(notices.unread_of(person_id))


@lru_cache(maxsize=512)
def bell_fragment(unread: int, language: str) -> str:
    """The bell of every page: how many notices are unread, and no word of them."""
    with translation.override(language):
        return render_to_string("_bell.html", {"unread_notices": unread, "oob": True})


async def only_signed_in(pages: Collection[P]) -> list[P]:
    """Return the pages of strangers, and of those who are still signed in; close the others.

    All sign-ins are read in one step.
    """
    asked = {page.sign_in for page in pages if page.sign_in}
    valid = await in_database_thread(valid_sign_ins)(asked) if asked else set()
    lost = [page for page in pages if page.sign_in and page.sign_in not in valid]
    for page in lost:
        with contextlib.suppress(Exception):  # it has gone; the others are still there
            await page.end_sign_in()
    return [page for page in pages if page not in lost]


async def tell(page: Any, html: str) -> None:
    """Send a page what was drawn for it; one that has gone keeps the others from nothing."""
    with contextlib.suppress(Exception):
        await page.send(text_data=html)
