"""Taking back the last move against a computer."""

from collections.abc import Callable

import pytest

from accounts.models import User
from accounts.services import make_computers
from games.computers import turns, worker
from games.live import fragments
from games.models import Game, GameSettings, Review
from games.rules.record import replay
from games.selectors import review_progress, reviews, tables
from games.services import takebacks
from games.services.hints import take_hint
from games.services.moves import play_move
from games.services.results import results_of
from games.services.start import start_game
from tests.games.ended import NOW, games_against, play, refused, resign, rows

from .helpers import JSON, WHOLE, all_rows, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def against(people) -> Callable[..., Game]:
    return games_against(people)


def take_back(game: Game, user: User, ply: int, now=NOW):
    return takebacks.take_back(game_id=game.id, user=user, ply=ply, now=now)


def swap_one(game: Game) -> None:
    game.refresh_from_db()
    play(game, f"swap {game.position.racks[game.turn][0]}")


@pytest.mark.parametrize("answers", [0, 1])
def test_the_last_move_is_taken_back_whether_or_not_the_computer_has_answered(
    against, people, answers
):
    game = against()
    before = game.position
    swap_one(game)
    if answers:
        swap_one(game)
    played = take_back(game, people.ada, 1)
    assert (played.seat, played.text, played.ply) == (0, "takeback 1", 2 + answers)
    assert len(rows(game)) == 2 + answers
    after = game.position
    assert (game.turn, after.racks, after.scores) == (0, before.racks, before.scores)
    assert after.stock.bags[0].drawn == before.stock.bags[0].drawn + 1 + answers
    assert game.deadline_at == NOW + game.clocks.control.per_move


def test_the_computers_answer_to_what_was_taken_back_is_not_played(against, people):
    game = against()
    swap_one(game)
    computer = game.players.get(seat=1).user
    take_back(game, people.ada, 1)
    late = {"game_id": game.id, "user": computer, "ply": 2, "text": "pass", "now": NOW}
    assert refused(lambda: play_move(**late)) == "stale"
    assert turns.turn_of_computer(game.id, 1) is None
    assert turns.turn_of_computer(game.id, 2) is None


@pytest.mark.slow
def test_only_the_last_own_move_is_taken_back_and_a_repeat_gets_the_same_answer(against, people):
    game = against()
    play(game, "pass")
    play(game, "swap " + game.position.racks[1][0])
    swap_one(game)
    assert refused(lambda: take_back(game, people.ada, 1)) == "stale"
    assert refused(lambda: take_back(game, people.ada, 2)) == "stale"
    first = take_back(game, people.ada, 3)
    before = all_rows()
    assert take_back(game, people.ada, 3) == first
    assert all_rows() == before
    for ply in (0, 4, 9**9):
        assert refused(lambda ply=ply: take_back(game, people.ada, ply)) == "stale"
    assert take_back(game, people.ada, 1).text == "takeback 1"
    assert rows(game)[-1] == (0, "takeback 1")


def test_against_two_computers_all_that_followed_goes(against, people):
    game = against(computers=2)
    for _ in range(3):
        play(game, "pass")
    take_back(game, people.ada, 1)
    assert rows(game)[3:] == [(0, "takeback 1")]
    assert (game.turn, game.position.counts.passes) == (0, 0)


@pytest.mark.slow
def test_nothing_is_taken_back_among_people_in_rated_games_or_by_others(against, start, people):
    """M11, which holds for every game among people."""
    rated, among_people, game = against(rated=True), start(moves=1), against()
    for other in (rated, game):
        play(other, "pass")
    assert refused(lambda: take_back(rated, people.ada, 1)) == "403"
    assert refused(lambda: take_back(among_people, people.ada, 1)) == "403"
    assert refused(lambda: take_back(game, people.ben, 1)) == "403"
    assert refused(lambda: take_back(game, game.players.get(seat=1).user, 1)) == "403"


def test_nothing_is_taken_back_after_the_end(against, people):
    game = against()
    play(game, "pass")
    resign(game, people.ada, 2)
    assert refused(lambda: take_back(game, people.ada, 1)) == "game-over"


@pytest.mark.slow
def test_hints_stay_counted_and_are_given_anew(against, people):
    game = against(computers=2)
    take_hint(
        game_id=game.id,
        user=people.ada,
        ply=1,
        kind="easy",
        seek=lambda question: worker.best_play(question, 0.5),
    )
    play(game, "pass")
    take_back(game, people.ada, 1)
    take_hint(
        game_id=game.id,
        user=people.ada,
        ply=3,
        kind="easy",
        seek=lambda question: worker.best_play(question, 0.5),
    )
    assert game.players.get(seat=0).hints_taken == 2


def taken_back_game(against, people) -> Game:
    """Ada's play of the first move for a pass, taken back for another, and the end."""
    game = against()
    swap_one(game)
    swap_one(game)
    take_back(game, people.ada, 1)
    play(game, "pass")
    resign(game, people.ada, 5)
    rows(game)
    return game


@pytest.mark.slow
def test_the_sheet_says_what_was_taken_back(against, people, browser):
    game = taken_back_game(against, people)
    moves = tables.table(game.id, 0).moves
    assert [move.is_undone for move in moves] == [True, True, False, False, False]
    assert moves[2].said == "You took move 1 back."
    assert tables.table(game.id, None).moves[2].said == "Ada took move 1 back."
    page = browser(people.ada).get(f"/games/{game.id}/")
    assert words_of(page).count("taken back") == 2
    for ply in range(6):
        assert browser().get(f"/games/{game.id}/?ply={ply}").status_code == 200


def test_the_score_of_the_sheet_goes_back_as_well(people):
    """The record begins with plays; a computer is seated in Ben's place."""
    make_computers()
    users = [people.ada, User.objects.get(username="Pebble")]
    seed = bytes.fromhex(WHOLE.headers["Seed"])
    game = start_game(GameSettings("numerica"), users=users, seed=seed, now=NOW)
    for line in WHOLE.moves[:4]:
        play(game, line.text)
    own = game.moves.filter(seat=0).last()
    before = tables.replay_table(game.id, 0, own.ply - 1)
    take_back(game, people.ada, own.ply)
    shown = tables.table(game.id, 0)
    assert own.points > 0
    assert [p.score for p in shown.players] == [p.score for p in before.players]
    own_score = next(player.score for player in shown.players if player.is_you)
    assert shown.moves[-1].total == own_score


@pytest.mark.slow
def test_what_was_taken_back_is_neither_reviewed_nor_counted(against, people):
    game = taken_back_game(against, people)
    assert [each.ply for each in review_progress.to_review(game.id)] == [4]
    assert Review.objects.get(pk=game.pk).moves == 1
    assert results_of(game.players.all(), game.moves.all())[0].moves == 1
    shown = reviews.review(game.id)
    assert [move.is_undone for move in shown.moves] == [True, True, False, False, False]


def test_the_record_with_what_was_taken_back_replays(against, people, browser):
    game = taken_back_game(against, people)
    text = browser().get(f"/games/{game.id}/record/").content.decode()
    result = replay(text)
    assert result.fault is None and result.state == game.position


def test_pages_that_are_open_get_the_whole_board(against, people):
    game = against()
    swap_one(game)
    take_back(game, people.ada, 1)
    for seat in (None, 0):
        zones = fragments.live_fragment(game.id, 2, seat, "change")
        assert 'data-ply="2" data-base="-1"' in zones and 'id="board"' in zones


def test_nobody_learns_what_was_swapped_and_taken_back(against, people, browser):
    game = against()
    rack = game.position.racks[0]
    play(game, f"swap {rack[0]}{rack[1]}{rack[2]}")
    take_back(game, people.ada, 1)
    for client in (browser(), browser(people.ben)):
        moves = client.get(f"/games/{game.id}/live/").content.decode()
        assert "swapped 3 tiles" in moves and "swapped 3 tiles:" not in moves


@pytest.mark.slow
def test_the_page_takes_back_without_script(against, people, browser):
    game, client = against(), browser(people.ada)
    address = f"/games/{game.id}/take-back/"
    button = 'form="take-back" name="move" value="1"'
    assert button not in client.get(f"/games/{game.id}/").content.decode()
    play(game, "pass")
    assert client.get(f"/games/{game.id}/").content.decode().count(button) == 2
    answer = client.post(address, {"move": "1"})
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.id}/")
    assert client.post(address, {"move": "1"}, **JSON).json() == {
        "ok": True,
        "ply": 2,
        "move": "takeback 1",
        "points": 0,
    }
