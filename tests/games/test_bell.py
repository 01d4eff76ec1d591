"""The bell on open pages: counted once a person, pushed when that changes, and to nobody else."""

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils import timezone

from accounts import notices
from accounts.models import Notice

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
    """The lobby as Ada and Cleo have it open."""
    pages = {}
    for name in ("ada", "cleo"):
        client = await sync_to_async(browser)(getattr(people, name))
        pages[name] = await Socket("/ws/lobby/?lang=de", client).open()
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


async def test_what_is_new_rings_on_the_persons_own_pages_alone(lobby, people):
    await tell(people.ada, "one")
    [rung] = await bells(lobby["ada"])
    assert '<b aria-hidden="true">1</b>' in rung and 'hx-swap-oob="true"' in rung
    assert await bells(lobby["cleo"]) == []


async def test_nothing_is_sent_twice(lobby, people):
    await tell(people.ada, "one")
    await tell(people.ada, "one")
    assert len(await bells(lobby["ada"])) == 1


async def test_what_was_read_at_once_rings_nowhere(lobby, people):
    await tell(people.ada, "one", read_at=timezone.now())
    assert await bells(lobby["ada"]) == []


async def test_a_bell_falls_silent_where_the_notice_is_read_elsewhere(
    lobby, people, browser, start
):
    game = await sync_to_async(start)()
    assert len(await bells(lobby["ada"])) == 1
    client = await sync_to_async(browser)(people.ada)
    await sync_to_async(client.get)(f"/games/{game.id}/")
    [rung] = await bells(lobby["ada"])
    assert "<b" not in rung


async def test_a_move_silences_the_bell_that_rang_for_it(lobby, people, browser, start):
    game = await sync_to_async(start)()
    assert len(await bells(lobby["ada"])) == 1
    client = await sync_to_async(browser)(people.ada)
    await sync_to_async(post_move)(client, game, "pass")
    [rung] = await bells(lobby["ada"])
    assert "<b" not in rung
