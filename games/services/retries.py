"""Which of their own misses people have tried again, and solved; and when they come again."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from accounts.services import lock_people
from games.models import REPEATS, Game, Player, TriedMiss
from games.rules.moves import Seat
from games.store.transactions import writing


def keep_try(
    *, user: User, game_id: str, ply: int, seat: Seat, is_solved: bool, now: datetime
) -> None:
    """Remember that this user tried the move of the own seat again; once solved, it stays so.

    Solved when it is due, it comes again later. Nothing is kept for anybody who does not have the
    seat, or whose account goes meanwhile.
    """
    if _is_known(user, game_id, ply, is_solved, now):
        return
    with writing():
        own = Player.objects.filter(game=game_id, seat=seat, user=user)
        if not lock_people([user.pk]) or not own.exists():
            return
        game = Game.objects.get(pk=game_id)
        first = (game.ended_at or now) + REPEATS[0]
        row = TriedMiss(user=user, game_id=game_id, ply=ply, tried_at=now, due_at=first)
        TriedMiss.objects.bulk_create([row], ignore_conflicts=True)
        if is_solved:
            _solve(_tries(user, game_id, ply).get(), now)


def _solve(row: TriedMiss, now: datetime) -> None:
    row.solved_at = row.solved_at or now
    if _is_due(row, now):
        row.repeats += 1
        is_last = row.repeats == len(REPEATS)
        row.due_at = None if is_last else now + REPEATS[row.repeats]
    row.save(update_fields=["solved_at", "repeats", "due_at"])


def _is_due(row: TriedMiss, now: datetime) -> bool:
    return row.due_at is not None and row.due_at <= now


def _tries(user: User, game_id: str, ply: int) -> QuerySet[TriedMiss]:
    return TriedMiss.objects.filter(user=user, game=game_id, ply=ply)


def _is_known(user: User, game_id: str, ply: int, is_solved: bool, now: datetime) -> bool:
    """Whether nothing new is said: most previews need no lock."""
    known = _tries(user, game_id, ply).first()
    if known is None or not is_solved:
        return known is not None
    return known.solved_at is not None and not _is_due(known, now)


def forget_tries(*, user: User) -> None:
    """Drop what somebody tried who goes."""
    TriedMiss.objects.filter(user=user).delete()
