"""Seeks that are open, as the lobby, writes and pairing look them up."""

from datetime import datetime, timedelta

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat

from accounts.models import User
from games.models import GRACE, GameSettings, Invitation, InvitationSeat
from games.store.invitations import still_open
from ratings.elo import START_RATING
from ratings.lists import live_list
from ratings.models import Standing

_FIRST_REACH, WIDER = 150_00, 50_00  # hundredths of a rating
WIDENED_EVERY = timedelta(seconds=5)


def reach(waited: timedelta) -> int:
    """How far from one's own a rating may lie after this wait, in hundredths.

    >>> reach(timedelta(seconds=4)), reach(timedelta(seconds=10))
    (15000, 25000)
    """
    return _FIRST_REACH + WIDER * max(0, waited // WIDENED_EVERY)


def distance(one: int | None, two: int | None) -> int:
    """How far two ratings lie apart, in hundredths; who has none counts as a beginner.

    >>> distance(1300_00, 1250_00), distance(None, 1250_00)
    (5000, 5000)
    """
    mine, theirs = (START_RATING if each is None else each for each in (one, two))
    return abs(mine - theirs)


def is_in_reach(seek: Invitation, user: User | None, now: datetime) -> bool:
    """Whether somebody's rating lies in the reach of a quick seek by now; None is a newcomer."""
    mine = live_rating_of(user, seek.key) if user is not None else None
    theirs = live_rating_of(seek.inviter, seek.key)
    return distance(mine, theirs) <= reach(now - seek.created_at)


def with_ratings(offers: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Listed offers, each with the `rating` of its inviter in the list of such games.

    In hundredths; None without a rated game.
    """
    live = Concat("key", Value(live_list("")))
    in_list = Case(When(seen_at__isnull=False, then=live), default=F("key"))
    standings = Standing.objects.filter(
        user=OuterRef("inviter"), key=OuterRef("in_list"), rated_games__gt=0
    )
    return offers.annotate(in_list=in_list, rating=Subquery(standings.values("rating")))


def live_rating_of(user: User, key: str) -> int | None:
    """Somebody's rating in live games with people, in hundredths; None without a rated one."""
    rated = Standing.objects.filter(user=user, key=live_list(key), rated_games__gt=0)
    return rated.values_list("rating", flat=True).first()


def open_seeks() -> QuerySet[Invitation]:
    """Seeks that are neither taken nor withdrawn, also those whose page has gone."""
    return Invitation.objects.filter(status=Invitation.Status.OPEN, seen_at__isnull=False)


def left_seeks(now: datetime) -> QuerySet[Invitation]:
    """Those whose page has gone."""
    return open_seeks().filter(seen_at__lte=now - GRACE)


def seats_taken() -> QuerySet[InvitationSeat]:
    """Those that people took in open seeks of others, also where their page has gone."""
    return InvitationSeat.objects.filter(seen_at__isnull=False, invitation__in=open_seeks())


def left_seats(now: datetime) -> QuerySet[InvitationSeat]:
    """Those whose page has gone."""
    return seats_taken().filter(seen_at__lte=now - GRACE)


def quick_seeks(now: datetime) -> list[Invitation]:
    """Who waits to be paired, the longest wait first, with their ratings."""
    found = still_open(now).filter(is_quick=True, inviter__is_active=True)
    return list(with_ratings(found.prefetch_related(None)).order_by("created_at", "pk"))


def quick_press_since(user: User, settings: GameSettings, since: datetime) -> Invitation | None:
    """What a quick press for this game and time led to since then: a seek, or a running game."""
    valid = (Invitation.Status.OPEN, Invitation.Status.ACCEPTED)
    pressed = Invitation.objects.filter(
        key=settings.key,
        time_control=settings.time_control,
        is_quick=True,
        status__in=valid,
        game__ended_at=None,
        seats__user=user,
        seats__accepted_at__gte=since,
    )
    return pressed.order_by("-created_at").first()


def own_quick_seek(user: User, settings: GameSettings, now: datetime) -> Invitation | None:
    """The quick seek for this game and time that somebody has open."""
    own = Q(inviter=user, key=settings.key, time_control=settings.time_control, is_quick=True)
    return still_open(now).filter(own).first()
