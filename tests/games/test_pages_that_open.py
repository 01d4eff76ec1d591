"""What changes while a page's socket is being opened is not lost to the page."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import notifications
from games.models import GameSettings, Invitation
from games.services.invitations import accept_invitation, create_invitation

from .sockets import Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow(cases="all")]

LIVE = GameSettings("numerica", time_control="300+5")


class FarLayer(InMemoryChannelLayer):
    """A channel layer that lets who joins `held` wait for its answer, as a busy Redis does."""

    held = ""
    is_asked: asyncio.Event
    may_answer: asyncio.Event

    async def group_add(self, group: str, channel: str) -> None:
        await super().group_add(group, channel)
        if group == self.held:
            self.is_asked.set()
            await self.may_answer.wait()


@pytest.fixture(autouse=True)
def far(settings) -> None:
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": f"{__name__}.FarLayer", "CONFIG": {"capacity": 10_000}}
    }


@contextmanager
def held(group: str) -> Iterator[FarLayer]:
    """A page that joins this group meanwhile waits until the block is over."""
    layer: Any = get_channel_layer()
    layer.held, layer.is_asked, layer.may_answer = group, asyncio.Event(), asyncio.Event()
    try:
        yield layer
    finally:
        layer.held = ""
        layer.may_answer.set()


@sync_to_async
def offer(user: User, settings: GameSettings = LIVE) -> Invitation:
    return create_invitation(settings, inviter=user, now=timezone.now(), is_listed=True)


async def opening(page: Socket, group: str, told: Socket, do: Any) -> str:
    """Open this page, and do something while it joins the group; what `told` is told of that."""
    with held(group) as layer:
        opened = asyncio.create_task(page.open())
        await layer.is_asked.wait()
        await do
        frame = await told.receive_from()
    await opened
    return frame


async def lobby_page(client: Client) -> Socket:
    """A page of the lobby that has been loaded and is not open yet."""
    html = (await sync_to_async(client.get)("/lobby/")).content.decode()
    return Socket(re.search(r'ws-connect="([^"]+)"', html)[1].replace("&amp;", "&"), client)


async def test_an_offer_that_comes_while_the_lobby_opens_is_listed(people, browser):
    clients = [await sync_to_async(browser)() for _ in range(2)]
    other, page = [await lobby_page(client) for client in clients]
    await other.open()
    made = offer(people.ada)
    assert "offer-" in await opening(page, notifications.LOBBY, other, made)
    assert "offer-" in await page.receive_from()
    for each in (page, other):
        await each.disconnect()


async def test_a_game_that_begins_while_its_invitation_opens_is_gone_to(people, browser):
    ada, ben = [await sync_to_async(browser)(user) for user in (people.ada, people.ben)]
    made = await offer(people.ada)
    address, group = f"/ws/invitations/{made.id}/", notifications.invitation_group(made.id)
    other = await Socket(address, ben).open()
    assert "data-go" not in await other.receive_from()
    accept = sync_to_async(accept_invitation)(
        invitation_id=made.id, user=people.ben, now=timezone.now()
    )
    page = Socket(address, ada)
    assert "data-go" in await opening(page, group, other, accept)
    assert "data-go" in await page.receive_from()
    for each in (page, other):
        await each.disconnect()
