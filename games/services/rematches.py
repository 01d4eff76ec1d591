"""Another game of the same people: each presses once, and the last one starts it."""

from datetime import datetime

from accounts.models import User
from games.models import Game, Invitation
from games.rules.messages import gettext_noop
from games.services.computer_games import Dealt, deal, play_computers_again
from games.services.errors import NotAllowed, lock_active_users
from games.services.invitations import STARTED, accept_invitation, create_invitation
from games.services.writing import seat_of
from games.store import invitations
from games.store.transactions import writing

_NOT_OVER = gettext_noop("this game is not over yet")
_LEFT = gettext_noop("your opponent has left the site")


def want_rematch(*, game_id: str, user: User | None, now: datetime) -> Game | None:
    """Want another game like this finished one, with the same people and settings.

    The game, if everybody has wanted it by now, and the same again for who wants it once more;
    None while others have not. Seats of those who have left the site are free. The people's and
    the game's locks make two who press at once meet. Raises Game.DoesNotExist and NotAllowed.
    """
    game = Game.objects.get(pk=game_id)
    seat_of(game, user)
    if game.ended_at is None or user is None:
        raise NotAllowed(409, _NOT_OVER)
    dealt = _dealt(game)
    with writing():
        players = game.players.exclude(user=user).select_related("user")
        others = [player.user for player in players if player.user and player.user.is_active]
        if not others:
            raise NotAllowed(409, _LEFT)
        people = [other for other in others if not other.is_computer]
        lock_active_users([user, *people])
        if _lock(game_id).ended_at is None:  # it goes on since
            raise NotAllowed(409, _NOT_OVER)
        begun = Game.objects.filter(rematch_of=game).first()
        if begun is not None:
            return _seen_by(user, begun)
        if dealt is not None:
            return play_computers_again(game=game, user=user, now=now, dealt=dealt)
        return _offer_or_accept(game, user, people, now)


def _seen_by(user: User, begun: Game) -> Game:
    """The rematch that has begun, unless it is private and the user does not play in it."""
    if begun.is_private and not begun.players.filter(user=user).exists():
        raise NotAllowed(409, STARTED)
    return begun


def _dealt(game: Game) -> Dealt | None:
    """What a rematch against computers begins with; None where other people play."""
    players = list(game.players.select_related("user"))
    computers = [player.shown_name for player in players if player.is_computer]
    is_alone = len(computers) == len(players) - 1
    return deal(game.key, game.options, computers) if is_alone else None


def _lock(game_id: str) -> Game:
    """One rematch after the other; a game that begins as a rematch may still refer to this one."""
    return Game.objects.select_for_update(no_key=True).get(pk=game_id)


def _offer_or_accept(game: Game, user: User, people: list[User], now: datetime) -> Game | None:
    offered = invitations.open_rematch(game.id, now)
    if offered is None:
        create_invitation(game.settings, inviter=user, invitees=people, now=now, rematch_of=game)
        return None
    if _sits(user, offered):
        return None
    return accept_invitation(invitation_id=offered.id, user=user, now=now)


def _sits(user: User, invitation: Invitation) -> bool:
    return invitation.seats.filter(user=user, accepted_at__isnull=False).exists()
