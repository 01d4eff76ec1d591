"""Every kind of page of the site, for tests that look at all of them."""

from io import StringIO
from urllib.parse import urlencode

from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import moderation, relations, reports, signups, unsubscribing
from accounts.models import User
from accounts.services import create_guest
from games.models import Game, GameSettings, Invitation, ReviewedMove
from games.practice.exercises import exercises
from games.presentation.tutorials import TUTORIALS
from games.rules import GAMES
from games.services.invitations import create_invitation
from games.services.learning import keep_steps
from games.store.transactions import writing
from tests.games.judged import stand_out
from tests.second_factor import confirm, use_second_factor

ACCOUNT_PAGES = (
    "inactive",
    "confirm-email",
    "password/reset/done",
    "password/reset/key/done",
    "password/reset/key/3-x",
)


SET_UP = {
    "numerica": {"board": ". . . . . . . .....3+3=6", "rack": "12+=?78", "scores": "12 30"},
    "equate": {"options": "players=3", "board": ". . . . . . . . . .......3+4=7"},
    "digifeud": {"board": ". . ......8 ......+ ......7 ......= ......[15]", "rack": "56?26+*"},
    "numeria": {"board": "1 2 . 3/. 4 ?5", "frozen": "a8"},
}
"""A position of each game, as a link has it; the last one cannot be read."""

LED_TO = (
    "/about/",
    "/conduct/",
    "/privacy/",
    "/about/#licence",
    "/about/#source",
    "/about/#contact",
)
"""Where every page leads, on a site whose owner has named no addresses."""


def asked_of(key: str, what: str, is_there: bool = True) -> str:
    """The name of a position in which there is what is asked for, or not."""
    found = exercises(key).values()
    return next(each.name for each in found if each.holds.get(what) is is_there)


def not_led_to(html: str) -> list[str]:
    """What of it a page does not lead to."""
    return [address for address in LED_TO if f'href="{address}"' not in html]


def sign_in(client: Client, user: User) -> None:
    """Sign this user in; who was a guest in this browser before has `guest_before`."""
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    if getattr(user, "second_factor", False):
        use_second_factor(client, user)
    if getattr(user, "has_confirmed", False):
        confirm(client, user)
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
    names = [step.name for step in TUTORIALS["numerica"].first]
    keep_steps(user=player, key="numerica", names=names, now=now)
    waiting = signups.begin(name="Zoe", email="z@example.org", password="x", guest=None, now=now)
    was_guest, was_guest.guest_before = User.objects.create_user("Yan"), create_guest()
    create_invitation(GameSettings("numerica"), inviter=was_guest.guest_before, now=now)
    others_here = [one for one in people.values() if one != player and not one.is_computer]
    friend, foe, *_ = [one for one in others_here if not one.is_guest]
    relations.follow(follower=player, followed=friend, now=now)
    relations.follow(follower=friend, followed=player, now=now)
    relations.block(blocker=player, blocked=foe, now=now)
    relations.write_note(writer=player, about=friend, text="1 + 2", now=now)
    mia = User.objects.create_superuser("Mia", "mia@example.org")
    mia.second_factor = True
    una = User.objects.create_user("Una", "una@example.org", "seven+eight=15")
    una.has_confirmed = True
    lines = [{"by": foe.username, "by_id": foe.pk, "said": "7 + 8"}]
    told = {"reason": "name", "words": "1 + 2", "game_id": running.id, "lines": lines}
    reports.report(reporter=player, about=foe, now=now, **told)
    with writing():
        warned = moderation.warn(foe, mia, "3 + 4", now)
    stand_out(foe)
    moderation.appeal(action=warned, words="5 + 6", now=now)
    said = moderation.token_of(warned)
    return [
        ("/", None),
        ("/", player),
        ("/games/", None),
        ("/tv/", None),
        ("/tv/equate/", None),
        ("/games/archive/", None),
        ("/games/archive/?since=never", None),
        (f"/games/{finished.id}/?ply=9", None),
        (f"/games/{finished.id}/review/", None),
        (f"/games/{reviewed.id}/review/", None),
        (f"/games/{reviewed.id}/review/?ply={missed.ply}&show=1", None),
        (f"/games/{reviewed.id}/?ply={missed.ply - 1}&show=1", None),
        (f"/games/{reviewed.id}/try/{missed.ply}/", None),
        ("/learn/", None),
        ("/learn/numerica/1/", None),
        ("/learn/equate/7/?show=1", None),
        ("/learn/digifeud/4/?text=7G+.%2B2%3D9&tries=2", None),
        ("/learn/numeria/4/?text=f7-f4", None),
        ("/learn/numerica/", player),
        ("/misses/", reviewed.players.get(seat=missed.seat).user),
        (f"/@{player.username}/", None),
        (f"/@{player.username}/", player),
        (f"/@{friend.username}/", player),
        (f"/@{foe.username}/", player),
        ("/people/", None),
        ("/people/?q=a", player),
        ("/people/following/", player),
        ("/people/followers/", player),
        ("/people/blocked/", player),
        ("/leaderboard/numerica/", None),
        ("/leaderboard/numerica/?all=1", player),
        ("/leaderboard/equate:computer/", player),
        ("/computer/", None),
        ("/computer/?key=equate", player),
        ("/people/settings/", player),
        ("/people/settings/notices/", player),
        ("/people/settings/notices/", was_guest.guest_before),
        (f"/people/mails/{unsubscribing.token(player.pk, 'turn')}/", None),
        (f"/people/mails/{unsubscribing.token(player.pk, 'digest')}/", None),
        ("/notices/", player),
        ("/notices/", create_guest()),
        (f"/games/{running.id}/", None),
        (f"/games/{running.id}/", player),
        (f"/games/{finished.id}/", None),
        (f"/games/{finished.id}/", loser),
        *[(f"/games/{game.id}/", game.players.get(seat=game.turn).user) for game in others],
        (f"/games/{running.id}/chat/", None),
        (f"/games/{running.id}/chat/", player),
        ("/invitations/new/", None),
        ("/invitations/anyone/", None),
        ("/lobby/", None),
        ("/lobby/?key=equate&speed=rapid", player),
        ("/invitations/new/", player),
        (f"/invitations/{invitation.id}/", None),
        (f"/invitations/{invitation.id}/", people["Cleo"]),
        ("/rules/", None),
        *[(f"/rules/{key}/", None) for key in GAMES],
        ("/rules/equate/?text=10J+7", None),
        *[(f"/rules/{key}/board/", None) for key in GAMES],
        ("/daily/", None),
        ("/daily/", player),
        *[(f"/daily/{key}/", player) for key in GAMES],
        ("/daily/numerica-small/", None),
        ("/daily/numerica/days/", player),
        ("/daily/digifeud/1/", None),
        ("/daily/equate/1/sheet/", None),
        ("/practice/", None),
        ("/practice/", player),
        ("/practice/numerica/", None),
        ("/practice/digifeud/", player),
        *[(f"/practice/{key}/{next(iter(exercises(key)))}/", player) for key in GAMES],
        (f"/practice/numerica/{asked_of('numerica', 'bingo')}/bingo/", None),
        ("/practice/equate/run/", player),
        ("/analysis/", None),
        ("/analysis/numerica/", None),
        ("/analysis/equate/", create_guest()),
        *[(f"/analysis/{key}/?{urlencode(texts)}", player) for key, texts in SET_UP.items()],
        ("/about/", None),
        ("/conduct/", None),
        ("/privacy/", None),
        ("/privacy/", player),
        ("/transparency/", None),
        (f"/@{friend.username}/report/", player),
        (f"/people/report/?game={running.id}", player),
        (f"/actions/{said}/", None),
        ("/notices/", foe),
        ("/desk/", mia),
        (f"/desk/{foe.pk}/", mia),
        (f"/desk/{player.pk}/", mia),
        ("/accounts/2fa/", mia),
        ("/accounts/2fa/totp/deactivate/", mia),
        ("/accounts/2fa/recovery-codes/generate/", mia),
        ("/accounts/2fa/reauthenticate/", mia),
        ("/accounts/2fa/", player),
        ("/accounts/2fa/recovery-codes/", mia),
        ("/accounts/2fa/totp/activate/", una),
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
