"""Offers to play: made, accepted by one, declined, withdrawn."""

from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import User
from games import live
from games.models import Game, Invitation
from games.rules import clock
from games.rules.base import (
    gettext_noop,
)
from games.services.denied import Denied, require_here
from games.services.play import locked_game, new_seed, seat_of, start_game
from games.transactions import writing

INVITATION_LASTS = timedelta(days=14)

_ANSWERED = gettext_noop("this invitation is closed: it was %(answer)s")
_TAKEN = gettext_noop("%(name)s has accepted this invitation already")
_EXPIRED = gettext_noop("this invitation has expired")
_NOT_OVER = gettext_noop("this game is not over yet")
_OWN = gettext_noop("this is your own invitation; send its link to somebody else")
_NOT_YOURS = gettext_noop("this invitation is meant for somebody else")
_LEFT = gettext_noop("your opponent has left the site")
_ACCOUNTS_ONLY = gettext_noop("rated games are for registered players; sign up, then accept")


def create_invitation(
    *,
    key: str,
    inviter: User,
    now: datetime,
    options: str = "",
    invitee: User | None = None,
    is_listed: bool = False,
    rated: bool = False,
    days_per_move: int = clock.DEFAULT_DAYS,
) -> Invitation:
    """Offer a game by link, to one person, or to anyone; raises Denied for who is gone."""
    with writing():
        require_here([inviter, invitee])
        return Invitation.objects.create(
            key=key,
            options=options,
            inviter=inviter,
            invitee=invitee,
            is_listed=is_listed,
            rated=rated,
            days_per_move=days_per_move,
            created_at=now,
            expires_at=now + INVITATION_LASTS,
        )


def accept_invitation(
    *, invitation_id: str, user: User, now: datetime, seed: bytes | None = None
) -> Game:
    """Start the game that was offered; of two who accept at once one gets it.

    Who accepted it may ask again and gets the same game. Raises Invitation.DoesNotExist, Denied.
    """
    with writing():
        offered = Invitation.objects.select_related("inviter").get(pk=invitation_id)
        require_here([offered.inviter, user])
        invitation = _locked_invitation(invitation_id)
        if invitation.game is not None and invitation.game.players.filter(user=user).exists():
            return invitation.game
        _require_acceptable(invitation, user, now)
        game = start_game(
            key=invitation.key,
            users=[invitation.inviter, user],
            seed=seed or new_seed(),
            now=now,
            options=invitation.options,
            rated=invitation.rated,
            days_per_move=invitation.days_per_move,
        )
        invitation.game = game
        _close(invitation, Invitation.Status.ACCEPTED)
    return game


def require_open_to_newcomers(*, invitation_id: str, now: datetime) -> None:
    """Raise Denied where a stranger could not accept, so that no guest is made for nothing."""
    _require_acceptable(Invitation.objects.get(pk=invitation_id), None, now)


def offer_rematch(*, game_id: str, user: User | None, now: datetime) -> Invitation:
    """Invite the opponent of a finished game to another; an open offer of the same game is found.

    The game's lock makes two offers at once meet, and a second click find the first one's.
    """
    with writing():
        game = Game.objects.get(pk=game_id)
        seat_of(game, user)
        if game.ended_at is None or user is None:
            raise Denied(409, _NOT_OVER)
        opponent = game.players.exclude(user=user).select_related("user").get().user
        if opponent is None or not opponent.is_active:
            raise Denied(409, _LEFT)
        require_here([user, opponent])
        locked_game(game_id)
        both = [user, opponent]
        offered = Invitation.objects.filter(
            inviter__in=both,
            invitee__in=both,
            status=Invitation.Status.OPEN,
            expires_at__gt=now,
            key=game.key,
            options=game.options,
            rated=game.rated,
            days_per_move=game.days_per_move,
        )
        live.tell_rematch_offered(game.id)
        return offered.first() or create_invitation(
            key=game.key,
            inviter=user,
            now=now,
            options=game.options,
            invitee=opponent,
            rated=game.rated,
            days_per_move=game.days_per_move,
        )


def decline_invitation(*, invitation_id: str, user: User | None, now: datetime) -> None:
    """Say no to an invitation that names you; raises Denied."""
    with writing():
        invitation = _locked_invitation(invitation_id)
        if user is None or invitation.invitee_id != user.pk:
            raise Denied(403, _NOT_YOURS)
        _require_open(invitation, now)
        _close(invitation, Invitation.Status.DECLINED)


def cancel_invitation(*, invitation_id: str, user: User | None, now: datetime) -> None:
    """Take your own invitation back; raises Denied."""
    with writing():
        invitation = _locked_invitation(invitation_id)
        if user is None or invitation.inviter_id != user.pk:
            raise Denied(403, _NOT_YOURS)
        _require_open(invitation, now)
        _close(invitation, Invitation.Status.CANCELLED)


def forget_invitations(*, user: User) -> None:
    """Drop the invitations of and to somebody who goes for good; those that led to games stay."""
    with writing():
        theirs = Invitation.objects.filter(Q(inviter=user) | Q(invitee=user), game=None)
        names = list(theirs.values_list("pk", flat=True))
        theirs.delete()
        for name in names:
            live.tell_invitation_changed(name)


def _locked_invitation(invitation_id: str) -> Invitation:
    return Invitation.objects.select_for_update().get(pk=invitation_id)


def _require_open(invitation: Invitation, now: datetime) -> None:
    if invitation.status == Invitation.Status.ACCEPTED and invitation.game is not None:
        taker = invitation.game.players.exclude(user=invitation.inviter).get()
        raise Denied(409, _TAKEN, name=taker.shown_name)
    if invitation.status != Invitation.Status.OPEN:
        raise Denied(409, _ANSWERED, answer=invitation.get_status_display())
    if invitation.expires_at <= now:
        raise Denied(409, _EXPIRED)


def _require_acceptable(invitation: Invitation, user: User | None, now: datetime) -> None:
    """Whether this user may accept; None is a newcomer, who would become a guest."""
    if user is not None and invitation.inviter_id == user.pk:
        raise Denied(403, _OWN)
    if invitation.invitee_id is not None and (user is None or invitation.invitee_id != user.pk):
        raise Denied(403, _NOT_YOURS)
    _require_open(invitation, now)
    if invitation.rated and (user is None or user.is_guest):
        raise Denied(403, _ACCOUNTS_ONLY)


def _close(invitation: Invitation, status: Invitation.Status) -> None:
    invitation.status = status
    invitation.save()
    live.tell_invitation_changed(invitation.id)
