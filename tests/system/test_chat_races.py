"""Many talk at the same table at once, on both databases; and accounts go while they talk."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.system.at_once import printed
from tests.tiers import times

pytestmark = [pytest.mark.system, pytest.mark.wider, pytest.mark.fault("F5")]

TALK = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from accounts.services import create_guest
from games.models import ChatLine, ChatRoom, GameSettings
from games.services.chat import prune, say
from games.services.seeds import new_seed
from games.services.start import start_game
from numerica_site.account_services import delete_account, take_along
from tests.system.at_once import REFUSALS, do_at_once

for turn in range(ROUNDS):
    before = timezone.now() - timedelta(days=2)
    ada, ben, fast, goes, owner = (
        User.objects.create_user(f"{name}{turn}", date_joined=before) for name in "abfgo"
    )
    guest = create_guest()
    game = start_game(GameSettings("numerica"), users=[ada, ben], seed=new_seed(), now=timezone.now())
    now = timezone.now()
    def talk(user, text="", room="spectators", phrase=""):
        say(game_id=game.id, user=user, room=room, text=text, phrase=phrase, now=now)
    jobs = [(talk, user, f"{number}", "players") for user in (ada, ben) for number in range(3)]
    jobs += [(talk, fast, f"{number}") for number in range(8)]
    jobs += [(talk, goes, f"{number}") for number in range(3)]
    jobs += [(talk, guest, "", "spectators", phrase) for phrase in ("luck", "well")]
    jobs += [(delete_account, goes, now), (take_along, guest, owner, now), (prune, now)]
    do_at_once(jobs, REFUSALS)
    inner = sorted(ChatLine.objects.filter(game=game, room="players").values_list("number", flat=True))
    assert inner == [1, 2, 3, 4, 5, 6], inner
    outer = ChatLine.objects.filter(game=game, room="spectators")
    numbers, authors = zip(*outer.values_list("number", "author"))
    assert len(set(numbers)) == len(numbers) and max(numbers) <= ChatRoom.objects.get(game=game, room="spectators").last_number
    assert authors.count(fast.pk) == 5, authors
    assert goes.pk not in authors and guest.pk not in authors, authors
print("DONE")
"""


@pytest.mark.long
def test_of_lines_said_at_once_each_has_a_number_and_nobody_gets_beyond_the_limit(
    unserved: Server,
    figures: Figures,
) -> None:
    assert printed(unserved, TALK, figures.add("rounds", times(2, 4, 60))) == ["DONE"]
