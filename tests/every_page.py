"""Every kind of page of the site, for tests that look at all of them."""

from io import StringIO

from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import signups
from accounts.models import User
from accounts.services import create_guest
from games.models import Game, GameSettings, Invitation, ReviewedMove
from games.rules import GAMES
from games.services.invitations import create_invitation

ACCOUNT_PAGES = (
    "inactive",
    "confirm-email",
    "password/reset/done",
    "password/reset/key/done",
    "password/reset/key/3-x",
)


def sign_in(client: Client, user: User) -> None:
    """Sign this user in; who was a guest in this browser before has `guest_before`."""
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    if guest := getattr(user, "guest_before", None):
        session = client.session
        session["guest_before"] = guest.pk
        session.save()


def every_page() -> list[tuple[str, User | None]]:
    """Every kind of page, with who reads it, from the demo data, which is made first."""
    call_command("seed_demo", verbosity=0)
    people = {user.username: user for user in User.objects.all()}
    running = Game.objects.get(ended_at=None, key="numerica")
    others = Game.objects.filter(ended_at=None).exclude(key="numerica")
    finished = Game.objects.exclude(ended_at=None).first()
    player = running.players.get(seat=running.turn).user
    loser = finished.players.order_by("-rank").first().user
    invitation = Invitation.objects.get(inviter=people["Cleo"])
    reviewed = Game.objects.exclude(ended_at=None).get(key="digifeud")
    call_command("review", reviewed.id, stdout=StringIO())
    missed = ReviewedMove.objects.filter(loss__gt=0).first()
    now = timezone.now()
    waiting = signups.begin(name="Zoe", email="z@example.org", password="x", guest=None, now=now)
    was_guest, was_guest.guest_before = User.objects.create_user("Yan"), create_guest()
    create_invitation(GameSettings("numerica"), inviter=was_guest.guest_before, now=now)
    return [
        ("/", None),
        ("/", player),
        ("/games/", None),
        ("/games/archive/", None),
        ("/games/archive/?since=never", None),
        (f"/games/{finished.id}/?ply=9", None),
        (f"/games/{finished.id}/review/", None),
        (f"/games/{reviewed.id}/review/", None),
        (f"/games/{reviewed.id}/review/?ply={missed.ply}&show=1", None),
        (f"/games/{reviewed.id}/?ply={missed.ply - 1}&show=1", None),
        (f"/games/{reviewed.id}/try/{missed.ply}/", None),
        ("/misses/", reviewed.players.get(seat=missed.seat).user),
        (f"/@{player.username}/", None),
        (f"/@{player.username}/", player),
        ("/leaderboard/numerica/", None),
        ("/leaderboard/numerica/?all=1", player),
        ("/leaderboard/equate:computer/", player),
        ("/computer/", None),
        ("/computer/?key=equate", player),
        ("/people/settings/", player),
        (f"/games/{running.id}/", None),
        (f"/games/{running.id}/", player),
        (f"/games/{finished.id}/", None),
        (f"/games/{finished.id}/", loser),
        *[(f"/games/{game.id}/", game.players.get(seat=game.turn).user) for game in others],
        ("/invitations/new/", None),
        ("/invitations/anyone/", None),
        ("/invitations/new/", player),
        (f"/invitations/{invitation.id}/", None),
        (f"/invitations/{invitation.id}/", people["Cleo"]),
        ("/rules/", None),
        *[(f"/rules/{key}/", None) for key in GAMES],
        ("/rules/equate/?text=10J+7", None),
        *[(f"/rules/{key}/board/", None) for key in GAMES],
        ("/about/", None),
        ("/computer/", None),
        ("/people/keep/", create_guest()),
        ("/people/name/", create_guest()),
        ("/accounts/login/", None),
        ("/accounts/signup/", None),
        ("/accounts/password/reset/", None),
        ("/accounts/sessions/", player),
        ("/accounts/email/", player),
        ("/accounts/password/change/", player),
        *[(f"/accounts/{page}/", None) for page in ACCOUNT_PAGES],
        ("/accounts/reauthenticate/", player),
        (f"/people/confirm/{signups.key_of(waiting)}/", None),
        ("/", was_guest),
        ("/people/games/", was_guest),
        ("/people/data/", player),
        ("/people/delete/", player),
        ("/accounts/logout/", player),
        ("/no/such/page/", None),
    ]
