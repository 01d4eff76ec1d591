"""Calling a game off before anything has come of it."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import Game, GameSettings
from games.rules.record import replay
from games.rules.refusals import Refusal
from games.services import aborts
from games.services.start import start_game
from games.store import draw_offers
from ratings.models import RatingChange, Standing
from tests.games.ended import NOW, play, refused, resign, rows

from .helpers import all_rows, words_of

pytestmark = pytest.mark.django_db
LATE = NOW + timedelta(days=20)


def call_off(game: Game, user: User | None, ply: int | None = None, now=NOW):
    game.refresh_from_db()
    wanted = game.ply + 1 if ply is None else ply
    return aborts.call_off(game_id=game.id, user=user, ply=wanted, now=now)


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_a_game_is_called_off_before_the_second_move(start, people, moves):
    game = start(moves=moves, rated=True)
    call_off(game, people.ada)
    assert rows(game)[-1][1] == "aborted"
    assert (game.termination, game.turn, game.deadline_at) == ("aborted", None, None)
    assert [player.rank for player in game.players.all()] == [None, None]
    assert not RatingChange.objects.exists() and not Standing.objects.exists()
    call_command("verify", "--ratings")


def test_ones_own_moves_decide_and_not_the_others(start, people):
    game = start(moves=3)  # two of Ada's, one of Ben's
    assert refused(lambda: call_off(game, people.ada)) == "409"
    call_off(game, people.ben)
    assert rows(game)[3:] == [(1, "aborted")]


def test_a_move_of_the_other_in_the_same_moment_does_not_matter_and_an_own_one_does(start, people):
    game = start(moves=1)
    play(game, "pass")  # Ben's
    call_off(game, people.ada, ply=2)
    assert rows(game)[2:] == [(0, "aborted")]
    other = start(moves=1)
    assert refused(lambda: call_off(other, people.ada, ply=1)) == "stale"
    assert refused(lambda: call_off(other, people.ada, ply=0)) == "stale"


def test_calling_off_again_changes_nothing_and_nothing_follows(start, people):
    game = start(moves=1)
    call_off(game, people.ada)
    before = all_rows()
    call_off(game, people.ada)
    call_off(game, people.ben)
    assert all_rows() == before
    assert refused(lambda: resign(game, people.ben, game.ply + 1)) == "game-over"


@pytest.mark.slow
def test_what_is_over_is_not_called_off(start, people):
    game = start(moves=1)
    resign(game, people.ben, 2)
    assert refused(lambda: call_off(game, people.ada)) == "game-over"


def test_a_deadline_that_has_passed_comes_before_calling_off(start, people):
    game = start(moves=1, now=NOW)
    with pytest.raises(Refusal) as raised:
        call_off(game, people.ada, now=LATE)
    assert raised.value.code == "game-over"
    assert rows(game)[1:] == [(1, "time")]


@pytest.fixture
def three(people) -> Game:
    """A game of Equate that Ada, Ben and Cleo play."""
    users = [people.ada, people.ben, people.cleo]
    return start_game(
        GameSettings("equate", options="players=3"), users=users, seed=bytes(32), now=NOW
    )


def test_among_three_one_is_enough_until_somebody_has_moved_twice(three, people):
    for _ in range(3):
        play(three, "pass")
    call_off(three, people.cleo)
    assert three.moves.count() == 4 and rows(three)[3][1] == "aborted"


def test_a_table_says_of_calling_off_only_what_holds_for_its_seats(three, people, browser):
    two = start_game(
        GameSettings("equate"), users=[people.ada, people.ben], seed=bytes(32), now=NOW
    )
    for_two, for_more = "until you have made your second move", "until somebody has made two moves"
    for game, said, other in ((two, for_two, for_more), (three, for_more, for_two)):
        words = browser(people.ada).get(f"/games/{game.id}/").content.decode()
        assert words.count(said) >= 2 and other not in words  # in the dialog and without script


@pytest.mark.slow
def test_among_three_all_agree_when_somebody_has_moved_twice(three, people, browser):
    for _ in range(4):
        play(three, "pass")
    assert refused(lambda: call_off(three, people.ada, ply=4)) == "stale"
    call_off(three, people.ada)
    before = all_rows()
    call_off(three, people.ada)
    assert all_rows() == before
    words = words_of(browser(people.ben).get(f"/games/{three.id}/"))
    assert "Ada wants to call the game off." in words and "Agree to call it off" in words
    assert "Agree to call it off" not in words_of(browser().get(f"/games/{three.id}/"))
    call_off(three, people.ben)
    assert Game.objects.get(pk=three.pk).ended_at is None
    call_off(three, people.cleo)
    assert rows(three)[4][1] == "aborted" and three.termination == "aborted"


@pytest.mark.slow
def test_who_has_left_is_not_asked_and_asks_nobody(three, people):
    for _ in range(4):
        play(three, "pass")
    resign(three, people.cleo, 5)
    assert refused(lambda: call_off(three, people.cleo)) == "not-your-turn"
    call_off(three, people.ada)
    call_off(three, people.ben)
    assert three.moves.count() == 6 and rows(three)[-1][1] == "aborted"


def test_the_consent_is_void_after_the_next_move(three, people):
    for _ in range(4):
        play(three, "pass")
    call_off(three, people.ada)
    play(three, "pass")
    assert draw_offers.offers(Game.objects.get(pk=three.pk)) == []


def test_the_record_of_a_game_that_was_called_off_replays(start, people, browser):
    game = start(moves=1)
    call_off(game, people.ada)
    text = browser().get(f"/games/{game.id}/record/").content.decode()
    assert '[Result "*"]' in text and '[Termination "aborted"]' in text
    assert replay(text).fault is None


@pytest.mark.slow
def test_the_page_calls_off_in_place_of_resigning(start, people, browser):
    game = start(moves=1)
    client = browser(people.ada)
    page = client.get(f"/games/{game.id}/").content.decode()
    assert 'data-dialog="call-off-dialog"' in page and 'id="resign" ' not in page
    answer = client.post(f"/games/{game.id}/call-off/", {"ply": 2})
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.id}/")
    words = words_of(client.get(f"/games/{game.id}/"))
    assert "The game was called off" in words


def test_a_list_does_not_call_a_game_rated_that_was_called_off(start, people, browser):
    game = start(moves=1, rated=True)
    assert "rated ·" in words_of(browser(people.ada).get("/"))
    call_off(game, people.ada)
    for page in ("/", f"/@{people.ben.username}/", "/games/archive/"):
        words = words_of(browser(people.ada).get(page))
        assert "game called off · ended" in words and "rated · ended" not in words
