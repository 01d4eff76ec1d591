"""How long the lines of players take there and back, as the server measured it by its pings."""

from datetime import timedelta

from django.core.cache import cache

from accounts.models import User
from games.models import Game
from games.rules.clock import parse

KEPT_FOR = 15  # seconds

_MILLISECOND = timedelta(milliseconds=1)


def matter_in(game_id: str) -> bool:
    """Whether a slow line costs a player time in this game: while it runs, if it is live."""
    running = Game.objects.filter(pk=game_id, ended_at=None)
    return any(parse(said).is_live for said in running.values_list("time_control", flat=True))


def keep(user_id: int, seconds: float) -> None:
    """Let every process know for a while how long the line of this player takes."""
    cache.set(_name(user_id), timedelta(seconds=seconds) // _MILLISECOND, KEPT_FOR)


def of(user: User | None) -> timedelta:
    """What was measured of late; nothing for who is nobody, or at no table of a live game."""
    if user is None:
        return timedelta()
    measured: int = cache.get(_name(user.pk), 0)
    return measured * _MILLISECOND


def _name(user_id: int) -> str:
    return f"round-trip.{user_id}"
