"""What all open pages of a game are shown alike: read once for all, at most once a second."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import Generic, Protocol, TypeVar

from asgiref.sync import sync_to_async
from django.template.loader import render_to_string
from django.utils import translation

from accounts.database_threads import in_database_thread
from accounts.shared_counts import running
from games import notifications
from games.presentation.models.invitations import RematchView
from games.presentation.models.presence import AbsenceView, HereView
from games.presentation.models.reviews import ReviewProgress
from games.selectors import invitations, review_progress
from games.selectors.presence import absences_of, here_view
from games.store import presence, site_time

PERIOD = 1.0  # seconds between two rounds

log = logging.getLogger(__name__)

Value = TypeVar("Value")
"""What the pages of a game are shown."""


class Page(Protocol):
    """An open page: its socket, the language it is in, and whether it takes what it is sent."""

    lags: bool

    @property
    def language(self) -> str: ...

    async def send(self, text_data: str) -> None: ...


class Broadcast(Generic[Value]):
    """One kind of fragment, for all pages of this process.

    In each round `read` is asked once for all games of which something may be new, and `render`
    once for each game and language. A page is sent what it was not sent before, and nothing else;
    one that lags behind is sent the latest in the round after it has caught up.
    Where the games `are_polled`, there may be something new of each at any time; else where
    `look_at` was told so, and where a page has just come.
    """

    def __init__(
        self,
        read: Callable[[Collection[str]], Awaitable[Mapping[str, Value]]],
        render: Callable[[Value], str],
        are_polled: bool = False,
    ) -> None:
        self.read = read
        self.render = render
        self.are_polled = are_polled
        self._shown: dict[str, dict[Page, Value | None]] = {}
        self._due: set[str] = set()
        self._latest: dict[str, Value] = {}
        self.rounds: asyncio.Task[None] | None = None

    @contextmanager
    def joined(self, game_id: str, page: Page, shown: Value | None = None) -> Iterator[None]:
        """While the block lasts, this page is told what is not `shown` on it already."""
        self._shown.setdefault(game_id, {})[page] = shown
        self.look_at(game_id)
        try:
            yield
        finally:
            self._leave(game_id, page)

    def _leave(self, game_id: str, page: Page) -> None:
        pages = self._shown[game_id]
        del pages[page]
        if not pages:
            del self._shown[game_id]
            self._latest.pop(game_id, None)
        if self.are_polled:
            self._due.add(game_id)  # the other processes are to hear of it

    def look_at(self, game_id: str) -> None:
        """There may be something new of this game."""
        if game_id in self._shown:
            self._due.add(game_id)
            self.rounds = running(self.rounds, self._run)

    async def latest(self, game_id: str) -> Value:
        """What its pages were told last; where there is none, what is so now."""
        if game_id not in self._latest:
            return (await self.read([game_id]))[game_id]
        return self._latest[game_id]

    async def _run(self) -> None:
        while self._shown or self._due:
            due, self._due = self._due, set()
            try:
                await self._tell(due | self._shown.keys() if self.are_polled else due)
            except Exception as fault:  # the database is away: the next round tries again
                log.warning("open pages could not be told: %s", fault)
                self._due |= due
            await asyncio.sleep(PERIOD)

    async def _tell(self, game_ids: Collection[str]) -> None:
        values = await self.read(game_ids) if game_ids else {}
        self._latest |= {game_id: values[game_id] for game_id in game_ids if game_id in self._shown}
        behind = [
            (game_id, page)
            for game_id in game_ids
            for page, shown in self._shown.get(game_id, {}).items()
            if shown != values.get(game_id) and not page.lags
        ]
        wanted = {(game_id, page.language) for game_id, page in behind}
        in_thread = sync_to_async(self._render, thread_sensitive=False)
        fragments = await in_thread(wanted, values) if wanted else {}
        for game_id, page in behind:
            if page in self._shown.get(game_id, {}):  # it may have left meanwhile
                self._shown[game_id][page] = values[game_id]
                with suppress(Exception):  # it has gone; the others are still there
                    await page.send(text_data=fragments[game_id, page.language])

    def _render(
        self, wanted: Collection[tuple[str, str]], values: Mapping[str, Value]
    ) -> dict[tuple[str, str], str]:
        fragments = {}
        for game_id, language in wanted:
            with translation.override(language):
                fragments[game_id, language] = self.render(values[game_id])
        return fragments


async def _here(game_ids: Collection[str]) -> Mapping[str, HereView]:
    """Who is at these tables; the database is asked only where somebody is missed."""
    counts = await notifications.watching.totals(game_ids)
    seated = await presence.players.members(game_ids)
    names = await presence.spectators.members(game_ids)
    gone = await presence.gone(seated)
    absences = await _absences(gone) if gone else {}
    return {
        game_id: here_view(counts[game_id], names[game_id], seated[game_id], absences.get(game_id))
        for game_id in game_ids
    }


@in_database_thread
def _absences(gone: Mapping[str, presence.Gone]) -> Mapping[str, AbsenceView]:
    return absences_of(gone, site_time.now())


def here_fragment(shown: HereView, language: str) -> str:
    """Who is at a table; the seconds of an absence are those that are left now."""
    return (_drawn if shown.absence is None else _draw)(shown, language)


def _draw(shown: HereView, language: str) -> str:
    with translation.override(language):
        return render_to_string("games/table/_here.html", {"here": shown, "oob": True})


_drawn = lru_cache(maxsize=1000)(_draw)


def _here_fragment(shown: HereView) -> str:
    return here_fragment(shown, translation.get_language())


@in_database_thread
def _progress(game_ids: Collection[str]) -> Mapping[str, ReviewProgress | None]:
    return {game_id: review_progress.review_progress(game_id) for game_id in game_ids}


def _review_state(progress: ReviewProgress | None, is_waited_for: bool) -> str:
    """Return the HTML of a review's progress; a page that waits is reloaded when it is done."""
    shown = {"progress": progress, "oob": True, "is_waited_for": is_waited_for}
    return render_to_string("games/review/_state.html", shown)


def _deep_state(progress: ReviewProgress | None) -> str:
    """Return the HTML of how far the chances are weighed; a page asks for them when they are."""
    deep = progress.deep if progress is not None else None
    return render_to_string("games/review/_deep_state.html", {"deep": deep, "oob": True})


@in_database_thread
def _rematches(game_ids: Collection[str]) -> Mapping[str, RematchView | None]:
    begun = invitations.rematches_begun(game_ids)
    return {game_id: begun.get(game_id) for game_id in game_ids}


def _rematch(begun: RematchView | None) -> str:
    """The way to the next game for those who watch."""
    return render_to_string("games/table/_rematch.html", {"rematch": begun, "oob": True})


rematches = Broadcast(_rematches, _rematch)
here = Broadcast(_here, _here_fragment, are_polled=True)
reviews_at_tables = Broadcast(_progress, partial(_review_state, is_waited_for=False))
reviews_waited_for = Broadcast(_progress, partial(_review_state, is_waited_for=True))
chances_waited_for = Broadcast(_progress, _deep_state)


async def here_now(game_id: str) -> HereView:
    """What a page is told that has just come: how many watch now, and what the others know."""
    told = await here.latest(game_id)
    return replace(told, viewers=await notifications.watching.latest_total(game_id))
