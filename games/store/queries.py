"""What the reads of games share: who reads, and a game with everything about it in few queries."""

from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Prefetch

from accounts.models import User
from games.lru_cache import LruCache
from games.models import Game, PlayedMove, Player
from games.rules.interface import State

_MOVES_KEPT = 12_800  # of all games together, some 20 MB
_POSITIONS_KEPT = 256

Reader = User | AnonymousUser

SEAT_MARKS = ("", "b", "c", "d")  # a ring, a disc, a diamond … in the stylesheet
WITH_PLAYERS = Prefetch("players", Player.objects.select_related("user"))


class Named(NamedTuple):
    """What somebody at a table is called, and whether the person is still here."""

    name: str
    is_here: bool


def names_at(game_id: str) -> list[Named]:
    """Who sits at a table, in the order of the seats."""
    players = Player.objects.filter(game=game_id).select_related("user").order_by("seat")
    return [Named(one.shown_name, one.user is None or one.user.is_active) for one in players]


def game_with_players(game_id: str) -> Game:
    """A game with its players and their users: two queries; Game.DoesNotExist."""
    return Game.objects.prefetch_related(WITH_PLAYERS).get(pk=game_id)


class _Read(NamedTuple):
    """The moves of a game as it was at this ply and time."""

    ply: int
    changed_at: datetime
    moves: tuple[PlayedMove, ...]


def moves_of(game: Game) -> tuple[PlayedMove, ...]:
    """The moves that led to the position of a game as it was read, and none that came since.

    What is stored is never changed but by a reopening, and so each is read once a process. Inside a
    transaction all are read: what is not committed may be taken back.
    """
    if connection.in_atomic_block:
        return _moves_from(1, game)
    kept = _kept_moves.find(game.pk)
    if kept is None or (kept.ply, kept.changed_at) != (game.ply, game.changed_at):
        moves = _continued(kept.moves[: game.ply] if kept is not None else (), game)
        kept = _Read(game.ply, game.changed_at, moves)
        _kept_moves.keep(game.pk, kept)
    return kept.moves


def _continued(known: tuple[PlayedMove, ...], game: Game) -> tuple[PlayedMove, ...]:
    """These and those that came since. A reopening takes the last away: then all are read."""
    last, *since = (known and _moves_from(len(known), game)) or (None,)
    if last is not None and last.pk == known[-1].pk:
        return (*known, *since)
    return _moves_from(1, game)


def _moves_from(ply: int, game: Game) -> tuple[PlayedMove, ...]:
    found = PlayedMove.objects.filter(game=game.pk, ply__gte=ply, ply__lte=game.ply)
    return tuple(found.order_by("ply"))


_kept_moves: LruCache[str, _Read] = LruCache(_MOVES_KEPT, lambda kept: len(kept.moves))


def judged_position(
    game_id: str, ply: int, has_ended: bool, deadline_at: datetime | None
) -> tuple[int, State]:
    """The ply and the position that a verdict is about; raises Game.DoesNotExist.

    Of a game that was seen after `ply` moves, over or not, with this deadline: a reopening changes
    these. More may have come. Read once a process, as moves.
    """
    read = _read_position if connection.in_atomic_block else _kept_position
    return read(game_id, ply, has_ended, deadline_at)


def _read_position(
    game_id: str, ply: int, _has_ended: bool, _deadline_at: datetime | None
) -> tuple[int, State]:
    game = Game.objects.get(pk=game_id)
    return game.ply, game.position


_kept_position = lru_cache(_POSITIONS_KEPT)(_read_position)


def clear() -> None:
    """Drop the moves and positions that were read: they are read again."""
    _kept_moves.clear()
    _kept_position.cache_clear()


def game_with_all(game_id: str) -> Game:
    """A game with its players, their users and its moves: three queries; Game.DoesNotExist."""
    return Game.objects.prefetch_related(WITH_PLAYERS, "moves").get(pk=game_id)
