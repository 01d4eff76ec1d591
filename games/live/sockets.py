"""What all sockets share: they listen only, end with the sign-in, and say why they close."""

import contextlib
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property, partial
from typing import Any, TypeVar

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts import languages
from accounts.database_threads import in_database_thread
from accounts.notifications import person_group
from accounts.sessions import SignIn
from games.counters import SOCKETS
from games.live.hub import Message, R, hub
from games.live.rooms import PersonRoom, only_signed_in
from games.selectors import private_games

UNKNOWN = 4404
SIGNED_OUT = 4401
NOT_WANTED = 4400  # of the codes below 3000, autobahn lets an application send 1000 only

T = TypeVar("T")


class QuietConsumer(AsyncWebsocketConsumer):
    """A socket that only listens: whatever a page sends closes it.

    It belongs to the user who opened it, and ends with the sign-in it was opened with. A nudge
    that was lost is made up for by the heartbeat of its room.
    """

    channel_layer_alias = ""  # the hub listens to the layer for all of them
    listens_to: tuple[str, ...] = ()
    own_room: PersonRoom | None = None
    unread: int | None = None
    is_accepted = False
    lags = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            # Whatever ends it: a goodbye, a fault, the server.
            with SOCKETS.track_inprogress(), ExitStack() as self.ends:
                await super().__call__(scope, receive, send)
        finally:
            await self._leave_groups()

    async def dispatch(self, message: Message) -> None:
        """Handle a message of the server; channels' own hops through a thread for each."""
        await getattr(self, get_handler_name(message))(message)

    async def listen(self, group: str, make_room: Callable[[str], R]) -> R:
        """From now on be told what the group is told, and what becomes of the sign-in."""
        user = self.scope["user"]
        own = (person_group(user.pk),) if user.is_authenticated else ()
        self.listens_to = (group, *own)
        for personal in own:
            make_own = partial(PersonRoom, person_id=user.pk)
            self.own_room = await hub.join(personal, self, make_own)
            self._ask_for_bell()
        return await hub.join(group, self, make_room)

    async def accept(self, *how: Any) -> None:
        """Open the socket: from now on its page can be told."""
        await super().accept(*how)
        self.is_accepted = True
        self._ask_for_bell()

    def _ask_for_bell(self) -> None:
        """As soon as the page can be told and is: what came since it was drawn, it has missed."""
        if self.is_accepted and self.own_room is not None:
            self.own_room.welcome()

    async def hear(self, message: Message) -> None:
        """What a group is told is handled by the method with the name of its type."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def _leave_groups(self) -> None:
        with contextlib.suppress(Exception):  # a layer that is away has forgotten the groups
            for group in self.listens_to:
                await hub.leave(group, self)

    @property
    def sign_in(self) -> SignIn | None:
        """The sign-in that this page stands on; None for a stranger's."""
        user = self.scope["user"]
        return SignIn(self.scope["session_key"], user.pk) if user.is_authenticated else None

    async def reader_lags(self, event: Message) -> None:
        """The page has not taken yet what it was sent last: only the latest is kept for it."""
        self.lags = True

    async def reader_caught_up(self, event: Message) -> None:
        """The page has taken all; what is newer by now it is sent at once."""
        self.lags = False
        await self.catch_up()

    async def catch_up(self) -> None:
        """Bring the page up to date, if it is not."""

    async def look_whom_to_meet(self) -> None:
        """Show nothing more of those whom the reader does not meet, where it was shown."""

    async def look_at_own_games(self) -> None:
        """Show the reader's own running games as they are, where the page lists them."""

    async def is_still_signed_in(self) -> bool:
        """Whether more may be shown; a page that was signed in and is not any more is closed."""
        return bool(await only_signed_in([self]))

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
        if await self.may_know():
            await self.begin()
        else:
            await self.refuse(UNKNOWN)

    async def may_know(self) -> bool:
        """Whether there is such a game, as far as this reader may know."""
        ask = in_database_thread(private_games.may_know)
        return await ask(self.game_id, self.scope["user"])

    async def begin(self) -> None:
        """Listen, open, and show what there is; each kind of socket does."""


class NoSuchSocket(QuietConsumer):
    """The end of the routing table: an address that is not known."""

    async def connect(self) -> None:
        await self.refuse(UNKNOWN)
