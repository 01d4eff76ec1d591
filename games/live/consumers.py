"""Sockets that tell open pages what changed; moves are never received here."""

import contextlib
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import render_to_string

from accounts.database_threads import in_database_thread
from accounts.sessions import SignIn
from games import notifications
from games.live import broadcasts, fragments
from games.live.game_rooms import GameRoom, Version, View
from games.live.hub import Room
from games.live.sockets import UNKNOWN, KnownGameConsumer, QuietConsumer
from games.models import Game, Invitation
from games.presentation.models.invitations import RematchView
from games.selectors import invitations, review_progress, tables
from games.store import draw_offers, history, queries, site_time


class GameConsumer(KnownGameConsumer):
    """One page of a game, which its room brings up to date, as its reader may see it.

    A page that is more than one ply behind gets the whole table instead of the change. `version`
    is the ply it shows and the draws offered at it.
    """

    seat: int | None = None
    page: fragments.Page = "table"
    version: Version = (-1, 0)
    is_open = False
    outages = 0
    rematch: RematchView | None = None
    names: list[queries.Named] = []

    async def begin(self) -> None:
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.page = "home" if asked.get("page") == ["home"] else "table"
        self.version = (_parse_shown_ply(asked.get("ply", ["-1"])[0]), 0)
        if self.page == "table":
            seat_of = in_database_thread(tables.seat_of)
            self.seat = await seat_of(self.game_id, self.scope["user"])
        group = notifications.game_group(self.game_id)
        room = await self.listen(group, partial(GameRoom, game_id=self.game_id))
        version = await in_database_thread(draw_offers.current_version)(self.game_id)
        if version is None:
            await self.refuse(UNKNOWN)
            return
        await self.open()
        self.is_open = True
        await room.bring_up_to_date(max(version, room.version))
        if self.page == "table":
            await self._take_part()

    def look_after(self) -> None:
        """The room has one heartbeat for all its pages."""

    @property
    def sign_in(self) -> SignIn | None:
        """The sign-in that this page stands on; None for a stranger's."""
        user, session = self.scope["user"], self.scope["session"]
        return SignIn(session.session_key, user.pk) if user.is_authenticated else None

    async def _take_part(self) -> None:
        """Be told what all pages of the table are; who watches is counted, the players are not.

        How many watch is the last that a page is told at once: then it has caught up.
        """
        self.names = await self._names()
        if self.seat is None:
            self.ends.enter_context(notifications.watching.one_more([self.game_id]))
        count = (await notifications.watching.totals([self.game_id]))[self.game_id]
        await self.send(text_data=broadcasts.viewers_fragment(count, self.language))
        self.ends.enter_context(broadcasts.viewers.joined(self.game_id, self, count))
        self.ends.enter_context(broadcasts.reviews_at_tables.joined(self.game_id, self))
        if self.seat is None:
            self.ends.enter_context(broadcasts.rematches.joined(self.game_id, self))
        await self._look_for_rematch()

    async def look(self) -> None:
        await self._show_times()
        await self._look_for_rematch()

    async def game_stuck(self, event: dict[str, Any]) -> None:
        """It was found out that this seat can lay nothing: nobody else is told."""
        if self.seat == event["seat"] and await self.is_still_signed_in():
            html = await self.in_readers_language(fragments.hint_fragment, self.game_id, self.seat)
            await self.send(text_data=html)

    async def game_rematch(self, event: dict[str, Any]) -> None:
        """A rematch was offered, answered, or has begun; those who watch hear of the last only."""
        if self.seat is None:
            broadcasts.rematches.look_at(self.game_id)
        elif await self.is_still_signed_in():
            await self._show_rematch(goes=True)

    async def game_names(self, event: dict[str, Any]) -> None:
        """A player may have another name than the page shows, or have left the site."""
        before, self.names = self.names, await self._names()
        changed = [(old, new) for old, new in zip(before, self.names, strict=False) if old != new]
        if self.page != "table" or not changed or not await self.is_still_signed_in():
            return
        await self.send(text_data=await self.in_readers_language(_renamed_fragment, changed))
        await self._show_players()

    @in_database_thread
    def _names(self) -> list[queries.Named]:
        return queries.names_at(self.game_id)

    async def _look_for_rematch(self) -> None:
        """A nudge may have been lost; a page that was opened later stays where it is."""
        has_ended = in_database_thread(history.has_ended)
        with contextlib.suppress(Game.DoesNotExist):
            if self.seat is not None and await has_ended(self.game_id):
                await self._show_rematch(goes=False)

    async def _show_rematch(self, goes: bool) -> None:
        """What players are told of it; when it begins, those who sit there go to it."""
        shown = await self._rematch()
        if shown != self.rematch:
            self.rematch = shown
            await self.send(text_data=await self.in_readers_language(_rematch, shown, goes))

    @in_database_thread
    def _rematch(self) -> RematchView:
        return invitations.rematch(self.game_id, self.seat, self.scope["user"], site_time.now())

    async def game_reviewed(self, event: dict[str, Any]) -> None:
        """One more move of the finished game is reviewed."""
        broadcasts.reviews_at_tables.look_at(self.game_id)

    def is_behind(self, version: Version) -> bool:
        """Whether the page does not show this version yet; the first page shows no offers."""
        if self.page == "home":
            return self.is_open and version[0] > self.version[0]
        return self.is_open and version > self.version

    def view(self, version: Version) -> View:
        """What this page is to be sent to get to this version."""
        return View(self.seat, self._extent(version[0]), self.page, self.language)

    async def show(self, version: Version, html: str) -> None:
        """Show this version, unless a later one is shown already: nothing ever goes back."""
        if self.is_behind(version):
            self.version = version
            await self.send(text_data=html)

    def _extent(self, ply: int) -> fragments.Extent:
        """How much of the table has to be shown to get to this ply."""
        if ply == self.version[0]:
            return "offer"
        return "change" if ply == self.version[0] + 1 else "whole"

    async def _show_times(self) -> None:
        """After an outage: what it gave back, once on every page that was open or came back."""
        if self.outages == site_time.known_outages():
            return
        self.outages = site_time.known_outages()
        await self._show_players()

    async def _show_players(self) -> None:
        """The players as they are now, beside a position that has not changed."""
        with contextlib.suppress(Game.DoesNotExist):
            ply, offers = self.version
            asked = (self.game_id, ply, self.seat, "times", self.page, offers)
            await self.send(
                text_data=await self.in_readers_language(fragments.live_fragment, *asked)
            )


def _renamed_fragment(changed: list[tuple[queries.Named, queries.Named]]) -> str:
    return render_to_string("games/table/_renamed.html", {"changed": changed, "oob": True})


def _rematch(shown: RematchView, goes: bool) -> str:
    return render_to_string(
        "games/table/_rematch.html", {"rematch": shown, "goes": goes, "oob": True}
    )


def _parse_shown_ply(said: str) -> int:
    """The ply a page says it shows; -1 when it says nothing sensible."""
    return int(said) if said.isascii() and said.isdigit() and len(said) < 9 else -1


class ReviewConsumer(KnownGameConsumer):
    """Tells who waits for the review of a finished game how far it is, and that it is there."""

    async def begin(self) -> None:
        await self.listen(notifications.review_group(self.game_id), Room)
        if await in_database_thread(review_progress.review_progress)(self.game_id) is None:
            await self.refuse(UNKNOWN)
            return
        await self.open()
        self.ends.enter_context(broadcasts.reviews_waited_for.joined(self.game_id, self))

    async def game_reviewed(self, event: dict[str, Any]) -> None:
        """One more move is reviewed; after the last one the page is reloaded."""
        await self.look()

    async def look(self) -> None:
        broadcasts.reviews_waited_for.look_at(self.game_id)


class InvitationConsumer(QuietConsumer):
    """Tells who looks at an invitation's page who sits, and that it was answered."""

    invitation_id = ""
    shown: str | None = None

    async def connect(self) -> None:
        self.invitation_id = self.scope["url_route"]["kwargs"]["invitation_id"]
        await self.listen(notifications.invitation_group(self.invitation_id), Room)
        html = await self.in_readers_language(self._fragment)
        if html is None:
            await self.refuse(UNKNOWN)
            return
        await self.open()
        await self._show(html)

    async def invitation_changed(self, event: dict[str, Any]) -> None:
        """A seat taken or given back; the game started; declined or withdrawn."""
        await self.look()

    async def look(self) -> None:
        if await self.is_still_signed_in():
            html = await self.in_readers_language(self._fragment)
            if html not in (None, self.shown):
                await self._show(html)

    async def _show(self, html: str) -> None:
        self.shown = html
        await self.send(text_data=html)

    def _fragment(self) -> str | None:
        try:
            shown = invitations.invitation(self.invitation_id, self.scope["user"], site_time.now())
        except Invitation.DoesNotExist:
            return None
        return render_to_string("games/invitation/_live.html", {"invitation": shown})
