"""Resigning while the other is to move, and who may end a game at all."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, GameSettings
from games.services.results import results_of
from games.services.start import start_game
from ratings.models import RatingChange
from tests.games.ended import NOW, games_against, play, refused, resign, rows

from .helpers import HTMX, JSON, all_rows, post_move, sentence_of, words_of

pytestmark = pytest.mark.django_db

# --- resigning while the other is to move ---


def test_who_waits_may_resign(start, people):
    game = start(moves=4, rated=True)  # Ada is to move
    played = resign(game, people.ben, 5)
    assert (played.ply, played.text, played.points) == (5, "resign 2", 0)
    assert rows(game)[4:] == [(1, "resign 2")]
    assert [player.rank for player in game.players.all()] == [1, 2]
    assert RatingChange.objects.count() == 2
    assert results_of(game.players.all(), game.moves.all())[1].moves == 2


def test_a_resignation_counts_although_the_other_has_just_moved(start, people):
    game = start(moves=1)  # Ben is to move
    play(game, "pass")
    assert resign(game, people.ada, 2).text == "resign"


@pytest.mark.slow
def test_the_same_resignation_again_gets_the_same_answer(start, people):
    game = start(moves=1)
    play(game, "pass")
    first = resign(game, people.ada, 2)
    before = all_rows()
    assert resign(game, people.ada, 2) == first and resign(game, people.ada, 3) == first
    assert all_rows() == before
    assert refused(lambda: resign(game, people.ada, 4)) == "game-over"
    assert refused(lambda: resign(game, people.ben, 3)) == "game-over"


@pytest.mark.slow
def test_a_page_from_before_ones_own_last_move_resigns_nothing(start, people):
    game = start(moves=2)  # by Ada and by Ben
    assert refused(lambda: resign(game, people.ada, 1)) == "stale"
    assert refused(lambda: resign(game, people.ben, 2)) == "stale"
    for ply in (0, 4, 9**9):
        assert refused(lambda ply=ply: resign(game, people.ben, ply)) == "stale"


@pytest.mark.slow
def test_the_page_has_the_way_out_whoever_is_to_move(start, people, browser):
    game = start(moves=4)
    for user in (people.ada, people.ben):
        page = browser(user).get(f"/games/{game.id}/").content.decode()
        assert 'id="resign" data-dialog="resign-dialog">' in page
        assert "Resign this game" in page
    page = browser().get(f"/games/{game.id}/").content.decode()
    assert 'id="ways-out"' not in page and "Resign this game" not in page


@pytest.mark.slow
def test_players_without_script_and_programs_can_resign(start, people, browser):
    for more, status in (({}, 302), (JSON, 200), (HTMX, 200)):
        game = start(moves=4)
        answer = post_move(browser(people.ben), game, "resign", **more)
        assert answer.status_code == status
        assert rows(game)[-1] == (1, "resign 2")


def test_the_ending_tells_who_resigned(start, people, browser):
    game = start(moves=4)
    resign(game, people.ben, 5)
    words = words_of(browser().get(f"/games/{game.id}/"))
    assert "Ben resigned." in words and "Ada won by resignation" in words


@pytest.fixture
def against(people) -> Callable[..., Game]:
    return games_against(people)


# --- who may ---


@pytest.mark.slow
@pytest.mark.parametrize("way", ["call-off", "take-back"])
def test_strangers_get_one_sentence_and_change_nothing(
    against, people, browser, way, nothing_happens
):
    game = against()
    play(game, "pass")
    address, post = f"/games/{game.id}/{way}/", {"ply": 2, "move": 1}
    for client in (browser(), browser(people.ben)):
        answer = nothing_happens(lambda client=client: client.post(address, post), 403)
        assert sentence_of(answer)
    client: Client = browser(people.ada)
    nothing_happens(lambda: client.get(address), 405)
    nothing_happens(lambda: client.post(f"/games/nowhere/{way}/", post), 404)
    for wrong in ("", "x", "-1", "1e3", "٣", "99999999999999999999", "0"):
        nothing_happens(
            lambda wrong=wrong: client.post(address, {"ply": wrong, "move": wrong}), 409
        )


@pytest.mark.slow
def test_who_is_about_to_resign_reads_what_becomes_of_the_score(people, browser):
    """In Digifeud a player who leaves ends with 1 point (D9)."""
    for key, is_told in (("digifeud", True), ("numerica", False)):
        game = start_game(
            GameSettings(key), users=[people.ada, people.ben], now=timezone.now(), seed=bytes(32)
        )
        page = browser(people.ada).get(f"/games/{game.id}/").content.decode()
        assert ("You end with 1 point." in page) == is_told


@pytest.mark.parametrize("key, before, after", [
    ("equate", 'class="tile free', 'class="rack'),
    ("numeria", "none yet", ">none<"),
])  # fmt: skip
def test_a_page_of_a_game_that_is_over_expects_nothing_more(people, browser, key, before, after):
    """No sign lies beside the rack to be taken, no trope is still to come; earlier it was so."""
    users = [people.ada, people.ben]
    game = start_game(GameSettings(key), users=users, seed=bytes(32), now=NOW)
    address = f"/games/{game.id}/"
    assert before in browser(people.ada).get(address).content.decode()
    play(game, "resign")
    page = browser(people.ada).get(address).content.decode()
    assert before not in page and after in page
    assert before in browser(people.ada).get(f"{address}?ply=0").content.decode()
