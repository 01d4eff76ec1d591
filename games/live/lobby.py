"""The pages of the lobby: read once for all, and drawn once for each kind of reader.

Who does not meet somebody whose offer is listed gets a lobby without it: drawn once for all who do
not meet the same of those listed, so that nobody else pays for it.
"""

import asyncio
from collections.abc import Collection
from typing import Protocol
from urllib.parse import parse_qs

from django.template.loader import render_to_string
from django.utils import translation

from accounts.database_threads import in_database_thread, in_drawing_thread
from accounts.relations import apart_from
from games import notifications
from games.live.hub import Message
from games.live.rooms import Page, TendedRoom, tell
from games.live.sockets import QuietConsumer
from games.presentation.models.lobby import Lobby, LobbyChanges
from games.selectors.lobby import lobbies
from games.store import site_time

BATCH = 0.2  # seconds in which several changes become one

Kind = tuple[str, bool]
"""The language of a reader, and whether the reader has an account."""

Lobbies = dict[bool, Lobby]
"""What is open, for readers with an account and for others."""


class LobbyPage(Page, Protocol):
    """The socket of one page of the lobby; `version` is that of what it shows.

    Nothing is sent to a page before it `is_accepted`: it is welcomed then. `apart` are those whom
    its reader does not meet; their offers are not among what it shows.
    """

    kind: Kind
    is_accepted: bool
    version: int
    apart: frozenset[int]


class LobbyRoom(TendedRoom):
    """All pages of the lobby in this process."""

    def __init__(self, group: str) -> None:
        super().__init__(group)
        self.lobbies: Lobbies | None = None
        self._alone = asyncio.Lock()

    async def handle(self, message: Message) -> None:
        """Something came, changed or went; what follows at once is shown along with it."""
        await asyncio.sleep(BATCH)
        self.waiting.clear()
        await self.look()

    async def look(self) -> None:
        async with self._alone:
            before, self.lobbies = self.lobbies, await _read()
            await self._bring_up_to_date(list(self.listeners), before, self.lobbies)

    async def welcome(self, page: LobbyPage) -> None:
        """Show a page what it does not show yet."""
        async with self._alone:
            if self.lobbies is None:
                self.lobbies = await _read()
            await self._bring_up_to_date([page], None, self.lobbies)

    async def _bring_up_to_date(
        self, pages: Collection[LobbyPage], before: Lobbies | None, now: Lobbies
    ) -> None:
        """Send a change to the pages that show what was before, and the whole to others."""
        here = [page for page in pages if page.is_accepted and not page.lags]
        behind = [page for page in here if page.version != now[page.kind[1]].version]
        drawn: dict[tuple[Kind, bool, frozenset[int]], str] = {}
        for page in behind:
            new = now[page.kind[1]]
            old = before[page.kind[1]] if before is not None else None
            known = old if old is not None and old.version == page.version else None
            listed = new.inviters | known.inviters if known is not None else new.inviters
            apart = page.apart
            view = (page.kind, known is not None, apart & listed)
            if view not in drawn:
                drawn[view] = await _draw(page.kind, known, new, apart)
            if page.apart != apart:  # meanwhile: it asks for all again
                continue
            page.version = new.version
            await tell(page, drawn[view])


@in_database_thread
def _read() -> Lobbies:
    return lobbies(site_time.now())


@in_drawing_thread
def _draw(kind: Kind, before: Lobby | None, now: Lobby, apart: Collection[int]) -> str:
    shown = now.without(apart)
    with translation.override(kind[0]):
        if before is None:
            return render_to_string("games/lobby/_lists.html", {"lobby": shown, "oob": True})
        changes = LobbyChanges.between(before.without(apart), shown)
        drawn = {"changes": changes, "lobby": shown}
        return render_to_string("games/lobby/_changes.html", drawn)


class LobbyConsumer(QuietConsumer):
    """One page of the lobby, which is told which offers come, change and go."""

    version = 0
    apart: frozenset[int] = frozenset()
    room: LobbyRoom

    async def connect(self) -> None:
        asked = parse_qs(self.scope["query_string"].decode("latin-1")).get("shown", ["0"])[0]
        self.version = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 11 else 0
        self.room = await self.listen(notifications.LOBBY, LobbyRoom)
        self.apart = await self._read_apart()
        if self.apart:  # what the page shows may be from before a block
            self.version = 0
        await self.accept()
        await self.room.welcome(self)

    @property
    def kind(self) -> Kind:
        """In which language the page is, and whether its reader has an account."""
        return self.language, not getattr(self.scope["user"], "is_guest", True)

    @in_database_thread
    def _read_apart(self) -> frozenset[int]:
        user = self.scope["user"]
        return apart_from(user.pk) if user.is_authenticated else frozenset()

    async def look_whom_to_meet(self) -> None:
        """The reader has blocked somebody, or was: all is shown again, if that changes anything."""
        before, self.apart = self.apart, await self._read_apart()
        if self.apart != before:
            self.version = 0
            await self.room.welcome(self)

    async def catch_up(self) -> None:
        await self.room.welcome(self)
