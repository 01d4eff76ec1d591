"""An open page's socket, as the tests drive it."""

import re
from itertools import count
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from games import notifications
from games.services.moves import play_move
from numerica_site.asgi import application

_marks = count(1_000_000)

PATIENCE = 20  # seconds; only ever waited for when something is wrong


def cookie_of(client: Client | None) -> bytes:
    """What this browser sends along."""
    cookies = client.cookies if client is not None else {}
    return "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items()).encode()


async def _served(scope: Any, receive: Any, send: Any) -> None:
    """The site as a server runs it: nothing can be sent before the socket is accepted."""
    is_open = False

    async def send_if_open(message: Any) -> None:
        nonlocal is_open
        if message["type"] == "websocket.send" and not is_open:
            raise ValueError("Socket has not been accepted, so cannot send over it")
        is_open = is_open or message["type"] == "websocket.accept"
        await send(message)

    await application(scope, receive, send_if_open)


class Socket(WebsocketCommunicator):
    """A socket from one of our own pages; `origin` and `host` may say otherwise.

    `address` is where the server sees it come from, `passed_on` what proxies say of that.
    """

    def __init__(
        self,
        path: str,
        client: Client | None = None,
        origin: bytes | None = b"http://testserver",
        host: bytes = b"testserver",
        language: bytes = b"",
        address: str = "",
        passed_on: bytes = b"",
    ) -> None:
        headers = [(b"host", host), (b"cookie", cookie_of(client)), (b"accept-language", language)]
        if origin is not None:
            headers.append((b"origin", origin))
        if passed_on:
            headers.append((b"x-forwarded-for", passed_on))
        super().__init__(_served, path, headers=headers)
        if address:
            self.scope["client"] = [address, 12345]

    async def open(self) -> "Socket":
        """Connect; it must be accepted."""
        accepted, _ = await self.connect(timeout=PATIENCE)
        assert accepted
        return self

    async def receive_from(self, timeout: float = PATIENCE) -> str:  # noqa: ASYNC109 (channels' own)
        """The next frame; marks of `everything` that were sent for other pages are passed over.

        So is what is meant for the server: that it shall measure the line; and the bell.
        """
        while True:
            message = await self.receive_output(timeout)
            if message["type"] == "reader.measure":
                continue
            assert message["type"] == "websocket.send", message
            if isinstance(message["text"], str) and 'id="bell"' not in message["text"]:
                return message["text"]

    async def shown(self) -> str:
        """The next frame that shows the table; frames about viewers are passed over."""
        while True:
            frame = await self.receive_from()
            if 'id="live"' in frame:
                return frame

    async def watching(self, said: str) -> None:
        """Wait for the frame that says how many watch."""
        while said not in await self.receive_from():
            pass  # what is said before does not matter

    async def until(self, said: str) -> list[str]:
        """Every message up to the first that says this."""
        messages = []
        while not messages or said not in messages[-1]:
            messages.append(str(await self.receive_output(timeout=PATIENCE)))
        return messages

    async def everything(self) -> list[str]:
        """Every message that is on its way to a table's page: up to a mark sent behind them all.

        The bell, which comes when it was counted, is passed over. A message of the type "send" is one that the socket's consumer just passes on.
        """
        mark = next(_marks)
        game_id = self.scope["path"].split("/")[3]
        group = notifications.game_group(game_id)
        await get_channel_layer().group_send(group, {"type": "send", "mark": mark, "group": group})
        heard = await self.until(f"'mark': {mark}")
        passed_over = ("'type': 'send'", 'id="bell"')
        return [one for one in heard if not any(said in one for said in passed_over)]

    async def is_silent(self) -> bool:
        """Whether nothing about the table is on its way; who watches does not count."""
        return all('id="watchers"' in message for message in await self.everything())

    async def closed(self) -> int:
        """The code with which the server closed."""
        while True:
            message = await self.receive_output(timeout=PATIENCE)
            if message["type"] == "websocket.close":
                return message["code"]


@sync_to_async
def play(game: Any, text: str) -> None:
    """Make a move for the player on turn."""
    game.refresh_from_db()
    user = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=timezone.now())


def mark(frame: str) -> tuple[int, int]:
    """The ply that a frame shows, and the ply it builds on; -1 for none."""
    ply, base = re.search(r'data-ply="(\d+)" data-base="(-?\d+)"', frame).groups()
    return int(ply), int(base)


def squares(frame: str) -> set[str]:
    """The squares that a frame draws."""
    return set(re.findall(r'id="sq-(\w+)"', frame))


def rack(frame: str) -> list[str] | None:
    """The tiles that a frame gives to its reader's hand."""
    found = re.search(r'data-tiles="([^"]*)"', frame)
    return found[1].split() if found else None
