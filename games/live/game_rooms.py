"""The pages of a game that are open here: one reading, one drawing of each view, one heartbeat."""

import asyncio
import contextlib
import logging
from collections.abc import Collection
from typing import NamedTuple, Protocol

from django.utils import translation

from accounts.database_threads import in_database_thread
from accounts.sessions import SignIn, valid_sign_ins
from games.live import fragments
from games.live.hub import Message, Room, hub
from games.models import Game
from games.rules.moves import Seat
from games.store import draw_offers

PAUSE = 0.05  # seconds; pushes of a game that come closer to one another become one

Version = tuple[int, int]
"""A ply, and how many draws are offered at it."""

log = logging.getLogger(__name__)


class View(NamedTuple):
    """What distinguishes what two pages are sent at the same version."""

    seat: Seat | None
    extent: fragments.Extent
    page: fragments.Page
    language: str


class GamePage(Protocol):
    """The socket of one page of a game."""

    sign_in: SignIn | None

    def is_behind(self, version: Version) -> bool: ...

    def view(self, version: Version) -> View: ...

    async def show(self, version: Version, html: str) -> None: ...

    async def look(self) -> None: ...

    async def end_sign_in(self) -> None: ...


class GameRoom(Room):
    """All pages of a game that are open in this process.

    `version` is the latest that was heard of; a page that has just come looks there.
    """

    def __init__(self, group: str, game_id: str) -> None:
        super().__init__(group)
        self.game_id = game_id
        self.version: Version = (-1, 0)
        self._beat = asyncio.get_running_loop().create_task(self._look_after())

    def close(self) -> None:
        self._beat.cancel()

    async def handle(self, message: Message) -> None:
        """Bring the pages to a new version, which a later one that waits replaces; or pass on."""
        version = _version_of(message)
        if version is None:
            await super().handle(message)
            return
        while self.waiting and (later := _version_of(self.waiting[0])):
            version = max(version, later)
            self.waiting.popleft()
        await self.bring_up_to_date(version)
        await asyncio.sleep(PAUSE)

    async def bring_up_to_date(self, version: Version) -> None:
        """Draw each distinct view once, and send it to all pages that do not show it yet.

        Who sits at the table is shown nothing more when the sign-in has ended.
        """
        self.version = max(self.version, version)
        behind: list[GamePage] = [page for page in self.listeners if page.is_behind(version)]
        if not behind:
            return
        views = {page: page.view(version) for page in behind}
        seated = {page.sign_in for page in behind if page.sign_in and views[page].seat is not None}
        drawn, valid = await _draw(self.game_id, version, set(views.values()), seated)
        for page, view in views.items():
            with contextlib.suppress(Exception):  # it has gone; the others are still there
                if page.sign_in in seated and page.sign_in not in valid:
                    await page.end_sign_in()
                elif view in drawn:
                    await page.show(version, drawn[view])

    async def _look_after(self) -> None:
        """Every half minute: join the group again, and look whether a nudge was lost."""
        while True:
            await asyncio.sleep(hub.heartbeat)
            try:
                await self._look()
            except Exception as fault:  # of the database or the layer: the next beat tries again
                log.warning("pages of a game could not be looked after: %s", fault)

    async def _look(self) -> None:
        await hub.renew(self.group)
        signed_in = {page.sign_in for page in self.listeners if page.sign_in}
        version, valid = await _read(self.game_id, signed_in)
        for page in list(self.listeners):
            if page.sign_in and page.sign_in not in valid:
                with contextlib.suppress(Exception):  # it has gone; the others are still there
                    await page.end_sign_in()
        if version is not None:
            await self.bring_up_to_date(version)
        for page in list(self.listeners):
            await page.look()


def _version_of(message: Message) -> Version | None:
    """The version that a message tells of; None for a message about something else."""
    if message["type"] == "game.changed":
        return message["ply"], 0
    if message["type"] == "game.draw_offered":
        return message["ply"], message["offers"]
    return None


@in_database_thread
def _read(game_id: str, sign_ins: Collection[SignIn]) -> tuple[Version | None, set[SignIn]]:
    """The version of a game now, and which of these still sign somebody in."""
    return draw_offers.current_version(game_id), valid_sign_ins(sign_ins)


@in_database_thread
def _draw(
    game_id: str, version: Version, views: Collection[View], sign_ins: Collection[SignIn]
) -> tuple[dict[View, str], set[SignIn]]:
    """Each view of a game once, and which of these still sign somebody in."""
    valid = valid_sign_ins(sign_ins)
    drawn = {}
    with contextlib.suppress(Game.DoesNotExist):
        for view in views:
            drawn[view] = draw_view(game_id, version, view)
    return drawn, valid


def draw_view(game_id: str, version: Version, view: View) -> str:
    """The zones of the table in this view; raises Game.DoesNotExist."""
    ply, offers = version
    with translation.override(view.language):
        return fragments.live_fragment(game_id, ply, view.seat, view.extent, view.page, offers)
