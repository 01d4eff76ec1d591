"""What the site is measured beside: small servers that push ready bytes to all their sockets.

Both stand under daphne with the options of the site. `raw` is ASGI of a few lines. `groups` are
consumers of Channels as its manual shows them: each socket joins a group of the channel layer in
memory, and `group_send` tells the group.
"""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers import HOST

RAW = """
pages = set()

async def application(scope, receive, send):
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        pages.add(send)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        pages.discard(send)
    else:
        for page in list(pages):
            await page({"type": "websocket.send", "text": said})
        await answer(send)
"""

GROUPS = """
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.conf import settings

memory = "channels.layers.InMemoryChannelLayer"
settings.configure(CHANNEL_LAYERS={"default": {"BACKEND": memory}})

class Page(AsyncWebsocketConsumer):
    groups = ["all"]

    async def told(self, event):
        await self.send(text_data=event["text"])

consumer = Page.as_asgi()

async def application(scope, receive, send):
    if scope["type"] == "websocket":
        await consumer(scope, receive, send)
    else:
        await get_channel_layer().group_send("all", {"type": "told", "text": said})
        await answer(send)
"""

KINDS = {"raw ASGI": RAW, "groups": GROUPS}
"""The programs, between what they have in common."""

BEGIN = """
import sys
from daphne.server import Server

said = open(sys.argv[1], "rb").read().decode()

async def answer(send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"pushed"})
"""

END = """
server = Server(application, endpoints=["tcp:port=0:interface=127.0.0.1"], http_timeout=120,
    websocket_timeout=14400, ping_interval=10, ping_timeout=15, server_name="",
    ready_callable=lambda: print(server.listening_addresses[0][1], flush=True))
server.run()
"""


class Reference:
    """A running reference, as far as a spectator needs a server."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.pid, self.port, self.origin = process.pid, port, f"http://{HOST}:{port}"

    def push(self) -> None:
        """Let it send its bytes to all; returns when it has answered."""
        with socket.create_connection((HOST, self.port), 60) as connection:
            connection.sendall(b"POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n")
            while connection.recv(4096):
                pass


@contextmanager
def reference(kind: str, said: bytes, folder: Path) -> Iterator[Reference]:
    """The reference of this kind, which pushes these bytes, in a process of its own."""
    kept = folder / "said"
    kept.write_bytes(said)
    command = [sys.executable, "-c", BEGIN + KINDS[kind] + END, str(kept)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Reference(process, int(process.stdout.readline()))
        finally:
            process.kill()
