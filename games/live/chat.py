"""What is said at a table, on its way to the pages that are open here.

Each line is read once a process and drawn once a language, for all who read its room alike. A page
is sent new lines as they come, each with its number; a page that has just come, or has missed one,
is told the numbers of the latest lines, which it counts, and asks for what it wants to show
(`views/chat.py`). However much
is said, a page is sent one frame in each `PAUSE`: a thousand people who talk to a thousand pages
are four frames a second for each of them.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, Protocol

from django.template.loader import render_to_string
from django.utils import translation

from accounts.database_threads import in_database_thread, in_drawing_thread
from accounts.sessions import SignIn
from accounts.shared_counts import running
from games.live.rooms import only_signed_in, tell
from games.presentation.models.chat import ChatLineView, ChatNews
from games.rules.moves import Seat
from games.selectors import chat as selector
from games.store import chat

PAUSE = 0.25  # seconds; lines that are said within become one frame

log = logging.getLogger(__name__)

Parcel = tuple[ChatNews, ...]
"""What one page is sent, of each room that its reader sees."""


Hidden = set[tuple[int, int]]
"""Pairs of a reader and an author whose words the reader is not shown."""


class ChatPage(Protocol):
    """The socket of a page of a table; `heard` are the last lines of rooms that it was told of."""

    heard: dict[str, int]
    sign_in: SignIn | None
    lags: bool
    seat: Seat | None

    @property
    def is_at_table(self) -> bool: ...

    @property
    def reader_id(self) -> int | None: ...

    @property
    def language(self) -> str: ...

    async def end_sign_in(self) -> None: ...


class Talk:
    """What is said in one game, for those of the `pages` of its room that show the table.

    It is read and sent under one lock: no page is told of a line before those that came first.
    """

    def __init__(self, game_id: str, pages: Mapping[Any, None]) -> None:
        self.game_id = game_id
        self.pages: Mapping[ChatPage, None] = pages
        self._numbers: dict[tuple[str, int], list[int]] = {}  # of lines, by room and author
        self._has_ended = False
        self._is_known = False
        self._is_due = False
        self._lock = asyncio.Lock()
        self._looks: asyncio.Task[None] | None = None

    def close(self) -> None:
        """The last page has gone."""
        if self._looks is not None:
            self._looks.cancel()

    async def come(self, page: ChatPage) -> None:
        """Tell a page how far the rooms are, where it does not know it."""
        async with self._lock:
            if not self._is_known:
                await self._read()
            await self._send([page], self._told(), ())

    def look_soon(self) -> None:
        """Something was said, or rooms have opened."""
        self._is_due = True
        self._looks = running(self._looks, self._look_while_due)

    async def _look_while_due(self) -> None:
        while self._is_due:
            self._is_due = False
            try:
                await self.look()
            except Exception as fault:  # the database is away: the heartbeat tries again
                log.warning("what is said in %s could not be told: %s", self.game_id, fault)
            await asyncio.sleep(PAUSE)

    async def look(self) -> None:
        """Send all pages what is new."""
        async with self._lock:
            before = self._told()
            lines = await self._read()
            await self._send([page for page in self.pages if page.is_at_table], before, lines)

    async def _read(self) -> tuple[ChatLineView, ...]:
        """Take in what is new; the lines, but for the first time."""
        told = self._told() if self._is_known else None
        read = await in_database_thread(selector.said)(self.game_id, told)
        self._is_known, self._has_ended = True, read.has_ended
        for key, numbers in read.numbers.items():
            self._numbers[key] = list(numbers)
        for line in read.lines:
            self._numbers.setdefault((line.room, line.author_id), []).append(line.number)
        for numbers in self._numbers.values():
            del numbers[: -selector.MOST_SHOWN]
        return read.lines

    def _told(self) -> dict[str, int]:
        """The number of the last line of each room, as far as it is known here."""
        told: dict[str, int] = {}
        for (room, _author), numbers in self._numbers.items():
            told[room] = max(told.get(room, 0), numbers[-1])
        return told

    async def _send(
        self,
        pages: Collection[ChatPage],
        before: Mapping[str, int],
        lines: Collection[ChatLineView],
    ) -> None:
        """Send each page its parcel; those who are sent the same share the bytes."""
        hidden = await self._hidden(pages)
        taking = [page for page in pages if not page.lags]
        parcels = {page: self._parcel(page, before, lines, hidden) for page in taking}
        wanted = {page: parcel for page, parcel in parcels.items() if parcel}
        seated = [page for page in wanted if page.seat is not None]
        for page in set(seated).difference(await only_signed_in(seated)):
            del wanted[page]
        asked = {(parcel, page.language) for page, parcel in wanted.items()}
        drawn = await in_drawing_thread(_draw)(asked) if asked else {}
        for page, parcel in wanted.items():
            await tell(page, drawn[parcel, page.language])

    async def _hidden(self, pages: Collection[ChatPage]) -> Hidden:
        """Whose words are hidden from whom, of those who read and those who talk here."""
        readers = {page.reader_id for page in pages if page.reader_id is not None}
        authors = {author for _room, author in self._numbers}
        return (
            await in_database_thread(chat.hides)(readers, authors) if readers and authors else set()
        )

    def _parcel(
        self,
        page: ChatPage,
        before: Mapping[str, int],
        lines: Collection[ChatLineView],
        hidden: Hidden,
    ) -> Parcel:
        """What this page is sent, which then knows all that was said so far."""
        told, parcel = self._told(), []
        rooms = chat.rooms_read(is_player=page.seat is not None, has_ended=self._has_ended)
        for room in rooms:
            heard, page.heard[room] = page.heard.get(room), told.get(room, 0)
            if heard is None or heard < before.get(room, 0):
                numbers = self._shown_numbers(page, room, hidden)
                last = max(numbers, default=0)
                parcel += [ChatNews(room, last, last, (), numbers)] if last > (heard or 0) else []
            elif new := _shown_lines(page, room, heard, lines, hidden):
                parcel.append(ChatNews(room, heard, page.heard[room], new))
        return tuple(parcel)

    def _shown_numbers(self, page: ChatPage, room: str, hidden: Hidden) -> tuple[int, ...]:
        """The numbers of the latest lines of a room, of those that this page shows."""
        shown = [
            number
            for (where, author), numbers in self._numbers.items()
            if where == room and (page.reader_id, author) not in hidden
            for number in numbers
        ]
        return tuple(sorted(shown)[-selector.MOST_SHOWN :])


def _shown_lines(
    page: ChatPage, room: str, heard: int, lines: Iterable[ChatLineView], hidden: Hidden
) -> tuple[ChatLineView, ...]:
    """The lines of a room that are new to this page, as far as it shows them."""
    return tuple(
        line
        for line in lines
        if line.room == room
        and line.number > heard
        and (page.reader_id, line.author_id) not in hidden
    )


def _draw(asked: Collection[tuple[Parcel, str]]) -> dict[tuple[Parcel, str], str]:
    """Each parcel once, in each language that is asked for."""
    return {(parcel, language): _drawn(parcel, language) for parcel, language in asked}


@lru_cache(maxsize=256)
def _drawn(parcel: Parcel, language: str) -> str:
    """A thousand pages that come are told the same, one after the other."""
    with translation.override(language):
        return news_fragment(parcel)


def news_fragment(parcel: Iterable[ChatNews]) -> str:
    """What a page is told that something was said, with the lines or without."""
    return render_to_string("games/chat/_news.html", {"parcel": parcel, "oob": True})
