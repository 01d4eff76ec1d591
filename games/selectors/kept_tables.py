"""Tables of running games as they are now, kept as long as nothing that they show has changed.

The invariant: what is shown from here is what `tables.table` would show now. All that a table of a
running game depends on is in its `_Key`, or is put in each time: ratings, the time that is left,
and how many watch. A table with hints, or of a game that began in another one, depends on more and
is not kept.
"""

from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import NamedTuple

from django.db import connection
from django.utils.translation import get_language

from accounts.services import names_version
from games.lru_cache import LruCache
from games.models import Game
from games.presentation.models.lists import GameRow
from games.presentation.models.table import TableView
from games.rules.moves import Seat
from games.selectors import tables
from games.selectors.presence import here
from games.selectors.private_games import Glance
from games.selectors.table_players import as_they_are_now
from games.store.queries import game_with_players

MOST_KEPT = 256
"""Tables, of which those that were not shown for the longest time go first."""


class _Key(NamedTuple):
    game_id: str
    ply: int
    offers: int
    deadline_at: datetime | None
    seat: Seat | None
    language: str
    names: int


class _Kept(NamedTuple):
    game: Game
    table: TableView


kept_here: LruCache[_Key, _Kept] = LruCache(MOST_KEPT)
_numbers = count(1)


def clear() -> None:
    """Drop all tables: each is read again when it is next shown."""
    kept_here.clear()


def table(seen: Glance) -> TableView:
    """Everything the table shows to who has glanced at its game; raises Game.DoesNotExist.

    One query where it is kept, as `tables.table` where it is not.
    """
    key = _key(seen)
    if key is None:
        return tables.table(seen.game_id, seen.seat)
    kept = kept_here.find(key)
    if kept is None:
        return _read(key)
    return replace(
        kept.table,
        players=as_they_are_now(kept.game, kept.table.players),
        here=here(key.game_id),
    )


def watched_table(row: GameRow) -> TableView:
    """What a game of a list that was just read shows to strangers; raises Game.DoesNotExist."""
    has_ended = row.ended_at is not None
    return table(
        Glance(row.id, None, row.ply, row.offers, row.deadline_at, row.is_private, has_ended)
    )


def _key(seen: Glance) -> _Key | None:
    """Under what this table is kept; None if it is not.

    Inside a transaction it is read: what is not committed may be taken back.
    """
    names = names_version()
    if seen.has_ended or names is None or connection.in_atomic_block:
        return None
    return _Key(
        seen.game_id,
        seen.ply,
        seen.offers,
        seen.deadline_at,
        seen.seat,
        get_language() or "",
        names,
    )


def _read(key: _Key) -> TableView:
    """The table, kept if the game is as it was seen, and is one that may be kept."""
    game = game_with_players(key.game_id)
    read = tables.table_of(game, key.seat)
    is_as_seen = (game.ply, read.offers_made, game.deadline_at) == key[1:4]
    if game.ended_at or read.has_hints or read.origin or not is_as_seen:
        return read
    kept = _Kept(game, replace(read, kept_as=next(_numbers)))
    kept_here.keep(key, kept)
    return kept.table
