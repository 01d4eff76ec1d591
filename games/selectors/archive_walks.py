"""Steps along an index of finished games, from the newest on, and not too many at once.

Conditions that no index knows are tried step by step. Who asks for what is rare among very many
games gets what the first steps lead to, and the place from which to go on: what a page costs does
not depend on how many games there are.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.selectors.private_games import known_to
from games.store.queries import Reader

LONGEST_WALK = 1000  # steps for one page


@dataclass(frozen=True, order=True)
class Place:
    """Where a page starts: behind the game that ended then and has this id."""

    ended_at: datetime
    game_id: str

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """Read what `str` wrote; raises ValueError for anything else."""
        if not text:
            return None
        moment, _dash, game_id = text.partition("_")
        ended_at = parse_datetime(moment)
        if ended_at is None or timezone.is_naive(ended_at) or not game_id.isalnum():
            raise ValueError(text)
        try:
            return cls(ended_at.astimezone(UTC), game_id)
        except OverflowError:
            raise ValueError(text) from None

    def __str__(self) -> str:
        return f"{self.ended_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}_{self.game_id}"


@dataclass(frozen=True)
class Walk:
    """Rows that one index has in order, and what is tried of each.

    The rows are games, or players of games: `game` is the column with the id of the game.
    """

    rows: QuerySet[Any]
    tried: Q
    game: str = "id"


def follow(
    walk: Walk, after: Place | None, reader: Reader, count: int
) -> tuple[list[str], Place | None]:
    """The ids of the next games that fit, `count` of them at most.

    If the walk ended before it found them all, the place of the last row that was looked at is
    returned beside them.
    """
    rows = _ordered(walk, reader)
    if after is not None:
        rows = rows.filter(_behind(after, walk.game))
    last = _last_row(rows) if walk.tried else None
    fitting = rows.filter(walk.tried)
    if last is not None:
        fitting = fitting.filter(down_to(last, walk.game))
    found = [game_id for _, game_id in fitting.distinct()[:count]]
    return found, last if len(found) < count else None


def _ordered(walk: Walk, reader: Reader) -> QuerySet[Any]:
    """The ends and ids of the finished games that this reader may know of, the newest first."""
    known = known_to(reader, "" if walk.game == "id" else f"{walk.game}__")
    ended = walk.rows.filter(known, ended_at__isnull=False)
    return ended.order_by("-ended_at", f"-{walk.game}").values_list("ended_at", walk.game)


def _last_row(rows: QuerySet[Any]) -> Place | None:
    """The last row that is looked at; None if there are too few rows for that."""
    found = rows[LONGEST_WALK - 1 : LONGEST_WALK].first()
    return Place(*found) if found is not None else None


# In both the plain bound stands apart: with it alone an index is walked and nothing is sorted.


def _behind(place: Place, game: str) -> Q:
    at_once = Q(**{f"{game}__lt": place.game_id})
    return Q(ended_at__lte=place.ended_at) & (Q(ended_at__lt=place.ended_at) | at_once)


def down_to(place: Place, game: str = "id") -> Q:
    """What the rows have in common that are not behind this place."""
    at_once = Q(**{f"{game}__gte": place.game_id})
    return Q(ended_at__gte=place.ended_at) & (Q(ended_at__gt=place.ended_at) | at_once)
