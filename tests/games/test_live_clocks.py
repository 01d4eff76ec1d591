"""Live clocks as the server writes them: at the table, in lists, and the time that pages ask for."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.http import HttpResponse
from django.utils import timezone

from accounts.services import make_computers
from games.models import Game, GameSettings
from games.presentation.time_text import time_control_in_short
from games.services.moves import play_move
from games.services.start import start_game
from games.store import site_time

from .helpers import words_of

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def live(people):
    """A live game that Ada and Ben began now: five minutes each, and five seconds a move."""
    return begin([people.ada, people.ben])


def begin(users, key="numerica"):
    settings = GameSettings(key, time_control="300+5")
    return start_game(settings, users=users, seed=bytes(32), now=timezone.now())


def user_to_move(game):
    return game.players.get(seat=game.turn).user


def words(html: str) -> str:
    return words_of(HttpResponse(html))


def clocks_on(client, address) -> list[str]:
    """The clocks of all players, as words."""
    html = client.get(address).content.decode()
    return [words(clock) for clock in re.findall(r'(?s)<p class="clock[^>]*>.*?</p>', html)]


def milliseconds() -> int:
    return (site_time.now() - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def test_the_time_that_pages_ask_for_is_the_one_by_which_games_are_decided(browser):
    before = milliseconds()
    told = browser().get("/now/")
    assert before <= int(told.content) <= milliseconds()
    assert told.headers["Cache-Control"] == "no-store"
    assert told.headers["Content-Type"] == "text/plain"


def test_the_time_is_not_to_be_posted(browser):
    assert browser().post("/now/").status_code == 405


def test_until_its_turn_begins_a_clock_shows_what_the_player_has(live, browser):
    """A first turn begins some seconds after the game: the deadline lies farther off than the bank."""
    assert live.deadline_at - timezone.now() > 300 * SECOND
    clocks = clocks_on(browser(), f"/games/{live.id}/")
    assert sorted(clocks) == ["time left 5:00", "time running 5:00"]


def test_a_page_is_told_the_deadline_to_the_millisecond_and_the_most_that_its_clock_may_show(
    live, browser
):
    at = timezone.now().replace(microsecond=123_000) + timedelta(minutes=4)
    Game.objects.filter(pk=live.pk).update(deadline_at=at)
    html = browser().get(f"/games/{live.id}/").content.decode()
    written = at.isoformat(timespec="milliseconds")
    assert f'<time datetime="{written}" data-clock="live" data-most="300000"' in html


def test_who_has_moved_sees_what_is_left_with_what_was_gained(live, browser):
    mover, began = user_to_move(live), live.turn_began_at
    play_move(game_id=live.id, user=mover, ply=1, text="pass", now=began + 60 * SECOND)
    assert "time left 4:05" in clocks_on(browser(mover), f"/games/{live.id}/")


def test_of_a_clock_that_stands_with_hardly_anything_left_the_server_says_so(live, browser):
    mover, began = user_to_move(live), live.turn_began_at
    play_move(game_id=live.id, user=mover, ply=1, text="pass", now=began + 290 * SECOND)
    html = browser().get(f"/games/{live.id}/").content.decode()
    assert 'class="bank" data-low' in html and "time left 15.0" in words(html)


def test_positions_that_are_looked_at_show_no_clock(live, browser):
    play_move(game_id=live.id, user=user_to_move(live), ply=1, text="pass", now=live.turn_began_at)
    for ply in (0, 1):
        assert clocks_on(browser(), f"/games/{live.id}/?ply={ply}") == ["", ""]


def test_without_script_the_page_of_who_waits_looks_again_soon(live, browser):
    waiting = live.players.get(seat=1 - live.turn).user
    html = browser(waiting).get(f"/games/{live.id}/").content.decode()
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in html
    said = {"ply": live.ply + 1, "text": "pass"}
    refused = browser(waiting).post(f"/games/{live.id}/move/", said)
    assert refused.status_code == 409 and "your turn" in words(refused.content.decode())
    assert "http-equiv" not in refused.content.decode(), "it would ask for the post's own address"


def test_a_computer_has_no_clock(people, browser):
    make_computers()
    pebble = type(people.ada).objects.get(username="Pebble")
    game = begin([people.ada, pebble])
    clocks = clocks_on(browser(), f"/games/{game.id}/")
    assert [clock[-4:] for clock in clocks if clock] == ["5:00"]


def test_lists_say_that_a_game_is_live_and_show_no_clock(live, people, browser):
    row = browser(people.ada).get("/").content.decode()
    assert "live: 5 min + 5 s" in words(row)
    assert " left" not in words(re.findall(r'(?s)<a class="gamerow".*?</a>', row)[0])


def test_the_first_page_shows_the_clocks_of_the_live_game_on_it(live, people, browser):
    play_move(game_id=live.id, user=user_to_move(live), ply=1, text="pass", now=live.turn_began_at)
    shown = browser(people.cleo).get("/").content.decode()
    assert 'data-clock="live"' in shown and "time left 5:05" in words(shown)


@pytest.mark.parametrize(
    ("control", "short"),
    [
        ("300+5", "5 min + 5 s"),
        ("900+0", "15 min"),
        ("90+5", "1:30 on each clock, 5 s more a move"),
        ("3d+2d", "3 days a move, 2 days in reserve"),
        ("", ""),
    ],
)
def test_a_live_clock_is_told_in_short(control, short):
    assert time_control_in_short(control) == short


def test_the_heading_of_a_table_tells_the_clock_in_short(live, browser):
    html = browser().get(f"/games/{live.id}/").content.decode()
    assert words(re.search(r"(?s)<h1>.*?</h1>", html)[0]) == "Numerica · casual · 5 min + 5 s"
