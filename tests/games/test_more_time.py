"""More time in casual live games of two: asked for by one, given by the other."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.services import make_computers
from games.computers.roster import USUAL
from games.models import Game, GameSettings, Player
from games.rules.refusals import IllegalMove
from games.selectors import tables
from games.services.computer_games import start_against_computers
from games.services.draw_offers import offer_draw
from games.services.errors import NotAllowed
from games.services.more_time import MOST, ask_for_time, give_time
from games.services.moves import play_move
from games.store import draw_offers

NOW = timezone.now()
MINUTE = timedelta(minutes=1)


@pytest.fixture
def game(start):
    """A casual live game; Ada is to move."""
    return start(now=NOW, time_control="300+0")


def ask(game, user, ply=1, now=NOW):
    return ask_for_time(game_id=game.id, user=user, ply=ply, now=now)


def give(game, user, ply=1, now=NOW):
    return give_time(game_id=game.id, user=user, ply=ply, now=now)


def clocks(game):
    """The banks in seconds, and what is left of the turn at NOW."""
    game = Game.objects.get(pk=game.pk)
    banks = tuple(bank.seconds for bank in game.clocks.banks)
    return banks, (game.deadline_at - game.turn_began_at).seconds


def test_asking_alone_changes_no_clock(game, people):
    ask(game, people.ada)
    assert clocks(game) == ((300, 300), 300)


def test_who_is_to_move_gets_a_minute_of_the_turn(game, people):
    ask(game, people.ada)
    give(game, people.ben)
    assert clocks(game) == ((360, 300), 360)


def test_who_waits_gets_a_minute_on_the_clock(game, people):
    ask(game, people.ben)
    give(game, people.ada)
    assert clocks(game) == ((300, 360), 300)


def test_nobody_gives_to_oneself(game, people):
    ask(game, people.ada)
    with pytest.raises(NotAllowed, match="nobody asks"):
        give(game, people.ada)
    assert clocks(game) == ((300, 300), 300)


def test_the_same_again_changes_nothing(game, people):
    for _ in range(2):
        ask(game, people.ada)
    for _ in range(2):
        give(game, people.ben)
    assert clocks(game) == ((360, 300), 360)


def test_a_request_is_void_after_the_next_move(game, people):
    ask(game, people.ada)
    play_move(game_id=game.id, user=people.ada, ply=1, text="pass", now=NOW)
    with pytest.raises(NotAllowed, match="nobody asks"):
        give(game, people.ben, ply=2)


def test_consent_for_an_earlier_position_is_stale(game, people):
    ask(game, people.ada)
    play_move(game_id=game.id, user=people.ada, ply=1, text="pass", now=NOW)
    with pytest.raises(IllegalMove) as refused:
        give(game, people.ben, ply=1)
    assert refused.value.code == "stale"


def test_of_two_who_ask_one_waits(game, people):
    ask(game, people.ada)
    with pytest.raises(NotAllowed, match="one request at a time"):
        ask(game, people.ben)
    give(game, people.ben)
    ask(game, people.ben)
    give(game, people.ada)
    assert clocks(game) == ((360, 360), 360)


def test_nobody_gets_more_twice_before_the_next_move(game, people):
    ask(game, people.ada)
    give(game, people.ben)
    with pytest.raises(NotAllowed, match="after the next move"):
        ask(game, people.ada)


def test_nobody_gets_more_than_five_times(game, people):
    Player.objects.filter(game=game, seat=0).update(times_given=MOST - 1)
    ask(game, people.ada)
    give(game, people.ben)
    play_move(game_id=game.id, user=people.ada, ply=1, text="pass", now=NOW)
    with pytest.raises(NotAllowed, match="five times"):
        ask(game, people.ada, ply=2)


def test_a_draw_and_more_time_are_not_asked_for_at_once(start, people):
    game = start(now=NOW, key="numeria", time_control="300+0")
    ask(game, people.ada)
    with pytest.raises(NotAllowed, match="one request at a time"):
        offer_draw(game_id=game.id, user=people.ben, ply=1, now=NOW)
    give(game, people.ben)
    offer_draw(game_id=game.id, user=people.ben, ply=1, now=NOW)
    with pytest.raises(NotAllowed, match="one request at a time"):
        ask(game, people.ben)


@pytest.mark.parametrize("settings", [{"rated": True}, {"time_control": "3d"}])
def test_more_time_is_for_casual_live_games(start, people, settings):
    game = start(now=NOW, **{"time_control": "300+0"} | settings)
    with pytest.raises(NotAllowed, match="casual live games"):
        ask(game, people.ada)
    assert not tables.table(game.id, 0).may_ask_for_time


def test_a_flag_that_has_fallen_gets_no_more_time(game, people):
    ask(game, people.ada)
    with pytest.raises(IllegalMove, match="run out"):
        give(game, people.ben, now=game.deadline_at + MINUTE)
    assert Game.objects.get(pk=game.pk).termination == "time"


def test_a_stranger_gives_nothing(game, people):
    ask(game, people.ada)
    with pytest.raises(NotAllowed, match="only the players"):
        give(game, people.cleo)


def test_asking_and_giving_make_new_versions_of_the_page(game, people):
    versions = [draw_offers.current_version(game.id)]
    for step in (lambda: ask(game, people.ada), lambda: give(game, people.ben)):
        step()
        versions.append(draw_offers.current_version(game.id))
        assert draw_offers.made(Game.objects.get(pk=game.pk)) == versions[-1][1]
    assert versions == [(0, 0), (0, 1), (0, 2)]


def test_such_a_game_is_verified(game, people, capsys):
    ask(game, people.ada)
    give(game, people.ben)
    play_move(game_id=game.id, user=people.ada, ply=1, text="pass", now=NOW + 6 * MINUTE)
    assert clocks(game)[0] == (5, 300)
    call_command("verify")
    assert "1 games, 0 differences" in capsys.readouterr().out


# --- the page ---


@pytest.fixture
def game_now(start):
    """As `game`, but begun by the clock that pages go by."""
    return start(now=timezone.now(), time_control="300+0")


def zones(client, game, **form):
    return client.post(
        f"/games/{game.id}/more-time/", {"ply": "1"} | form, headers={"HX-Request": "true"}
    ).content.decode()


def test_the_page_asks_and_the_other_gives(game_now, people, browser):
    ada, ben = browser(people.ada), browser(people.ben)
    assert "You ask for one more minute." in zones(ada, game_now)
    page = ben.get(f"/games/{game_now.id}/").content.decode()
    assert "Ada asks for one more minute." in page and 'form="give-time"' in page
    told = zones(ben, game_now, give="1")
    assert "asks for one more minute" not in told
    assert clocks(game_now) == ((360, 300), 360)


def test_who_watches_sees_the_request_and_cannot_give(game_now, people, browser):
    ask(game_now, people.ada, now=game_now.turn_began_at)
    page = browser(people.cleo).get(f"/games/{game_now.id}/").content.decode()
    assert "Ada asks for one more minute." in page and 'form="give-time"' not in page


@pytest.mark.parametrize("ply", ["", "x", "7"])
def test_a_request_for_another_ply_is_refused(game_now, people, browser, nothing_happens, ply):
    client = browser(people.ada)
    nothing_happens(lambda: client.post(f"/games/{game_now.id}/more-time/", {"ply": ply}), 409)


def test_a_computer_gives_no_time(people):
    make_computers()
    settings = GameSettings("numerica", time_control="300+0")
    game = start_against_computers(settings, user=people.ada, computers=[USUAL], now=NOW)
    with pytest.raises(NotAllowed, match="casual live games"):
        ask(game, people.ada, ply=game.ply + 1)
