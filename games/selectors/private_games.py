"""Which games somebody may know of: the one place that knows what a private game is."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Player
from games.store.queries import Reader


@dataclass(frozen=True)
class Glance:
    """What everybody needs to know of a game before anything is done with it."""

    is_private: bool
    is_overdue: bool


def games_for_all() -> QuerySet[Game]:
    """The games that anybody may know of."""
    return Game.objects.filter(is_private=False)


def games_seen_by(reader: Reader) -> QuerySet[Game]:
    """The games that this reader may know of: those, and one's own."""
    return Game.objects.filter(known_to(reader))


def known_to(reader: Reader, path: str = "") -> Q:
    """What must hold of a game for that; `path` leads to it from other rows, as `game__`."""
    public = Q(**{f"{path}is_private": False})
    if not reader.is_authenticated:
        return public
    own = Player.objects.filter(game=OuterRef(f"{path}pk"), user=reader.pk)
    return public | Q(Exists(own))


def glance(game_id: str, reader: Reader, now: datetime) -> Glance:
    """Return whether a game is private, and whether its deadline has passed but is not settled.

    Raises Game.DoesNotExist for a game that does not exist, and for one that this reader may not
    know of.
    """
    known = games_seen_by(reader).values_list("is_private", "deadline_at")
    is_private, deadline_at = known.get(pk=game_id)
    return Glance(is_private, deadline_at is not None and deadline_at <= now)


def may_know(game_id: str, reader: Reader) -> bool:
    """Whether there is such a game, as far as this reader may know."""
    return games_seen_by(reader).filter(pk=game_id).exists()
