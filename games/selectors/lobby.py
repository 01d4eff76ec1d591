"""Offers to anyone that are open now, as the lobby shows them."""

from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from games.models import Invitation, InvitationSeat
from games.presentation.models.lobby import Lobby, LobbyRow
from games.store.invitations import still_open
from games.store.seeks import with_ratings
from ratings.selectors import format_rating

MOST_LISTED = 60
"""Of either kind in each game the newest of people with an account, and as many of guests: however
many guests come, they take no place of anybody else. Of guests of one network there are no more in
two days, which is how long their offers last (`guest_offer` in the settings), so that one network
cannot push out those of another either."""

MOST_OFFERS_OF_ONE = 2
"""Offers of one person in each game, the newest …"""

MOST_SEEKS_OF_ONE = 3
"""… and seeks: one for each time that has a button."""

_FREE = Q(invitation=OuterRef("pk"), user=None)


def lobbies(now: datetime) -> dict[bool, Lobby]:
    """The lobby as it is for people with an account (True), and for guests and strangers."""
    listed = still_open(now).filter(is_listed=True, inviter__is_active=True)
    seeks = _newest(listed.filter(seen_at__isnull=False), MOST_SEEKS_OF_ONE)
    offers = _newest(listed.filter(seen_at=None), MOST_OFFERS_OF_ONE)
    return {
        is_registered: Lobby(
            tuple(_row(each, is_registered) for each in seeks),
            tuple(_row(each, is_registered) for each in offers),
        )
        for is_registered in (True, False)
    }


def lobby(now: datetime, *, is_registered: bool) -> Lobby:
    """The lobby as it is for readers of this kind."""
    return lobbies(now)[is_registered]


def _newest(listed: QuerySet[Invitation], most_of_one: int) -> list[Invitation]:
    """The newest of each game with a seat that is free, the oldest of all first."""
    open_ones = listed.filter(Exists(InvitationSeat.objects.filter(_FREE)))
    of_one = _first_of(open_ones, ("key", "inviter"), most_of_one)
    found = _first_of(of_one, ("key", "inviter__is_guest"), MOST_LISTED)
    counted = with_ratings(Invitation.objects.filter(pk__in=found.values("pk"))).annotate(
        all_seats=Count("seats"), free=Count("seats", filter=Q(seats__user=None))
    )
    return list(counted.select_related("inviter").order_by("created_at", "pk"))


def _first_of(
    listed: QuerySet[Invitation], kinds: tuple[str, ...], most: int
) -> QuerySet[Invitation]:
    """The newest of each kind."""
    place = Window(RowNumber(), partition_by=list(kinds), order_by=("-created_at", "-pk"))
    among = Invitation.objects.filter(pk__in=listed.order_by().values("pk"))
    return among.annotate(place=place).filter(place__lte=most)


def _row(found: Invitation, is_registered: bool) -> LobbyRow:
    rating, free, seats = (getattr(found, name) for name in ("rating", "free", "all_seats"))
    would_count = found.is_quick and is_registered and not found.inviter.is_guest
    return LobbyRow(
        id=found.id,
        key=found.key,
        name=found.rules.name,
        inviter=found.inviter.username,
        inviter_id=found.inviter_id,
        rating=None if rating is None else format_rating(rating),
        time_control=found.time_control,
        rated=found.rated or would_count,
        needs_account=found.rated and not is_registered,
        free=free,
        seats=seats,
        is_seek=found.is_seek,
        is_quick=found.is_quick,
    )
