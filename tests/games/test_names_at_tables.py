"""When a name at a table changes, its open pages say so once."""

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.models import GameSettings
from games.services.start import start_game
from numerica_site.account_services import delete_account, take_along
from tests.every_page import sign_in

from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def guest(db) -> User:
    return create_guest()


@pytest.fixture
def table(people, guest):
    """A game of Ada and a guest in which Ada is to move."""
    seeds = (bytes([number]) * 32 for number in range(256))
    users, now = [people.ada, guest], timezone.now()
    for seed in seeds:
        game = start_game(GameSettings("numerica"), users=users, seed=seed, now=now)
        if game.turn == 0:
            return game
    raise AssertionError


async def watched(game) -> Socket:
    page = await Socket(f"/ws/games/{game.id}/?ply=0").open()
    await page.everything()
    return page


async def told(page: Socket) -> list[str]:
    return [frame for frame in await page.everything() if 'id="watchers"' not in frame]


async def news(page: Socket) -> tuple[str, str]:
    """What a page is told of a name: the news, and the players; and nothing more."""
    heard, players = await page.until('id="renamed"'), await page.until('id="players"')
    assert len(players) == 1 and await told(page) == []
    return heard[-1], players[0]


async def test_a_guest_who_takes_a_name_is_told_once(table, guest):
    page = await watched(table)
    answer = await sync_to_async(signed_up)(guest)
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    heard, players = await news(page)
    assert f"{guest.username} is now called Berta." in heard
    assert 'id="players"' in players and "Berta" in players and guest.username not in players
    assert 'id="board"' not in players
    await page.disconnect()


def signed_up(guest: User):
    client = Client()
    sign_in(client, guest)
    form = {
        "username": "Berta",
        "email": "berta@example.org",
        "password1": "a-long-word-for-berta",
        "password2": "a-long-word-for-berta",
    }
    return client.post(reverse("accounts:keep"), form)


async def test_games_taken_along_bear_the_name_of_the_account(table, guest, people):
    page = await watched(table)
    await sync_to_async(take_along)(guest, people.cleo, timezone.now())
    assert f"{guest.username} is now called Cleo." in (await news(page))[0]
    await page.disconnect()


async def test_who_leaves_the_site_is_said_to_have_left(people, guest):
    table = await sync_to_async(start_game)(
        GameSettings("equate", options="players=3"),
        users=[people.ada, people.ben, guest],
        seed=bytes(32),
        now=timezone.now(),
    )
    page = await watched(table)
    await sync_to_async(delete_account)(guest, timezone.now())
    heard = [*await page.until('id="renamed"'), *await told(page)]
    heard = [frame for frame in heard if 'id="renamed"' in frame]
    assert len(heard) == 1 and f"{guest.username} has left the site." in heard[0]
    assert "deleted" not in heard[0]
    await page.disconnect()


async def test_a_change_elsewhere_says_nothing_here(table, people):
    page = await watched(table)
    await sync_to_async(delete_account)(people.ben, timezone.now())
    assert await told(page) == []
    await page.disconnect()
