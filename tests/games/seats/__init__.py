"""Seats of an invitation, taken and given up by a test."""

from django.utils import timezone

from accounts.models import User
from games.models import Game, Invitation
from games.services.invitations import accept_invitation, decline_invitation


def accept(made: Invitation, user: User) -> Game | None:
    return accept_invitation(invitation_id=made.id, user=user, now=timezone.now())


def decline(made: Invitation, user: User) -> None:
    decline_invitation(invitation_id=made.id, user=user, now=timezone.now())


def address(made: Invitation, what: str = "") -> str:
    return f"/invitations/{made.id}/" + (f"{what}/" if what else "")
