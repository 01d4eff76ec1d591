"""What was said at a table, as far as a reader sees it: lines of rooms, by their numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import FilteredRelation, OuterRef, Q, Subquery

from accounts.models import User
from games.models import ChatLine, ChatRoom, Game
from games.presentation.chat_phrases import phrase
from games.presentation.models.chat import ChatLineView, ChatNews, ChatRoomView, ChatView
from games.store import chat
from games.store.queries import Reader, game_with_players

_COLUMNS = {
    "room": "new__room",
    "number": "new__number",
    "author_id": "new__author",
    "name": "new__author__username",
    "phrase": "new__phrase",
    "text": "new__text",
    "said_at": "new__said_at",
}
"""Where a line's values stand, read from its game."""

MOST_SHOWN = 100  # lines of a room; older ones are looked at by nobody


@dataclass(frozen=True)
class Said:
    """What is new in the rooms of a game: the lines since a look, or the numbers of the latest.

    `numbers` are those of each room and author, in order.
    """

    has_ended: bool
    numbers: Mapping[tuple[str, int], Sequence[int]] = field(default_factory=dict)
    lines: tuple[ChatLineView, ...] = ()


def rooms_seen(game: Game, *, is_player: bool, now: datetime) -> tuple[chat.Room, ...]:
    """The rooms of a game that somebody sees who may know of it; the players are fetched."""
    read = chat.rooms_read(is_player=is_player, has_ended=game.ended_at is not None)
    return tuple(room for room in chat.rooms_of(game, now) if room in read)


def chat_view(game_id: str, reader: Reader, now: datetime) -> ChatView:
    """The chat of a game for a reader who may know of it; raises Game.DoesNotExist."""
    game = game_with_players(game_id)
    user = reader if isinstance(reader, User) else None
    is_open, is_player = chat.is_open(game, now), _is_player(game, reader)
    return ChatView(
        game_id=game_id,
        rooms=[
            _room(game_id, room, reader, may_write=is_open and user is not None)
            for room in rooms_seen(game, is_player=is_player, now=now)
        ],
        phrases=[(key, phrase(key)) for key in chat.PHRASES],
        is_closed=not is_open,
        is_player=is_player,
        is_guest=user is not None and user.is_guest,
        says_phrases_only=user is not None and chat.says_phrases_only(user, now),
        longest=ChatLine.LONGEST,
    )


def _is_player(game: Game, reader: Reader) -> bool:
    seats = [one.user_id for one in game.players.all() if one.user_id is not None]
    return reader.pk in seats


def _room(game_id: str, room: str, reader: Reader, *, may_write: bool) -> ChatRoomView:
    news = _news(game_id, room, reader, 0)
    return ChatRoomView(news, may_write, is_full=len(news.lines) == MOST_SHOWN)


def news(game_id: str, room: str, reader: Reader, after: int, now: datetime) -> ChatNews | None:
    """What was said in a room after a line; None for a room that the reader does not see.

    Raises Game.DoesNotExist.
    """
    game = game_with_players(game_id)
    if room not in rooms_seen(game, is_player=_is_player(game, reader), now=now):
        return None
    return _news(game_id, room, reader, after)


def _news(game_id: str, room: str, reader: Reader, after: int) -> ChatNews:
    """The latest lines after a number, without those of people whose words are hidden."""
    found = ChatLine.objects.filter(game=game_id, room=room, number__gt=after)
    rows = list(found.select_related("author").order_by("-number")[:MOST_SHOWN])[::-1]
    hidden = chat.hides([reader.pk], {row.author_id for row in rows}) if reader.pk else set()
    shown = [row for row in rows if (reader.pk, row.author_id) not in hidden]
    last = rows[-1].number if rows else after
    return ChatNews(room, after, last, tuple(_lines(shown)))


def _lines(rows: Iterable[ChatLine]) -> Iterable[ChatLineView]:
    for row in rows:
        yield ChatLineView(
            room=row.room,
            number=row.number,
            author_id=row.author_id,
            name=row.author.username,
            phrase=row.phrase,
            text=row.text,
            said_at=row.said_at,
        )


def said(game_id: str, told: Mapping[str, int] | None) -> Said:
    """What is new of a game for the pages that are open; `told` is the last line of each room.

    Without it, only how far the rooms are. One query. A game in which nothing was said has nothing
    that is new, ended or not.
    """
    if told is None:
        return _how_far(game_id)
    unread = Q()
    for room in chat.ROOMS:
        unread |= Q(chat_lines__room=room, chat_lines__number__gt=told.get(room, 0))
    games = Game.objects.filter(pk=game_id)
    found = games.annotate(new=FilteredRelation("chat_lines", condition=unread))
    rows = list(found.order_by("new__number").values_list("ended_at", *_COLUMNS.values()))
    new = [dict(zip(_COLUMNS, values, strict=True)) for _ended_at, *values in rows]
    lines = tuple(ChatLineView(**line) for line in new if line["number"] is not None)
    return Said(any(row[0] is not None for row in rows), lines=lines)


def _how_far(game_id: str) -> Said:
    room = ChatRoom.objects.filter(game=game_id, room=OuterRef("room")).values("last_number")
    lines = ChatLine.objects.filter(game=game_id, number__gt=Subquery(room) - MOST_SHOWN)
    numbers: dict[tuple[str, int], list[int]] = {}
    has_ended = False
    rows = lines.order_by("number").values_list("room", "author", "number", "game__ended_at")
    for name, author, number, ended_at in rows:
        numbers.setdefault((name, author), []).append(number)
        has_ended = ended_at is not None
    return Said(has_ended, numbers)
