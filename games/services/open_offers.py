"""How many offers somebody may have open, to whom, and who may sit at one table."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from accounts import relations
from accounts.models import User
from games.rules.messages import gettext_noop
from games.services.errors import NotAllowed
from games.store.invitations import still_open

MOST_OPEN = 3
"""Offers of one person to anyone, and to one other person, that may be open at once."""

MOST_SEEKS = 5
"""The same of offers to anyone that end with their page."""

_TO_ANYONE = gettext_noop("you have %(count)s open offers to anyone; withdraw one of them first")
_TO_ONE = gettext_noop(
    "%(name)s has %(count)s open invitations of yours; withdraw one of them first, or wait"
)
_NOT_INVITED = gettext_noop("%(name)s cannot be invited; choose somebody else")
NOT_OPEN = gettext_noop("this invitation is not open to you")
_NO_GUESTS = gettext_noop("%(name)s takes no invitations from guests; sign up first")


def require_room(
    inviter: User,
    invitees: Sequence[User],
    *,
    is_listed: bool,
    is_seek: bool = False,
    now: datetime,
) -> None:
    """Raise NotAllowed for one offer too many, to somebody who refuses those of guests, and to
    somebody kept apart from the inviter, whichever of the two has blocked the other.

    The inviter's row is locked, so that two offers at once are counted one after the other.
    """
    open_ones = still_open(now).filter(inviter=inviter)
    most = MOST_SEEKS if is_seek else MOST_OPEN
    to_anyone = open_ones.filter(is_listed=True, seen_at__isnull=not is_seek)
    if is_listed and to_anyone.count() >= most:
        raise NotAllowed(409, _TO_ANYONE, count=most)
    named = User.objects.filter(pk__in=[invitee.pk for invitee in invitees])
    refusing = named.filter(refuses_guests=True).first() if inviter.is_guest else None
    if refusing is not None:
        raise NotAllowed(403, _NO_GUESTS, name=refusing.username)
    apart = relations.apart_from(inviter.pk) if invitees else frozenset()
    for invitee in invitees:
        if invitee.pk in apart:
            raise NotAllowed(403, _NOT_INVITED, name=invitee.username)
        waiting = open_ones.filter(seats__user=invitee, seats__accepted_at=None)
        if waiting.count() >= MOST_OPEN:
            raise NotAllowed(409, _TO_ONE, name=invitee.username, count=MOST_OPEN)


def require_company(people: Iterable[User | None]) -> None:
    """Raise NotAllowed if some two of those who would sit at one table have been kept apart.

    The sentence does not say that somebody has blocked somebody. The row of who sits down is
    locked, as those of both are by a block: nobody meets after it.
    """
    if relations.are_apart([user.pk for user in people if user is not None]):
        raise NotAllowed(403, NOT_OPEN)
