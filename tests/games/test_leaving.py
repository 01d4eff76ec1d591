"""Leaving: by time in games of three, and for good, on one's own turn and on another's."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.background import ticker
from games.models import Game, GameSettings
from games.rules.refusals import IllegalMove
from games.services.deadlines import flag_fallen, settle_overdue
from games.services.departures import leave_games, resign_departed
from games.services.moves import play_move
from games.services.start import start_game
from numerica_site.account_services import delete_account
from ratings.elo import START_RATING
from ratings.models import Highlight, RatingChange, Standing
from tests.ratings.conftest import make_moves
from tests.rules.stubs import Race

from .helpers import HTMX, JSON, MINUTE, WHOLE, enter_game, post_move

pytestmark = pytest.mark.django_db

NOW = timezone.now()
LATE = NOW + timedelta(days=3)


@pytest.fixture
def race(monkeypatch, people) -> Game:
    """A game of three that goes on after somebody has left; Ada, Ben and Cleo move in turn."""
    enter_game(monkeypatch, "race", Race)
    seed = next(
        bytes([n] * 32) for n in range(99) if Race.new(seed=bytes([n] * 32), options={}).turn == 0
    )
    users = [people.ada, people.ben, people.cleo]
    return start_game(GameSettings("race"), users=users, seed=seed, now=NOW)


def move(game: Game, text: str, now=NOW):
    """Make a move for the player on turn."""
    game.refresh_from_db()
    user = game.players.get(seat=game.turn).user
    return play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=now)


def rows(game: Game) -> list[tuple[int, str]]:
    """Who did what; and everything stored about the game is what its moves make of it."""
    call_command("verify")
    game.refresh_from_db()
    return list(game.moves.values_list("seat", "text"))


def ranks(game: Game) -> list[int | None]:
    return [player.rank for player in game.players.all()]


# --- one of three ---


def test_who_runs_out_of_time_leaves_the_others_playing(race):
    move(race, "add 5")
    assert flag_fallen(game_id=race.id, now=LATE)
    assert rows(race) == [(0, "add 5"), (1, "time")]
    assert (race.turn, race.ply, race.ended_at, race.termination) == (2, 2, None, "")
    assert race.deadline_at == LATE + timedelta(days=3)
    assert ranks(race) == [None, None, None]
    move(race, "add 1", now=LATE)
    race.refresh_from_db()
    assert race.turn == 0  # the seat that has left is skipped


def test_the_last_who_stays_wins_and_the_first_who_left_is_last(race):
    move(race, "resign")
    assert settle_overdue(LATE) == 1
    assert rows(race) == [(0, "resign"), (1, "time")]
    assert (race.termination, race.turn, race.deadline_at) == ("time", None, None)
    assert ranks(race) == [3, 2, 1]


def test_a_move_after_the_deadline_is_stale_where_the_others_go_on(race, people):
    with pytest.raises(IllegalMove) as refused:
        move(race, "add 5", now=LATE)
    assert refused.value.code == "stale"
    assert rows(race) == [(0, "time")]
    assert race.turn == 1
    with pytest.raises(IllegalMove) as refused:
        play_move(game_id=race.id, user=people.ada, ply=2, text="add 5", now=LATE)
    assert refused.value.code == "not-your-turn"


def test_everybody_of_three_may_be_late_and_the_deadline_of_the_next_begins_anew(race):
    assert settle_overdue(LATE) == 1
    assert settle_overdue(LATE + MINUTE) == 0
    assert settle_overdue(LATE + timedelta(days=3)) == 1
    assert rows(race) == [(0, "time"), (1, "time")]
    assert ranks(race) == [3, 2, 1]


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("seats", [3, 4])
def test_equate_goes_on_until_one_is_left_who_has_won(seats, people):
    """E20: the first to leave is last of all; the player who stays to the end wins."""
    dov = User.objects.create_user("Dov")
    users = [people.ada, people.ben, people.cleo, dov][:seats]
    game = start_game(
        GameSettings("equate", options=f"players={seats}", rated=True),
        users=users,
        seed=bytes(32),
        now=NOW,
    )
    make_moves(game, 2 * seats, NOW)
    first, now, order = game.turn, NOW, []
    while game.ended_at is None:
        now += timedelta(days=3)
        order.append(game.turn)
        assert game.deadline_at == now and flag_fallen(game_id=game.id, now=now)
        game.refresh_from_db()
    assert order == [(first + step) % seats for step in range(seats - 1)]
    assert rows(game)[2 * seats :] == [(seat, "time") for seat in order]
    stayed = (set(range(seats)) - set(order)).pop()
    by_rank = sorted(range(seats), key=ranks(game).__getitem__)
    assert by_rank == [stayed, *reversed(order)]
    assert RatingChange.objects.filter(game=game).count() == seats
    call_command("verify", "--ratings")


# --- for good ---


def test_a_player_who_deletes_the_account_on_turn_resigns_at_once(start, people):
    game = start(moves=2)
    delete_account(people.ada, NOW)
    assert rows(game)[2:] == [(0, "resign")]
    assert (game.termination, ranks(game)) == ("resign", [2, 1])


def test_a_player_who_deletes_the_account_off_turn_resigns_at_once_too(start, people):
    game = start(moves=1, now=NOW)
    assert leave_games(user=people.ada, now=NOW) == [game.id]
    assert rows(game) == [(0, WHOLE.moves[0].text), (0, "resign 1")]
    assert (game.turn, game.termination, game.deadline_at) == (None, "resign", None)
    assert ranks(game) == [2, 1]


def test_two_players_who_delete_their_accounts_have_both_resigned(race, people):
    delete_account(people.cleo, NOW)
    assert (rows(race), race.turn) == ([(2, "resign 3")], 0)
    delete_account(people.ben, NOW)
    assert rows(race) == [(2, "resign 3"), (1, "resign 2")]
    assert (race.termination, ranks(race)) == ("resign", [1, 2, 3])


def test_the_others_play_on_when_a_player_deletes_the_account(race, people):
    deadline = race.deadline_at
    delete_account(people.ben, NOW)
    assert (rows(race), race.turn, race.deadline_at) == ([(1, "resign 2")], 0, deadline)
    move(race, "add 1")
    race.refresh_from_db()
    assert race.turn == 2


def test_a_deadline_that_has_passed_comes_before_the_leaving(race, people):
    delete_account(people.ben, LATE)
    assert rows(race) == [(0, "time"), (1, "resign")]


def banned(user: User) -> None:
    """Shut out, as people were who left before resignations out of turn were known."""
    User.objects.filter(pk=user.pk).update(is_active=False)


def test_who_was_shut_out_resigns_after_the_next_move(start, people):
    game = start(moves=1, now=NOW)
    banned(people.ada)
    played = move(game, "pass")
    assert (played.ply, played.text) == (2, "pass")
    assert rows(game)[1:] == [(1, "pass"), (0, "resign")]
    assert (game.termination, ranks(game)) == ("resign", [2, 1])


def test_the_move_that_ends_the_game_is_the_last_of_it_whoever_went(start, people):
    game = start(moves=len(WHOLE.moves) - 1, now=NOW, rated=True)
    banned(game.players.exclude(seat=game.turn).get().user)
    move(game, WHOLE.moves[-1].text)
    assert len(rows(game)) == len(WHOLE.moves)
    assert (game.termination, ranks(game)) == ("out", [1, 2])  # 453 to 353


def test_the_mover_gets_the_answer_of_the_move_and_again_when_posting_it_again(
    start, people, browser
):
    game = start(moves=1)
    banned(people.ada)
    client = browser(people.ben)
    answers = [post_move(client, game, "pass", **JSON).json() for _ in range(2)]
    assert answers == [{"ok": True, "ply": 2, "move": "pass", "points": 0}] * 2
    assert len(rows(game)) == 3


@pytest.mark.slow
def test_a_live_page_gets_the_whole_where_a_resignation_follows_its_move(start, people, browser):
    game = start(moves=1)
    banned(people.ada)
    zones = post_move(browser(people.ben), game, "pass", **HTMX).content.decode()
    assert 'data-ply="3" data-base="-1"' in zones and "resigned: you won" in zones


@pytest.mark.slow
def test_games_that_still_hold_the_seat_of_who_went_are_settled(start, race, people):
    running, over = start(moves=1, now=NOW), start(moves=2)
    move(over, "resign")
    banned(people.ada)
    assert resign_departed(NOW) == 2
    assert rows(running)[1:] == [(0, "resign 1")]
    assert rows(race) == [(0, "resign")] and race.turn == 1
    assert len(rows(over)) == 3
    assert resign_departed(NOW) == 0


def test_a_game_that_is_broken_does_not_hold_the_others_of_who_went(start, race, people):
    running = start(moves=1, now=NOW)
    Game.objects.filter(pk=race.pk).update(state="{}")
    banned(people.ada)
    assert resign_departed(NOW) == 1
    running.refresh_from_db()
    assert running.termination == "resign"


def test_a_process_that_begins_settles_games_of_players_who_went(start, people):
    game = start(moves=1, now=NOW)
    banned(people.ada)
    assert ticker.begin() == 1
    assert rows(game)[1:] == [(0, "resign 1")]


# --- ratings of and against who went ---


@pytest.mark.slow
def test_a_game_that_ends_later_is_rated_against_the_rating_of_who_went(start, people):
    move(start(moves=4, rated=True), "resign")  # Ada falls below the start
    for _ in range(2):
        start(moves=5, rated=True)
    delete_account(people.ada, NOW)
    assert not Standing.objects.filter(user=people.ada).exists()
    chain = list(RatingChange.objects.filter(user=people.ada).order_by("id"))
    assert [change.before for change in chain] == [START_RATING, chain[0].after, chain[1].after]
    assert chain[0].after < START_RATING
    against = [
        change.expected for change in RatingChange.objects.filter(user=people.ben).order_by("id")
    ]
    assert against == sorted(
        set(against)
    )  # each win of Ben's was expected more than the one before
    call_command("verify", "--ratings")


def test_nothing_of_who_went_is_kept_but_the_changes(start, people):
    start(moves=5, rated=True)  # Ben is to move
    delete_account(people.ada, NOW)
    for kept in (Standing, Highlight):
        assert not kept.objects.filter(user=people.ada).exists()
    assert Standing.objects.get(user=people.ben).wins == 1
    assert RatingChange.objects.filter(user=people.ada).count() == 1
    call_command("verify", "--ratings")


def test_a_casual_game_of_who_went_counts_for_the_other_alone(start, people):
    start(moves=1)
    delete_account(people.ada, NOW)
    assert Standing.objects.get().user == people.ben
    call_command("verify", "--ratings")


def test_both_may_go_and_the_game_ends(start, people):
    game = start(moves=5, rated=True)
    delete_account(people.ada, NOW)
    delete_account(people.ben, NOW)
    assert rows(game)[5:] == [(0, "resign 1")]
    assert ranks(game) == [2, 1]
    assert not Standing.objects.exists() and RatingChange.objects.count() == 2
    call_command("verify", "--ratings")
