"""Rooms that look after their pages: sign-ins that have ended, and nudges that were lost."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from django.template.loader import render_to_string
from django.utils import translation

from accounts import notices
from accounts.database_threads import in_database_thread
from accounts.sessions import SignIn, valid_sign_ins
from games.live.hub import Message, Room, hub

COUNTING_PAUSE = 0.1  # seconds; who asks within it for what is unread shares one question

log = logging.getLogger(__name__)


class Page(Protocol):
    """The socket of one page. `sign_in` is what it stands on; None for a stranger's.

    A page that `lags` has not taken yet what it was sent last.
    """

    sign_in: SignIn | None
    lags: bool

    async def end_sign_in(self) -> None: ...


class OwnPage(Page, Protocol):
    """A page of somebody who is signed in; `unread` is what it was told last, if anything."""

    is_accepted: bool
    unread: int | None

    @property
    def language(self) -> str: ...

    async def look_whom_to_meet(self) -> None: ...

    async def look_at_own_games(self) -> None: ...


P = TypeVar("P", bound=Page)


class TendedRoom(Room):
    """A room with one heartbeat for all its pages."""

    def __init__(self, group: str) -> None:
        super().__init__(group)
        self._beat = asyncio.get_running_loop().create_task(self._look_after())

    def close(self) -> None:
        self._beat.cancel()

    async def tend(self) -> None:
        """Close the pages whose sign-in has ended, and look what was not heard."""
        await only_signed_in(list(self.listeners))
        await self.look()

    async def look(self) -> None:
        """Bring the pages up to date, if they are not."""

    async def _look_after(self) -> None:
        """Every half minute: join the group again, and tend the pages."""
        while True:
            await asyncio.sleep(hub.heartbeat)
            try:
                await hub.renew(self.group)
                await self.tend()
            except Exception as fault:  # of the database or the layer: the next beat tries again
                log.warning("pages of %s could not be looked after: %s", self.group, fault)


class _UnreadCounts:
    """How much people have not read: all who ask within a moment are one question."""

    def __init__(self) -> None:
        self._asked: set[int] = set()
        self._next: asyncio.Task[dict[int, int]] | None = None
        self._counted_at = 0.0

    async def of(self, person_id: int) -> int:
        """What this person has not read now."""
        loop = asyncio.get_running_loop()
        if self._next is None or self._next.get_loop() is not loop:
            self._asked, self._next = set(), loop.create_task(self._count())
        self._asked.add(person_id)
        counts = await asyncio.shield(self._next)
        return counts.get(person_id, 0)

    async def _count(self) -> dict[int, int]:
        await asyncio.sleep(max(0.0, self._counted_at + COUNTING_PAUSE - time.monotonic()))
        self._next, self._counted_at = None, time.monotonic()
        return await in_database_thread(notices.count_unread)(self._asked)


_unread_counts = _UnreadCounts()

_MAY_BE_NEW: Message = {"type": "person.notices", "is_new": True}


class PersonRoom(TendedRoom):
    """The pages of one person, whatever they show: they end with the sign-in.

    Their bells are counted together: when a page has come, by a nudge, and with each heartbeat.
    That is one question for all people of a process who are counted within `COUNTING_PAUSE`: ten
    queries a second at most, however many pages are open. Whether those that were told something
    else are still signed in is asked before they are told more.
    """

    def __init__(self, group: str, person_id: int) -> None:
        super().__init__(group)
        self.person_id = person_id

    def welcome(self) -> None:
        """A page is open now: what was written since it was drawn was told to nobody."""
        self.take(_MAY_BE_NEW)

    async def tend(self) -> None:
        """A nudge may be lost. Who is still signed in, the rooms of what the pages show ask."""
        self.take(_MAY_BE_NEW)

    async def handle(self, message: Message) -> None:
        """A nudge: a sign-in may have ended, others be met no more, something wait to be read."""
        if message["type"] == "person.notices":
            if self._may_change_bells(message):
                await self._ring()
                for page in self._pages():
                    await page.look_at_own_games()
            return
        for page in await only_signed_in(self._pages()):
            await page.look_whom_to_meet()

    def _pages(self) -> list[OwnPage]:
        return list(self.listeners)

    def _may_change_bells(self, message: Message) -> bool:
        """Whether this nudge may, or one of those that wait right behind it."""
        is_new = message["is_new"]
        while self.waiting and self.waiting[0]["type"] == "person.notices":
            is_new |= self.waiting.popleft()["is_new"]
        return is_new or any(page.unread != 0 for page in self.listeners)

    async def _ring(self) -> None:
        """Tell the pages how much is unread that were told something else, or nothing yet."""
        unread = await _unread_counts.of(self.person_id)
        pages: list[OwnPage] = [page for page in self.listeners if page.is_accepted]
        new = [page for page in pages if page.unread is None]  # signed in a moment ago
        others = [page for page in pages if page.unread not in (None, unread)]
        for page in (*new, *await only_signed_in(others)):
            page.unread = unread
            await tell(page, bell_fragment(unread, page.language))


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
