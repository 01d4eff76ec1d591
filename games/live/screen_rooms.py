"""The pages that show what is chosen for all: television, the first page, and walls of boards."""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import NamedTuple, Protocol

from django.template.loader import render_to_string
from django.utils import translation

from accounts.database_threads import in_database_thread, in_drawing_thread
from games.live.rooms import Page, TendedRoom, tell
from games.presentation.models.lists import WallBoard
from games.selectors import programme, walls
from games.selectors.choosing import ALL, Programme
from games.store import site_time

LOOKS_FOR_GAMES = 1.0  # seconds from one look at what is chosen to the next
LOOKS_AT_BOARDS = 0.5  # seconds in which what changes on a wall becomes one push

log = logging.getLogger(__name__)

Tokens = tuple[str, ...]
"""The boards that a wall shows, in their order: which game in which position."""


class ScreenRoom(TendedRoom):
    """Pages for which it is looked again and again, once for all of them, what they are to show.

    Nobody else sends them boards: what a page shows is known as soon as it was sent.
    """

    period: float

    def __init__(self, group: str) -> None:
        super().__init__(group)
        self._looks = asyncio.get_running_loop().create_task(self._show_again())

    def close(self) -> None:
        super().close()
        self._looks.cancel()

    async def show_what_runs(self) -> None:
        """Send the pages what they do not show yet; each kind of screen does."""

    async def _show_again(self) -> None:
        while True:
            try:
                await self.show_what_runs()
            except Exception as fault:  # the database is away: the next look tries again
                log.warning("pages of %s could not be shown what runs: %s", self.group, fault)
            await asyncio.sleep(self.period)


class ChannelPage(Page, Protocol):
    """The socket of a page that shows the game of a channel."""

    game_id: str
    language: str
    runs: str | None

    async def turn_to(self, game_id: str) -> None: ...


class ChannelRoom(ScreenRoom):
    """All pages of this process that show the game of a channel, whichever it is by now."""

    period = LOOKS_FOR_GAMES

    def __init__(self, group: str, key: str) -> None:
        super().__init__(group)
        self.key = key

    async def show_what_runs(self) -> None:
        shown = await _what_runs()
        on_air = shown.channels.get(self.key)
        pages: list[ChannelPage] = [page for page in self.listeners if not page.lags]
        if on_air:
            turned = [page.turn_to(on_air) for page in pages if page.game_id != on_air]
            await asyncio.gather(*turned, return_exceptions=True)
        for page in pages:
            if page.runs not in (None, shown.runs):
                page.runs = shown.runs
                await tell(page, await _draw_tabs(shown, page.language))


@in_database_thread
def _what_runs() -> Programme:
    return programme.programme(site_time.now())


_tabs: dict[str, tuple[str, str]] = {}  # by language: for which programme, and as it was drawn


@in_drawing_thread
def _draw_tabs(shown: Programme, language: str) -> str:
    """What the tabs of television say now: drawn once for all pages in a language."""
    runs, drawn = _tabs.get(language, ("", ""))
    if runs != shown.runs:
        with translation.override(language):
            channels = {"channels": walls.channels(shown, ALL)}
            drawn = render_to_string("games/lists/_on_channels.html", channels)
        _tabs[language] = shown.runs, drawn
    return drawn


@in_database_thread
def game_on_air(key: str) -> str:
    """The game that a channel shows now; empty where nothing runs."""
    return programme.programme(site_time.now()).channels.get(key, "")


class WallPage(Page, Protocol):
    """The socket of a page with a wall of boards; `shown` are those that it has."""

    key: str
    shown: Tokens

    @property
    def language(self) -> str: ...

    async def show(self, shown: Tokens, html: str) -> None: ...


class WallView(NamedTuple):
    """What two pages have in common that are sent the same bytes."""

    key: str
    language: str
    shown: Tokens


class WallRoom(ScreenRoom):
    """All pages of this process that show a wall: what has changed is read and drawn once."""

    period = LOOKS_AT_BOARDS

    async def show_what_runs(self) -> None:
        pages: list[WallPage] = [page for page in self.listeners if not page.lags]
        views = defaultdict(list)
        for page in pages:
            views[WallView(page.key, page.language, page.shown)].append(page)
        for view, (tokens, html) in (await _draw(list(views))).items():
            for page in views[view]:
                with contextlib.suppress(Exception):  # it has gone; the others are still there
                    await page.show(tokens, html)


@in_drawing_thread
def _draw(views: Iterable[WallView]) -> dict[WallView, tuple[Tokens, str]]:
    """What turns each of these views into what is to be shown; none where nothing has changed."""
    shown = programme.programme(site_time.now(), timedelta(seconds=LOOKS_AT_BOARDS / 2))
    behind = {view: places for view in views if (places := _places(view, shown.tokens(view.key)))}
    drawn = {}
    for language in {view.language for view in behind}:
        with translation.override(language):
            asked = {view: behind[view] for view in behind if view.language == language}
            drawn.update(_draw_in_language(asked))
    return drawn


def _places(view: WallView, wanted: Tokens) -> dict[int, str]:
    """The boards that are not shown yet, by their place."""
    return {
        place: token
        for place, token in enumerate(wanted)
        if token not in view.shown[place : place + 1]
    }


def _draw_in_language(
    behind: Mapping[WallView, Mapping[int, str]],
) -> dict[WallView, tuple[Tokens, str]]:
    """All boards are read once, and what is shown alike is drawn once."""
    asked = {token.partition(".")[0] for places in behind.values() for token in places.values()}
    boards = walls.wall_boards(asked)
    return {view: _draw_view(view, places, boards) for view, places in behind.items()}


def _draw_view(
    view: WallView, places: Mapping[int, str], boards: Mapping[str, WallBoard]
) -> tuple[Tokens, str]:
    shown, drawn = list(view.shown), []
    for place, token in places.items():
        is_new = place >= max(1, len(view.shown))
        if (board := boards.get(token.partition(".")[0])) is not None:
            drawn.append(_draw_board(board, place, is_new))
            token = board.token
        shown[place : place + 1] = [token]
    return tuple(shown), "".join(drawn)


def _draw_board(board: WallBoard, place: int, is_new: bool) -> str:
    """A board that takes its place on a page, where that is new behind all others."""
    shown = {"board": board, "place": place, "is_new": is_new, "is_pushed": True}
    return render_to_string("games/lists/_wall_board.html", shown)
