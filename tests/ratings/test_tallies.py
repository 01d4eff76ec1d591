"""Tallies, and the plays that are remembered."""

import random
from datetime import timedelta
from itertools import permutations

import pytest

from accounts.models import User
from games.models import Player
from games.services.results import results_of
from ratings import services
from ratings.models import Highlight, Standing
from ratings.services import FinishedGame, Result
from tests.ratings.counted import counting, standing

from ..games.helpers import WHOLE
from .conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def count(start):
    return counting(start)


# --- tallies ---


def test_best_score_points_and_bingos(count, people):
    ada, ben = people.ada.pk, people.ben.pk
    for points, bingos in ((-7, 0), (120, 2), (80, 1)):
        count(Result(ada, 1, points, bingos), Result(ben, 2, -9))
    found = standing(people.ada)
    assert (found.best_score, found.points, found.bingos) == (120, 193, 3)
    assert standing(people.ben).best_score == -9


def test_lists_are_kept_apart(start, people):
    for key in ("numerica", "computer"):
        results = [Result(people.ada.pk, 1, 9), Result(people.ben.pk, 2, 3)]
        services.record_results(game=FinishedGame(start().id, key, results, True, NOW))
    assert Standing.objects.filter(user=people.ada, rating=121_600, rated_games=1).count() == 2


# --- plays to remember ---


def kept(user: User, kind: str) -> list[tuple[int, str, int]]:
    found = Highlight.objects.filter(user=user, key="numerica", kind=kind)
    return [(one.value, one.game_id, one.ply) for one in found.order_by("-value", "game_id", "ply")]


def test_a_whole_games_best_plays(start, people):
    game = start(moves=len(WHOLE.moves))
    for seat, user in enumerate((people.ada, people.ben)):
        moves = [move for move in game.moves.all() if move.seat == seat]
        best = sorted(moves, key=lambda move: (-move.points, move.ply))[:3]
        assert kept(user, "play") == sorted(
            [(move.points, game.id, move.ply) for move in best], key=lambda one: (-one[0], one[2])
        )
        assert kept(user, "chain") == []  # each line of this game is an equation of two sides


def test_a_play_with_two_equalities_is_one_chain(people, start):
    """It would fill two of the three places with the same board."""
    detail = '{"kind":"play","bonus":0,"runs":[{"text":"2=1+1","kind":"complete"},{"text":"3=2+1=4-1","kind":"complete"},{"text":"6=","kind":"incomplete"}]}'
    game = start(moves=1)
    game.moves.update(detail=detail)
    seat = game.moves.get().seat
    results = results_of(game.players.all(), game.moves.all())
    assert results[seat].chains == [(3, 1)]


@pytest.mark.parametrize(
    ("text", "kind", "chains"),
    [
        ("4=2+2", "complete", []),
        ("4=2+2=1+3", "complete", [(3, 1)]),
        ("8=4+4=2*4=1*8", "complete", [(4, 1)]),
        ("8=4+4=2*4=", "incomplete", []),
        ("3,6,9,12", "complete", []),
    ],
)
def test_a_chain_has_more_than_two_sides(text, kind, chains, start):
    game = start(moves=1)
    game.moves.update(detail=f'{{"bonus":0,"runs":[{{"text":"{text}","kind":"{kind}"}}]}}')
    results = results_of(game.players.all(), game.moves.all())
    assert results[game.moves.get().seat].chains == chains


@pytest.mark.parametrize(("points", "plays"), [(0, []), (1, []), (2, [(2, 1)])])
def test_a_play_of_a_single_point_is_nothing_to_remember(points, plays, start):
    """So a game in which a move earns one at most has no best play."""
    game = start(moves=1)
    game.moves.update(points=points)
    results = results_of(game.players.all(), game.moves.all())
    assert results[game.moves.get().seat].plays == plays


def test_passes_and_swaps_are_nothing_to_remember(start, end):
    end(start(moves=0), "idle")
    end(start(moves=0), "passes")
    assert not Highlight.objects.exists()


def test_a_full_rack_is_a_bingo(start):
    game = start(moves=1)
    game.moves.update(detail='{"kind":"play","bonus":50,"runs":[]}')
    results = results_of(game.players.all(), game.moves.all())
    assert sorted(result.bingos for result in results) == [0, 1]


@pytest.mark.slow
def test_which_plays_are_kept_does_not_depend_on_the_order_of_games(start, people):
    """Three of the highest, whichever game ended first, equal values too."""
    found = {
        start().id: [(9, 1), (7, 3)],
        start().id: [(9, 2), (9, 4)],
        start().id: [(8, 1), (9, 1), (2, 5)],
    }
    seen = set()
    for order in permutations(found):
        Highlight.objects.all().delete()
        for game_id in order:
            plays = sorted(found[game_id], reverse=True)
            results = [
                Result(people.ada.pk, 1, 1, plays=plays),
                Result(people.ben.pk, 2, 0, chains=plays),
            ]
            services.record_results(game=FinishedGame(game_id, "numerica", results, False, NOW))
        assert kept(people.ada, "play") == kept(people.ben, "chain")
        seen.add(tuple(kept(people.ada, "play")))
    (only,) = seen
    everything = [(value, game_id, ply) for game_id, plays in found.items() for value, ply in plays]
    assert list(only) == sorted(everything, key=lambda one: (-one[0], one[1], one[2]))[:3]


@pytest.mark.slow
def test_ending_takes_a_bounded_number_of_queries(start, end, django_assert_max_num_queries):
    """However many games went before."""
    for _ in range(3):
        end(start(moves=5, rated=True))
    game = start(moves=5, rated=True)
    with django_assert_max_num_queries(50):
        end(game)


@pytest.mark.slow
def test_scores_of_a_shuffled_season_are_what_the_steps_make_of_them(count, people):
    """Twenty games among three, against a few lines that know nothing of the services."""
    chance = random.Random(5)
    users = [people.ada, people.ben, people.cleo]
    mine = {user.pk: 1200.0 for user in users}
    for number in range(20):
        one, other = chance.sample(users, 2)
        ranks = chance.choice([(1, 2), (2, 1), (1, 1)])
        count(
            Result(one.pk, ranks[0], 1),
            Result(other.pk, ranks[1], 1),
            ended_at=NOW + timedelta(days=number),
        )
        expected = 1 / (1 + 10 ** ((mine[other.pk] - mine[one.pk]) / 400))
        gain = 32 * ((1 + (ranks[1] > ranks[0]) - (ranks[1] < ranks[0])) / 2 - expected)
        mine[one.pk] += gain
        mine[other.pk] -= gain
    for user in users:
        assert standing(user).rating / 100 == pytest.approx(mine[user.pk], abs=0.2)
    assert Player.objects.filter(rank__isnull=False).count() == 0  # no game was touched
