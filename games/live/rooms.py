"""Rooms that look after their pages: sign-ins that have ended, and nudges that were lost."""

import asyncio
import contextlib
import logging
from collections.abc import Collection
from typing import Any, Protocol, TypeVar

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
    """The pages of one person, whatever they show: they end with the sign-in."""

    async def handle(self, message: Message) -> None:
        """A nudge: sign-ins may have ended."""
        await only_signed_in(list(self.listeners))


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
