"""Small words at the table that once misled: clocks nobody waits for, lone tiles, moves that are no more."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services import make_computers
from games.models import Game, GameSettings
from games.presentation import time_text, verdicts
from games.selectors import tables
from games.services.computer_games import start_against_computers
from games.services.moves import play_move
from games.services.start import start_game

from .helpers import words_of

pytestmark = pytest.mark.django_db


def own_card(client, game) -> str:
    """What the players' cards show of one's own turn."""
    html = client.get(f"/games/{game.id}/").content.decode()
    return re.search(r'(?s)<div class="standing" id="standing-\d" data-turn.*?</div>', html)[0]


def test_against_a_computer_no_clock_is_large_and_the_deadline_stands_in_words(people, browser):
    make_computers()
    now, seed = timezone.now(), bytes(32)
    game = start_against_computers(
        GameSettings("numerica"), user=people.ada, computers=["Pebble"], now=now, seed=seed
    )
    if game.turn:
        play_move(game_id=game.id, user=game.computer_to_move, ply=1, text="pass", now=now)
    card = own_card(browser(people.ada), game)
    assert "data-clock" not in card and 'class="until"' in card and "data-local" in card
    Game.objects.filter(pk=game.pk).update(deadline_at=now + timedelta(hours=23))
    assert "data-clock" in own_card(browser(people.ada), game), "now it presses"


def test_among_people_the_clock_is_there_from_the_start(game, people, browser):
    assert "data-clock" in own_card(browser(people.ada), game)


def test_scripts_and_the_server_write_the_units_of_a_clock_alike(game, people, browser):
    html = browser(people.ada).get(f"/games/{game.id}/").content.decode()
    units = re.search(r'<html[^>]* data-units="([^"]*)"', html)[1].split("|")
    assert time_text.time_left(86400 + 3600) == f"1{units[0]} 1{units[1]}"
    assert time_text.time_left(61) == f"1{units[2]} 1{units[3]}"


@pytest.fixture
def lone(people) -> Game:
    """A game of Equate whose first play is a number alone."""
    now = timezone.now()
    users = [people.ada, people.ben]
    game = start_game(GameSettings("equate"), users=users, seed=bytes(32), now=now)
    rack = game.position.view(game.turn)["racks"][game.turn]
    number = next(tile for tile in rack if tile.isdigit())
    text = f"10J {number}"
    said = verdicts.of_draft(game.position, game.turn, text)
    assert (said.ok, said.message) == (True, "forms no line and earns nothing")
    play_move(game_id=game.id, user=users[game.turn], ply=1, text=text, now=now)
    return game


def test_a_tile_alone_is_told_as_played_everywhere(lone, browser):
    move = tables.table(lone.id, None).moves[0]
    number = move.text.split(" ")[1]
    assert (move.where, move.line, move.points) == ("10J", number, 0)
    page = words_of(browser().get(f"/games/{lone.id}/"))
    assert f"{move.name} played {number} at 10J for 0." in page and f"played {number} for 0" in page
    assert "moved 10J" not in page
    text = browser().get(f"/games/{lone.id}/text/").content.decode()
    assert f"10J {number}" in text and "moved" not in text


def test_the_sheet_of_numeria_has_no_columns_of_zeros(people, browser):
    now, users = timezone.now(), [people.ada, people.ben]
    game = start_game(GameSettings("numeria"), users=users, seed=bytes(32), now=now)
    starts = game.position.view(game.turn)["moves"]
    start, ends = next(iter(starts.items()))
    end = next(
        end
        for end in ends
        if not verdicts.of_draft(game.position, game.turn, f"{start}-{end}").runs
    )
    said = verdicts.of_draft(game.position, game.turn, f"{start}-{end}")
    assert said.message == "a move that makes no trope"
    play_move(game_id=game.id, user=users[game.turn], ply=1, text=f"{start}-{end}", now=now)
    html = browser().get(f"/games/{game.id}/").content.decode()
    row = re.search(r'(?s)<tbody>.*?<a id="move-1".*?</tr>', html)[0]
    assert re.findall(r'<td class="num[^"]*">([^<]*)</td>', row) == ["", ""]


@pytest.mark.slow
def test_an_earlier_move_is_named_and_whose_turn_it_was(start, people, browser):
    game = start(moves=3)
    mover = [people.ada, people.ben][game.turn]
    page = browser(mover).get(f"/games/{game.id}/?ply=2")
    html, said = page.content.decode(), words_of(page)
    assert "<title>Move 2 of 3 · Numerica</title>" in html
    assert "Move 2 of 3 · Back to now" in said and "was to move" in said
    assert "your turn" not in html[html.index('id="players"') : html.index('id="aside"')]
    assert 'id="rack"' in html
    whole = browser(mover).get(f"/games/{game.id}/").content.decode()
    assert re.search(r'<p id="gone-on"[^>]*\shidden\s*>', whole)
