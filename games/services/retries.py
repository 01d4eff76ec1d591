"""Which of their own misses people have tried again, and solved."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from accounts.services import lock_people
from games.models import Player, TriedMiss
from games.rules.moves import Seat
from games.store.transactions import writing


def keep_try(
    *, user: User, game_id: str, ply: int, seat: Seat, is_solved: bool, now: datetime
) -> None:
    """Remember that this user tried the move of the own seat again; once solved, it stays so.

    Nothing is kept for anybody who does not have the seat, or whose account goes meanwhile.
    """
    if _is_known(user, game_id, ply, is_solved):
        return
    with writing():
        own = Player.objects.filter(game=game_id, seat=seat, user=user)
        if not lock_people([user.pk]) or not own.exists():
            return
        row = TriedMiss(user=user, game_id=game_id, ply=ply, tried_at=now)
        TriedMiss.objects.bulk_create([row], ignore_conflicts=True)
        if is_solved:
            _tries(user, game_id, ply).filter(solved_at=None).update(solved_at=now)


def _tries(user: User, game_id: str, ply: int) -> QuerySet[TriedMiss]:
    return TriedMiss.objects.filter(user=user, game=game_id, ply=ply)


def _is_known(user: User, game_id: str, ply: int, is_solved: bool) -> bool:
    """Whether nothing new is said: most previews need no lock."""
    known = _tries(user, game_id, ply)
    return (known.exclude(solved_at=None) if is_solved else known).exists()


def forget_tries(*, user: User) -> None:
    """Drop what somebody tried who goes."""
    TriedMiss.objects.filter(user=user).delete()
