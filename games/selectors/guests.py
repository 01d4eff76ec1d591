"""What a guest has that could come along into an account."""

from datetime import datetime

from django.db.models import Model

from accounts.models import Block, Note
from games.models import (
    DailyTry,
    Invitation,
    InvitationSeat,
    LearnedStep,
    Player,
    PracticeRun,
    PracticeTry,
    SeenAnswer,
)
from games.presentation.models.invitations import GuestSeats


def count_seats(guest_id: int, user_id: int, now: datetime) -> GuestSeats:
    """What a guest has: games and open invitations, apart from those with the user, and more."""
    shared = Player.objects.filter(user=user_id).values("game")
    games = Player.objects.filter(user=guest_id)
    alone = games.exclude(game__in=shared)
    offered = InvitationSeat.objects.filter(user=user_id).values("invitation")
    open_ones = Invitation.objects.filter(
        seats__user=guest_id, status=Invitation.Status.OPEN, expires_at__gt=now
    )
    return GuestSeats(
        running=alone.filter(game__ended_at=None).count(),
        finished=alone.filter(game__ended_at__isnull=False).count(),
        invitations=open_ones.exclude(pk__in=offered).count(),
        shared=games.filter(game__in=shared).count(),
        has_learned=_has_any(guest_id, LearnedStep),
        has_tried=_has_any(guest_id, DailyTry, SeenAnswer),
        has_practised=_has_any(guest_id, PracticeTry, PracticeRun),
        has_relations=Note.objects.filter(writer=guest_id).exists()
        or Block.objects.filter(blocker=guest_id).exists(),  # by whom one is blocked is not told
    )


def _has_any(guest_id: int, *kinds: type[Model]) -> bool:
    return any(kind._default_manager.filter(user=guest_id).exists() for kind in kinds)
