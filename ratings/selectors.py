"""Every read of ratings: leaderboards and what a profile shows."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Self

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.formats import number_format

from ratings.lists import LISTS, game_of, match_score_of
from ratings.models import Highlight, RatingChange, Standing
from ratings.page_models import (
    Leaderboard,
    LeaderboardRow,
    ListLink,
    ListLinks,
    ProfileStanding,
)

ENOUGH_GAMES = 5  # rated games, to be listed
ACTIVE_FOR = timedelta(days=60)
MOVEMENT_OVER = timedelta(days=30)
PAGE = 50


def format_rating(hundredths: int) -> int:
    """A rating as people see it: whole points.

    >>> format_rating(121649)
    1216
    """
    return (hundredths + 50) // 100


def format_change(change: RatingChange) -> str:
    """What a game did to a rating, to two decimals, with a true minus: `−16.70`, or `−16,70`."""
    hundredths = change.after - change.before
    amount = number_format(Decimal(abs(hundredths)) / 100, 2)
    return ("−" if hundredths < 0 else "+") + amount


def is_scored(key: str) -> bool:
    """Whether the list goes by the total score of its games, and by rating only after that."""
    return match_score_of(key) is not None


def _order(key: str) -> tuple[str, ...]:
    """The columns that a list goes by, the highest first."""
    return ("total_score", "rating") if is_scored(key) else ("rating",)


@dataclass(frozen=True)
class Place:
    """Somebody's place in a list: the values it goes by, and of equal ones the older account."""

    values: tuple[int, ...]
    user_id: int

    @classmethod
    def of(cls, standing: Standing) -> Self:
        """Where somebody stands."""
        values = tuple(getattr(standing, name) for name in _order(standing.key))
        return cls(values, standing.user_id)

    @classmethod
    def read(cls, text: str, key: str) -> Self:
        """Read what `str` wrote of a place in this list; raises ValueError for anything else."""
        values = r"(-?[0-9]{1,9})-" * len(_order(key))
        found = re.fullmatch(values + "([0-9]{1,9})", text)
        if found is None:
            raise ValueError(text)
        *numbers, user_id = map(int, found.groups())
        return cls(tuple(numbers), user_id)

    def __str__(self) -> str:
        return "-".join(map(str, (*self.values, self.user_id)))


def lists_near(key: str) -> ListLinks:
    """The lists that one step leads to: of the other games, and of the other kinds."""
    lists = [_link(other, other == key) for other in LISTS]
    this = next(one for one in lists if one.is_this)
    return ListLinks(
        games=tuple(one for one in lists if one.kind == this.kind),
        kinds=tuple(one for one in lists if one.game == this.game),
    )


def _link(key: str, is_this: bool) -> ListLink:
    known = LISTS[key]
    return ListLink(
        key=key,
        game=game_of(key),
        name=known.name,
        kind=known.kind,
        is_this=is_this,
    )


def leaderboard_standings(key: str, now: datetime, all_time: bool) -> QuerySet[Standing]:
    """Who is on the leaderboard: enough rated games, and one of them of late."""
    standings = Standing.objects.filter(
        key=key, rated_games__gte=ENOUGH_GAMES, user__is_active=True
    )
    return standings if all_time else standings.filter(last_rated_at__gte=now - ACTIVE_FOR)


def leaderboard(
    key: str, now: datetime, *, all_time: bool, after: Place | None, reader_id: int | None
) -> Leaderboard:
    """One page of a leaderboard, by key; and the reader's own row, wherever it stands.

    Six queries at most, however many people there are.
    """
    everybody = leaderboard_standings(key, now, all_time)
    rows = list(_with_movement(_behind(everybody, key, after), now)[: PAGE + 1])
    first = _number_of(everybody, rows[0]) if rows and after is not None else 1
    shown = [_row(standing, first + index) for index, standing in enumerate(rows[:PAGE])]
    own = _own_row(everybody, now, reader_id, shown)
    last = rows[PAGE - 1] if len(rows) > PAGE else None
    return Leaderboard(
        key=key,
        game=game_of(key),
        kind=LISTS[key].kind,
        is_scored=is_scored(key),
        all_time=all_time,
        rows=tuple(shown),
        own=own,
        next=str(Place.of(last)) if last is not None else "",
        is_first_page=after is None,
    )


def _behind(standings: QuerySet[Standing], key: str, after: Place | None) -> QuerySet[Standing]:
    order = _order(key)
    ordered = standings.order_by(*(f"-{name}" for name in order), "user_id")
    if after is None:
        return ordered
    # The first condition alone says enough for the index; an `or` by itself would sort everybody.
    near = ordered.filter(**{f"{order[0]}__lte": after.values[0]})
    return near.filter(_beyond(order, after, "lt", "gt"))


def _beyond(order: Sequence[str], place: Place, values: str, user: str) -> Q:
    """Who stands on one side of a place: values that compare so, or equal ones and such a user."""
    found, equal = Q(), Q()
    for name, value in zip(order, place.values, strict=True):
        found |= equal & Q(**{f"{name}__{values}": value})
        equal &= Q(**{name: value})
    return found | equal & Q(**{f"user_id__{user}": place.user_id})


def _with_movement(standings: QuerySet[Standing], now: datetime) -> QuerySet[Standing]:
    """Each row with the rating it had a month ago, if it had one."""
    then = RatingChange.objects.filter(
        user=OuterRef("user"), key=OuterRef("key"), changed_at__lt=now - MOVEMENT_OVER
    ).order_by("-changed_at", "-id")
    earlier = Subquery(then.values("after")[:1])
    return standings.select_related("user").annotate(earlier=earlier)


def _number_of(everybody: QuerySet[Standing], standing: Standing) -> int:
    """The place in the list, counted from 1; nobody shares one."""
    before = _beyond(_order(standing.key), Place.of(standing), "gt", "lt")
    return everybody.filter(before).count() + 1


def _own_row(
    everybody: QuerySet[Standing],
    now: datetime,
    reader_id: int | None,
    shown: Sequence[LeaderboardRow],
) -> LeaderboardRow | None:
    if reader_id is None or any(row.user_id == reader_id for row in shown):
        return None
    own = _with_movement(everybody.filter(user_id=reader_id), now).first()
    return _row(own, _number_of(everybody, own)) if own is not None else None


def _row(standing: Standing, place: int) -> LeaderboardRow:
    earlier = getattr(standing, "earlier", None)
    now = format_rating(standing.rating)
    return LeaderboardRow(
        place=place,
        user_id=standing.user_id,
        name=standing.user.username,
        total_score=standing.total_score,
        rating=now,
        movement=now - format_rating(earlier) if earlier is not None else None,
        rated_games=standing.rated_games,
        wins=standing.wins,
        ties=standing.ties,
        losses=standing.losses,
    )


def standings_of(user_id: int) -> list[ProfileStanding]:
    """Somebody's standing in every list, in the order of the lists, with averages for people."""
    found = {standing.key: standing for standing in Standing.objects.filter(user_id=user_id)}
    return [_profile_standing(found[key]) for key in LISTS if key in found]


def _profile_standing(standing: Standing) -> ProfileStanding:
    known = LISTS[standing.key]
    return ProfileStanding(
        key=standing.key,
        name=known.name,
        kind=known.kind,
        is_scored=is_scored(standing.key),
        total_score=standing.total_score,
        rating=format_rating(standing.rating),
        is_rated=standing.rated_games > 0,
        rated_games=standing.rated_games,
        games=standing.games,
        wins=standing.wins,
        ties=standing.ties,
        losses=standing.losses,
        average=round(standing.points / standing.games) if standing.games else None,
        best_score=standing.best_score,
        bingos=standing.bingos,
    )


def ratings_of(user_ids: Sequence[int], key: str) -> dict[int, int]:
    """The ratings, for people to see, of those who have played a rated game."""
    standings = Standing.objects.filter(user_id__in=user_ids, key=key, rated_games__gt=0)
    found = standings.values_list("user_id", "rating")
    return {user_id: format_rating(rating) for user_id, rating in found}


def ratings_by_list(user_ids: Collection[int]) -> dict[tuple[int, str], int]:
    """The same in all lists, by person and list."""
    standings = Standing.objects.filter(user_id__in=user_ids, rated_games__gt=0)
    found = standings.values_list("user_id", "key", "rating")
    return {(user_id, key): format_rating(rating) for user_id, key, rating in found}


def history_of(user_id: int, key: str, limit: int = 100) -> list[RatingChange]:
    """The last changes of a rating, the oldest first."""
    changes = RatingChange.objects.filter(user_id=user_id, key=key).order_by("-id")[:limit]
    return list(reversed(changes))


def changes_of(game_id: str) -> list[RatingChange]:
    """What a game did to the ratings of those who played it."""
    return list(RatingChange.objects.filter(game_id=game_id).select_related("user").order_by("id"))


def is_best_play(user_id: int, keys: Sequence[str], game_id: str, points: int) -> bool:
    """Whether somebody's play in this game is above all in other games of these lists.

    What is kept are the best of all: this game's may leave room for no others. Where all of them
    are as good as this play, one from elsewhere that was may be kept no more.
    """
    plays = Highlight.objects.filter(user_id=user_id, key__in=keys, kind=Highlight.Kind.PLAY)
    as_good = list(plays.filter(value__gte=points).values_list("game_id", flat=True))
    return len(as_good) < Highlight.KEPT and set(as_good) <= {game_id}


def highlights_of(user_id: int, key: str) -> list[Highlight]:
    """Somebody's plays to remember, the best first."""
    found = Highlight.objects.filter(user_id=user_id, key=key)
    return list(found.order_by("kind", "-value", "game_id", "ply"))


_STANDING_COLUMNS = (
    *("id", "user_id", "key", "rating", "total_score", "rated_games", "last_rated_at", "games"),
    *("wins", "ties", "losses", "points", "best_score", "bingos"),
)
_CHANGE_COLUMNS = (
    *("id", "game_id", "user_id", "key", "before", "k", "expected", "result", "after"),
    *("match_score", "changed_at"),
)
_HIGHLIGHT_COLUMNS = ("id", "user_id", "key", "kind", "value", "game_id", "ply")


def rows_about(user_id: int) -> dict[str, list[dict[str, object]]]:
    """All that is kept about somebody's ratings, as it is stored: ratings in hundredths."""
    standings = Standing.objects.filter(user_id=user_id).order_by("id")
    changes = RatingChange.objects.filter(user_id=user_id).order_by("id")
    highlights = Highlight.objects.filter(user_id=user_id).order_by("id")
    return {
        "standings": list(standings.values(*_STANDING_COLUMNS)),
        "rating_changes": list(changes.values(*_CHANGE_COLUMNS)),
        "highlights": list(highlights.values(*_HIGHLIGHT_COLUMNS)),
    }
