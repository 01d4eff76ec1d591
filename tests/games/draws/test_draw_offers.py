"""Draws by agreement: offered beside the State, void after the next move, agreed on once."""

import threading
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection

from games.models import Game, GameSettings
from games.rules.refusals import IllegalMove, Refusal
from games.services.draw_offers import offer_draw
from games.services.errors import NotAllowed
from games.services.moves import play_move
from games.services.start import start_game
from numerica_site.account_services import delete_account
from ratings.models import RatingChange, Standing
from tests.games.draws import FIRST, NOW, move
from tests.games.helpers import all_rows

pytestmark = pytest.mark.django_db


def offering(game: Game) -> list[int]:
    return list(game.players.filter(offers_draw=True).values_list("seat", flat=True))


# --- offers ---


@pytest.mark.parametrize("who", ["ada", "ben"])
def test_an_offer_is_kept_beside_the_state_on_either_ones_turn(who, people, game, offer):
    before = Game.objects.filter(pk=game.pk).values().get()
    player = offer(getattr(people, who))
    assert (player.user, player.offers_draw) == (getattr(people, who), True)
    assert offering(game) == [player.seat]
    assert Game.objects.filter(pk=game.pk).values().get() == before
    call_command("verify")


def test_the_same_offer_again_changes_nothing(people, game, offer):
    offer(people.ada)
    before = all_rows()
    assert offer(people.ada).offers_draw
    assert all_rows() == before


@pytest.mark.parametrize("text", [FIRST, "pass"])
@pytest.mark.parametrize("who", ["ada", "ben"])
def test_any_move_voids_every_offer(text, who, people, game, offer):
    offer(getattr(people, who))
    move(game, text)
    assert offering(game) == []
    offer(people.ben)
    assert offering(game) == [1] and Game.objects.get(pk=game.pk).ended_at is None


def test_an_offer_for_another_position_is_stale(people, game, offer):
    move(game, "pass")
    before = all_rows()
    for ply in (0, 1, 3):
        with pytest.raises(IllegalMove) as refused:
            offer(people.ada, ply)
        assert refused.value.code == "stale"
    assert all_rows() == before


# --- the agreement ---


@pytest.mark.parametrize("first", ["ada", "ben"])
def test_when_both_have_offered_the_game_is_a_draw(first, people, game, offer):
    move(game, FIRST)
    users = [people.ada, people.ben]
    for user in users if first == "ada" else reversed(users):
        offer(user)
    game.refresh_from_db()
    assert (game.termination, game.ply, game.turn, game.deadline_at) == ("agreement", 2, None, None)
    assert [player.rank for player in game.players.all()] == [1, 1]
    assert [(row.text, row.points) for row in game.moves.all()] == [(FIRST, 13), ("agreement", 0)]
    assert offering(game) == []
    assert all(standing.ties == 1 for standing in Standing.objects.all())
    call_command("verify")
    call_command("verify", "--ratings")


def test_an_agreement_is_rated_as_a_draw(friendly, start, people):
    game = start(moves=4, rated=True)
    for user in (people.ben, people.ada):
        offer_draw(game_id=game.id, user=user, ply=5, now=NOW)
    assert [change.result for change in RatingChange.objects.filter(game=game)] == [1, 1]  # of 2


def test_numeria_knows_draws_by_agreement(people):
    users = [people.ada, people.ben]
    game = start_game(GameSettings("numeria"), users=users, seed=bytes(32), now=NOW)
    for user in users:
        offer_draw(game_id=game.id, user=user, ply=1, now=NOW)
    game.refresh_from_db()
    assert game.termination == "agreement"
    assert [player.rank for player in game.players.all()] == [1, 1]
    call_command("verify")


def test_an_offer_that_ended_the_game_gets_the_same_answer_when_it_is_posted_again(
    people, game, offer
):
    offer(people.ada, 1)
    offer(people.ben, 1)
    before = all_rows()
    for user in (people.ada, people.ben):
        assert offer(user, 1).game.termination == "agreement"
    assert all_rows() == before


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_offers_at_the_same_moment_end_the_game_once(game, people):
    faults, barrier = [], threading.Barrier(10)

    def offered(user):
        barrier.wait(30)
        try:
            offer_draw(game_id=game.id, user=user, ply=1, now=NOW)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    users = [people.ada, people.ben] * 5
    threads = [threading.Thread(target=offered, args=[user]) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert [row.text for row in game.moves.all()] == ["agreement"]
    assert Game.objects.get(pk=game.pk).termination == "agreement"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_offer_and_a_move_at_the_same_moment_leave_no_offer_for_the_next_position(game, people):
    def at_once(do, **wanted):
        barrier.wait(30)
        try:
            do(game_id=game.id, now=NOW, **wanted)
        except Refusal as refusal:
            codes.append(refusal.code)
        finally:
            connection.close()

    for ply in range(1, 8):
        codes, barrier = [], threading.Barrier(2)
        game.refresh_from_db()
        user = [people.ada, people.ben][game.turn]
        swap = f"swap {game.position.racks[game.turn][0]}"
        jobs = [
            (play_move, {"user": user, "ply": ply, "text": swap}),
            (offer_draw, {"user": people.ada, "ply": ply}),
        ]
        threads = [threading.Thread(target=at_once, args=[do], kwargs=said) for do, said in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert codes in ([], ["stale"]) and offering(game) == []
        assert game.moves.count() == ply


# --- refused ---


@pytest.mark.parametrize("who", ["cleo", None])
def test_only_players_may_offer(who, people, game, offer):
    before = all_rows()
    with pytest.raises(NotAllowed) as denied:
        offer(who and getattr(people, who))
    assert denied.value.status == 403
    assert all_rows() == before


def test_a_game_without_draws_knows_no_offer(start, people):
    game = start()
    before = all_rows()
    with pytest.raises(NotAllowed) as denied:
        offer_draw(game_id=game.id, user=people.ada, ply=1, now=NOW)
    assert denied.value.status == 422
    assert all_rows() == before


def test_nobody_offers_after_the_end(people, game, offer):
    move(game, "resign")
    before = all_rows()
    for ply in (1, 2):
        with pytest.raises(IllegalMove) as refused:
            offer(people.ben, ply)
        assert refused.value.code == "game-over"
    assert all_rows() == before


def test_a_deadline_that_has_passed_comes_before_an_offer(people, game, offer):
    offer(people.ada)
    with pytest.raises(IllegalMove) as refused:
        offer(people.ben, now=NOW + timedelta(days=3))
    assert refused.value.code == "game-over"
    assert [row.text for row in game.moves.all()] == ["time"]


def test_no_draw_can_be_agreed_with_a_player_whose_account_is_deleted(people, game, offer):
    move(game, "pass")  # Ben is to move
    delete_account(people.ada, NOW)
    with pytest.raises(IllegalMove) as refused:
        offer(people.ben)
    assert refused.value.code == "game-over"
    assert [row.text for row in game.moves.all()] == ["pass", "resign 1"]
