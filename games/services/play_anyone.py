"""One press to play anyone: an open seat is taken, or an invitation of one's own is listed."""

from datetime import datetime, timedelta
from typing import NoReturn

from accounts.models import User
from games.models import GameSettings, Invitation
from games.rules.messages import gettext_noop
from games.services.errors import NotAllowed, lock_active_users
from games.services.invitations import accept_invitation, create_invitation
from games.store import invitations
from games.store.transactions import writing

SAME_PRESS = timedelta(seconds=10)
"""Who presses once more within this time has pressed twice, and gets the same answer."""


_ENOUGH = gettext_noop(
    "guests at your network address have offered enough games to anyone for today; send somebody"
    " the link of an invitation, or sign up"
)


def refuse_offer() -> NoReturn:
    """Raise NotAllowed: this guest offers no game to anyone now."""
    raise NotAllowed(429, _ENOUGH)


def play_anyone(*, key: str, user: User, now: datetime, may_offer: bool = True) -> Invitation:
    """The listed invitation of this game on which the user sits now; with its last seat it has a
    game.

    One's own that is open already is found again. The user's row is locked, so that two presses
    come one after the other; of two people who want the last seat at once, one gets the next or
    lists an invitation, unless this person may not. Raises NotAllowed for that, and for one open
    offer too many.
    """
    with writing():
        lock_active_users([user])
        pressed = invitations.seat_taken_since(user, key, now - SAME_PRESS)
        return (
            pressed
            or _take_seat(key, user, now)
            or invitations.own_offer_to_anyone(user, key, now)
            or _offer(key, user, now, may_offer)
        )


def _offer(key: str, user: User, now: datetime, may_offer: bool) -> Invitation:
    if not may_offer:
        refuse_offer()
    return create_invitation(GameSettings(key), inviter=user, now=now, is_listed=True)


def _take_seat(key: str, user: User, now: datetime) -> Invitation | None:
    """The first invitation with a seat that nobody else takes in the same moment."""
    for invitation_id in invitations.seats_for(user, key, now):
        try:
            accept_invitation(invitation_id=invitation_id, user=user, now=now)
        except (NotAllowed, Invitation.DoesNotExist):
            continue
        return Invitation.objects.get(pk=invitation_id)
    return None
