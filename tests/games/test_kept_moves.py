"""Moves are read once a process: what is stored of a game changes no more."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.selectors import tables
from games.store import queries
from games.store.queries import moves_of

from .helpers import play_record

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_kept():
    queries.clear()
    yield
    queries.clear()


def asked(do):
    with CaptureQueriesContext(connection) as seen:
        do()
    return [one["sql"] for one in seen.captured_queries if "games_playedmove" in one["sql"]]


def test_the_moves_of_a_position_are_asked_for_once(game, people):
    play_record(game, [people.ada, people.ben], 4, timezone.now())
    assert len(asked(lambda: tables.table(game.id, None))) == 1
    for seat in (None, 0, 1):
        assert not asked(lambda seat=seat: tables.table(game.id, seat))
    play_record(game, [people.ada, people.ben], 5, timezone.now())
    assert len(asked(lambda: tables.table(game.id, None))) == 1
    assert [move.ply for move in moves_of(game)] == [1, 2, 3, 4, 5]


def test_what_is_taken_back_with_its_transaction_is_not_kept(game, people):
    play_record(game, [people.ada, people.ben], 3, timezone.now())

    class Fault(Exception):
        pass

    with pytest.raises(Fault), transaction.atomic():
        game.moves.filter(ply=3).update(text="pass")
        assert moves_of(game)[-1].text == "pass"
        raise Fault
    assert moves_of(game)[-1].text == game.moves.get(ply=3).text != "pass"


def test_a_game_that_is_read_before_a_move_has_not_got_it(game, people):
    play_record(game, [people.ada, people.ben], 2, timezone.now())
    before = type(game).objects.get(pk=game.pk)
    play_record(game, [people.ada, people.ben], 3, timezone.now())
    assert [len(moves_of(one)) for one in (before, game)] == [2, 3]


def test_a_position_shares_its_moves_with_those_before_it(game, people):
    """Else a game of n plies would hold n²/2 of them in the end."""
    play_record(game, [people.ada, people.ben], 4, timezone.now())
    before = moves_of(game)
    play_record(game, [people.ada, people.ben], 6, timezone.now())
    after = moves_of(game)
    assert len(after) == 6 and all(a is b for a, b in zip(before, after, strict=False))


@pytest.mark.parametrize("later", [0, 1])
def test_moves_that_came_in_place_of_others_are_read(later, game, people):
    """As after a reopening, which takes the last entries away."""
    play_record(game, [people.ada, people.ben], 3 + later, timezone.now())
    last = game.moves.get(ply=3 + later)
    if later:
        last.delete()
        game.ply -= 1
    moves_of(game)
    old = game.moves.get(ply=3)
    old.delete()
    old.pk, old.text = None, "pass"
    old.save()
    if later:
        last.pk = None
        last.save()
    game.ply, game.changed_at = 3 + later, timezone.now()
    assert [move.pk for move in moves_of(game)] == [move.pk for move in game.moves.all()]
    assert moves_of(game)[2].text == "pass"
