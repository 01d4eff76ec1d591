"""The pages of a game that are open here: one reading, one drawing of each view, one heartbeat."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from django.template.loader import render_to_string
from django.utils import translation

from accounts.database_threads import in_database_thread, in_drawing_thread
from games.live import broadcasts, fragments
from games.live.chat import Talk
from games.live.hub import Message
from games.live.rooms import Page, TendedRoom, only_signed_in, tell
from games.models import Game
from games.rules.moves import Seat
from games.selectors import private_games, tables
from games.store import draw_offers, queries, site_time

PAUSE = 0.05  # seconds; pushes of a game that come closer to one another become one …
READING_PAUSE = 0.2  # … and readings for pages that come

log = logging.getLogger(__name__)

Version = tuple[int, int]
"""A ply, and what was offered and asked for at it (`draw_offers.made`)."""


class View(NamedTuple):
    """What distinguishes what two pages are sent at the same version."""

    seat: Seat | None
    extent: fragments.Extent
    page: fragments.Page
    language: str


view_of = lru_cache(maxsize=4096)(View)
"""The same view for the same values: a thousand pages need not make it for each move."""


class GamePage(Page, Protocol):
    """The socket of one page of a game; `outages` are those that it has shown."""

    outages: int
    version: Version
    shows_end: bool

    @property
    def language(self) -> str: ...

    def is_behind(self, version: Version) -> bool: ...

    def view(self, version: Version) -> View: ...

    @property
    def is_at_table(self) -> bool: ...

    def players_view(self) -> View: ...

    async def show(self, version: Version, html: str) -> None: ...

    async def look(self) -> None: ...


Wanted = tuple[Version, View]


class Reading(NamedTuple):
    """What all pages of a game need to know of it."""

    version: Version
    has_ended: bool
    names: list[queries.Named]
    is_public: bool


class GameRoom(TendedRoom):
    """All pages of a game that are open in this process.

    `version` is the latest that was heard of. Anybody may know of the game if it `is_public`.
    """

    def __init__(self, group: str, game_id: str) -> None:
        super().__init__(group)
        self.game_id = game_id
        self.version: Version = (-1, 0)
        self.is_public = False
        self.talk = Talk(game_id, self.listeners)
        self._names: list[queries.Named] = []
        self._next: asyncio.Task[None] | None = None
        self._read_at = 0.0
        self._reading = asyncio.Lock()

    def take(self, message: Message) -> None:
        """Names and what is said are looked at beside what waits: a move waits for none of them."""
        if message["type"] == "game.names":
            self._read_soon().add_done_callback(_log_failure)
        elif message["type"] == "game.said":
            self.talk.look_soon()
        else:
            super().take(message)

    def close(self) -> None:
        super().close()
        self.talk.close()

    async def handle(self, message: Message) -> None:
        """Bring the pages to a new version, which a later one that waits replaces; or pass on."""
        if message["type"] == "game.reviewed":
            broadcasts.reviews_at_tables.look_at(self.game_id)
        elif message["type"] == "game.times":
            site_time.set_known_outages(message["outages"])
            await self._show_times()
        elif message["type"] == "game.reopened":
            await self._go_back(list(self.listeners))
            await self.catch_up()
        elif version := _version_of(message):
            await self.bring_up_to_date(self._latest_waiting(version))
            await asyncio.sleep(PAUSE)
        else:
            await super().handle(message)

    def _latest_waiting(self, version: Version) -> Version:
        while self.waiting and (later := _version_of(self.waiting[0])):
            version = max(version, later)
            self.waiting.popleft()
        return version

    async def _go_back(self, pages: Collection[GamePage]) -> None:
        """The ending was taken back: tables load again, the others will be shown what is now."""
        self.version = (-1, 0)
        for page in pages:
            page.version, page.shows_end = (-1, 0), False
            if page.is_at_table:
                await tell(page, await _load_again(self.game_id))

    async def catch_up(self) -> None:
        """Bring all pages up to date with what is stored now.

        Those who ask within a moment share one reading, which begins after all of them asked.
        """
        await asyncio.shield(self._read_soon())

    def _read_soon(self) -> "asyncio.Task[None]":
        if self._next is None:
            self._next = asyncio.get_running_loop().create_task(self._read())
        return self._next

    async def _read(self) -> None:
        async with self._reading:
            await asyncio.sleep(max(0.0, self._read_at + READING_PAUSE - time.monotonic()))
            self._next, self._read_at = None, time.monotonic()
            known, shown = self.version[0], self._plies_shown()
            if (read := await _read(self.game_id)) is not None:
                before, self._names, self.is_public = self._names, read.names, read.is_public
                if known > read.version[0]:
                    self.version = (-1, 0)
                await self._look_for_reopening(shown, read)
                await self.bring_up_to_date(max(read.version, self.version))
                await self._tell_names(before)

    def _plies_shown(self) -> dict[GamePage, int]:
        """What pages show that are open: those that open later ask for a reading of their own."""
        return {page: page.version[0] for page in self.listeners if page.is_open}

    async def _look_for_reopening(self, shown: Mapping[GamePage, int], read: Reading) -> None:
        """Let pages go back that showed, before the reading, what is not in it: an ending.

        Open pages are told of a reopening. But a page may have slept, or the nudge be lost.
        """
        late = []
        for page in shown.keys() & self.listeners.keys():
            page.shows_end = page.shows_end or read.has_ended
            if shown[page] > read.version[0] or (page.shows_end and not read.has_ended):
                late.append(page)
        if late:
            await self._go_back(late)

    async def bring_up_to_date(self, version: Version) -> None:
        """Show this version on all pages that do not show it yet."""
        self.version = max(self.version, version)
        behind: list[GamePage] = [page for page in self.listeners if page.is_behind(version)]
        drawn = await self._draw({page: (version, page.view(version)) for page in behind})
        for page in self.listeners.keys() & drawn.keys():  # some show another game by now
            with contextlib.suppress(Exception):  # it has gone; the others are still there
                await page.show(version, drawn[page])

    async def _draw(self, wanted: Mapping[GamePage, Wanted]) -> dict[GamePage, str]:
        """What each page is to be sent: each distinct view is drawn once.

        Who sits at the table is shown nothing more when the sign-in has ended.
        """
        seated = [page for page, (_, view) in wanted.items() if view.seat is not None]
        gone = set(seated).difference(await only_signed_in(seated))
        asked = {page: what for page, what in wanted.items() if page not in gone}
        drawn = await _draw(self.game_id, set(asked.values())) if asked else {}
        return {page: drawn[what] for page, what in asked.items() if what in drawn}

    async def _tell_names(self, before: list[queries.Named]) -> None:
        """A player has another name than the pages show, or has left the site."""
        now = self._names
        if changed := [(old, new) for old, new in zip(before, now, strict=False) if old != new]:
            pages = [page for page in self.listeners if page.is_at_table]
            news = await _draw_names(changed, {page.language for page in pages})
            for page in pages:
                await tell(page, news[page.language])
            await self._show_players(pages)

    async def _show_players(self, pages: Iterable[GamePage]) -> None:
        """The players as they are now, beside a position that has not changed."""
        wanted = {page: (page.version, page.players_view()) for page in pages}
        for page, html in (await self._draw(wanted)).items():
            await tell(page, html)

    async def look(self) -> None:
        await self.catch_up()
        await self._show_times()
        await self.talk.look()
        for page in list(self.listeners):
            await page.look()

    async def _show_times(self) -> None:
        """After an outage: what it gave back, once on every page that was open or came back."""
        known = site_time.known_outages()
        late = [page for page in self.listeners if page.is_open and page.outages != known]
        for page in late:
            page.outages = known
        await self._show_players(late)


def _log_failure(read: "asyncio.Task[None]") -> None:
    if not read.cancelled() and (fault := read.exception()):
        log.warning("a game could not be looked at: %s", fault)  # the heartbeat tries again


def _version_of(message: Message) -> Version | None:
    """The version that a message tells of; None for a message about something else."""
    if message["type"] == "game.changed":
        return message["ply"], 0
    if message["type"] == "game.draw_offered":
        return message["ply"], message["offers"]
    return None


@in_database_thread
def _read(game_id: str) -> Reading | None:
    """What is stored of a game now; None where there is none."""
    found = draw_offers.version_and_end(game_id)
    if found is None:
        return None
    is_public = private_games.games_for_all().filter(pk=game_id).exists()
    return Reading(*found, queries.names_at(game_id), is_public)


@in_drawing_thread
def _draw(game_id: str, wanted: Collection[Wanted]) -> dict[Wanted, str]:
    """Each view of a game once, from one reading; none where there is no such game."""
    reading = tables.Reading(game_id)
    with contextlib.suppress(Game.DoesNotExist):
        return {(each, view): draw_view(game_id, each, view, reading) for each, view in wanted}
    return {}


def draw_view(
    game_id: str, version: Version, view: View, reading: tables.Reading | None = None
) -> str:
    """The zones of the table in this view; raises Game.DoesNotExist."""
    ply, offers = version
    with translation.override(view.language):
        return fragments.live_fragment(
            game_id, ply, view.seat, view.extent, view.page, offers, reading=reading
        )


@in_drawing_thread
def _draw_names(
    changed: list[tuple[queries.Named, queries.Named]], languages: Collection[str]
) -> dict[str, str]:
    """What became of the names, in each of these languages."""
    news: dict[str, str] = {}
    for language in languages:
        with translation.override(language):
            shown = {"changed": changed, "oob": True}
            news[language] = render_to_string("games/table/_renamed.html", shown)
    return news


@in_database_thread
def _load_again(game_id: str) -> str:
    """What lets a page of the table load again: it shows what is not so any more."""
    return render_to_string("games/table/_load_again.html", {"game_id": game_id})
