"""A game that ends counts for its players, at once and in the transaction of its ending."""

from dataclasses import replace

import pytest
from django.db import connection

from accounts.models import User
from games.models import Game, GameSettings
from games.rules.moves import Outcome
from games.services.endings import finish_game
from games.services.errors import NotAllowed
from games.services.moves import play_move
from games.services.start import start_game
from ratings import services
from ratings.elo import START_RATING
from ratings.models import Highlight, RatingChange, Standing
from ratings.services import FinishedGame, Result
from tests.ratings.counted import counting, standing

from ..games.helpers import MINUTE, WHOLE, all_rows
from .conftest import NOW

pytestmark = pytest.mark.django_db

HOUR = 60 * MINUTE
ENDINGS = ("resign", "time", "passes", "idle")


def tallies(user: User) -> tuple[int, ...]:
    found = standing(user)
    return found.games, found.wins, found.ties, found.losses


def nothing_rated() -> bool:
    return not RatingChange.objects.exists() and not Standing.objects.filter(rated_games__gt=0)


@pytest.fixture
def count(start):
    return counting(start)


# --- which games rate ---


@pytest.mark.parametrize("how", ENDINGS)
def test_every_ending_of_a_rated_game_rates(how, start, end, people):
    game = end(start(rated=True, now=NOW), how)
    assert game.termination == how
    outcome = game.position.outcome
    steps = {change.user_id: change for change in game.rating_changes.all()}
    assert set(steps) == {people.ada.pk, people.ben.pk}
    is_tie = len(outcome.ranking) == 1
    for player in game.players.all():
        change, found = steps[player.user_id], standing(player.user)
        assert (change.before, change.k, change.expected) == (START_RATING, 32, 5000)
        assert change.changed_at == game.ended_at == found.last_rated_at
        won = START_RATING + (0 if is_tie else 1600 if player.rank == 1 else -1600)
        assert change.after == found.rating == won and found.rated_games == 1
        assert change.result == (1 if is_tie else 2 * (player.rank == 1))


def test_going_out_rates(start, people):
    """The whole recorded game: Ada 453, Ben 353."""
    game = start(moves=len(WHOLE.moves), rated=True, now=NOW)
    assert game.termination == "out"
    ada, ben = standing(people.ada), standing(people.ben)
    assert (ada.rating, ben.rating) == (START_RATING + 1600, START_RATING - 1600)
    assert (ada.points, ada.best_score, ben.points, ben.best_score) == (453, 453, 353, 353)


@pytest.mark.parametrize("how", ENDINGS)
def test_a_casual_game_counts_and_rates_nothing(how, start, end, people):
    end(start(rated=False), how)
    assert nothing_rated()
    for user in (people.ada, people.ben):
        assert tallies(user)[0] == 1 and standing(user).rating == START_RATING
        assert standing(user).last_rated_at is None


@pytest.mark.parametrize("rated", [True, False])
def test_a_game_that_is_called_off_counts_for_nobody(rated, start, end):
    game = end(start(moves=4, rated=rated), "aborted")
    assert game.termination == "aborted"
    assert not any(model.objects.exists() for model in (Standing, RatingChange, Highlight))


def ended_by(game: Game, outcome: Outcome) -> Game:
    """The game as its rules would end it."""
    finish_game(game, replace(game.position, turn=None, outcome=outcome), NOW)
    game.save()
    return game


def test_an_ending_that_its_game_does_not_rate_counts_and_rates_nothing(start, people):
    """As Digifeud's resignations and deadlines (D9): somebody wins, and that is all."""
    ended_by(start(rated=True), Outcome(((1,), (0,)), "resign", (0, 0), rated=False))
    assert nothing_rated()
    assert tallies(people.ben) == (1, 1, 0, 0) and tallies(people.ada) == (1, 0, 0, 1)


def test_a_draw_that_was_agreed_is_a_rated_tie(start, people):
    game = ended_by(start(rated=True), Outcome(((0, 1),), "agreement", (0, 0)))
    assert [change.result for change in game.rating_changes.all()] == [1, 1]
    assert tallies(people.ada) == tallies(people.ben) == (1, 0, 1, 0)


def test_a_rated_game_with_a_guest_cannot_be_started(people):
    guest = User.objects.create_user("guest-otter", is_guest=True)
    before = all_rows()
    for users in ([people.ada, guest], [guest, people.ada]):
        with pytest.raises(NotAllowed) as denied:
            start_game(GameSettings("numerica", rated=True), users=users, seed=bytes(32), now=NOW)
        assert denied.value.status == 403
    assert all_rows() == before


def test_a_guests_game_counts_and_rates_nothing(people, end):
    guest = User.objects.create_user("guest-otter", is_guest=True)
    end(start_game(GameSettings("numerica"), users=[people.ada, guest], seed=bytes(32), now=NOW))
    assert nothing_rated() and tallies(guest)[0] == tallies(people.ada)[0] == 1


def test_an_imported_game_says_nothing_about_anybody(start, end):
    game = start(moves=4, rated=True)
    Game.objects.filter(pk=game.pk).update(is_imported=True)
    assert end(game).ended_at is not None
    assert not any(model.objects.exists() for model in (Standing, RatingChange, Highlight))


def test_a_running_game_counts_nothing_yet(start):
    start(moves=7, rated=True)
    assert not any(model.objects.exists() for model in (Standing, RatingChange, Highlight))


# --- one transaction ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("how", ["resign", "passes", "time"])
@pytest.mark.parametrize("where", ["ratings_standing", "ratings_ratingchange", "ratings_highlight"])
def test_what_fails_in_rating_takes_the_ending_back(how, where, start, end):
    """The database itself refuses the row, after the move has been written."""
    game = start(moves=4, rated=True)
    if how == "passes":
        for ply in (5, 6):
            user = game.players.get(seat=game.turn).user
            play_move(game_id=game.id, user=user, ply=ply, text="pass", now=NOW)
            game.refresh_from_db()
    before = all_rows()
    trouble = RuntimeError("no room on the disk")

    def refuse(execute, sql, *arguments):
        if sql.startswith((f'INSERT INTO "{where}"', f'UPDATE "{where}"')):
            raise trouble
        return execute(sql, *arguments)

    with connection.execute_wrapper(refuse), pytest.raises(RuntimeError) as failed:
        end(game, how)
    assert failed.value is trouble
    assert all_rows() == before
    assert end(game, how).termination == how and game.rating_changes.count() == 2


def test_an_ending_that_is_posted_twice_counts_once(start, people):
    game = start(rated=True)
    for _ in range(2):
        play_move(game_id=game.id, user=people.ada, ply=5, text="resign", now=NOW)
    assert RatingChange.objects.count() == 2 and tallies(people.ada) == (1, 0, 0, 1)


# --- a game after another ---


@pytest.mark.slow
def test_changes_follow_one_another_and_the_standing_follows_them(start, end, people):
    for number in range(12):
        now = NOW + number * 96 * HOUR  # one after the other: time runs out after three days
        end(start(rated=True, now=now), ("resign", "passes", "time")[number % 3], now=now)
    for user in (people.ada, people.ben):
        changes = list(RatingChange.objects.filter(user=user).order_by("id"))
        assert len(changes) == 12 and changes[0].before == START_RATING
        assert [one.before for one in changes[1:]] == [one.after for one in changes[:-1]]
        assert standing(user).rating == changes[-1].after and standing(user).rated_games == 12


@pytest.mark.slow
def test_tallies_count_wins_ties_and_losses(count, people):
    ada, ben = people.ada.pk, people.ben.pk
    for first, second in ((1, 2), (1, 2), (2, 1), (1, 1)):
        count(Result(ada, first, 100), Result(ben, second, 90), is_rated=False)
    assert tallies(people.ada) == (4, 2, 1, 1) and tallies(people.ben) == (4, 1, 1, 2)


def test_among_three_the_best_alone_wins_and_a_shared_second_place_is_lost(count, people):
    ada, ben, cleo = people.ada.pk, people.ben.pk, people.cleo.pk
    count(Result(ada, 1, 5), Result(ben, 2, 3), Result(cleo, 2, 3))
    assert [tallies(user)[1:] for user in (people.ada, people.ben, people.cleo)] == [
        (1, 0, 0),
        (0, 0, 1),
        (0, 0, 1),
    ]
    assert [standing(user).rating for user in (people.ada, people.ben, people.cleo)] == [
        121_600,
        119_200,
        119_200,
    ]
    count(Result(ada, 3, 5), Result(ben, 1, 9), Result(cleo, 1, 9))
    assert [tallies(user)[1:] for user in (people.ada, people.ben, people.cleo)] == [
        (1, 0, 1),
        (0, 1, 1),
        (0, 1, 1),
    ]


def test_among_four_who_left_is_rated_behind_all_others(count, people):
    """E20, E24: ratings before the game, pair by pair."""
    dov = User.objects.create_user("Dov", "dov@example.org")
    users = (people.ada, people.ben, people.cleo, dov)
    count(*[Result(u.pk, rank, 9) for u, rank in zip(users, (3, 1, 1, 2), strict=True)])
    assert [standing(user).rating - START_RATING for user in users] == [-1600, 1067, 1067, -533]


# --- the score of a game, beside the rating ---


def scores(game: FinishedGame) -> list[int | None]:
    changes = RatingChange.objects.filter(game=game.id).order_by("id")
    return [change.match_score for change in changes]


def test_a_list_without_scores_has_none(count, people):
    game = count(Result(people.ada.pk, 1, 400), Result(people.ben.pk, 2, 250))
    assert scores(game) == [None, None] and standing(people.ada).total_score == 0


def test_the_worked_example_and_the_total(scored, count, people):
    """D10: 400 to 250 at equal strength; then both have another strength."""
    ada, ben = people.ada.pk, people.ben.pk
    assert scores(count(Result(ada, 1, 400), Result(ben, 2, 250))) == [12, 2]
    assert [standing(user).total_score for user in (people.ada, people.ben)] == [12, 2]
    # Ada 1216 and Ben 1184: E is 0.454 and 0.546, P is 0.5 for both
    assert scores(count(Result(ada, 1, 250), Result(ben, 1, 250))) == [5, 5]
    # Ben wins with more points than bring more: 4 + round(6 + 3.27); Ada below zero: round(0.68)
    assert scores(count(Result(ada, 2, -20), Result(ben, 1, 620))) == [1, 13]
    assert [standing(user).total_score for user in (people.ada, people.ben)] == [18, 20]


def test_the_score_goes_by_the_strengths_before_the_game(scored, count, people):
    services.lock_standings_of("numerica", [people.ada.pk, people.ben.pk])
    Standing.objects.filter(user=people.ben).update(rating=160_000)
    game = count(Result(people.ada.pk, 2, 0), Result(people.ben.pk, 1, 0))
    assert scores(game) == [1, 5]  # round(60/11 / 4), 4 + round(6/11)


def test_a_casual_game_earns_no_score(scored, count, people):
    count(Result(people.ada.pk, 1, 400), Result(people.ben.pk, 2, 250), is_rated=False)
    assert standing(people.ada).total_score == 0


def test_an_ending_that_is_not_rated_earns_no_score(scored, start, people):
    ended_by(start(rated=True), Outcome(((1,), (0,)), "time", (0, 0), rated=False))
    assert nothing_rated() and standing(people.ben).total_score == 0
