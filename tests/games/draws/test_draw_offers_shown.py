"""How an offer of a draw is asked for and shown on pages."""

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import notifications
from games.models import Game
from games.presentation.models.table import Offer
from games.selectors import tables
from games.store import draw_offers, queries
from tests.games.draws import FIRST, move
from tests.games.helpers import HTMX, JSON, is_a_sentence, sentence_of, words_of
from tests.games.sockets import Socket, mark, play

pytestmark = pytest.mark.django_db


def post(client, game: Game, ply: int = 1, **more):
    return client.post(f"/games/{game.id}/draw/", {"ply": ply}, **more)


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
def test_a_refused_offer_is_told_in_a_sentence(
    who, ply, status, more, people, game, browser, nothing_happens
):
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


def test_offers_of_a_draw_count_towards_the_limit_of_moves(people, game, browser, settings):
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


@pytest.mark.slow
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
    await play(game, FIRST)  # a game is shown unasked once somebody has moved
    page = await Socket(f"/ws/tv/?page=home&game={game.id}&ply=1").open()
    await sync_to_async(offer)(people.ada)
    await play(game, "pass")
    [frame] = await page.until("data-ply")  # the move is the first thing that it hears of
    assert "offers a draw" not in frame
    await page.disconnect()


@pytest.mark.slow
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
        (group, {"type": "game.said"}),  # at the end the players read what was said beside
        (group, {"type": "game.changed", "ply": 1}),
    ]
