"""Resigning out of turn, calling a game off, and taking moves back in games against computers."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import make_computers
from games.computers import turns, worker
from games.live import fragments
from games.models import Game, GameSettings, Review
from games.rules.record import replay
from games.rules.refusals import Refusal
from games.selectors import review_progress, reviews, tables
from games.services import aborts, takebacks
from games.services.computer_games import start_against_computers
from games.services.errors import NotAllowed
from games.services.hints import take_hint
from games.services.moves import play_move
from games.services.results import results_of
from games.services.start import start_game
from games.store import draw_offers
from ratings.models import RatingChange, Standing

from .helpers import HTMX, JSON, WHOLE, all_rows, post_move, sentence_of, words_of

pytestmark = pytest.mark.django_db

NOW = timezone.now()
LATE = NOW + timedelta(days=20)


def rows(game: Game) -> list[tuple[int, str]]:
    """Who did what; and everything stored about the game is what its moves make of it."""
    call_command("verify")
    game.refresh_from_db()
    return list(game.moves.values_list("seat", "text"))


def play(game: Game, text: str) -> None:
    """Make a move for the player on turn."""
    game.refresh_from_db()
    user = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=NOW)


def refused(do: Callable[[], object]) -> str:
    """The code or the status with which this is refused; nothing has changed."""
    before = all_rows()
    with pytest.raises((Refusal, NotAllowed)) as raised:
        do()
    assert all_rows() == before
    return str(getattr(raised.value, "code", None) or raised.value.status)


# --- resigning while the other is to move ---


def resign(game: Game, user: User, ply: int):
    return play_move(game_id=game.id, user=user, ply=ply, text="resign", now=NOW)


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


def test_the_same_resignation_again_gets_the_same_answer(start, people):
    game = start(moves=1)
    play(game, "pass")
    first = resign(game, people.ada, 2)
    before = all_rows()
    assert resign(game, people.ada, 2) == first and resign(game, people.ada, 3) == first
    assert all_rows() == before
    assert refused(lambda: resign(game, people.ada, 4)) == "game-over"
    assert refused(lambda: resign(game, people.ben, 3)) == "game-over"


def test_a_page_from_before_ones_own_last_move_resigns_nothing(start, people):
    game = start(moves=2)  # by Ada and by Ben
    assert refused(lambda: resign(game, people.ada, 1)) == "stale"
    assert refused(lambda: resign(game, people.ben, 2)) == "stale"
    for ply in (0, 4, 9**9):
        assert refused(lambda ply=ply: resign(game, people.ben, ply)) == "stale"


def test_the_page_has_the_way_out_whoever_is_to_move(start, people, browser):
    game = start(moves=4)
    for user in (people.ada, people.ben):
        page = browser(user).get(f"/games/{game.id}/").content.decode()
        assert 'id="resign" data-dialog="resign-dialog">' in page
        assert "Resign this game" in page
    page = browser().get(f"/games/{game.id}/").content.decode()
    assert 'id="ways-out"' not in page and "Resign this game" not in page


def test_it_is_resigned_without_script_and_by_programs(start, people, browser):
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


# --- calling off ---


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


def test_what_is_over_is_not_called_off(start, people):
    game = start(moves=1)
    resign(game, people.ben, 2)
    assert refused(lambda: call_off(game, people.ada)) == "game-over"


def test_a_deadline_that_has_passed_comes_before(start, people):
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


def test_the_page_calls_off_in_place_of_resigning(start, people, browser):
    game = start(moves=1)
    client = browser(people.ada)
    page = client.get(f"/games/{game.id}/").content.decode()
    assert 'data-dialog="call-off-dialog"' in page and 'id="resign" ' not in page
    answer = client.post(f"/games/{game.id}/call-off/", {"ply": 2})
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.id}/")
    words = words_of(client.get(f"/games/{game.id}/"))
    assert "The game was called off" in words


# --- taking back ---


@pytest.fixture
def against(people) -> Callable[..., Game]:
    """A game of Ada's against one computer or two, in which she begins."""
    make_computers()

    def started(computers=1, **more) -> Game:
        names = ["Pebble", "Abacus"][:computers]
        options = f"players={computers + 1}" if computers > 1 else ""
        key = "equate" if computers > 1 else "numerica"
        for number in range(256):
            game = start_against_computers(
                GameSettings(key, options=options, **more),
                user=people.ada,
                computers=names,
                now=NOW,
                seed=bytes([number] * 32),
            )
            if game.turn == 0:
                return game
            game.delete()
        raise AssertionError

    return started


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
    assert game.deadline_at == NOW + timedelta(days=game.days_per_move)


def test_the_computers_answer_to_what_was_taken_back_is_not_played(against, people):
    game = against()
    swap_one(game)
    computer = game.players.get(seat=1).user
    take_back(game, people.ada, 1)
    late = {"game_id": game.id, "user": computer, "ply": 2, "text": "pass", "now": NOW}
    assert refused(lambda: play_move(**late)) == "stale"
    assert turns.turn_of_computer(game.id, 1) is None
    assert turns.turn_of_computer(game.id, 2) is None


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
    assert (game.turn, game.position.passes) == (0, 0)


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


def test_hints_stay_counted_and_are_given_anew(against, people):
    game = against(computers=2)
    take_hint(
        game_id=game.id,
        user=people.ada,
        ply=1,
        kind="easy",
        seek=lambda question: worker.best_play(question, 500),
    )
    play(game, "pass")
    take_back(game, people.ada, 1)
    take_hint(
        game_id=game.id,
        user=people.ada,
        ply=3,
        kind="easy",
        seek=lambda question: worker.best_play(question, 500),
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


def test_who_is_about_to_resign_reads_what_becomes_of_the_score(people, browser):
    """In Digifeud a player who leaves ends with 1 point (D9)."""
    for key, is_told in (("digifeud", True), ("numerica", False)):
        game = start_game(
            GameSettings(key), users=[people.ada, people.ben], now=timezone.now(), seed=bytes(32)
        )
        page = browser(people.ada).get(f"/games/{game.id}/").content.decode()
        assert ("You end with 1 point." in page) == is_told
