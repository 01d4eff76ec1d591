"""What a report keeps of a game: who was there, and what was said, as it was then."""

from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import ChatLine, Game
from games.presentation.chat_phrases import phrase
from games.selectors.chat import rooms_seen
from games.selectors.private_games import may_know
from games.store.queries import game_with_players

MOST = 30  # lines


def lines_of(game_id: str, reader: User, now: datetime) -> list[dict[str, Any]]:
    """The last lines of the rooms that this reader sees, hidden ones too: a report is about them.

    Raises Game.DoesNotExist for a game that the reader may not know of.
    """
    rows = _rows(game_id, reader, now)
    return [
        {
            "by": row.author.username,
            "by_id": row.author_id,
            "room": row.room,
            "at": row.said_at.isoformat(),
            "said": phrase(row.phrase) if row.phrase else row.text,
        }
        for row in rows
    ]


def people_at(game_id: str, reader: User, now: datetime) -> list[str]:
    """Who played or said something there, but for the reader; raises Game.DoesNotExist."""
    said = [row.author for row in _rows(game_id, reader, now)]
    seats = [one.user for one in game_with_players(game_id).players.all() if one.user is not None]
    people = {one.pk: one for one in [*seats, *said] if one.is_active and not one.is_computer}
    people.pop(reader.pk, None)
    return [one.username for one in people.values()]


def _rows(game_id: str, reader: User, now: datetime) -> list[ChatLine]:
    if not may_know(game_id, reader):
        raise Game.DoesNotExist
    game = game_with_players(game_id)
    is_player = any(one.user_id == reader.pk for one in game.players.all())
    rooms = rooms_seen(game, is_player=is_player, now=now)
    found = ChatLine.objects.filter(game=game_id, room__in=rooms).select_related("author")
    return list(found.order_by("-said_at", "-id")[:MOST])[::-1]
