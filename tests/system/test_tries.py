"""The same try is posted many times at once, while its player's account goes or comes along."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

RACE = """
from django.utils import timezone
from accounts.models import User
from accounts.services import create_guest
from games.services.seeds import new_seed
from games.services.start import start_game
from games.services.retries import keep_try
from games.models import GameSettings, TriedMiss
from numerica_site.account_services import delete_account
from numerica_site.account_services import take_along
from tests.system.at_once import do_at_once

def keep(user, game, is_solved):
    keep_try(user=user, game_id=game.id, ply=3, seat=0, is_solved=is_solved, now=timezone.now())

for turn in range(ROUNDS):
    stays, goes, owner, other = (User.objects.create_user(f"{name}{turn}") for name in "abcd")
    guest = create_guest()
    games = {
        user: start_game(GameSettings("numerica"), users=[user, other], seed=new_seed(), now=timezone.now())
        for user in (stays, goes, guest)
    }
    jobs = [(keep, user, game, solved) for user, game in games.items() for solved in (True, False, True, False)]
    do_at_once([*jobs, (delete_account, goes, timezone.now()), (take_along, guest, owner, timezone.now())])
    kept = TriedMiss.objects.filter(game__in=games.values()).values_list("user", "solved_at")
    users = [user for user, _ in kept]
    assert users.count(stays.pk) == 1 and users.count(owner.pk) <= 1, users
    assert goes.pk not in users and guest.pk not in users, users
    assert all(solved for user, solved in kept if user == stays.pk), kept
print("DONE")
"""


def test_a_try_posted_many_times_is_stored_once_and_not_for_deleted_accounts(
    unserved: Server,
    figures: Figures,
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(2, 3, 40))) == ["DONE"]
