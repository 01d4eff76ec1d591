"""Sockets that tell open pages what changed; moves are never received here."""

import contextlib
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import render_to_string

from accounts.database_threads import in_database_thread
from games import notifications
from games.live import broadcasts, fragments
from games.live.game_rooms import GameRoom, Version, View, view_of
from games.live.hub import hub
from games.live.sockets import UNKNOWN, KnownGameConsumer, QuietConsumer
from games.live.waiting_rooms import InvitationRoom, ReviewRoom, Who, draw_invitation
from games.models import Game
from games.presentation.models.invitations import RematchView
from games.selectors import invitations, review_progress, tables
from games.store import history, site_time


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
    goes = False
    room: GameRoom

    async def may_know(self) -> bool:
        """A room that is open knows already whether anybody may come."""
        room = hub.rooms.get(notifications.game_group(self.game_id))
        return (isinstance(room, GameRoom) and room.is_public) or await super().may_know()

    async def begin(self) -> None:
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.page = "home" if asked.get("page") == ["home"] else "table"
        self.version = (_parse_shown_ply(asked.get("ply", ["-1"])[0]), 0)
        if self.page == "table" and self.sign_in:
            seat_of = in_database_thread(tables.seat_of)
            self.seat = await seat_of(self.game_id, self.scope["user"])
        group = notifications.game_group(self.game_id)
        self.room = await self.listen(group, partial(GameRoom, game_id=self.game_id))
        await self.accept()
        self.is_open = True
        await self.room.catch_up()
        if self.page == "table":
            await self._take_part()

    @property
    def is_at_table(self) -> bool:
        """Whether this is a page of the table itself, and open."""
        return self.is_open and self.page == "table"

    async def _take_part(self) -> None:
        """Be told what all pages of the table are; who watches is counted, the players are not.

        How many watch is the last that a page is told at once: then it has caught up.
        """
        if self.seat is None:
            self.ends.enter_context(notifications.watching.one_more([self.game_id]))
        count = await notifications.watching.latest_total(self.game_id)
        await self.send(text_data=broadcasts.viewers_fragment(count, self.language))
        self.ends.enter_context(broadcasts.viewers.joined(self.game_id, self, count))
        self.ends.enter_context(broadcasts.reviews_at_tables.joined(self.game_id, self))
        if self.seat is None:
            self.ends.enter_context(broadcasts.rematches.joined(self.game_id, self))
        await self._look_for_rematch()

    async def look(self) -> None:
        """Look what the room does not know: it is this page's own."""
        if self.is_at_table:
            await self._look_for_rematch()

    async def catch_up(self) -> None:
        await self.room.bring_up_to_date(self.room.version)
        broadcasts.reviews_at_tables.look_at(self.game_id)
        broadcasts.rematches.look_at(self.game_id)

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

    async def _look_for_rematch(self) -> None:
        """A nudge may have been lost; a page that was opened later stays where it is."""
        has_ended = in_database_thread(history.has_ended)
        with contextlib.suppress(Game.DoesNotExist):
            if self.seat is not None and await has_ended(self.game_id):
                await self._show_rematch(goes=False)

    async def _show_rematch(self, goes: bool) -> None:
        """What players are told of it; when it begins, those who sit there go to it."""
        shown = await self._rematch()
        if shown != self.rematch or (goes and not self.goes):
            self.rematch, self.goes = shown, goes
            await self.send(text_data=await self.in_readers_language(_rematch, shown, goes))

    @in_database_thread
    def _rematch(self) -> RematchView:
        return invitations.rematch(self.game_id, self.seat, self.scope["user"], site_time.now())

    def is_behind(self, version: Version) -> bool:
        """Whether the page does not show this version yet, and can take it.

        The first page shows no offers.
        """
        if not self.is_open or self.lags:
            return False
        return version[0] > self.version[0] if self.page == "home" else version > self.version

    def view(self, version: Version) -> View:
        """What this page is to be sent to get to this version."""
        return view_of(self.seat, self._extent(version[0]), self.page, self.language)

    def players_view(self) -> View:
        """What this page is to be sent to show the players as they are now."""
        return view_of(self.seat, "times", self.page, self.language)

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
        group = notifications.review_group(self.game_id)
        await self.listen(group, partial(ReviewRoom, game_id=self.game_id))
        if await in_database_thread(review_progress.review_progress)(self.game_id) is None:
            await self.refuse(UNKNOWN)
            return
        await self.accept()
        self.ends.enter_context(broadcasts.reviews_waited_for.joined(self.game_id, self))

    async def catch_up(self) -> None:
        broadcasts.reviews_waited_for.look_at(self.game_id)


class InvitationConsumer(QuietConsumer):
    """Tells who looks at an invitation's page who sits, and that it was answered."""

    shown = ""
    room: InvitationRoom

    async def connect(self) -> None:
        invitation_id = self.scope["url_route"]["kwargs"]["invitation_id"]
        group = notifications.invitation_group(invitation_id)
        self.room = await self.listen(group, partial(InvitationRoom, invitation_id=invitation_id))
        drawn = await draw_invitation(invitation_id, [self.who])
        if not drawn:
            await self.refuse(UNKNOWN)
            return
        await self.accept()
        await self.show(drawn[self.who])

    @property
    def who(self) -> Who:
        """Who looks, and in which language."""
        return self.scope["user"].pk, self.language

    async def catch_up(self) -> None:
        await self.room.bring_up_to_date([self])

    async def show(self, html: str) -> None:
        """Show the invitation, unless it is shown so already."""
        if html != self.shown:
            self.shown = html
            with contextlib.suppress(Exception):  # it has gone; the others are still there
                await self.send(text_data=html)
