"""People delete their accounts while their games end and their invitations are accepted."""

import pytest

from tests.servers import Server

pytestmark = pytest.mark.system

# Five people, three rated games of each pair: in two of them who is on turn resigns, somebody
# accepts invitations, and two of the five go for good, all at the same moment: they resign in all
# of their games, on their own turn and on another's.
RACE = """
import random, threading
from django.db import connection
from django.utils import timezone
from accounts.models import User
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, create_invitation
from games.services.moves import play_move
from games.services.seeds import new_seed
from games.services.start import start_game
from games.models import Game, GameSettings, Invitation, PlayedMove, Player
from games.rules.refusals import Refusal
from numerica_site.account_services import delete_account
from tests.ratings.conftest import swap_twice_each

def move(game, text):
    mover = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=mover, ply=game.ply + 1, text=text, now=timezone.now())

def accept(invitation, user):
    accept_invitation(invitation_id=invitation.id, user=user, now=timezone.now())

def at_once(do, *args):
    try:
        do(*args)
    except (NotAllowed, Refusal, Invitation.DoesNotExist):
        pass
    except Exception as error:
        print("FAULT", repr(error))
    finally:
        connection.close()

def run(jobs):
    random.shuffle(jobs)
    threads = [threading.Thread(target=at_once, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

def play(first, second):
    users, seed = random.sample([first, second], 2), new_seed()
    game = start_game(GameSettings("numerica", rated=True), users=users, seed=seed, now=timezone.now())
    return swap_twice_each(game, timezone.now())

for turn in range(6):
    people = [User.objects.create_user(f"turn{turn}-{number}") for number in range(5)]
    games = [play(a, b) for a in people for b in people if a.pk < b.pk for _ in range(3)]
    offered = [create_invitation(GameSettings("numerica"), inviter=people[0], now=timezone.now()) for _ in range(3)]
    jobs = [(move, games[n], "resign") for n in range(len(games)) if n % 3]
    jobs += [(accept, each, people[4]) for each in offered]
    jobs += [(delete_account, each, timezone.now()) for each in people[:2]]
    run(jobs)
    for person in people[:2]:
        person.refresh_from_db()
        assert person.username.startswith("deleted-")

left = Player.objects.filter(game__ended_at=None, user__is_active=False)
off_turn = PlayedMove.objects.filter(text__startswith="resign ").count()
print("LEFT", left.count(), Invitation.objects.filter(status="open").count(), off_turn > 0)
"""


def test_who_goes_while_games_end_lets_nobody_wait_and_blocks_nobody(
    fresh_server: Server,
) -> None:
    raced = fresh_server.manage("shell", "-v", "0", "-c", RACE)
    assert raced.returncode == 0, raced.stderr
    assert raced.stdout.split() == ["LEFT", "0", "0", "True"], raced.stdout + raced.stderr
    verified = fresh_server.manage("verify", "--ratings")
    assert verified.returncode == 0 and ", 0 differences" in verified.stdout, verified.stdout
