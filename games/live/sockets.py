"""What all sockets share: they listen only, end with the sign-in, and say why they close."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from typing import Any, TypeVar

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts import languages
from accounts.database_threads import in_database_thread
from accounts.notifications import person_group
from accounts.sessions import is_signed_in
from games.counters import SOCKETS
from games.live.hub import Message, R, Room, hub
from games.selectors import private_games

UNKNOWN = 4404
SIGNED_OUT = 4401
NOT_WANTED = 4400  # of the codes below 3000, autobahn lets an application send 1000 only

T = TypeVar("T")

log = logging.getLogger(__name__)


class QuietConsumer(AsyncWebsocketConsumer):
    """A socket that only listens: whatever a page sends closes it.

    It belongs to the user who opened it, and ends with the sign-in it was opened with. A nudge
    that was lost is made up for by the heartbeat.
    """

    channel_layer_alias = ""  # the hub listens to the layer for all of them
    listens_to: tuple[str, ...] = ()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            with (
                SOCKETS.track_inprogress(),
                ExitStack() as self.ends,
            ):  # whatever ends it: a goodbye, a fault, the server
                await super().__call__(scope, receive, send)
        finally:
            await self._leave_groups()

    async def listen(self, group: str, make_room: Callable[[str], R]) -> R:
        """From now on be told what the group is told, and what becomes of the sign-in."""
        user = self.scope["user"]
        own = (person_group(user.pk),) if user.is_authenticated else ()
        self.listens_to = (group, *own)
        for personal in own:
            await hub.join(personal, self, Room)
        return await hub.join(group, self, make_room)

    async def hear(self, message: Message) -> None:
        """What a group is told is handled by the method with the name of its type."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def _leave_groups(self) -> None:
        with contextlib.suppress(Exception):  # a layer that is away has forgotten the groups
            for group in self.listens_to:
                await hub.leave(group, self)

    async def open(self) -> None:
        """Accept the page, and look after it from now on."""
        await self.accept()
        self.look_after()

    def look_after(self) -> None:
        """Let this page have a heartbeat as long as it is open."""
        self.ends.callback(asyncio.create_task(self._beat()).cancel)

    async def _beat(self) -> None:
        """Every half minute: join the groups again, and look whether a nudge was lost."""
        while True:
            await asyncio.sleep(hub.heartbeat)
            try:
                for group in self.listens_to:
                    await hub.renew(group)
                if await self.is_still_signed_in():
                    await self.look()
            except Exception as fault:  # of the database or the layer: the next beat tries again
                log.warning("a page could not be looked after: %s", fault)

    async def look(self) -> None:
        """Bring the page up to date, if it is not."""

    async def person_look_again(self, event: dict[str, Any]) -> None:
        """A nudge: the sign-in that this socket stands on may have ended."""
        await self.is_still_signed_in()

    async def is_still_signed_in(self) -> bool:
        """Whether more may be shown; a page that was signed in and is not any more is closed."""
        user, session = self.scope["user"], self.scope["session"]
        if not user.is_authenticated:
            return True
        if await in_database_thread(is_signed_in)(session.session_key, user.pk):
            return True
        await self.end_sign_in()
        return False

    async def end_sign_in(self) -> None:
        """Close the page: the person who opened it is signed out."""
        await self.close(code=SIGNED_OUT)

    @cached_property
    def language(self) -> str:
        """The language of the page that opened this socket."""
        return languages.of_socket(self.scope)

    @in_database_thread
    def in_readers_language(self, render: Callable[..., T], *args: object) -> T:
        """What `render` gives, in the language of the page."""
        with translation.override(self.language):
            return render(*args)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(code=NOT_WANTED)

    async def refuse(self, code: int) -> None:
        """Accepted first, so that the page sees the code and does not try again."""
        await self.accept()
        await self.close(code=code)


class KnownGameConsumer(QuietConsumer):
    """A socket of one game: refused where there is none, as far as its reader may know."""

    game_id = ""

    async def connect(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        may_know = in_database_thread(private_games.may_know)
        if await may_know(self.game_id, self.scope["user"]):
            await self.begin()
        else:
            await self.refuse(UNKNOWN)

    async def begin(self) -> None:
        """Listen, open, and show what there is."""
        raise NotImplementedError


class NoSuchSocket(QuietConsumer):
    """The end of the routing table: an address that is not known."""

    async def connect(self) -> None:
        await self.refuse(UNKNOWN)
