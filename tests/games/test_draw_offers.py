"""Draws by agreement: offered beside the State, void after the next move, agreed on once."""

import threading
from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import notifications
from games.models import Game, GameSettings, Player
from games.presentation.models.table import Offer
from games.rules import GAMES, numerica
from games.rules.interface import Move
from games.rules.moves import Outcome, Verdict
from games.rules.refusals import IllegalMove, Refusal
from games.selectors import tables
from games.services.draw_offers import offer_draw
from games.services.errors import NotAllowed
from games.services.moves import play_move
from games.services.start import start_game
from games.store import draw_offers, queries
from numerica_site.account_services import delete_account
from ratings.models import RatingChange, Standing

from .helpers import HTMX, JSON, WHOLE, all_rows, is_a_sentence, sentence_of, words_of
from .sockets import Socket, mark, play

pytestmark = pytest.mark.django_db

FIRST = WHOLE.moves[0].text
NOW = timezone.now()


class Friendly(numerica.State):
    """Numerica as if its players could agree to a draw."""

    def view(self, seat):
        view = super().view(seat)
        can_offer = seat is not None and self.outcome is None
        return {**view, "actions": {**view["actions"], "draw": can_offer}}

    def leave(self, seat, reason):
        if reason != "agreement":
            return super().leave(seat, reason)
        after = replace(self, turn=None, outcome=Outcome(((0, 1),), reason, (0, 0)))
        return Move(seat, Verdict(reason, reason), after)


@pytest.fixture
def friendly(monkeypatch) -> None:
    monkeypatch.setitem(GAMES, "numerica", Friendly)


@pytest.fixture
def game(friendly, start) -> Game:
    return start(now=NOW)


@pytest.fixture
def offer(game):
    """Offer a draw in the game as it is now, or instead of another move."""

    def offered(user, ply: int | None = None, now=NOW) -> Player:
        game.refresh_from_db()
        wanted = game.ply + 1 if ply is None else ply
        return offer_draw(game_id=game.id, user=user, ply=wanted, now=now)

    return offered


def offering(game: Game) -> list[int]:
    return list(game.players.filter(offers_draw=True).values_list("seat", flat=True))


def post(client, game: Game, ply: int = 1, **more):
    return client.post(f"/games/{game.id}/draw/", {"ply": ply}, **more)


def move(game: Game, text: str) -> None:
    game.refresh_from_db()
    user = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=NOW)


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


def test_the_offer_that_agreed_gets_its_answer_again(people, game, offer):
    offer(people.ada, 1)
    offer(people.ben, 1)
    before = all_rows()
    for user in (people.ada, people.ben):
        assert offer(user, 1).game.termination == "agreement"
    assert all_rows() == before


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


# --- pages ---


def test_an_offer_is_answered_in_the_same_formats_as_a_move(people, game, browser):
    ada, ben = browser(people.ada), browser(people.ben)
    plain = post(ada, game)
    assert (plain.status_code, plain["Location"]) == (302, f"/games/{game.id}/")
    assert post(ada, game, **JSON).json() == {"ok": True, "ply": 0, "agreed": False}
    zones = post(ada, game, **HTMX).content.decode()
    assert 'id="offers"' in zones and "You offer a draw." in zones and 'id="live"' not in zones
    assert post(ben, game, **JSON).json() == {"ok": True, "ply": 1, "agreed": True}
    assert post(ben, game, **JSON).json() == {"ok": True, "ply": 1, "agreed": True}
    assert mark(post(ben, game, **HTMX).content.decode()) == (1, 0)


@pytest.mark.parametrize("more", [{}, JSON, HTMX])
@pytest.mark.parametrize(
    ("who", "ply", "status"),
    [("ada", "2", 409), ("ada", "x", 409), ("ada", "", 409), ("cleo", "1", 403), (None, "1", 403)],
)
def test_refusals_are_told(who, ply, status, more, people, game, browser, nothing_happens):
    client = browser(who and getattr(people, who))
    response = nothing_happens(lambda: post(client, game, ply, **more), status)
    if more == JSON:
        assert response.json()["ok"] is False
    elif status == 409:
        assert "The board has changed since" in words_of(response)


def test_a_game_without_draws_says_so(start, people, browser, nothing_happens):
    game, client = start(), browser(people.ada)
    said = sentence_of(nothing_happens(lambda: post(client, game), 422))
    assert said == "You cannot offer a draw in this game." and is_a_sentence(said)


def test_offers_take_a_post_and_a_game_that_is_there(people, game, browser, nothing_happens):
    client = browser(people.ada)
    nothing_happens(lambda: client.get(f"/games/{game.id}/draw/"), 405)
    nothing_happens(lambda: client.post("/games/nowhere/draw/", {"ply": 1}), 404)


def test_an_offer_without_a_csrf_token_is_refused(people, game, browser, nothing_happens):
    client = browser(people.ada, enforce_csrf_checks=True)
    nothing_happens(lambda: post(client, game), 403)


def test_offers_count_as_moves_do(people, game, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = {"move": "2/m/user"}
    client = browser(people.ada)
    assert [post(client, game, **JSON).status_code for _ in range(3)] == [200, 200, 429]


# --- what is shown ---


def test_offers_are_read_without_a_query_where_players_are_fetched(people, game, offer):
    offer(people.ben)
    fetched = Game.objects.prefetch_related(queries.WITH_PLAYERS).get(pk=game.pk)
    with CaptureQueriesContext(connection) as seen:
        assert draw_offers.offers(fetched) == [1]
    assert len(seen) == 0


def test_an_earlier_position_shows_no_offer_of_now(people, game, offer):
    move(game, "pass")
    offer(people.ben)
    assert tables.table(game.id, 0).offers == [Offer(seat=1, name="Ben")]
    assert tables.replay_table(game.id, 0, 0).offers == ()


def test_the_version_grows_by_offers_and_by_moves(people, game, offer):
    versions = [draw_offers.current_version(game.id)]
    for step in (lambda: offer(people.ada), lambda: move(game, "pass"), lambda: offer(people.ben)):
        step()
        versions.append(draw_offers.current_version(game.id))
    assert versions == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert draw_offers.current_version("nowhere") is None


def test_zones_that_were_rendered_before_the_offer_are_not_shown_after_it(
    people, game, offer, browser
):
    client = browser(people.ben)
    client.get(f"/games/{game.id}/live/")
    offer(people.ada)
    with CaptureQueriesContext(connection) as fresh:
        client.get(f"/games/{game.id}/live/")
    with CaptureQueriesContext(connection) as again:
        client.get(f"/games/{game.id}/live/")
    assert len(again) < len(fresh)  # rendered again once, and kept


@pytest.mark.django_db(transaction=True)
async def test_both_players_and_spectators_see_an_offer_at_once(people, game, offer, browser):
    signed_in = sync_to_async(browser)
    path = f"/ws/games/{game.id}/?ply=0"
    clients = [await signed_in(people.ada), await signed_in(people.ben), None]
    pages = [await Socket(path, client).open() for client in clients]
    await sync_to_async(offer)(people.ada)
    for page, said in zip(pages, ["You offer", "Ada offers", "Ada offers"], strict=True):
        [frame] = [f for f in await page.everything() if 'id="offers"' in f]
        assert f"{said} a draw." in frame and 'id=\\"live\\"' not in frame
    await sync_to_async(offer)(people.ada)  # again: nothing new
    assert all([await page.is_silent() for page in pages])
    await play(game, FIRST)
    for page in pages:
        assert mark(await page.shown()) == (1, 0)
        await page.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_opens_after_the_offer_is_told_of_it(people, game, offer):
    await sync_to_async(offer)(people.ben)
    page = await Socket(f"/ws/games/{game.id}/?ply=0").open()
    assert "Ben offers a draw." in await page.receive_from(timeout=20)
    await page.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_the_first_page_shows_no_offer(people, game, offer):
    await sync_to_async(offer)(people.ben)
    page = await Socket(f"/ws/games/{game.id}/?ply=0&page=home").open()
    await sync_to_async(offer)(people.ben)
    await play(game, FIRST)
    [frame] = await page.until("data-ply")  # the move is the first thing that it hears of
    assert "offers a draw" not in frame
    await page.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_an_agreement_ends_the_game_on_every_page(people, game, offer):
    page = await Socket(f"/ws/games/{game.id}/?ply=0").open()
    await sync_to_async(offer)(people.ada)
    await sync_to_async(offer)(people.ben)
    assert 'data-over="1"' in await page.shown()
    await page.disconnect()


@pytest.mark.django_db(transaction=True)
def test_pages_are_told_how_many_offer_and_nothing_else(people, game, offer, monkeypatch):
    told = []
    monkeypatch.setattr(notifications, "tell_after_commit", lambda *said: told.append(said))
    for user in (people.ada, people.ada, people.ben):
        offer(user, 1)
    group = notifications.game_group(game.id)
    assert told == [
        (group, {"type": "game.draw_offered", "ply": 0, "offers": 1}),
        (group, {"type": "game.changed", "ply": 1}),
    ]
