"""Which games somebody may know of: the one place that knows what a private game is."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable

from games.models import Game, Player
from games.rules.moves import Seat
from games.store.queries import Reader


@dataclass(frozen=True)
class Glance:
    """What everybody needs to know of a game before anything is done with it."""

    is_private: bool
    is_overdue: bool
    seat: Seat | None  # of the reader; None for a stranger


def games_for_all() -> QuerySet[Game]:
    """The games that anybody may know of."""
    return Game.objects.filter(is_private=False)


def games_seen_by(reader: Reader) -> QuerySet[Game]:
    """The games that this reader may know of: those, and one's own."""
    if not reader.is_authenticated:
        return games_for_all()
    own = Player.objects.filter(game=OuterRef("pk"), user=reader.pk)
    return Game.objects.filter(Q(is_private=False) | Exists(own))


def glance(game_id: str, reader: Reader, now: datetime) -> Glance:
    """Return where the reader sits, and whether the deadline has passed but is not settled.

    One query. Raises Game.DoesNotExist for a game that does not exist, and for one that this
    reader may not know of.
    """
    found = Game.objects.filter(pk=game_id).annotate(reader_seat=_seat_of(reader))
    known = found.values_list("is_private", "deadline_at", "reader_seat").first()
    if known is None:
        raise Game.DoesNotExist
    is_private, deadline_at, seat = known
    if is_private and seat is None:
        raise Game.DoesNotExist
    return Glance(is_private, deadline_at is not None and deadline_at <= now, seat)


def _seat_of(reader: Reader) -> Combinable:
    if not reader.is_authenticated:
        return Value(None, output_field=IntegerField())
    return Subquery(Player.objects.filter(game=OuterRef("pk"), user=reader.pk).values("seat")[:1])


def may_know(game_id: str, reader: Reader) -> bool:
    """Whether there is such a game, as far as this reader may know."""
    return games_seen_by(reader).filter(pk=game_id).exists()
