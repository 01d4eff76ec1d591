"""How many offers somebody may have open, and to whom."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.models import Invitation
from games.rules.messages import gettext_noop
from games.services.errors import NotAllowed

MOST_OPEN = 3
"""Offers of one person to anyone, and to one other person, that may be open at once."""

_TO_ANYONE = gettext_noop("you have %(count)s open offers to anyone; withdraw one of them first")
_TO_ONE = gettext_noop(
    "%(name)s has %(count)s open invitations of yours; withdraw one of them first, or wait"
)
_NO_GUESTS = gettext_noop("%(name)s takes no invitations from guests; sign up first")


def require_room(
    inviter: User, invitees: Sequence[User], *, is_listed: bool, now: datetime
) -> None:
    """Raise NotAllowed for one offer too many, or to somebody who refuses those of guests.

    The inviter's row is locked, so that two offers at once are counted one after the other.
    """
    open_ones = Invitation.objects.filter(
        inviter=inviter, status=Invitation.Status.OPEN, expires_at__gt=now
    )
    if is_listed and open_ones.filter(is_listed=True).count() >= MOST_OPEN:
        raise NotAllowed(409, _TO_ANYONE, count=MOST_OPEN)
    named = User.objects.filter(pk__in=[invitee.pk for invitee in invitees])
    refusing = named.filter(refuses_guests=True).first() if inviter.is_guest else None
    if refusing is not None:
        raise NotAllowed(403, _NO_GUESTS, name=refusing.username)
    for invitee in invitees:
        waiting = open_ones.filter(seats__user=invitee, seats__accepted_at=None)
        if waiting.count() >= MOST_OPEN:
            raise NotAllowed(409, _TO_ONE, name=invitee.username, count=MOST_OPEN)
