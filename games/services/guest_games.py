"""The seats, invitations and tries of a guest, taken along into an account."""

from collections.abc import Iterator, Sequence

from accounts.models import User
from games import notifications
from games.models import Game, Invitation, InvitationSeat, Player, TriedMiss
from games.services.invitations import forget_invitations
from games.services.results import results_of
from games.services.retries import forget_tries
from games.store import queries
from games.store.transactions import writing
from ratings import services as ratings

_BATCH = 200  # finished games read at once


def take_seats(*, guest: User, user: User) -> list[str]:
    """Give this user the seats of the guest, and the tallies of the finished games; the games.

    What the guest tried again at these seats comes along; what else the guest tried is forgotten.
    A table at which both sit stays as it is, and an invitation with seats for both is undone. The
    rows of both people are locked. Then, in this order: invitations, running games, standings.
    """
    with writing():
        _take_invitations(guest, user)
        forget_invitations(user=guest)
        seats = Player.objects.filter(user=guest)
        running = Game.objects.filter(pk__in=seats.values("game"), ended_at=None)
        list(running.select_for_update().order_by("pk"))
        shared = Player.objects.filter(user=user).values("game")
        alone = seats.exclude(game__in=shared)
        taken = list(alone.values_list("game_id", flat=True))
        TriedMiss.objects.filter(user=guest).exclude(game__in=shared).update(user=user)
        forget_tries(user=guest)
        alone.update(user=user)
        ratings.count_for(user_id=user.pk, games=list(_results_of(taken)))
    return taken


def _take_invitations(guest: User, user: User) -> None:
    theirs = InvitationSeat.objects.filter(user=guest).values("invitation")
    for invitation in Invitation.objects.select_for_update().filter(pk__in=theirs).order_by("pk"):
        if invitation.seats.filter(user=user).exists():
            continue
        invitation.seats.filter(user=guest).update(user=user)
        if invitation.inviter_id == guest.pk:
            invitation.inviter = user
            invitation.save(update_fields=["inviter"])
        notifications.tell_invitation_changed(invitation.id)
        if invitation.is_listed:
            notifications.tell_lobby_changed()


def _results_of(game_ids: Sequence[str]) -> Iterator[ratings.FinishedGame]:
    """What counts of these games, as ratings are told of it."""
    for start in range(0, len(game_ids), _BATCH):
        games = Game.objects.filter(pk__in=game_ids[start : start + _BATCH], ended_at__isnull=False)
        for game in games.prefetch_related(queries.WITH_PLAYERS, "moves"):
            players = list(game.players.all())
            if game.is_counted and all(player.rank for player in players):
                results = results_of(players, game.moves.all())
                ended_at = game.ended_at or game.changed_at
                yield ratings.FinishedGame(game.id, game.list_key, results, False, ended_at)
