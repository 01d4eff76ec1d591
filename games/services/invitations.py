"""Offers to play: made, their seats taken and given back, declined, withdrawn."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from accounts import moderation
from accounts.models import User
from games import notifications
from games.models import Game, GameSettings, Invitation, InvitationSeat
from games.rules import clock
from games.rules.messages import gettext_noop
from games.rules.record import parse_options
from games.rules.seating import seats_of
from games.services import notices
from games.services.errors import ACCOUNTS_ONLY, NotAllowed, lock_active_users, require_openness
from games.services.open_offers import require_company, require_room
from games.services.seeds import new_seed
from games.services.start import start_game
from games.store import presence, seeks
from games.store.transactions import writing

INVITATION_LASTS = timedelta(days=14)

GUESTS_OFFER_LASTS = timedelta(days=2)
"""An offer of a guest to anyone: who made it may be gone for good, and a day later can offer again.
"""

_ANSWERED = gettext_noop("this invitation is closed: it was %(answer)s")
_TAKEN = gettext_noop("%(name)s has accepted this invitation already")
STARTED = gettext_noop("every seat is taken and the game has started")
_NO_SEAT = gettext_noop("no seat is free any more: each is taken or kept for somebody else")
_EXPIRED = gettext_noop("this invitation has expired")
_GONE = gettext_noop("%(name)s is not there any more; take another seat, or offer a game yourself")
_TOO_FAR = gettext_noop(
    "%(name)s looks for somebody nearer in rating; look for the same game in the lobby, and you"
    " meet as soon as both have waited long enough"
)
_OWN = gettext_noop("this is your own invitation; send its link to somebody else")
_NOT_YOURS = gettext_noop("this invitation is meant for somebody else")


def create_invitation(
    settings: GameSettings,
    *,
    inviter: User,
    now: datetime,
    invitees: Sequence[User] = (),
    is_listed: bool = False,
    is_quick: bool = False,
    rematch_of: Game | None = None,
) -> Invitation:
    """Offer a game: seats are kept for the invitees, in order, and the rest is free.

    The inviter sits down at once. A live game that is listed is a seek. Raises NotAllowed for who
    is gone, for one open offer too many, for who refuses guests and for a private game that is
    rated or listed, and ValueError for more people than the game has seats.
    """
    require_openness(settings, is_listed=is_listed)
    is_seek = is_listed and clock.parse(settings.time_control).is_live
    is_fleeting = is_listed and inviter.is_guest
    with writing():
        people = [inviter, *invitees]
        lock_active_users(people)
        require_room(inviter, invitees, is_listed=is_listed, is_seek=is_seek, now=now)
        invitation = Invitation.objects.create(
            **asdict(settings),
            inviter=inviter,
            is_listed=is_listed,
            is_quick=is_quick,
            seen_at=now if is_seek else None,
            rematch_of=rematch_of,
            created_at=now,
            expires_at=now + (GUESTS_OFFER_LASTS if is_fleeting else INVITATION_LASTS),
        )
        _create_seats(invitation, _seating(people, rematch_of), now)
        notices.tell_invited(invitation, invitees, now)
        _tell_others(invitation)
    return invitation


def _seating(people: Sequence[User], before: Game | None) -> Sequence[User | None]:
    """Who sits where; in a rematch all move on by one seat: who sat second sits first."""
    if before is None:
        return people
    sat = [player.user for player in before.players.select_related("user")]
    return [user if user in people else None for user in sat[1:] + sat[:1]]


def _create_seats(invitation: Invitation, people: Sequence[User | None], now: datetime) -> None:
    """Seat the inviter, and keep seats for the others; the rest is free."""
    seats = range(seats_of(invitation.rules, parse_options(invitation.options)))
    free = [None] * (len(seats) - len(people))
    InvitationSeat.objects.bulk_create(
        InvitationSeat(
            invitation=invitation,
            seat=seat,
            user=user,
            accepted_at=now if user == invitation.inviter else None,
        )
        for seat, user in zip(seats, [*people, *free], strict=True)
    )


def accept_invitation(
    *, invitation_id: str, user: User, now: datetime, seed: bytes | None = None
) -> Game | None:
    """Sit down, on the seat that is kept for you or the first free one; the last one starts it.

    The game, if it has started; of two who want the last seat at once one gets it. Who sits
    already may ask again and gets the same answer. Raises Invitation.DoesNotExist and NotAllowed,
    also for who does not meet somebody who sits.
    """
    with writing():
        lock_who_meet(invitation_id=invitation_id, user=user)
        invitation = _lock_invitation(invitation_id)
        seats = list(invitation.seats.select_related("user"))
        own = next((seat for seat in seats if seat.user_id == user.pk), None)
        if own is not None and invitation.game is not None:
            return invitation.game
        seat = _acceptable_seat(invitation, seats, user, now)
        if seat.accepted_at is None:
            require_company([user, *(each.user for each in seats if each.accepted_at)])
            seat.user, seat.accepted_at = user, now
            seat.seen_at = now if invitation.is_seek else None
            seat.save()
            _start_when_full(invitation, seats, now, seed or new_seed())
            notices.tell_accepted(invitation, user, seats, now)
            _tell(invitation)
        return invitation.game


def lock_who_meet(*, invitation_id: str, user: User) -> None:
    """Lock the row of who sits down; for a live game those of all who sit, whose seeks it may end.

    Of two who take each other's seek at once, one comes after the other. When the last seat was
    taken meanwhile nobody else is locked: whose row is held may not wait for theirs. Raises
    NotAllowed.
    """
    seated = InvitationSeat.objects.filter(
        invitation=invitation_id, invitation__game=None, accepted_at__isnull=False
    )
    meets = [
        seat.user
        for seat in seated.select_related("user", "invitation")
        if seat.user is not None and seat.invitation.is_live
    ]
    lock_active_users([user, *meets])


def _start_when_full(
    invitation: Invitation, seats: Sequence[InvitationSeat], now: datetime, seed: bytes
) -> None:
    """Start the game if every seat is taken.

    The lock of the invitation holds those who sit: to leave the site waits for it.
    """
    users = [seat.user for seat in seats if seat.user is not None and seat.accepted_at is not None]
    if len(users) < len(seats):
        return
    if invitation.is_quick:
        invitation.rated = not any(user.is_guest for user in users)
    invitation.game = start_game(
        invitation.settings,
        users=users,
        seed=seed,
        now=now,
        rematch_of=invitation.rematch_of,
        are_held=True,
    )
    invitation.status = Invitation.Status.ACCEPTED
    invitation.save()
    if invitation.is_live:
        leave_seeks(users)
    if invitation.is_seek:
        _wait_for_all(invitation.game, len(seats))


def leave_seeks(users: Sequence[User]) -> None:
    """Nobody plays two live games at once: their other seeks end, and seats they took are free."""
    taken = InvitationSeat.objects.filter(user__in=users, accepted_at__isnull=False)
    others = seeks.open_seeks().filter(pk__in=taken.values("invitation"))
    for seek in others.select_for_update().order_by("pk"):
        if any(user.pk == seek.inviter_id for user in users):
            _close(seek, Invitation.Status.CANCELLED)
        else:
            _free_seats(seek, users)


def _wait_for_all(game: Game, seats: int) -> None:
    """Who sought a game and does not come to it is absent from its first turn on."""
    miss = partial(presence.miss_all, game.id, range(seats), game.turn_began_at)
    transaction.on_commit(miss, robust=True)


def end_seeks(ended: QuerySet[Invitation], *, skips_taken: bool = False) -> int:
    """Withdraw the seeks among these that are open, and tell who looks at them; how many.

    `skips_taken` leaves those alone that somebody is just taking, for who has no row of a person.
    """
    seeks = ended.filter(seen_at__isnull=False, status=Invitation.Status.OPEN)
    found = list(seeks.select_for_update(skip_locked=skips_taken).order_by("pk"))
    for seek in found:
        _close(seek, Invitation.Status.CANCELLED)
    return len(found)


def free_seats_of_seeks(freed: QuerySet[InvitationSeat]) -> int:
    """Free these seats of open seeks, and tell who looks at them; how many seeks.

    Those that somebody is just taking are left alone.
    """
    found = seeks.open_seeks().filter(pk__in=freed.values("invitation"))
    changed = [
        seek
        for seek in found.select_for_update(skip_locked=True).order_by("pk")
        if _free(freed.filter(invitation=seek))
    ]
    for seek in changed:
        _tell(seek)
    return len(changed)


def require_open_to_newcomers(*, invitation_id: str, now: datetime) -> None:
    """Raise NotAllowed where a stranger could not accept, so that no guest is made for nothing."""
    invitation = Invitation.objects.get(pk=invitation_id)
    _acceptable_seat(invitation, invitation.seats.all(), None, now)


def decline_invitation(*, invitation_id: str, user: User | None, now: datetime) -> Invitation:
    """Say no to a seat that is kept for you, or give back the one you took; raises NotAllowed.

    A game for two is declined with it; of a larger one the seat is free again.
    """
    with writing():
        invitation = _lock_invitation(invitation_id)
        if user is None or not _seats_of_others(invitation).filter(user=user).exists():
            raise NotAllowed(403, _NOT_YOURS)
        require_open(invitation, now)
        _decline(invitation, user, now)
    return invitation


def _decline(invitation: Invitation, user: User, now: datetime) -> None:
    if _is_larger(invitation):
        _free_seats(invitation, [user])
    else:
        _close(invitation, Invitation.Status.DECLINED)
    notices.tell_declined(invitation, user, now)


def cancel_invitation(*, invitation_id: str, user: User | None, now: datetime) -> Invitation:
    """Take your own invitation back; raises NotAllowed."""
    with writing():
        invitation = _lock_invitation(invitation_id)
        if user is None or invitation.inviter_id != user.pk:
            raise NotAllowed(403, _NOT_YOURS)
        require_open(invitation, now)
        _withdraw(invitation)
    return invitation


def _withdraw(invitation: Invitation) -> None:
    _close(invitation, Invitation.Status.CANCELLED)
    notices.withdraw_invited(invitation)


def forget_invitations(*, user: User) -> None:
    """Undo the invitations of somebody who goes for good; those that led to games stay.

    Their own go, and those for two that are meant for them; of a larger one the seat is free.
    Where somebody else sits their own is withdrawn, for its page tells that.
    """
    with writing():
        theirs = InvitationSeat.objects.filter(user=user).values("invitation")
        undone = Invitation.objects.select_for_update().filter(pk__in=theirs, game=None)
        for invitation in undone.order_by("pk"):
            if invitation.inviter_id != user.pk and _is_larger(invitation):
                _free_seats(invitation, [user])
            elif invitation.inviter_id == user.pk and _is_waited_at(invitation):
                _withdraw(invitation)
            else:
                _tell(invitation)
                invitation.delete()


def _is_waited_at(invitation: Invitation) -> bool:
    """Whether it is open and somebody besides the inviter sits there."""
    taken = _seats_of_others(invitation).filter(accepted_at__isnull=False)
    return invitation.status == Invitation.Status.OPEN and taken.exists()


def withdraw_offers(*, user: User, now: datetime, is_for_good: bool = False) -> None:
    """Close the offers of somebody who may not play now; seats that they took are free again.

    If that `is_for_good` they decline what others offer, also where a seat is only kept for them.
    """
    with writing():
        seats = InvitationSeat.objects.filter(user=user)
        if not is_for_good:
            seats = seats.filter(accepted_at__isnull=False)
        found = Invitation.objects.select_for_update().filter(
            pk__in=seats.values("invitation"), status=Invitation.Status.OPEN, expires_at__gt=now
        )
        for invitation in found.order_by("pk"):
            if invitation.inviter_id == user.pk:
                _withdraw(invitation)
            elif is_for_good:
                _decline(invitation, user, now)
            else:
                _free_seats(invitation, [user])


def _lock_invitation(invitation_id: str) -> Invitation:
    return Invitation.objects.select_for_update().get(pk=invitation_id)


def _is_larger(invitation: Invitation) -> bool:
    """Whether the others can still play when one of those invited goes."""
    return invitation.seats.count() > 2


def _acceptable_seat(
    invitation: Invitation, seats: Iterable[InvitationSeat], user: User | None, now: datetime
) -> InvitationSeat:
    """The seat that this user may take or has taken; None is a newcomer, who would be a guest."""
    if user is not None and invitation.inviter_id == user.pk:
        raise NotAllowed(403, _OWN)
    require_open(invitation, now)
    if invitation.is_left(now) or moderation.bar_of(invitation.inviter, now):
        raise NotAllowed(409, _GONE, name=invitation.inviter.username)
    own = [seat for seat in seats if user is not None and seat.user_id == user.pk]
    free = [seat for seat in seats if seat.user_id is None]
    if not own and not free:
        others_came = any(
            seat.accepted_at is not None for seat in seats if seat.user_id != invitation.inviter_id
        )
        raise NotAllowed(409, _NO_SEAT) if others_came else NotAllowed(403, _NOT_YOURS)
    if invitation.rated and (user is None or user.is_guest):
        raise NotAllowed(403, ACCOUNTS_ONLY)
    if invitation.is_quick and not own and not seeks.is_in_reach(invitation, user, now):
        raise NotAllowed(409, _TOO_FAR, name=invitation.inviter.username)
    return [*own, *free][0]


def require_open(invitation: Invitation, now: datetime) -> None:
    """Raises NotAllowed, which says why, if an invitation is closed or has expired."""
    if invitation.status == Invitation.Status.ACCEPTED:
        guests = [seat.user for seat in _seats_of_others(invitation).select_related("user")]
        if len(guests) == 1 and guests[0] is not None:
            raise NotAllowed(409, _TAKEN, name=guests[0].username)
        raise NotAllowed(409, STARTED)
    if invitation.status != Invitation.Status.OPEN:
        raise NotAllowed(409, _ANSWERED, answer=invitation.get_status_display())
    if invitation.expires_at <= now:
        raise NotAllowed(409, _EXPIRED)


def _seats_of_others(invitation: Invitation) -> QuerySet[InvitationSeat]:
    return invitation.seats.exclude(user=invitation.inviter_id)


def _free_seats(invitation: Invitation, users: Sequence[User]) -> None:
    _free(invitation.seats.filter(user__in=users))
    _tell(invitation)


def _free(seats: QuerySet[InvitationSeat]) -> int:
    return seats.update(user=None, accepted_at=None, seen_at=None)


def _close(invitation: Invitation, status: Invitation.Status) -> None:
    invitation.status = status
    invitation.save()
    _tell(invitation)


def _tell(invitation: Invitation) -> None:
    """Tell who looks at the invitation, at the lobby, and at the table of the game before."""
    notifications.tell_invitation_changed(invitation.id)
    _tell_others(invitation)


def _tell_others(invitation: Invitation) -> None:
    if invitation.is_listed:
        notifications.tell_lobby_changed()
    if invitation.rematch_of_id is not None:
        notifications.tell_rematch_changed(invitation.rematch_of_id)
