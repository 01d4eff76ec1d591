"""An open page's socket, as the tests drive it."""

import re
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from games import services
from numerica_site.asgi import application

PATIENCE = 20  # seconds; only ever waited for when something is wrong


def cookie_of(client: Client | None) -> bytes:
    """What this browser sends along."""
    cookies = client.cookies if client is not None else {}
    return "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items()).encode()


class Socket(WebsocketCommunicator):
    """A socket from one of our own pages; `origin` and `host` may say otherwise."""

    def __init__(
        self,
        path: str,
        client: Client | None = None,
        origin: bytes | None = b"http://testserver",
        host: bytes = b"testserver",
    ) -> None:
        headers = [(b"host", host), (b"cookie", cookie_of(client))]
        if origin is not None:
            headers.append((b"origin", origin))
        super().__init__(application, path, headers=headers)

    async def open(self) -> "Socket":
        """Connect; it must be accepted."""
        accepted, _ = await self.connect(timeout=PATIENCE)
        assert accepted
        return self

    async def shown(self) -> str:
        """The next frame that shows the table; frames about viewers are passed over."""
        while True:
            frame = await self.receive_from(timeout=PATIENCE)
            if 'id="live"' in frame:
                return frame

    async def watching(self, said: str) -> None:
        """Wait for the frame that says how many watch."""
        while said not in await self.receive_from(timeout=PATIENCE):
            pass

    async def is_silent(self) -> bool:
        """Nothing about the table waits to be read, now or in a moment."""
        while not await self.receive_nothing(timeout=0.15):
            message = await self.receive_output(timeout=PATIENCE)
            if 'id="watchers"' not in message.get("text", ""):
                return False
        return True

    async def closed(self) -> int:
        """The code with which the server closed."""
        while True:
            message = await self.receive_output(timeout=PATIENCE)
            if message["type"] == "websocket.close":
                return message["code"]


@sync_to_async
def play(game: Any, text: str) -> None:
    """Make a move for whoever is on turn."""
    game.refresh_from_db()
    user = game.players.get(seat=game.turn).user
    services.play_move(
        game_id=game.id, user=user, ply=game.ply + 1, text=text, now=timezone.now()
    )


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
