"""Which games somebody may know of: the one place that knows what a private game is."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Player
from games.rules.moves import Seat
from games.store.queries import Reader


@dataclass(frozen=True)
class Glance:
    """What everybody needs to know of a game before anything is done with it."""

    game_id: str
    seat: Seat | None  # of the reader; None for a stranger
    ply: int
    offers: int  # see `draw_offers.made`
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
    game = ("game__ply", "game__deadline_at", "game__is_private", "game__ended_at")
    players = Player.objects.filter(game=game_id).order_by("seat")
    rows = list(players.values_list("user", "seat", "offers_draw", "asks_time", *game))
    if not rows:
        raise Game.DoesNotExist
    *_, ply, deadline_at, is_private, ended_at = rows[0]
    own = (seat for user, seat, *_ in rows if user is not None and user == reader.pk)
    seen = Glance(
        game_id=game_id,
        seat=next(own, None),
        ply=ply,
        offers=sum(draw + time for _user, _seat, draw, time, *_ in rows),
        deadline_at=deadline_at,
        is_private=is_private,
        has_ended=ended_at is not None,
    )
    if seen.is_private and seen.seat is None:
        raise Game.DoesNotExist
    return seen


def may_know(game_id: str, reader: Reader) -> bool:
    """Whether there is such a game, as far as this reader may know."""
    return games_seen_by(reader).filter(pk=game_id).exists()
