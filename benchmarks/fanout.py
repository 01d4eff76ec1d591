"""How soon, and at what price, a move reaches all who watch, beside raw ASGI on the same server.

The reference is an application of a few lines under daphne with the options of the site: it sends
the bytes of one move of the site to as many sockets. Moves of the site and pushes of the reference
take turns.
"""

import resource
import selectors
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import rules
from benchmarks.report import Line
from benchmarks.site import Game, guests
from tests.servers import HOST, Server
from tests.system.visitors import raw_socket

WATCHING = (1, 100, 400, 1000)
MOVES = 8  # for each number of spectators, one of which warms up
QUIET = 0.4  # seconds without a frame after which a push has done all its work
LONGEST = 60.0  # seconds
FILES = 8192  # sockets that this process may hold open

REFERENCE = """
import sys
from daphne.server import Server

pages, said = set(), open(sys.argv[1], "rb").read().decode()

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
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"pushed"})

server = Server(application, endpoints=["tcp:port=0:interface=127.0.0.1"], http_timeout=120,
    websocket_timeout=14400, ping_interval=10, ping_timeout=15, server_name="",
    ready_callable=lambda: print(server.listening_addresses[0][1], flush=True))
server.run()
"""


class Raw:
    """The reference, as far as a spectator needs a server."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.pid, self.port, self.origin = process.pid, port, f"http://{HOST}:{port}"

    def push(self) -> None:
        with socket.create_connection((HOST, self.port), 30) as connection:
            connection.sendall(b"POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n")
            while connection.recv(4096):
                pass


@contextmanager
def reference(said: bytes, folder: Path) -> Iterator[Raw]:
    """Raw ASGI that pushes these bytes."""
    kept = folder / "said"
    kept.write_bytes(said)
    command = [sys.executable, "-c", REFERENCE, str(kept)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Raw(process, int(process.stdout.readline()))
        finally:
            process.kill()


class Audience:
    """Sockets that watch; `heard` is when each got its last bytes since it was asked."""

    def __init__(self, server: Server | Raw, path: str, number: int) -> None:
        self.selector = selectors.DefaultSelector()
        self.sockets = [raw_socket(server, path) for _ in range(number)]  # type: ignore[arg-type]
        for each in self.sockets:
            each.setblocking(False)
            self.selector.register(each, selectors.EVENT_READ)

    def listen(self, marker: bytes) -> tuple[float, bytes]:
        """When the last socket got the marker, by the clock of `perf_counter`, and one frame.

        Ends when nothing has come for a while, so that what the server does later is done.
        """
        missing, last, frame = set(self.sockets), 0.0, b""
        heard = dict.fromkeys(self.sockets, b"")
        begun = time.perf_counter()
        while events := self.selector.select(QUIET if not missing else LONGEST):
            for key, _ in events:
                page: socket.socket = key.fileobj  # type: ignore[assignment]
                heard[page] += page.recv(1 << 20)
                if page in missing and marker in heard[page]:
                    missing.discard(page)
                    last, frame = time.perf_counter(), heard[page]
            assert time.perf_counter() < begun + LONGEST, f"{len(missing)} were told nothing"
        return last, frame

    def drain(self) -> None:
        """Read what was sent at the beginning."""
        while events := self.selector.select(QUIET):
            for key, _ in events:
                key.fileobj.recv(1 << 20)  # type: ignore[union-attr]

    def leave(self) -> None:
        for each in self.sockets:
            each.close()
        self.selector.close()


def lines(server: Server) -> list[Line]:
    """For each number of spectators the time to the last of them, and the processor's time."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    players = guests(server)
    found = []
    for number in WATCHING:
        found += _beside_raw(server, Game(max(rules.records(), key=_length), players), number)
    for player in players:
        player.leave()
    return found


def _length(record: rules.Record) -> int:
    return len(record.moves)


def _beside_raw(server: Server, game: Game, number: int) -> list[Line]:
    path = f"/ws/games/{game.id}/?ply=0"
    joined = _processor_ms(server.pid)
    audience = Audience(server, path, number)
    audience.drain()
    joined = (_processor_ms(server.pid) - joined) / number
    said = _payload(_pushed(audience, game.play_next, b'data-ply="1"', server.pid)[2])
    site, raw = [], []
    with reference(said, server.var_dir) as other:
        beside = Audience(other, "/", number)
        for ply in range(2, MOVES + 1):
            marker = f'data-ply="{ply}"'.encode()
            site.append(_pushed(audience, game.play_next, marker, server.pid)[:2])
            raw.append(_pushed(beside, other.push, b'data-ply="1"', other.pid)[:2])
        beside.leave()
    audience.leave()
    middle = [[statistics.median(row) for row in zip(*each, strict=True)] for each in (site, raw)]
    (time_taken, processor), (raw_time, raw_processor) = middle
    what, runs = f"{number} watch", len(site)
    return [
        Line(f"{what}: from the post to the last", time_taken, "ms", runs, "raw ASGI", raw_time),
        Line(f"{what}: processor a move", processor, "ms", runs, "raw ASGI", raw_processor),
        Line(f"{what}: processor to join, each", joined, "ms", 1),
    ]


def _pushed(
    audience: Audience, push: Callable[[], object], marker: bytes, pid: int
) -> tuple[float, float, bytes]:
    """Milliseconds to the last, of the processor, and one frame."""
    before, begun = _processor_ms(pid), time.perf_counter()
    push()
    last, frame = audience.listen(marker)
    return 1000 * (last - begun), _processor_ms(pid) - before, frame


def _payload(heard: bytes) -> bytes:
    """The text of the longest frame; frames of a server are not masked."""
    texts, at = [b""], 0
    while at < len(heard):
        size, at = heard[at + 1], at + 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, at = int.from_bytes(heard[at : at + wide]), at + wide
        texts.append(heard[at : at + size])
        at += size
    return max(texts, key=len)


def _processor_ms(pid: int) -> float:
    """What a process has used of the processor, all its threads included."""
    return 1000 * time.clock_gettime((~pid << 3) | 2)
