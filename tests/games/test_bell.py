"""The bell on open pages: counted once a person, pushed when that changes, and to nobody else."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import notices
from accounts.models import Notice
from accounts.notifications import person_group
from games.live import rooms
from games.live.hub import hub
from games.live.sockets import SIGNED_OUT

from .helpers import post_move
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def tell(person, subject, read_at=None):
    with transaction.atomic():
        notice = Notice(
            recipient=person, kind=Notice.Kind.FOLLOWED, subject=subject,
            happened_at=timezone.now(), read_at=read_at,
        )  # fmt: skip
        notices.write([notice], renews=True)


@pytest.fixture
async def lobby(people, browser):
    """The lobby as Ada and Cleo have it open, told that nothing is unread."""
    pages = {}
    for name in ("ada", "cleo"):
        client = await sync_to_async(browser)(getattr(people, name))
        pages[name] = await Socket("/ws/lobby/?lang=de", client).open()
        await pages[name].until('id="bell"')
    yield pages
    for page in pages.values():
        await page.disconnect()


async def bells(page) -> list[str]:
    """The bells that come within a moment."""
    found = []
    while not await page.receive_nothing(timeout=0.3):
        message = await page.receive_output()
        if 'id="bell"' in message.get("text", ""):
            found.append(message["text"])
    return found


@pytest.mark.slow
async def test_what_is_new_rings_on_the_persons_own_pages_alone(lobby, people):
    await tell(people.ada, "one")
    [rung] = await bells(lobby["ada"])
    assert '<b aria-hidden="true">1</b>' in rung and 'hx-swap-oob="true"' in rung
    assert await bells(lobby["cleo"]) == []


@pytest.mark.slow
async def test_nothing_is_sent_twice(lobby, people):
    await tell(people.ada, "one")
    await tell(people.ada, "one")
    assert len(await bells(lobby["ada"])) == 1


@pytest.mark.slow
async def test_what_was_read_at_once_rings_nowhere(lobby, people):
    await tell(people.ada, "one", read_at=timezone.now())
    assert await bells(lobby["ada"]) == []


@pytest.mark.slow
async def test_a_bell_falls_silent_where_the_notice_is_read_elsewhere(
    lobby, people, browser, start
):
    game = await sync_to_async(start)()
    assert len(await bells(lobby["ada"])) == 1
    client = await sync_to_async(browser)(people.ada)
    await sync_to_async(client.get)(f"/games/{game.id}/")
    [rung] = await bells(lobby["ada"])
    assert "<b" not in rung


@pytest.mark.slow
async def test_a_move_silences_the_bell_that_rang_for_it(lobby, people, browser, start):
    game = await sync_to_async(start)()
    assert len(await bells(lobby["ada"])) == 1
    client = await sync_to_async(browser)(people.ada)
    await sync_to_async(post_move)(client, game, "pass")
    [rung] = await bells(lobby["ada"])
    assert "<b" not in rung


# --- what no nudge told ---


@pytest.mark.parametrize("path", ["/ws/lobby/?lang=en", "/ws/wall/?lang=en", "/ws/tv/?page=home"])
async def test_a_page_that_has_just_come_is_told_what_it_was_drawn_without(people, browser, path):
    client = await sync_to_async(browser)(people.ada)
    page = await sync_to_async(client.get)("/lobby/")
    assert 'Notices: 1 unread"' not in page.content.decode()
    await tell(people.ada, "one")
    page = await Socket(path, client).open()
    await page.until("Notices: 1 unread")
    await page.disconnect()


async def test_a_bell_that_was_drawn_ringing_falls_silent_on_an_open_page(people, browser, start):
    game = await sync_to_async(start)()
    client = await sync_to_async(browser)(people.ada)
    page = await Socket("/ws/lobby/?lang=en", client).open()
    other = await sync_to_async(browser)(people.ada)
    await sync_to_async(post_move)(other, game, "pass")
    await page.until('aria-label="Notices"')
    await page.disconnect()


@pytest.mark.slow
async def test_the_heartbeat_tells_what_a_lost_nudge_did_not_and_nothing_twice(
    people, browser, monkeypatch
):
    monkeypatch.setattr(hub, "heartbeat", 0.1)
    client = await sync_to_async(browser)(people.ada)
    page = await Socket("/ws/lobby/?lang=en", client).open()
    await page.until('aria-label="Notices"')
    get_channel_layer().groups.pop(person_group(people.ada.pk))
    await tell(people.ada, "one")
    await page.until("Notices: 1 unread")
    assert await bells(page) == []
    await tell(people.ada, "two")
    await page.until("Notices: 2 unread")
    await page.disconnect()


async def test_a_page_whose_sign_in_has_ended_is_told_nothing_more(lobby, people):
    await sync_to_async(Session.objects.all().delete)()
    await tell(people.ada, "one")
    heard = await lobby["ada"].until("websocket.close")
    assert str(SIGNED_OUT) in heard[-1] and not any('id="bell"' in one for one in heard)


@sync_to_async
def counted(captured: CaptureQueriesContext) -> int:
    """How often the sockets' thread has asked meanwhile what is unread."""
    captured.__exit__(None, None, None)
    return sum('FROM "accounts_notice"' in query["sql"] for query in captured)


@pytest.mark.slow
async def test_all_who_come_within_a_moment_are_counted_in_few_questions(
    people, browser, monkeypatch
):
    """One for the first of all, and one for all who ask until the next may be asked."""
    monkeypatch.setattr(rooms, "COUNTING_PAUSE", 2)  # seconds
    clients = [await sync_to_async(browser)(one) for one in (people.ada, people.ben, people.cleo)]
    pages = [Socket("/ws/lobby/?lang=en", client) for client in clients for _ in range(5)]
    captured = CaptureQueriesContext(connection)
    await sync_to_async(captured.__enter__)()
    await asyncio.gather(*(page.open() for page in pages))
    for page in pages:
        await page.until('id="bell"')
    assert 1 <= await counted(captured) <= 3
    for page in pages:
        await page.disconnect()
