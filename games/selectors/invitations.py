"""Invitations, and what a reader may do with them."""

from datetime import datetime

from django.db.models import QuerySet

from games.models import Invitation
from games.selectors.reading import Reader, Shown
from games.selectors.tables import seat_of


def open_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations to this reader, then those to anyone; one's own are not listed."""
    listed = _still_open(now).filter(is_listed=True)
    named = Invitation.objects.none()
    if reader.is_authenticated:
        named = _still_open(now).filter(invitee=reader.pk)
        listed = listed.exclude(inviter=reader.pk).exclude(invitee=reader.pk)
    found = [*named[:limit], *listed[:limit]][:limit]
    return [invitation_shown(invitation, reader, now) for invitation in found]


def own_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations sent and not answered yet."""
    if not reader.is_authenticated:
        return []
    found = _still_open(now).filter(inviter=reader.pk)
    return [invitation_shown(invitation, reader, now) for invitation in found[:limit]]


def rematch_offered(game_id: str, reader: Reader, now: datetime) -> Shown | None:
    """The open invitation that somebody of this game's table sent to this reader."""
    if not reader.is_authenticated:
        return None
    found = _still_open(now).filter(invitee=reader.pk, inviter__seats__game=game_id).first()
    return {"id": found.id, "inviter": found.inviter.username} if found is not None else None


def _still_open(now: datetime) -> QuerySet[Invitation]:
    return (
        Invitation.objects.filter(status=Invitation.Status.OPEN, expires_at__gt=now)
        .select_related("inviter", "invitee", "game")
        .order_by("-created_at")
    )


def invitation(invitation_id: str, reader: Reader, now: datetime) -> Shown:
    """One invitation with every setting; raises Invitation.DoesNotExist."""
    found = Invitation.objects.select_related("inviter", "invitee", "game").get(pk=invitation_id)
    return invitation_shown(found, reader, now)


def invitation_shown(found: Invitation, reader: Reader, now: datetime) -> Shown:
    """What a page may show of an invitation, and what this reader may do with it."""
    is_open = found.status == Invitation.Status.OPEN and found.expires_at > now
    is_own = found.inviter_id == reader.pk
    is_addressee = found.invitee_id in (None, reader.pk)
    return {
        "id": found.id,
        "key": found.key,
        "name": found.rules.name,
        "inviter": found.inviter.username,
        "invitee": found.invitee.username if found.invitee else "",
        "is_listed": found.is_listed,
        "rated": found.rated,
        "days_per_move": found.days_per_move,
        "expires_at": found.expires_at,
        "status": found.status,
        "is_open": is_open,
        "is_expired": found.status == Invitation.Status.OPEN and not is_open,
        "is_own": is_own,
        "is_named": found.invitee_id is not None and found.invitee_id == reader.pk,
        "is_for_somebody_else": is_open and not is_own and not is_addressee,
        "may_accept": is_open and not is_own and is_addressee,
        "needs_account": found.rated and getattr(reader, "is_guest", True),
        "game_id": found.game_id if found.game_id and _may_enter(found, reader) else None,
    }


def _may_enter(found: Invitation, reader: Reader) -> bool:
    """Whether the invitation leads this reader to the game's table: to the players it does."""
    return found.game_id is not None and seat_of(found.game_id, reader) is not None
