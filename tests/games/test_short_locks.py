"""What costs much is done before the lock: nobody waits for a long game that is played again."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services import make_computers
from games.rules.refusals import Refusal
from games.services.moves import play_move
from games.services.takebacks import take_back
from games.store import queries

from .computer_games import games_against
from .helpers import play_record

pytestmark = pytest.mark.django_db(transaction=True)

HISTORY = '"ply" <= '
"""In the statement that reads the moves of a game, to play them again."""


@pytest.fixture(autouse=True)
def nothing_kept():
    queries.clear()
    yield
    queries.clear()


def read_for(do: Callable[[], object]) -> tuple[int, int]:
    """How often a game is read to be played again: outside of transactions, and in them."""
    outside = inside = 0
    is_locked = False
    with CaptureQueriesContext(connection) as seen:
        do()
    for one in seen.captured_queries:
        if one["sql"].startswith("BEGIN"):
            is_locked = True
        elif one["sql"].startswith(("COMMIT", "ROLLBACK")):
            is_locked = False
        elif HISTORY in one["sql"]:
            inside += is_locked
            outside += not is_locked
    assert not is_locked and any(one["sql"].startswith("BEGIN") for one in seen.captured_queries)
    return outside, inside


def post(game, user, ply, text):
    return play_move(game_id=game.id, user=user, ply=ply, text=text, now=timezone.now())


def test_a_move_posted_again_as_it_is_stored_is_not_played_again(game, people):
    play_record(game, [people.ada, people.ben], 4, timezone.now())
    first = game.moves.get(ply=1)
    answers = []
    assert read_for(lambda: answers.append(post(game, people.ada, 1, first.text))) == (0, 0)
    assert answers == [first]


def test_a_move_written_otherwise_is_looked_for_while_others_may_write(game, people):
    play_record(game, [people.ada, people.ben], 4, timezone.now())
    first = game.moves.get(ply=1)
    answers = []
    written = first.text.replace(" ", "  ")
    assert written != first.text
    assert read_for(lambda: answers.append(post(game, people.ada, 1, written))) == (1, 0)
    assert answers == [first]


@pytest.mark.parametrize(("text", "code"), [("pass", "stale"), ("nonsense", "notation")])
def test_what_is_no_repeat_is_refused_without_a_game_played_again_in_the_lock(
    text, code, game, people
):
    play_record(game, [people.ada, people.ben], 4, timezone.now())
    codes = []

    def refused():
        with pytest.raises(Refusal) as refusal:
            post(game, people.ada, 1, text)
        codes.append(refusal.value.code)

    outside, inside = read_for(refused)
    assert (outside, inside, codes) == (1, 0, [code])


def test_a_move_is_taken_back_by_a_game_played_again_before_the_lock(people):
    make_computers()
    game = games_against(people)()
    post(game, people.ada, 1, "pass")
    taken = []

    def take():
        taken.append(take_back(game_id=game.id, user=people.ada, ply=1, now=timezone.now()).text)

    assert read_for(take) == (1, 0)
    assert taken == ["takeback 1"]
