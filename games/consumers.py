"""Sockets that tell open pages what changed; moves are never received here."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string
from django.utils import translation

from accounts import languages
from games import clocks, fragments, live, selectors
from games.models import Game, Invitation

UNKNOWN = 4404
SIGNED_OUT = 4401
NOT_WANTED = 4400  # of the codes below 3000, autobahn lets an application send 1000 only
HEARTBEAT = 30  # seconds

T = TypeVar("T")


class QuietConsumer(AsyncWebsocketConsumer):
    """A socket that only listens: whatever a page sends closes it."""

    @database_sync_to_async
    def in_readers_language(self, render: Callable[..., T], *args: object) -> T:
        """What `render` gives, in the language of the page that opened this socket."""
        with translation.override(languages.of_socket(self.scope)):
            return render(*args)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(code=NOT_WANTED)

    async def refuse(self, code: int) -> None:
        """Accepted first, so that the page sees the code and does not try again."""
        await self.accept()
        await self.close(code=code)


class GameConsumer(QuietConsumer):
    """Brings one page of a game up to date, move by move, as its reader may see it.

    A missed nudge is found by the heartbeat; a page that is more than one ply behind gets the
    whole table instead of the change. `version` is the ply it shows and the draws offered at it.
    """

    game_id = ""
    seat: int | None = None
    page: fragments.Page = "table"
    version = (-1, 0)
    outages = 0
    heartbeat: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.page = "home" if asked.get("page") == ["home"] else "table"
        self.version = (_ply_shown(asked.get("ply", ["-1"])[0]), 0)
        if self.page == "table":
            seat_of = database_sync_to_async(selectors.seat_of)
            self.seat = await seat_of(self.game_id, self.scope["user"])
        await self.channel_layer.group_add(live.game_group(self.game_id), self.channel_name)
        version = await database_sync_to_async(selectors.current_version)(self.game_id)
        if version is None:
            await self.refuse(UNKNOWN)
            return
        await self.accept()
        await self._show(*version)
        self.heartbeat = asyncio.create_task(self._beat())
        await self._tell_viewers(+1)
        await self.game_reviewed({})

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(live.game_group(self.game_id), self.channel_name)
        if self.heartbeat is not None:
            self.heartbeat.cancel()
            self.heartbeat = None
            await self._tell_viewers(-1)

    async def game_changed(self, event: dict[str, Any]) -> None:
        """A nudge: the game is at this ply now."""
        await self._show(event["ply"])

    async def game_draw_offered(self, event: dict[str, Any]) -> None:
        """A nudge: so many offer a draw at this ply."""
        await self._show(event["ply"], event["offers"])

    async def game_rematch(self, event: dict[str, Any]) -> None:
        """A player offered another game; the one it is offered to is shown the way."""
        if self.seat is not None:
            await self.send(text_data=await self.in_readers_language(self._rematch))

    def _rematch(self) -> str:
        user = self.scope["user"]
        offer = selectors.rematch_offered(self.game_id, user, clocks.now())
        return render_to_string("games/_rematch.html", {"offer": offer, "oob": True})

    async def game_reviewed(self, event: dict[str, Any]) -> None:
        """One more move of the finished game is reviewed."""
        if self.page == "table":
            await self._show_review()

    async def _show_review(self) -> None:
        html = await self.in_readers_language(fragments.review_state, self.game_id)
        if html:
            await self.send(text_data=html)

    async def viewers_changed(self, event: dict[str, Any]) -> None:
        """Somebody came to watch, or left; the first page does not show it."""
        if self.page == "home":
            return
        shown = {"viewers": event["count"], "oob": True}
        html = await self.in_readers_language(render_to_string, "games/_viewers.html", shown)
        await self.send(text_data=html)

    async def _show(self, ply: int, offers: int = 0) -> None:
        """Bring the page there, unless it is there already: what is shown never goes back."""
        if not self._is_news(ply, offers):
            return
        if not await self._is_still_signed_in():
            await self.close(code=SIGNED_OUT)
            return
        with contextlib.suppress(Game.DoesNotExist):
            asked = (self.game_id, ply, self.seat, self._extent(ply), self.page, offers)
            html = await self.in_readers_language(fragments.live_fragment, *asked)
            if self._is_news(ply, offers):  # the heartbeat may have shown it meanwhile
                self.version = (ply, offers)
                await self.send(text_data=html)

    def _is_news(self, ply: int, offers: int) -> bool:
        """Whether the page does not show it yet; the first page shows no offers."""
        if self.page == "home":
            return ply > self.version[0]
        return (ply, offers) > self.version

    def _extent(self, ply: int) -> fragments.Extent:
        """How much of the table has to be shown to get to this ply."""
        if ply == self.version[0]:
            return "offer"
        return "change" if ply == self.version[0] + 1 else "whole"

    @database_sync_to_async
    def _is_still_signed_in(self) -> bool:
        """A player's socket ends with the session: after signing out it shows nothing more."""
        session = self.scope["session"]
        return self.seat is None or session.exists(session.session_key)

    async def _beat(self) -> None:
        """Every half minute: join the group again, and look whether a nudge was lost."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self.channel_layer.group_add(live.game_group(self.game_id), self.channel_name)
            version = await database_sync_to_async(selectors.current_version)(self.game_id)
            await self._show(*(version or self.version))
            await self._show_times()

    async def _show_times(self) -> None:
        """After an outage: what it gave back, once on every page that was open or came back."""
        if self.outages == clocks.outages_known():
            return
        self.outages = clocks.outages_known()
        with contextlib.suppress(Game.DoesNotExist):
            ply, offers = self.version
            asked = (self.game_id, ply, self.seat, "times", self.page, offers)
            await self.send(
                text_data=await self.in_readers_language(fragments.live_fragment, *asked)
            )

    async def _tell_viewers(self, change: int) -> None:
        """Count this page as somebody who watches; the players and the first page are not."""
        if self.seat is not None or self.page == "home":
            change = 0
        count = await sync_to_async(live.count_viewer)(self.game_id, change)
        message = {"type": "viewers.changed", "count": count}
        await self.channel_layer.group_send(live.game_group(self.game_id), message)


def _ply_shown(said: str) -> int:
    """The ply a page says it shows; -1 when it says nothing sensible."""
    return int(said) if said.isascii() and said.isdigit() and len(said) < 9 else -1


class ReviewConsumer(QuietConsumer):
    """Tells who waits for the review of a finished game how far it is, and that it is there."""

    game_id = ""

    async def connect(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        await self.channel_layer.group_add(live.review_group(self.game_id), self.channel_name)
        html = await self._fragment()
        if not html:
            await self.refuse(UNKNOWN)
            return
        await self.accept()
        await self.send(text_data=html)

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(live.review_group(self.game_id), self.channel_name)

    async def game_reviewed(self, event: dict[str, Any]) -> None:
        """One more move is reviewed; after the last one the page is opened anew."""
        await self.send(text_data=await self._fragment())

    async def _fragment(self) -> str:
        return await self.in_readers_language(fragments.review_state, self.game_id, True)


class InvitationConsumer(QuietConsumer):
    """Tells who looks at an invitation's page who sits, and that it was answered."""

    invitation_id = ""

    async def connect(self) -> None:
        self.invitation_id = self.scope["url_route"]["kwargs"]["invitation_id"]
        group = live.invitation_group(self.invitation_id)
        await self.channel_layer.group_add(group, self.channel_name)
        html = await self.in_readers_language(self._fragment)
        if html is None:
            await self.refuse(UNKNOWN)
            return
        await self.accept()
        await self.send(text_data=html)

    async def disconnect(self, code: int) -> None:
        group = live.invitation_group(self.invitation_id)
        await self.channel_layer.group_discard(group, self.channel_name)

    async def invitation_changed(self, event: dict[str, Any]) -> None:
        """A seat taken or given back; the game started; declined or withdrawn."""
        html = await self.in_readers_language(self._fragment)
        if html is not None:
            await self.send(text_data=html)

    def _fragment(self) -> str | None:
        try:
            shown = selectors.invitation(self.invitation_id, self.scope["user"], clocks.now())
        except Invitation.DoesNotExist:
            return None
        return render_to_string("games/_invitation_live.html", {"invitation": shown})


class NoSuchSocket(QuietConsumer):
    """The end of the routing table: an address that is none."""

    async def connect(self) -> None:
        await self.refuse(UNKNOWN)
