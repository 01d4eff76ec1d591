"""The lines of players of live games: measured by the server, kept for a while, given back."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.live.hub import hub
from games.store import round_trips

from .clocks import play
from .helpers import post_move
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


@pytest.fixture
def table(start):
    """A live game whose first turn began three seconds ago; the time is that of the wall."""
    return start(now=timezone.now() - 8 * SECOND, time_control="300+5")


def lag(game) -> list[timedelta]:
    game.refresh_from_db()
    return list(game.clocks.lag)


# --- what a move gets back ---


def test_a_move_gets_back_what_the_server_measured(table, people, browser):
    round_trips.keep(people.ada.pk, 0.2)
    assert post_move(browser(people.ada), table, "pass").status_code == 302
    assert lag(table) == [0.2 * SECOND, 0 * SECOND]
    assert 2700 < table.moves.get().milliseconds < 60_000


def test_without_a_measurement_nothing_is_given_back(table, people, browser):
    round_trips.keep(people.ben.pk, 0.2)
    claims = {"HTTP_X_LAG": "500", "HTTP_X_ROUND_TRIP": "500"}
    post_move(browser(people.ada), table, "pass", **claims)
    assert lag(table) == [0 * SECOND, 0 * SECOND]


def test_a_measurement_by_a_clock_that_was_set_back_gives_nothing(table, people, browser):
    round_trips.keep(people.ada.pk, -3600.0)
    post_move(browser(people.ada), table, "pass")
    assert lag(table) == [0 * SECOND, 0 * SECOND]


def test_a_stranger_has_no_line(people):
    assert round_trips.of(None) == round_trips.of(people.cleo) == 0 * SECOND


def test_a_measurement_is_forgotten_soon(people, monkeypatch):
    monkeypatch.setattr(round_trips, "KEPT_FOR", 0)
    round_trips.keep(people.ada.pk, 0.2)
    assert round_trips.of(people.ada) == 0 * SECOND


# --- whose line is measured ---


async def heard_by(page: Socket, *told: dict[str, object]) -> list[str]:
    """What a page hears until it has opened, and what it is told has been handled."""
    for message in (*told, {"type": "send", "mark": "end"}):
        await page.send_input(message)
    return await page.until("'mark': 'end'")


async def asked_of(path: str, client=None) -> list[str]:
    """What a page's socket is asked by the time it has opened."""
    page = await Socket(path, client).open()
    heard = await heard_by(page)
    await page.disconnect()
    return [message for message in heard if "reader.measure" in message]


async def test_the_line_of_a_player_of_a_live_game_is_measured(table, people, browser):
    path = f"/ws/games/{table.id}/?ply=0"
    for who in (people.ada, people.ben):
        client = await sync_to_async(browser)(who)
        [asked] = await asked_of(path, client)
        assert "'is_on': True" in asked


@pytest.mark.slow
async def test_the_line_of_nobody_else_is_measured(table, start, people, browser):
    path = f"/ws/games/{table.id}/?ply=0"
    watching = await sync_to_async(browser)(people.cleo)
    assert await asked_of(path) == await asked_of(path, watching) == []
    client = await sync_to_async(browser)(people.ada)
    slow = await sync_to_async(start)(time_control="3d+2d")
    assert await asked_of(f"/ws/games/{slow.id}/?ply=0", client) == []
    await sync_to_async(play)(table, timezone.now(), "resign")
    assert await asked_of(path, client) == []


async def test_an_answer_is_kept_for_the_next_move(table, people, browser):
    client = await sync_to_async(browser)(people.ada)
    page = await Socket(f"/ws/games/{table.id}/?ply=0", client).open()
    await heard_by(page, {"type": "reader.answered", "seconds": 0.2})
    assert round_trips.of(people.ada) == 0.2 * SECOND
    await page.disconnect()


async def test_when_the_game_is_over_it_is_measured_no_more(table, people, browser, monkeypatch):
    monkeypatch.setattr(hub, "heartbeat", 0.05)
    client = await sync_to_async(browser)(people.ada)
    page = await Socket(f"/ws/games/{table.id}/?ply=0", client).open()
    await page.until("'is_on': True")
    await sync_to_async(play)(table, timezone.now(), "resign")
    await page.until("'is_on': False")
    await page.disconnect()
