"""Taking back in a live game against a computer: what becomes of the clock."""

import pytest
from django.core.management import call_command

from accounts.models import User
from accounts.services import make_computers
from games.models import GameSettings
from games.rules.clock import LAG_A_MOVE
from games.selectors.records import record
from games.services.moves import play_move
from games.services.start import start_game
from games.services.takebacks import take_back

from .beats import NOON, SECOND, deadline, has_ended
from .clocks import BEGAN, banks, play, refused, texts
from .helpers import WHOLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_process")]


@pytest.fixture
def against(people):
    """Ada's live game against a computer, in which she begins."""
    make_computers()
    settings = GameSettings("numerica", time_control="300+5")
    users = [people.ada, User.objects.get(username="Pebble")]
    seed = bytes.fromhex(WHOLE.headers["Seed"])
    return start_game(settings, users=users, seed=seed, now=NOON)


def back(game, ply: int, at):
    """Take Ada's move back; every bank is what its turns make of it."""
    user = game.players.get(seat=0).user
    made = take_back(game_id=game.id, user=user, ply=ply, now=at)
    call_command("verify")
    return made


def test_while_the_computer_thinks_taking_back_takes_what_the_move_gained_alone(against):
    play(against, BEGAN + 10 * SECOND)
    assert banks(against) == [295, 300]
    made = back(against, 1, BEGAN + 13 * SECOND)
    assert (made.milliseconds, banks(against)) == (None, [290, 300])
    assert deadline(against) == BEGAN + (13 + 290) * SECOND


def test_on_the_own_turn_taking_back_takes_the_time_of_the_turn_as_well(against):
    play(against, BEGAN + 10 * SECOND)
    play(against, BEGAN + 12 * SECOND)
    made = back(against, 1, BEGAN + 19.5 * SECOND)
    assert (made.milliseconds, banks(against)) == (7_500, [282.5, 300])
    assert deadline(against) == BEGAN + (19.5 + 282.5) * SECOND
    resign = {"game_id": against.id, "ply": 4, "text": "resign"}
    play_move(user=against.players.get(seat=0).user, now=BEGAN + 21 * SECOND, **resign)
    against.refresh_from_db()
    lines = record(against.id, "https://example.org/").splitlines()
    assert "3 takeback 1 +0 {7.5}" in lines and lines[-1] == "4 resign +0 {1.5}"


@pytest.mark.slow
def test_nobody_gains_time_by_moving_and_taking_back(against):
    for number in range(20):
        play(against, BEGAN, "pass")
        back(against, 2 * number + 1, BEGAN)
    assert banks(against) == [300, 300]


def test_taking_back_brings_no_bank_below_one_increment_and_no_flag_to_fall(against):
    play(against, BEGAN + 298 * SECOND)
    assert banks(against) == [7, 300]
    back(against, 1, BEGAN + 299 * SECOND)
    assert banks(against) == [5, 300] and not has_ended(against)


def test_after_the_flag_nothing_is_taken_back(against):
    play(against, BEGAN + 10 * SECOND)
    play(against, BEGAN + 12 * SECOND)
    late = deadline(against) + LAG_A_MOVE
    assert refused(lambda: back(against, 1, late)) == "game-over"
    assert texts(against)[-1] == "time" and has_ended(against)
    call_command("verify")
