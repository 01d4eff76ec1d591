"""The hub: one channel a process, one drawing a view, one question to the database a move."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.notifications import person_group
from games import notifications
from games.live.hub import hub
from games.live.sockets import SIGNED_OUT
from games.models import GameSettings
from games.services.invitations import cancel_invitation, create_invitation

from .helpers import WHOLE
from .sockets import PATIENCE, Socket, mark, play

pytestmark = pytest.mark.django_db(transaction=True)

FIRST, SECOND, THIRD = (move.text for move in WHOLE.moves[:3])


async def watch(game, number: int, client=None) -> list[Socket]:
    """This many pages that show the game as it is, each told all that it is told at first."""
    pages = [
        await Socket(f"/ws/games/{game.id}/?ply={game.ply}", client).open() for _ in range(number)
    ]
    for page in pages:
        await page.everything()
    return pages


async def leave(pages: list[Socket]) -> None:
    for page in pages:
        await page.disconnect()


async def lag(game, page: Socket) -> None:
    """The page takes nothing more for a while, and its socket knows it."""
    room = hub.rooms[notifications.game_group(game.id)]
    await page.send_input({"type": "reader.lags"})
    async with asyncio.timeout(PATIENCE):
        while not any(each.lags for each in room.listeners):  # noqa: ASYNC110 (it tells nobody)
            await asyncio.sleep(0.005)


async def queries_of(work) -> int:
    """How many queries this thread and the sockets' make meanwhile."""
    captured = CaptureQueriesContext(connection)
    await sync_to_async(captured.__enter__)()
    await work()
    await sync_to_async(captured.__exit__)(None, None, None)
    return await sync_to_async(captured.__len__)()  # each thread has a connection of its own


async def test_a_process_joins_the_group_of_a_game_once_and_leaves_with_the_last_page(game):
    pages = await watch(game, 5)
    group = notifications.game_group(game.id)
    assert len(get_channel_layer().groups[group]) == 1
    assert len(hub.rooms[group].listeners) == 5
    await leave(pages[1:])
    assert group in hub.rooms
    await leave(pages[:1])
    assert group not in hub.rooms and not get_channel_layer().groups.get(group)


@pytest.mark.slow
async def test_a_move_asks_the_database_as_often_for_many_who_watch_as_for_one(game, monkeypatch):
    monkeypatch.setattr(hub, "heartbeat", 3600)  # seconds: a beat would ask too
    asked = []
    for number, text in ((1, FIRST), (20, SECOND)):
        pages = await watch(game, number)

        async def move(text=text, pages=pages):
            await play(game, text)
            for page in pages:
                await page.shown()

        asked.append(await queries_of(move))
        await leave(pages)
        await sync_to_async(game.refresh_from_db)()
    assert asked[0] >= asked[1] > 0


@pytest.mark.slow
async def test_the_heartbeat_asks_once_a_game_however_many_watch(game, monkeypatch):
    """Some three beats of a few queries each; a beat of each page would be sixty."""
    monkeypatch.setattr(hub, "heartbeat", 0.3)
    pages = await watch(game, 20)
    assert 0 < await queries_of(lambda: asyncio.sleep(1)) < 20
    await leave(pages)


@pytest.mark.slow
async def test_who_joins_costs_no_queries_beyond_what_all_of_a_moment_share(game):
    """Thirty who come while others watch: each is sent its frames, and few readings serve all."""
    first = await watch(game, 1)
    pages = []

    async def come() -> None:
        path = f"/ws/games/{game.id}/?ply={game.ply}"
        coming = [Socket(path) for _ in range(30)]
        pages.extend(await asyncio.gather(*(page.open() for page in coming)))
        for page in pages:
            await page.watching("watching")  # the last that a page is told at once

    assert await queries_of(come) < 30
    await leave([*first, *pages])


async def test_moves_that_come_close_to_one_another_are_pushed_as_the_latest(game):
    (page,) = await watch(game, 1)
    group = notifications.game_group(game.id)
    room = hub.rooms[group]
    await play(game, FIRST)
    assert mark(await page.shown()) == (1, 0)
    subscribed = get_channel_layer().groups.pop(group)
    await play(game, SECOND)
    await play(game, THIRD)
    get_channel_layer().groups[group] = subscribed
    for ply in (2, 3):
        room.take({"type": "game.changed", "ply": ply, "group": group})
    assert mark(await page.shown()) == (3, -1)
    assert await page.is_silent()
    await leave([page])


async def test_a_page_that_cannot_be_sent_to_keeps_the_others_waiting_for_nothing(game):
    pages = await watch(game, 3)
    broken = next(iter(hub.rooms[notifications.game_group(game.id)].listeners))

    async def fail(*_):
        raise OSError

    broken.show = fail
    await play(game, FIRST)
    for page in pages[1:]:
        assert mark(await page.shown()) == (1, 0)
    await leave(pages)


async def test_who_watches_signed_in_is_not_asked_for_the_sign_in_by_a_move(game, people, browser):
    """What is public may be seen by anybody; the heartbeat closes the page of a lost sign-in."""
    client = await sync_to_async(browser)(people.cleo)
    (page,) = await watch(game, 1, client)
    await sync_to_async(people.cleo.delete)()
    await play(game, FIRST)
    assert mark(await page.shown()) == (1, 0)
    await leave([page])


async def test_a_seat_whose_sign_in_has_ended_is_closed_and_others_see_the_move(
    game, people, browser
):
    client = await sync_to_async(browser)(people.ben)
    (seat,) = await watch(game, 1, client)
    (stranger,) = await watch(game, 1)
    await sync_to_async(client.session.delete)()
    await play(game, FIRST)
    assert await seat.closed() == SIGNED_OUT
    assert mark(await stranger.shown()) == (1, 0)
    await leave([stranger])


async def test_a_page_that_fails_keeps_a_signing_out_from_no_other(game, people, browser):
    client = await sync_to_async(browser)(people.ben)
    failing, other = await watch(game, 2, client)
    first = next(iter(hub.rooms[person_group(people.ben.pk)].listeners))

    async def fail(message):
        raise OSError

    first.hear = fail
    await sync_to_async(client.post)("/accounts/logout/")
    assert await other.closed() == SIGNED_OUT
    await failing.disconnect()


@pytest.mark.slow
async def test_a_page_that_lags_is_sent_the_latest_alone_when_it_has_caught_up(game):
    slow, quick = await watch(game, 2)
    await lag(game, slow)
    for ply, text in enumerate((FIRST, SECOND, THIRD), start=1):
        await play(game, text)
        assert mark(await quick.shown()) == (ply, ply - 1)
    assert await slow.is_silent()
    await slow.send_input({"type": "reader.caught_up"})
    assert mark(await slow.shown()) == (3, -1)
    assert await slow.is_silent()
    await leave([slow, quick])


@pytest.mark.slow
async def test_a_page_that_lags_is_told_the_number_of_who_watch_when_it_has_caught_up(game):
    slow, other = pages = await watch(game, 2)
    await lag(game, slow)
    pages += await watch(game, 1)
    await other.watching("3 watching")
    assert not any("3 watching" in said for said in await slow.everything())
    await slow.send_input({"type": "reader.caught_up"})
    await slow.watching("3 watching")
    await leave(pages)


@pytest.mark.slow
async def test_an_invitation_is_read_as_often_for_many_pages_as_for_one(people):
    asked = []
    for number in (1, 20):
        invitation = await sync_to_async(create_invitation)(
            GameSettings("numerica"), inviter=people.ada, now=timezone.now()
        )
        pages = [await Socket(f"/ws/invitations/{invitation.id}/").open() for _ in range(number)]
        for page in pages:
            await page.receive_from()

        async def take_back(invitation=invitation, pages=pages):
            await sync_to_async(cancel_invitation)(
                invitation_id=invitation.id, user=people.ada, now=timezone.now()
            )
            for page in pages:
                await page.receive_from()

        asked.append(await queries_of(take_back))
        await leave(pages)
    assert asked[0] == asked[1] > 0


@pytest.mark.slow
async def test_a_name_that_changed_is_read_as_often_for_many_pages_as_for_one(game, people):
    asked = []
    for number, name in ((1, "Berta"), (20, "Carla")):
        pages = await watch(game, number)

        async def rename(name=name, pages=pages):
            people.ada.username = name
            await sync_to_async(people.ada.save)()
            await sync_to_async(notifications.tell_names_changed)(people.ada.pk)
            for page in pages:
                await page.until(f"is now called {name}")
                await page.until('id="players"')

        asked.append(await queries_of(rename))
        await leave(pages)
    assert asked[0] >= asked[1] > 0
