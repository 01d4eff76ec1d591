"""Blocking somebody: the two are paired no more, and what they have open together ends."""

import contextlib
from datetime import datetime

from accounts import notifications, relations
from accounts.models import User
from accounts.services import lock_people
from games.models import Invitation, InvitationSeat
from games.services.errors import NotAllowed
from games.services.invitations import cancel_invitation, decline_invitation
from games.store.invitations import with_both
from games.store.transactions import writing


def block_person(*, blocker: User, blocked: User, now: datetime) -> None:
    """Keep these two apart from now on; games that run go on. Raises relations.Refused.

    Whatever seats somebody holds the row of who sits down, and this the rows of both: no game of
    the two begins once it is done. Their open invitations end, in words that say nothing of a
    block; open pages of either drop the other's.
    """
    with writing():
        if relations.block(blocker=blocker, blocked=blocked, now=now):
            _part(blocker, blocked, now)
            tell_apart(blocker, blocked)


def unblock_person(*, blocker: User, blocked: User) -> None:
    """Let the two meet again, unless the other one has blocked as well."""
    with writing():
        relations.unblock(blocker=blocker, blocked=blocked)
        tell_apart(blocker, blocked)


def part_from_all(*, user: User, now: datetime) -> None:
    """End what this person has open by now with those whom they do not meet, as a block does.

    A seat or a block may have come along from a guest. Each of the others in a transaction of its
    own: the rows of both are held before the invitations.
    """
    apart = relations.apart_from(user.pk)
    open_ones = Invitation.objects.filter(status=Invitation.Status.OPEN, seats__user=user)
    met = InvitationSeat.objects.filter(invitation__in=open_ones.values("pk"), user__in=apart)
    for other in User.objects.filter(pk__in=met.values("user")).order_by("pk"):
        with writing():
            if len(lock_people([user.pk, other.pk])) == 2:
                _part(user, other, now)


def tell_apart(*people: User) -> None:
    """After the commit, let the open pages of these people look whom they do not meet."""
    for person in people:
        notifications.tell_person(person.pk)


def _part(blocker: User, blocked: User, now: datetime) -> None:
    """End the open invitations for these two; of larger ones a seat is free again.

    One that is just being taken by a third person is waited for, and stays then.
    """
    for invitation in with_both(blocker, blocked, now):
        with contextlib.suppress(NotAllowed, Invitation.DoesNotExist):
            if invitation.inviter_id != blocker.pk:
                decline_invitation(invitation_id=invitation.pk, user=blocker, now=now)
            elif invitation.seats.count() > 2:
                decline_invitation(invitation_id=invitation.pk, user=blocked, now=now)
            else:
                cancel_invitation(invitation_id=invitation.pk, user=blocker, now=now)
