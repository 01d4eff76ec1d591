"""People delete their accounts while their games end and their invitations are accepted."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import expect_verified, printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.long, pytest.mark.fault("F5")]

# Five people, three rated games of each pair: in two of them who is on turn resigns, somebody
# accepts invitations, and two of the five go for good, all at the same moment: they resign in all
# of their games, on their own turn and on another's.
RACE = """
import random
from django.utils import timezone
from accounts.models import User
from games.services.invitations import create_invitation
from games.services.seeds import new_seed
from games.services.start import start_game
from games.models import GameSettings, Invitation, PlayedMove, Player
from numerica_site.account_services import delete_account
from tests.ratings.conftest import swap_twice_each
from tests.system.at_once import REFUSALS, accept, do_at_once, move

def play(first, second):
    users, seed = random.sample([first, second], 2), new_seed()
    game = start_game(GameSettings("numerica", rated=True), users=users, seed=seed, now=timezone.now())
    return swap_twice_each(game, timezone.now())

for turn in range(ROUNDS):
    people = [User.objects.create_user(f"turn{turn}-{number}") for number in range(5)]
    games = [play(a, b) for a in people for b in people if a.pk < b.pk for _ in range(3)]
    offered = [create_invitation(GameSettings("numerica"), inviter=people[0], now=timezone.now()) for _ in range(3)]
    jobs = [(move, games[n], "resign") for n in range(len(games)) if n % 3]
    jobs += [(accept, each, people[4]) for each in offered]
    jobs += [(delete_account, each, timezone.now()) for each in people[:2]]
    do_at_once(jobs, REFUSALS)
    for person in people[:2]:
        person.refresh_from_db()
        assert person.username.startswith("deleted-")

left = Player.objects.filter(game__ended_at=None, user__is_active=False)
off_turn = PlayedMove.objects.filter(text__startswith="resign ").count()
print("LEFT", left.count(), Invitation.objects.filter(status="open").count(), off_turn > 0)
"""


def test_who_goes_while_games_end_lets_nobody_wait_and_blocks_nobody(
    unserved: Server,
    figures: Figures,
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(4, 4, 20))) == [
        "LEFT",
        "0",
        "0",
        "True",
    ]
    expect_verified(unserved, "--ratings")
