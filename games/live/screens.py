"""Sockets of pages that show what is chosen for all: one game after the other, or many boards."""

import re
from functools import partial

from django.template.loader import render_to_string

from accounts.database_threads import in_database_thread
from accounts.models import User
from games import notifications
from games.live.consumers import GameConsumer, asked_of, parse_shown_ply
from games.live.game_rooms import GameRoom
from games.live.hub import hub
from games.live.rooms import tell
from games.live.screen_rooms import ChannelRoom, Tokens, WallRoom, game_on_air
from games.live.sockets import UNKNOWN, QuietConsumer
from games.selectors.choosing import CHANNELS, MOST_ON_WALL
from games.selectors.lists import own_games, own_version

_TOKEN = re.compile(r"[A-Za-z0-9]{1,20}\.[0-9]{1,8}e?")


class ChannelConsumer(GameConsumer):
    """A page that shows the game of a channel, as strangers see it, and the next one after it.

    It stands in the channel's room, and in that of the game which is on the air. `runs` is what its
    tabs say of all channels; None where it has none. `own` is the version of the reader's own games
    that the page lists; None where it lists none.
    """

    runs: str | None = None
    own: str | None = None
    has_left = False

    async def connect(self) -> None:
        key = self.scope["url_route"]["kwargs"].get("key", "")
        if key not in CHANNELS:
            await self.refuse(UNKNOWN)
            return
        asked = asked_of(self.scope)
        self.page = "tv" if asked.get("page") == "tv" else "home"
        self.runs, self.own = asked.get("runs"), asked.get("own")
        await self.accept()
        self.is_open = True
        if on_air := await game_on_air(key):
            is_shown = asked.get("game") == on_air
            await self.turn_to(on_air, parse_shown_ply(asked.get("ply", "-1")) if is_shown else -1)
        group = notifications.channel_group(key)
        await self.listen(group, partial(ChannelRoom, key=key))

    async def turn_to(self, game_id: str, shown_ply: int = -1) -> None:
        """Leave the game that was shown, and show this one from now on."""
        await self._leave_game()
        self.game_id, self.version, self.shows_end = game_id, (shown_ply, 0), False
        group = notifications.game_group(game_id)
        self.room = await hub.join(group, self, partial(GameRoom, game_id=game_id))
        if self.has_left:  # meanwhile: it was in no room of a game that could be left
            await self._leave_game()
        else:
            await self.room.catch_up()

    async def _leave_game(self) -> None:
        if self.game_id:
            await hub.leave(notifications.game_group(self.game_id), self)

    async def _leave_groups(self) -> None:
        self.has_left = True
        await super()._leave_groups()
        await self._leave_game()

    async def catch_up(self) -> None:
        if self.game_id:
            await super().catch_up()

    async def look_at_own_games(self) -> None:
        if self.own is None or self.reader_id is None:
            return
        version = await in_database_thread(own_version)(self.reader_id)
        if version != self.own and await self.is_still_signed_in():
            self.own, html = await self.in_readers_language(_draw_own_games, self.scope["user"])
            await tell(self, html)


def _draw_own_games(reader: User) -> tuple[str, str]:
    """The reader's running games as the first page lists them, and their version before that."""
    own = own_games(reader)
    shown = {"own": own, "user": reader, "is_pushed": True}
    return own.version, render_to_string("games/lists/_own_games.html", shown)


class WallConsumer(QuietConsumer):
    """A page with a wall of boards; `shown` are those that it has by now."""

    key = ""
    shown: Tokens = ()

    async def connect(self) -> None:
        self.key = self.scope["url_route"]["kwargs"].get("key", "")
        if self.key not in CHANNELS:
            await self.refuse(UNKNOWN)
            return
        self.shown = _parse_tokens(asked_of(self.scope).get("shown", ""))
        await self.accept()
        await self.listen(notifications.wall_group(), WallRoom)

    async def show(self, shown: Tokens, html: str) -> None:
        """Show these boards."""
        self.shown = shown
        if html:
            await self.send(text_data=html)


def _parse_tokens(said: str) -> Tokens:
    """The boards that a page says it shows; none when it says nothing sensible."""
    tokens = said.split(",")
    is_sensible = len(tokens) <= MOST_ON_WALL and all(map(_TOKEN.fullmatch, tokens))
    return tuple(tokens) if is_sensible else ()
