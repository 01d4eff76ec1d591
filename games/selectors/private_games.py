"""Which games somebody may know of: the one place that knows what a private game is."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, IntegerField, Max, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable

from games.models import Game, Player
from games.rules.moves import Seat
from games.store.queries import Reader


@dataclass(frozen=True)
class Glance:
    """What everybody needs to know of a game before anything is done with it."""

    game_id: str
    seat: Seat | None  # of the reader; None for a stranger
    ply: int
    offers: int  # how many offer a draw
    deadline_at: datetime | None
    is_private: bool
    has_ended: bool

    def is_overdue(self, now: datetime) -> bool:
        """Whether the deadline has passed but is not settled."""
        return self.deadline_at is not None and self.deadline_at <= now


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


def glance(game_id: str, reader: Reader) -> Glance:
    """Return where the reader sits, and how far the game is.

    One query. Raises Game.DoesNotExist for a game that does not exist, and for one that this
    reader may not know of.
    """
    offers = Count("players", filter=Q(players__offers_draw=True))
    facts = Game.objects.filter(pk=game_id).values("ply", "deadline_at", "is_private", "ended_at")
    found = facts.annotate(seat=_seat_of(reader), offers=offers).get()
    seen = Glance(
        game_id=game_id,
        seat=found["seat"],
        ply=found["ply"],
        offers=found["offers"],
        deadline_at=found["deadline_at"],
        is_private=found["is_private"],
        has_ended=found["ended_at"] is not None,
    )
    if seen.is_private and seen.seat is None:
        raise Game.DoesNotExist
    return seen


def _seat_of(reader: Reader) -> Combinable:
    if not reader.is_authenticated:
        return Value(None, output_field=IntegerField())
    return Max("players__seat", filter=Q(players__user=reader.pk))


def may_know(game_id: str, reader: Reader) -> bool:
    """Whether there is such a game, as far as this reader may know."""
    return games_seen_by(reader).filter(pk=game_id).exists()
