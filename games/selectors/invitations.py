"""Invitations, and what a reader may do with them."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, F, Prefetch, QuerySet, Window
from django.db.models.functions import RowNumber

from games import words
from games.models import Invitation, InvitationSeat
from games.rules.record import parse_options
from games.selectors.reading import Reader, Shown

WITH_SEATS = Prefetch("seats", InvitationSeat.objects.select_related("user"))


def open_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations to this reader, then those to anyone; one's own are not listed.

    Of each inviter the newest of either kind is, so that nobody fills the list.
    """
    listed = _still_open(now).filter(is_listed=True)
    named = Invitation.objects.none()
    if reader.is_authenticated:
        named = _still_open(now).filter(seats__user=reader.pk, seats__accepted_at=None)
        if getattr(reader, "refuses_guests", False):
            named = named.exclude(inviter__is_guest=True)
        seated = InvitationSeat.objects.filter(user=reader.pk)
        listed = listed.exclude(pk__in=seated.values("invitation"))
    found = [*_newest_of_each(named)[:limit], *_newest_of_each(listed)[:limit]][:limit]
    return [invitation_shown(invitation, reader, now) for invitation in found]


def _newest_of_each(found: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """One invitation of each inviter, with the number of all as `offers`."""
    newest = Window(
        RowNumber(), partition_by=F("inviter"), order_by=[F("created_at").desc(), F("pk").desc()]
    )
    offers = Window(Count("pk"), partition_by=F("inviter"))
    return found.annotate(place=newest, offers=offers).filter(place=1)


def own_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations in which this reader sits and waits, most of them sent."""
    if not reader.is_authenticated:
        return []
    found = _still_open(now).filter(seats__user=reader.pk, seats__accepted_at__isnull=False)
    return [invitation_shown(invitation, reader, now) for invitation in found[:limit]]


def rematch_offered(game_id: str, reader: Reader, now: datetime) -> Shown | None:
    """The open invitation that somebody of this game's table sent to this reader."""
    if not reader.is_authenticated:
        return None
    kept = _still_open(now).filter(seats__user=reader.pk, seats__accepted_at=None)
    found = kept.filter(inviter__seats__game=game_id).first()
    return {"id": found.id, "inviter": found.inviter.username} if found is not None else None


def _still_open(now: datetime) -> QuerySet[Invitation]:
    return (
        Invitation.objects.filter(status=Invitation.Status.OPEN, expires_at__gt=now)
        .select_related("inviter")
        .prefetch_related(WITH_SEATS)
        .order_by("-created_at")
    )


def invitation(invitation_id: str, reader: Reader, now: datetime) -> Shown:
    """One invitation with every setting; raises Invitation.DoesNotExist."""
    found = Invitation.objects.select_related("inviter").prefetch_related(WITH_SEATS)
    return invitation_shown(found.get(pk=invitation_id), reader, now)


def invitation_shown(found: Invitation, reader: Reader, now: datetime) -> Shown:
    """What a page may show of an invitation, and what this reader may do with it."""
    seats = list(found.seats.all())
    own = next((seat for seat in seats if seat.user_id and seat.user_id == reader.pk), None)
    is_open = found.status == Invitation.Status.OPEN and found.expires_at > now
    is_own = found.inviter_id == reader.pk
    has_sat_down = own is not None and own.accepted_at is not None
    free = sum(seat.user_id is None for seat in seats)
    may_accept = is_open and not has_sat_down and (own is not None or free > 0)
    return {
        "id": found.id,
        "key": found.key,
        "name": found.rules.name,
        "options": words.options_said(found.rules.options, parse_options(found.options)),
        "inviter": found.inviter.username,
        "kept_for": ", ".join(_names_kept(seats)),
        "seats": [_seat(seat, reader) for seat in seats],
        "free": free,
        "more": getattr(found, "offers", 1) - 1,
        "is_larger": len(seats) > 2,
        "is_listed": found.is_listed,
        "rated": found.rated,
        "days_per_move": found.days_per_move,
        "is_start_drawn": all(option.name != "starter" for option in found.rules.options),
        "expires_at": found.expires_at,
        "status": found.status,
        "is_open": is_open,
        "is_expired": found.status == Invitation.Status.OPEN and not is_open,
        "is_own": is_own,
        "is_named": own is not None and not has_sat_down,
        "is_for_somebody_else": is_open and not has_sat_down and not may_accept,
        "may_accept": may_accept,
        "may_give_back": is_open and has_sat_down and not is_own,
        "needs_account": found.rated and getattr(reader, "is_guest", True),
        "game_id": found.game_id if has_sat_down else None,
    }


def _names_kept(seats: Sequence[InvitationSeat]) -> list[str]:
    """For whom seats are kept that they have not taken yet."""
    return [seat.user.username for seat in seats if seat.user and seat.accepted_at is None]


def _seat(seat: InvitationSeat, reader: Reader) -> Shown:
    return {
        "number": seat.seat + 1,
        "name": seat.user.username if seat.user is not None else "",
        "is_taken": seat.accepted_at is not None,
        "is_you": seat.user_id is not None and seat.user_id == reader.pk,
    }
