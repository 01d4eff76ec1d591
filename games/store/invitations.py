"""Invitations that are open, as writes and pages look them up."""

from datetime import datetime

from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.models import User
from accounts.relations import kept_apart
from games.models import GRACE, Invitation, InvitationSeat

WITH_SEATS = Prefetch("seats", InvitationSeat.objects.select_related("user"))


def seats_for(user: User, key: str, now: datetime) -> list[str]:
    """The listed invitations of a game on which this person may sit down unasked; no seeks.

    Casual ones come first, of those what starts the soonest, of those what waits the longest. No
    guest gets a rated one, and who wants no invitations of guests none of theirs. Of those whom the
    person does not meet there is none.
    """
    seated = InvitationSeat.objects.filter(user=user)
    found = still_open(now).prefetch_related(None).filter(key=key, is_listed=True, seen_at=None)
    found = found.filter(inviter__is_active=True).exclude(pk__in=seated.values("invitation"))
    found = found.exclude(kept_apart(user.pk, "inviter"))
    if user.is_guest:
        found = found.filter(rated=False)
    if user.refuses_guests:
        found = found.exclude(inviter__is_guest=True)
    free = found.annotate(free=Count("seats", filter=Q(seats__user=None))).filter(free__gt=0)
    return list(free.order_by("rated", "free", "created_at", "pk").values_list("pk", flat=True))


def seat_taken_since(user: User, key: str, since: datetime) -> Invitation | None:
    """The listed invitation of a game on which this person sat down last, if that was since then
    and it was not withdrawn, nor is its game over.
    """
    valid = (Invitation.Status.OPEN, Invitation.Status.ACCEPTED)
    taken = InvitationSeat.objects.filter(user=user, accepted_at__gte=since)
    found = Invitation.objects.filter(key=key, is_listed=True, seen_at=None, status__in=valid)
    found = found.filter(game__ended_at=None)
    return found.filter(pk__in=taken.values("invitation")).order_by("-created_at").first()


def own_offer_to_anyone(user: User, key: str, now: datetime) -> Invitation | None:
    """The newest invitation to anyone that this person has open for a game; no seek."""
    offers = still_open(now).filter(key=key, is_listed=True, seen_at=None)
    return offers.filter(inviter=user).first()


def with_both(one: User, other: User, now: datetime) -> list[Invitation]:
    """The open invitations in which both have a seat, taken or kept for them."""
    seats = InvitationSeat.objects.all()
    found = Invitation.objects.filter(status=Invitation.Status.OPEN, expires_at__gt=now)
    for user in (one, other):
        found = found.filter(pk__in=seats.filter(user=user).values("invitation"))
    return list(found.order_by("pk"))


def open_rematch(game_id: str, now: datetime) -> Invitation | None:
    """The offer to play this game once more that is still open."""
    return still_open(now).filter(rematch_of=game_id).first()


def still_open(now: datetime) -> QuerySet[Invitation]:
    """Invitations that can be accepted: of seeks, those whose page is there."""
    is_there = Q(seen_at=None) | Q(seen_at__gt=now - GRACE)
    return (
        Invitation.objects.filter(is_there, status=Invitation.Status.OPEN, expires_at__gt=now)
        .select_related("inviter")
        .prefetch_related(WITH_SEATS)
        .order_by("-created_at")
    )
