"""What people say at tables."""

from datetime import datetime, timedelta

from accounts.models import User
from games.models import ChatLine, Game
from games.services.chat import say
from tests.games.beats import NOON

SAID_AT = NOON + timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def said(
    game: Game,
    user: User | None,
    text: str = "",
    room: str = "players",
    now: datetime = SAID_AT,
    **more,
) -> ChatLine:
    """Say it; a word and nothing else is what somebody says who does not care what."""
    words = more or {"text": text or "word"}
    return say(game_id=game.id, user=user, room=room, now=now, **words)


def texts(game: Game, room: str = "players") -> list[str]:
    """What was said in a room, in order."""
    lines = ChatLine.objects.filter(game=game, room=room).order_by("number")
    return [line.text or line.phrase for line in lines]
