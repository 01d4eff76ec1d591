"""What is counted and what is unique holds when everybody comes at the same moment."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import expect_verified, printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

# In turn, each on both databases: one name signed up for by many, one address confirmed by two
# links, both links pressed many times; one name wished for by many guests; more offers than may be open; more games than count.
RACE = """
import threading
from collections import Counter
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone
from accounts import guests, signups
from accounts.models import PendingSignup, User
from accounts.services import create_guest
from games.services.errors import NotAllowed
from games.services.invitations import create_invitation
from games.services.moves import play_move
from games.services.seeds import new_seed
from games.services.start import start_game
from games.models import Game, GameSettings, Invitation
from ratings.models import RatingChange
from tests.ratings.conftest import swap_twice_each

def at_once(jobs, *expected):
    told, barrier = Counter(), threading.Barrier(len(jobs))
    def work(do):
        barrier.wait(60)
        try:
            do()
            told["done"] += 1
        except expected as refusal:
            told[type(refusal).__name__] += 1
        except Exception as error:
            print("FAULT", repr(error))
        finally:
            connection.close()
    threads = [threading.Thread(target=work, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told

now = timezone.now
for turn in range(ROUNDS):
    def sign_up(name, email, guest=None):
        made = signups.begin(name=name, email=email, password="x", guest=guest, now=now())
        return made
    name = f"Name{turn}"
    told = at_once([lambda n=n: sign_up(name.upper() if n % 2 else name, f"{n}@{turn}.example.org") for n in range(8)], signups.NameTaken)
    assert told == {"done": 1, "NameTaken": 7}, told

    guest = User.objects.create_user(f"guest-{turn}-one", is_guest=True)
    email = f"one{turn}@example.org"
    made = [sign_up(f"First{turn}", email, guest), sign_up(f"Second{turn}", email)]
    told = at_once([lambda each=each: signups.confirm(signup=each, now=now()) for each in made * 4], signups.NotConfirmed)
    assert told == {"done": 1, "NotConfirmed": 7}, told
    assert EmailAddress.objects.filter(email=email, verified=True).count() == 1
    assert User.objects.filter(username__in=[f"First{turn}", f"Second{turn}"]).count() == 1

    several = [create_guest() for _ in range(8)]
    told = at_once([lambda g=g, n=n: guests.rename_guest(guest=g, chosen=("Lil", "LiI", "l1l", "L-il")[n % 4] + f"Zoe{turn * 2}", now=now()) for n, g in enumerate(several)], ValidationError)
    assert told == {"done": 1, "ValidationError": 7}, told
    told = at_once([lambda n=n: guests.new_guest("New" + "oO"[n % 2] * 2 + f"{turn * 2}", now()) for n in range(8)], ValidationError)
    assert told == {"done": 1, "ValidationError": 7}, told
    found = list(User.objects.filter(username__iexact=f"guest-newoo{turn * 2}"))
    assert len(found) == 1 and found[0].is_guest, found

    ada, ben = (User.objects.create_user(f"{who}{turn}") for who in ("ada", "ben"))
    def offer(*invitees, **more):
        create_invitation(GameSettings("numerica"), inviter=ada, invitees=invitees, now=now(), **more)
    for jobs in ([lambda: offer(is_listed=True)] * 8, [lambda: offer(ben)] * 8):
        told = at_once(jobs, NotAllowed)
        assert told == {"done": 3, "NotAllowed": 5}, told

    games = [start_game(GameSettings("numerica", rated=True), users=[ada, ben], seed=new_seed(), now=now()) for _ in range(10)]
    for game in games:
        swap_twice_each(game, now())
    def resign(game):
        mover = game.players.get(seat=game.turn).user
        play_move(game_id=game.id, user=mover, ply=5, text="resign", now=now())
    told = at_once([lambda game=game: resign(game) for game in games])
    assert told == {"done": 10}, told
    assert RatingChange.objects.filter(user=ada).count() == 6
    assert Game.objects.filter(players__user=ada, unrated_because="often").count() == 4
print("DONE")
"""


@pytest.mark.long
def test_what_is_counted_and_what_is_unique_holds_at_once(
    unserved: Server, figures: Figures
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(2, 2, 10))) == ["DONE"]
    expect_verified(unserved, "--ratings")
