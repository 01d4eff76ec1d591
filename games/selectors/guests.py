"""What a guest has that could come along into an account."""

from datetime import datetime

from games.models import Invitation, InvitationSeat, Player
from games.presentation.models.invitations import GuestSeats


def count_seats(guest_id: int, user_id: int, now: datetime) -> GuestSeats:
    """The numbers of games and open invitations of a guest, apart from those with the user."""
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
    )
