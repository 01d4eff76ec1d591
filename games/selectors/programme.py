"""What all readers are shown of running games: chosen once a process, and kept for a moment.

Each process goes on from what the last of them has chosen, which stands in the cache: so all walls
and channels are the same a second later. Where the cache is away, each goes on from its own.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db import connection
from django.db.models import QuerySet

from games.models import Game, Player
from games.rules.clock import parse
from games.selectors import lists
from games.selectors.choosing import Candidate, Programme, next_programme
from games.selectors.private_games import games_for_all
from ratings.lists import computer_list, live_list
from ratings.selectors import ratings_by_list

KEPT_FOR = timedelta(seconds=1)
"""How long a page may be shown what another page was shown."""

_FORGOTTEN = timedelta(minutes=1)
"""After this time nobody has seen what was shown before: it is chosen as if for the first time."""

_FIELDS = ("pk", "key", "ply", "time_control", "changed_at", "ended_at", "of_computers")

_LAST = "programme"
"""Where in the cache the last choice of all processes stands: when, channels and walls."""

_last: Programme | None = None


class _Row(NamedTuple):
    pk: str
    key: str
    ply: int
    time_control: str
    changed_at: datetime
    ended_at: datetime | None
    of_computers: bool


def clear() -> None:
    """Choose as if nothing had been shown yet."""
    clear_here()
    cache.delete(_LAST)


def clear_here() -> None:
    """Choose as a process does that has just begun."""
    global _last
    _last = None


def programme(now: datetime, at_most: timedelta = KEPT_FOR) -> Programme:
    """What is shown now, or was `at_most` so long ago.

    Inside a transaction it is read and not kept: what is not committed may be taken back.
    """
    global _last
    before = _last
    if connection.in_atomic_block or (before and abs(now - before.at) >= _FORGOTTEN):
        before = None
    if before and now - before.at < at_most:
        return before
    if connection.in_atomic_block:
        return next_programme(None, _candidates(()), now)
    before = _newer(before, now)
    _last = next_programme(before, _candidates(before.shown if before else ()), now)
    cache.set(_LAST, (now, _last.channels, _last.walls), _FORGOTTEN.seconds)
    return _last


def _newer(own: Programme | None, now: datetime) -> Programme | None:
    """What any process has chosen last, without its games; else what this one has."""
    at, channels, walls = cache.get(_LAST, (None, {}, {}))
    if at is None or abs(now - at) >= _FORGOTTEN or (own and at <= own.at):
        return own
    return Programme(at, {}, channels, walls)


def _candidates(shown: Collection[str]) -> dict[str, Candidate]:
    """All running games that may be shown, and those that were shown and are over."""
    rows = _read(lists.lively_games())
    if gone := set(shown).difference(row.pk for row in rows):
        rows += _read(games_for_all().filter(pk__in=gone, ended_at__isnull=False))
    ratings = _mean_ratings(rows)
    return {row.pk: _candidate(row, ratings.get(row.pk, 0)) for row in rows}


def _read(games: QuerySet[Game]) -> list[_Row]:
    marked = games.annotate(of_computers=lists.OF_COMPUTERS)
    return [_Row(*row) for row in marked.values_list(*_FIELDS)]


def _is_live(row: _Row) -> bool:
    return bool(row.time_control) and parse(row.time_control).is_live


def _list_of(row: _Row) -> str:
    """The list of ratings in which the game counts."""
    if row.of_computers:
        return computer_list(row.key)
    return live_list(row.key) if _is_live(row) else row.key


def _candidate(row: _Row, rating: int) -> Candidate:
    return Candidate(
        game_id=row.pk,
        key=row.key,
        ply=row.ply,
        is_live=_is_live(row),
        is_among_people=not row.of_computers,
        rating=rating,
        changed_at=row.changed_at,
        ended_at=row.ended_at,
    )


def _mean_ratings(rows: Iterable[_Row]) -> dict[str, int]:
    """The mean rating of those who play in each game; who has none counts as nothing."""
    keys = {row.pk: _list_of(row) for row in rows}
    seats = list(Player.objects.filter(game__in=keys).values_list("game_id", "user_id"))
    ratings = ratings_by_list({user_id for _, user_id in seats if user_id is not None})
    players: dict[str, list[int]] = {}
    for game_id, user_id in seats:
        players.setdefault(game_id, []).append(ratings.get((user_id, keys[game_id]), 0))
    return {game_id: sum(found) // len(found) for game_id, found in players.items()}
