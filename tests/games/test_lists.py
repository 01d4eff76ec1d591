"""Games in lists and moves in rows, whatever the board and however many play."""

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games import selectors, services
from games.models import Player
from games.rules.grid import ChessBoard, Layout, square_named
from games.rules.numerica import State

from .helpers import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def among_three(start, people):
    """A running game in which Cleo has the third seat."""
    game = start(moves=2)
    Player.objects.create(game=game, user=people.cleo, seat=2, score=50)
    return game


def row(response) -> str:
    (found,) = re.findall(r'(?s)<a class="gamerow".*?</a>', response.content.decode())
    return found


def test_a_row_names_all_who_play(among_three, browser):
    response = browser().get("/games/")
    assert "Ada – Ben – Cleo" in words_of(response)
    scores = [str(player.score) for player in among_three.players.all()]
    assert re.findall(r"<b>(\d+)</b>", row(response)) == scores and len(scores) == 3


def test_ones_own_row_names_the_others(among_three, browser, people):
    for user, others in ((people.ada, "Ben, Cleo"), (people.cleo, "Ada, Ben")):
        assert f"Numerica with {others} " in words_of(browser(user).get("/"))


def test_a_row_tells_the_time_left_as_the_table_does(start, browser):
    game = start(now=timezone.now() - timedelta(hours=1), days_per_move=14)
    shown = re.search(r"data-clock>.*</span>(13d 2\dh)<", table_of(game, browser))
    assert f"Ada to move · {shown[1]} left" in words_of(browser().get("/games/"))


def table_of(game, browser) -> str:
    return browser().get(f"/games/{game.id}/").content.decode()


def test_of_several_only_the_first_is_marked_in_an_ended_game(start, people, browser):
    game = start()
    services.play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=timezone.now())
    Player.objects.create(game=game, user=people.cleo, seat=2, score=50, rank=3)
    assert len(re.findall(r"<b>\d+</b>", row(browser().get("/games/archive/")))) == 1


@pytest.mark.parametrize("size", [8, 13, 15, 19])
def test_the_small_board_is_as_large_as_the_games(size, start, browser, monkeypatch):
    start(moves=2)
    monkeypatch.setattr(State, "layout", Layout(size, {}))
    assert f'viewBox="0 0 {size} {size}"' in row(browser().get("/games/"))


class Mirrored(Layout):
    """A board that names its squares in a way of its own."""

    def named(self, name):
        line, column = square_named(name)
        return column, line


def test_the_small_board_reads_the_games_own_names_of_squares(start, people, monkeypatch):
    start(moves=2)
    (before,) = selectors.games_of(people.ada)
    monkeypatch.setattr(State, "layout", Mirrored(15, {}))
    (after,) = selectors.games_of(people.ada)
    assert after["mini"] == [(column, line) for line, column in before["mini"]] != before["mini"]


def test_a_stored_move_names_squares_as_its_board_does(start, people, monkeypatch):
    """On a chess board of fifteen, 8D is d8."""
    monkeypatch.setattr(State, "layout", ChessBoard(15, State.layout.premiums))
    detail = json.loads(start(moves=1).moves.get().detail)
    assert detail["squares"] and all(
        re.fullmatch("[a-o][0-9]+", name) for name in detail["squares"]
    )
    assert detail["runs"][0]["squares"][0] == "d8"
