"""Sockets that tell open pages what changed; moves are never received here."""

import asyncio
import contextlib
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import render_to_string

from accounts.database_threads import in_database_thread
from games import notifications
from games.live import broadcasts, fragments
from games.live.game_rooms import GameRoom, Version, View, view_of
from games.live.hub import hub
from games.live.seekers import seekers
from games.live.sockets import UNKNOWN, KnownGameConsumer, QuietConsumer
from games.live.waiting_rooms import InvitationRoom, ReviewRoom, Who, draw_invitation
from games.models import Game
from games.presentation.models.invitations import RematchView
from games.presentation.models.reviews import ReviewProgress
from games.selectors import invitations, review_progress
from games.selectors.presence import seated
from games.services.seeks import return_to_seek
from games.store import history, presence, round_trips, site_time
from games.store.presence import Seated
from games.store.transactions import in_thread

GOING_AWAY = 1001
"""How a socket is closed by a page that is left (RFC 6455, 7.4.1)."""


class GameConsumer(KnownGameConsumer):
    """One page of a game, which its room brings up to date, as its reader may see it.

    A page that is more than one ply behind gets the whole table instead of the change. `version`
    is the ply it shows and what was offered at it; `shows_end` is whether it shows its end.
    """

    seated: Seated | None = None
    seat: int | None = None
    page: fragments.Page = "table"
    version: Version = (-1, 0)
    shows_end = False
    is_open = False
    is_measured = False
    outages = 0
    rematch: RematchView | None = None
    goes = False
    room: GameRoom

    async def may_know(self) -> bool:
        """A room that is open knows already whether anybody may come."""
        room = hub.rooms.get(notifications.game_group(self.game_id))
        return (isinstance(room, GameRoom) and room.is_public) or await super().may_know()

    async def begin(self) -> None:
        asked = asked_of(self.scope)
        self.version = (parse_shown_ply(asked.get("ply", "-1")), 0)
        self.shows_end = asked.get("over") == "1"
        if self.sign_in:
            find = in_database_thread(seated)
            self.seated = await find(self.game_id, self.scope["user"])
            self.seat = self.seated.seat if self.seated is not None else None
        group = notifications.game_group(self.game_id)
        self.room = await self.listen(group, partial(GameRoom, game_id=self.game_id))
        await self.accept()
        self.is_open = True
        await self.room.catch_up()
        await self._take_part()
        await self._measure_line()

    @property
    def is_at_table(self) -> bool:
        """Whether this is a page of the table itself, and open."""
        return self.is_open and self.page == "table"

    @cached_property
    def heard(self) -> dict[str, int]:
        """Of each room of the chat, the last line that the page was told of."""
        return {}

    @property
    def reader_id(self) -> int | None:
        """Who reads; None for a stranger."""
        return self.sign_in.user_id if self.sign_in is not None else None

    async def _take_part(self) -> None:
        """Be told what all pages of the table are; who watches is counted, the players are not.

        Who is there is the last that a page is told at once: then it has caught up.
        """
        self._come()
        await self.room.talk.come(self)
        here = await broadcasts.here_now(self.game_id)
        await self.send(text_data=broadcasts.here_fragment(here, self.language))
        self.ends.enter_context(broadcasts.here.joined(self.game_id, self, here))
        self.ends.enter_context(broadcasts.reviews_at_tables.joined(self.game_id, self))
        if self.seat is None:
            self.ends.enter_context(broadcasts.rematches.joined(self.game_id, self))
        await self._look_for_rematch()

    def _come(self) -> None:
        """Be there, for everybody who asks; a spectator is named who allows it."""
        if self.seated is not None:
            self.ends.enter_context(presence.sits(self.game_id, self.seated))
            return
        self.ends.enter_context(notifications.watching.one_more([self.game_id]))
        user = self.scope["user"]
        if user.is_authenticated and user.is_named_watching:
            self.ends.enter_context(presence.watches(self.game_id, user.username))

    async def look(self) -> None:
        """Look what the room does not know: it is this page's own."""
        if self.is_at_table:
            await self._look_for_rematch()
        if self.is_measured:
            await self._measure_line()

    async def _measure_line(self) -> None:
        """Let the server measure the line of a player, where that may cost the player time."""
        if self.seat is not None:
            matters = await in_database_thread(round_trips.matter_in)(self.game_id)
            if matters != self.is_measured:
                self.is_measured = matters
                await self.base_send({"type": "reader.measure", "is_on": matters})

    async def reader_answered(self, event: dict[str, Any]) -> None:
        """The page has answered a ping of the server."""
        await asyncio.to_thread(round_trips.keep, self.scope["user"].pk, event["seconds"])

    async def catch_up(self) -> None:
        await self.room.bring_up_to_date(self.room.version)
        if self.is_at_table:
            await self.room.talk.come(self)
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
        """A nudge may be lost or late; a page that was opened later stays where it is."""
        has_ended = in_database_thread(history.has_ended)
        with contextlib.suppress(Game.DoesNotExist):
            if self.seat is not None and await has_ended(self.game_id):
                before = self.rematch
                goes = before is None or not before.game_id
                await self._show_rematch(goes=goes, is_new=before is None)

    async def _show_rematch(self, goes: bool, is_new: bool = False) -> None:
        """What players are told of it; when it begins, those who sit there go to it.

        From a page that is new only who has just asked for it: it began while the page was loaded.
        """
        shown = await self._rematch()
        goes = goes and bool(shown.game_id) and (shown.was_just_wanted or not is_new)
        if shown != self.rematch or (goes and not self.goes):
            self.rematch, self.goes = shown, goes
            await self.send(text_data=await self.in_readers_language(_rematch, shown, goes))

    @in_database_thread
    def _rematch(self) -> RematchView:
        return invitations.rematch(self.game_id, self.seat, self.scope["user"], site_time.now())

    def is_behind(self, version: Version) -> bool:
        """Whether the page does not show this version yet, and can take it.

        The first page and television show no offers.
        """
        if not self.is_open or self.lags:
            return False
        return version > self.version if self.page == "table" else version[0] > self.version[0]

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


def asked_of(scope: Mapping[str, Any]) -> dict[str, str]:
    """What a page says in the address of its socket."""
    said = parse_qs(scope["query_string"].decode("latin-1"))
    return {name: values[0] for name, values in said.items()}


def parse_shown_ply(said: str) -> int:
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
        self.ends.enter_context(self._waited_for.joined(self.game_id, self))

    @property
    def _waited_for(self) -> broadcasts.Broadcast[ReviewProgress | None]:
        """What the page waits for: the review itself, or the chances that come after it."""
        is_there = asked_of(self.scope).get("for") == "chances"
        return broadcasts.chances_waited_for if is_there else broadcasts.reviews_waited_for

    async def catch_up(self) -> None:
        self._waited_for.look_at(self.game_id)


class InvitationConsumer(QuietConsumer):
    """Tells who looks at an invitation's page who sits, and that it was answered."""

    shown = ""
    has_said_goodbye = False
    room: InvitationRoom

    async def connect(self) -> None:
        """Open first: what the room shows while the page joins it would be lost to the page."""
        await self.accept()
        invitation_id = self.scope["url_route"]["kwargs"]["invitation_id"]
        group = notifications.invitation_group(invitation_id)
        self.room = await self.listen(group, partial(InvitationRoom, invitation_id=invitation_id))
        drawn = await draw_invitation(invitation_id, [self.who])
        if not drawn:
            await self.close(code=UNKNOWN)
            return
        await self.show(drawn[self.who])
        if self.sign_in is None:
            return
        if await in_thread(self._is_back_at_seek, invitation_id):
            sitter = invitation_id, self.scope["user"].pk
            self.ends.enter_context(seekers.kept(sitter, lambda: self.has_said_goodbye))

    async def disconnect(self, code: int) -> None:
        """A browser says so when its reader goes on; when a line is cut nobody does."""
        self.has_said_goodbye = code == GOING_AWAY

    def _is_back_at_seek(self, invitation_id: str) -> bool:
        user, now = self.scope["user"], site_time.now()
        return return_to_seek(invitation_id=invitation_id, user=user, now=now)

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
