"""What a rated game needs to be rated: two moves of each, and no more than six a day of a pair."""

import random
from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings, canonical_json
from games.services.annulments import annul_game
from games.services.deadlines import flag_fallen
from games.services.draw_offers import offer_draw
from games.services.moves import play_move
from games.services.reopenings import reopen_game
from games.services.start import start_game
from ratings.elo import START_RATING
from ratings.models import RatingChange, Standing
from tests.games.helpers import all_rows, words_of
from tests.tiers import some_of

from .conftest import NOW, make_moves

pytestmark = pytest.mark.django_db

SHORT = "Ratings count only among players who have made two moves or more."
OFTEN = "Not rated: the same people get six rated games a day of each kind, and have had them."
HOUR = timedelta(hours=1)


@pytest.fixture
def play(people):
    """Play `moves` moves of a rated game of Ada and Ben, or others; then end it by `how`."""
    chance = random.Random(2)

    def played(moves: int = 4, users=None, key="numerica", now=NOW, how="resign", **more) -> Game:
        users = users or [people.ada, people.ben]
        settings = GameSettings(key, **{"rated": True} | more)
        game = start_game(settings, users=users, seed=chance.randbytes(32), now=now)
        make_moves(game, moves, now)
        while game.ended_at is None and how:
            _move(game, how, game.ply + 1, now)
        return game

    def _move(game, text, ply, now):
        mover = game.players.get(seat=game.turn).user
        play_move(game_id=game.id, user=mover, ply=ply, text=text, now=now)
        game.refresh_from_db()

    return played


def verified() -> bool:
    for words in (["verify"], ["verify", "--ratings"]):
        call_command(*words)  # ends the process on any difference
    return True


# --- moves ---


@pytest.mark.slow
@pytest.mark.parametrize("key", ["numerica", "equate", "numeria"])
@pytest.mark.parametrize("moves", range(6))
def test_a_resignation_is_rated_when_both_have_moved_twice(moves, key, play, browser):
    game = play(moves, key=key)
    is_rated = moves >= 4
    assert RatingChange.objects.count() == (2 if is_rated else 0)
    assert game.unrated_because == ("" if is_rated else "short")
    assert (SHORT in words_of(browser().get(f"/games/{game.id}/"))) != is_rated
    assert {standing.games for standing in Standing.objects.all()} == {1}
    assert verified()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("moves", [0, 2, 4])
def test_time_out_and_agreed_draw_are_rated_when_both_have_moved_twice(moves, play):
    for how in ("time", "agreement"):
        before = RatingChange.objects.count()
        game = play(moves, key="numeria", how="")
        if how == "time":
            flag_fallen(game_id=game.id, now=game.deadline_at)
        else:
            for player in game.players.all():
                offer_draw(game_id=game.id, user=player.user, ply=moves + 1, now=NOW)
        assert RatingChange.objects.count() - before == (2 if moves == 4 else 0)
    assert verified()


def test_passing_at_once_is_no_rated_draw(play):
    game = play(0, how="pass")
    assert game.termination == "passes" and game.unrated_because == "short"
    assert not RatingChange.objects.exists()


@pytest.mark.slow
def test_among_four_those_who_have_moved_twice_are_rated(play, people):
    """Who leaves at once is left out, and spoils nobody else's game."""
    dov = User.objects.create_user("Dov", "dov@example.org")
    users = [people.ada, people.ben, people.cleo, dov]
    game = play(0, users, key="equate", options="players=4", how="")
    first = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=first, ply=1, text="resign", now=NOW)
    game.refresh_from_db()
    make_moves(game, 6)
    while game.ended_at is None:
        mover = game.players.get(seat=game.turn).user
        play_move(game_id=game.id, user=mover, ply=game.ply + 1, text="resign", now=NOW)
        game.refresh_from_db()
    changes = RatingChange.objects.filter(game=game)
    assert {change.user for change in changes} == set(users) - {first}
    assert sorted(change.after - START_RATING for change in changes) == [-1600, 0, 1600]
    assert Standing.objects.get(user=first).rated_games == 0
    assert game.unrated_because == "short" and verified()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("time_control", "key"),
    [
        ("3d", "numerica"),
        ("3d+2d", "numerica"),
        ("180+0", "numerica:live"),
        ("1500+60", "numerica:live"),
    ],
)
def test_live_games_have_a_list_of_their_own(time_control, key, play, people):
    play(time_control=time_control)
    assert {standing.key for standing in Standing.objects.all()} == {key}
    assert Standing.objects.get(user=people.ada).rated_games == 1
    assert verified()


@pytest.mark.slow
def test_against_a_computer_every_game_is_rated(play, people):
    """Its rating never moves: there is nobody to agree with, and bad tiles are no way out."""
    from accounts.services import make_computers

    make_computers()
    computer = User.objects.get(username="Pebble")
    for number in range(8):
        game = play(0, [people.ada, computer], how="", now=NOW + number * HOUR / 60)
        if game.computer_to_move is not None:
            play_move(game_id=game.id, user=computer, ply=1, text="pass", now=NOW)
            game.refresh_from_db()
        play_move(game_id=game.id, user=people.ada, ply=game.ply + 1, text="resign", now=NOW)
    assert RatingChange.objects.filter(user=people.ada).count() == 8 and verified()


# --- games of the same people ---


@pytest.mark.slow
def test_six_games_a_day_of_the_same_people_are_rated(play, people, browser):
    games = [play(now=NOW + number * HOUR) for number in range(7)]
    assert [game.rating_changes.count() for game in games] == [2] * 6 + [0]
    assert games[-1].unrated_because == "often"
    assert OFTEN in words_of(browser().get(f"/games/{games[-1].id}/"))
    assert Standing.objects.get(user=people.ada).games == 7
    turned = play(users=[people.ben, people.ada], now=NOW + 7 * HOUR)
    assert turned.unrated_because == "often"
    assert play(users=[people.ada, people.cleo], now=NOW + 8 * HOUR).rating_changes.count() == 2
    assert play(key="equate", now=NOW + 9 * HOUR).rating_changes.count() == 2
    assert play(now=NOW + 24 * HOUR).rating_changes.count() == 2
    assert verified()


@pytest.mark.long
@pytest.mark.slow
def test_casual_and_short_games_use_up_nothing(play):
    for number in range(7):
        play(rated=False, now=NOW + number * HOUR / 60)
        play(moves=1, now=NOW + number * HOUR / 60)
    assert play(now=NOW + HOUR).rating_changes.count() == 2 and verified()


@pytest.mark.slow
def test_of_a_pair_at_a_table_of_three_the_games_count_too(play, people):
    users = [people.ada, people.ben, people.cleo]
    for number in range(6):
        play(6, users, key="equate", options="players=3", now=NOW + number * HOUR)
    game = play(key="equate", now=NOW + 6 * HOUR)
    assert game.unrated_because == "often" and verified()


@pytest.mark.slow
@pytest.mark.wider
def test_what_two_who_agree_can_gain_in_a_day_is_bounded(play, people):
    """As it was attacked: the one resigns as often as the other likes, in every order of games."""
    for number in range(some_of(8, 40)):
        game = play(4, now=NOW + number * HOUR / 60, how="")
        while game.ended_at is None:
            mover = game.players.get(seat=game.turn).user
            text = "resign" if mover == people.ben else "pass"
            play_move(game_id=game.id, user=mover, ply=game.ply + 1, text=text, now=NOW + HOUR)
            game.refresh_from_db()
    gained = Standing.objects.get(user=people.ada).rating - START_RATING
    assert 0 < gained < Fraction(6 * 1600)
    assert RatingChange.objects.filter(user=people.ada).count() == 6 and verified()


# --- games from before ---


def test_what_was_rated_before_stays_rated(play, people, capsys):
    """A game that ended at its first ply and was rated, as they were: no difference."""
    game = play(0, how="")
    state = game.position
    from ratings import services as ratings

    Game.objects.filter(pk=game.pk).update(unrated_because="")
    _end_as_before(game, state, ratings)
    assert game.rating_changes.count() == 2
    call_command("verify", "--ratings")
    assert "1 games, 0 differences" in capsys.readouterr().out


def _end_as_before(game, state, ratings) -> None:
    from dataclasses import replace

    from games.services.results import finished_game
    from games.store.moves import move_row

    move = state.play(state.turn, "resign")
    move_row(game, 1, move, NOW).save()
    after = move.after
    game.ply, game.turn, game.state = 1, None, canonical_json(after.to_json())
    game.ended_at, game.deadline_at, game.termination = NOW, None, "resign"
    for rank, seats in enumerate(after.outcome.ranking, start=1):
        game.players.filter(seat__in=seats).update(rank=rank)
    game.save()
    told = finished_game(game, after.outcome)
    standings = ratings.lock_standings_of(game.key, [each.user_id for each in told.people])
    RatingChange.objects.bulk_create(ratings.count_game(standings, replace(told)))
    for standing in standings.values():
        standing.save()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("take_out", [annul_game, reopen_game])
def test_a_game_stays_unrated_after_one_of_the_six_before_it_is_taken_out(take_out, play, people):
    mia = User.objects.create_superuser("Mia", "mia@example.org")
    games = [play(now=NOW + number * HOUR) for number in range(7)]
    taken_out = {"game_id": games[2].id, "person": people.ben, "moderator": mia}
    take_out(**taken_out, reason="1", now=NOW + 8 * HOUR)
    games[-1].refresh_from_db()
    assert games[-1].unrated_because == "often" and verified()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "games", "said"),
    [(4, 1, "short"), (4, 1, "often"), (0, 1, "often"), (0, 1, "nonsense"), (4, 7, "short")],
)
def test_a_reason_that_is_not_true_is_found(moves, games, said, play, capsys):
    for number in range(games):
        game = play(moves, now=NOW + number * HOUR)
    Game.objects.filter(pk=game.pk).update(unrated_because=said)
    capsys.readouterr()
    with pytest.raises(SystemExit):
        call_command("verify", "--ratings")
    assert f"{game.id}: " in capsys.readouterr().out


def test_the_forms_say_what_a_rated_game_needs(people, browser):
    said = words_of(browser(people.ada).get("/invitations/new/"))
    assert "among those who have made two moves" in said and "six a day" in said


@pytest.mark.slow
def test_looking_writes_nothing(play, browser):
    game = play(0)
    before = all_rows()
    browser().get(f"/games/{game.id}/")
    assert all_rows() == before and game.started_at <= timezone.now()
