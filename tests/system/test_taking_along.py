"""Guests become part of accounts while their games end and their invitations are accepted."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import expect_verified, printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.long, pytest.mark.fault("F5")]

# Two accounts, each taking along a guest (one of them asked twice at the same moment), and two
# opponents. Of every pair's three games two end by resignation at that moment, moves are made in
# the third, invitations of the guests and to them are accepted, and one opponent goes for good.
RACE = """
import random
from django.utils import timezone
from accounts.models import User
from games.services.invitations import create_invitation
from games.services.seeds import new_seed
from games.services.start import start_game
from games.models import Game, GameSettings, Invitation, Player
from numerica_site.account_services import delete_account
from numerica_site.account_services import take_along
from tests.system.at_once import REFUSALS, accept, do_at_once, move

def invite(user, other):
    create_invitation(GameSettings("numerica"), inviter=user, invitees=[other], now=timezone.now())

def play(first, second, key="numerica", rated=False):
    users, seed = random.sample([first, second], 2), new_seed()
    return start_game(GameSettings(key, rated=rated), users=users, seed=seed, now=timezone.now())

def offer(user, *others):
    return create_invitation(GameSettings("numerica"), inviter=user, invitees=others, now=timezone.now())

KEYS = ("numerica", "digifeud", "numeria")
moved = 0
for turn in range(ROUNDS):
    make = lambda name, **more: User.objects.create_user(f"{name}{turn}", **more)
    zoe, yan, ada, ben = (make(name) for name in ("zoe", "yan", "ada", "ben"))
    first, second = (make(f"guest-{n}-", is_guest=True) for n in (1, 2))
    people = [zoe, yan, ada, ben, first, second]
    games = [play(a, b, key) for a in people for b in people if a.pk < b.pk for key in KEYS]
    offered = [(offer(first), ada), (offer(second, ben), ben), (offer(ada, first), first),
               (offer(zoe, second), second), (offer(first, zoe), zoe), (offer(ben, second), second)]
    jobs = [(move, game, ("resign", "resign", "pass")[n % 3]) for n, game in enumerate(games)]
    jobs += [(accept, made, user) for made, user in offered]
    jobs += [(take_along, first, zoe, timezone.now()), (take_along, first, zoe, timezone.now())]
    jobs += [(take_along, second, yan, timezone.now()), (take_along, second, zoe, timezone.now())]
    jobs += [(delete_account, ben, timezone.now()), (invite, first, ada), (invite, ada, second)]
    do_at_once(jobs, REFUSALS)
    for guest in (first, second):
        guest.refresh_from_db()
        assert guest.username.startswith("deleted-") and not guest.is_guest, guest
        for game in Game.objects.filter(players__user=guest):
            others = {player.user for player in game.players.all()} & {zoe, yan}
            assert others, "a game stayed behind in which the account does not sit"
        assert not Invitation.objects.filter(status="open", seats__user=guest).exists()
    moved += Player.objects.filter(user__in=[zoe, yan]).count()
print("DONE", moved > 16 * ROUNDS)
"""


def test_guests_are_taken_along_while_everything_else_goes_on(
    unserved: Server, figures: Figures
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(4, 4, 20))) == ["DONE", "True"]
    expect_verified(unserved)
    expect_verified(unserved, "--ratings")
    if not unserved.database.is_sqlite:
        sql = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        assert unserved.database.rows(sql) == [(0,)]
