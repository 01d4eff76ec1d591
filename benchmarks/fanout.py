"""How soon, and at what price, a move reaches all who watch, beside two references.

They are raw ASGI and plain groups of Channels (`references.py`) and send the bytes of one move of
the site to as many sockets. Moves of the site and pushes of the references take turns.
"""

import os
import re
import resource
import selectors
import socket
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from benchmarks import rules
from benchmarks.references import KINDS, Reference, reference
from benchmarks.report import Line
from benchmarks.site import Game, guests
from benchmarks.urls import DRAWN
from tests.servers import Server
from tests.system.visitors import Visitor, raw_socket

WATCHING = tuple(int(each) for each in os.environ.get("WATCHING", "1 100 1000 2000").split())
GOALS = {
    "from the post to the last": "≤ 1.3",
    "processor a further delivery": "≤ 1.3",
    "processor to join, each": "≤ 2",
}
"""Beside raw ASGI, where the most watch."""

MOVES = 10  # for each number of spectators, one of which warms up
QUIET = 0.4  # seconds without a frame after which a push has done all its work
LONGEST = 60.0  # seconds
FILES = 16384  # sockets that this process may hold open
AT_ONCE = 50  # sockets that connect until those before them are read again

PING = re.compile(rb"\x89\x0c(.{12})", re.DOTALL)  # a frame of the server: twelve bytes
PONG = b"\x8a\x8c\0\0\0\0"  # the answer, with a mask of nothing but zeros


class Audience:
    """Sockets that watch, and answer the server when it looks whether they are still there."""

    present: ClassVar[list["Audience"]] = []

    def __init__(self, server: Server | Reference, path: str, number: int) -> None:
        self.present.append(self)
        self.selector = selectors.DefaultSelector()
        self.sockets: list[socket.socket] = []
        for each in range(number):
            self._join(raw_socket(server, path))  # type: ignore[arg-type]
            if each % AT_ONCE == 0:
                self.answer_pings()

    @classmethod
    def answer_pings(cls) -> None:
        """All audiences read what has come: who answers no ping for ten seconds is cut off."""
        for audience in cls.present:
            audience.drain(0)

    def _join(self, page: socket.socket) -> None:
        page.setblocking(False)
        self.selector.register(page, selectors.EVENT_READ)
        self.sockets.append(page)

    def listen(self, marker: bytes) -> tuple[float, bytes]:
        """When the last socket got the marker, by the clock of `perf_counter`, and one frame.

        Ends when nothing has come for a while, so that what the server does later is done.
        """
        missing, last, frame = set(self.sockets), 0.0, b""
        heard = dict.fromkeys(self.sockets, b"")
        begun = time.perf_counter()
        while events := self.selector.select(QUIET if not missing else LONGEST):
            for key, _ in events:
                page: socket.socket = key.fileobj
                heard[page] += read(page)
                if page in missing and marker in heard[page]:
                    missing.discard(page)
                    last, frame = time.perf_counter(), heard[page]
            assert time.perf_counter() < begun + LONGEST, f"{len(missing)} were told nothing"
        return last, frame

    def drain(self, quiet: float = QUIET) -> None:
        """Read what was sent, until nothing has come for `quiet` seconds."""
        while events := self.selector.select(quiet):
            for key, _ in events:
                read(key.fileobj)  # type: ignore[arg-type]

    def leave(self) -> None:
        self.present.remove(self)
        for each in self.sockets:
            each.close()
        self.selector.close()


def read(page: socket.socket) -> bytes:
    """What has come; a ping in it is answered."""
    come = page.recv(1 << 20)
    for told in PING.findall(come):
        page.send(PONG + told)
    return come


@dataclass
class Side:
    """The site, or what it is measured beside, with all who watch there."""

    server: Server | Reference
    push: Callable[[], object]
    audience: Audience
    joined: float  # milliseconds of the processor, each
    held: float  # KiB of memory, each
    times: list[float] = field(default_factory=list)  # milliseconds, from the post to the last
    processor: list[float] = field(default_factory=list)  # milliseconds a push

    @property
    def time(self) -> float:
        return statistics.median(self.times)

    @property
    def work(self) -> float:
        return statistics.median(self.processor)


def _seated(server: Server | Reference, push: Callable[[], object], path: str, number: int) -> Side:
    """Let this many watch, and measure what that costs."""
    processor, memory = _processor_ms(server.pid), _memory(server.pid)
    audience = Audience(server, path, number)
    audience.drain()
    joined = (_processor_ms(server.pid) - processor) / number
    return Side(server, push, audience, joined, (_memory(server.pid) - memory) / number)


def lines(server: Server) -> list[Line]:
    """For each number of spectators the time to the last of them, and the processor's time."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    players = guests(server)
    found, alone = [], {}
    for number in WATCHING:
        game = Game(max(rules.records(), key=_length), players)
        sides, drawn = _measure(server, game, number)
        found += _told(number, sides, drawn, alone)
        alone = alone or {kind: side.work for kind, side in sides.items()}
    for player in players:
        player.leave()
    return found


def _length(record: rules.Record) -> int:
    return len(record.moves)


def _measure(server: Server, game: Game, number: int) -> tuple[dict[str, Side], float]:
    """The site and each reference after some moves, and how often a move was drawn."""
    with ExitStack() as ends:
        stranger = ends.enter_context(Visitor(server))
        site = _seated(server, game.play_next, f"/ws/games/{game.id}/?ply=0&lang=en", number)
        ends.callback(site.audience.leave)
        _connect_again(game)
        said = _payload(_push(site, b'data-ply="1"'))
        sides = {"site": site}
        for kind in KINDS:
            other = ends.enter_context(reference(kind, said, server.var_dir))
            sides[kind] = _seated(other, other.push, "/", number)
            ends.callback(sides[kind].audience.leave)
        _connect_again(game)
        site.times.clear()
        site.processor.clear()
        before = _drawn(stranger)
        for ply in range(2, MOVES + 1):
            for kind, side in sides.items():
                _push(side, f'data-ply="{ply if kind == "site" else 1}"'.encode())
        return sides, (_drawn(stranger) - before) / (MOVES - 1)


def _connect_again(game: Game) -> None:
    """Let no player post on a connection that the server has closed: joining takes long."""
    for player in game.players:
        player.leave()


def _drawn(stranger: Visitor) -> int:
    """How many views of games the server has drawn for open pages so far."""
    stranger.leave()  # the connection may have been idle for too long
    return int(stranger.get(f"/{DRAWN}").text)


def _push(side: Side, marker: bytes) -> bytes:
    """Let the server push once, and measure it; one frame."""
    before, begun = _processor_ms(side.server.pid), time.perf_counter()
    side.push()
    last, frame = side.audience.listen(marker)
    Audience.answer_pings()
    side.times.append(1000 * (last - begun))
    side.processor.append(_processor_ms(side.server.pid) - before)
    return frame


def _told(
    number: int, sides: dict[str, Side], drawn: float, alone: dict[str, float]
) -> Sequence[Line]:
    """The lines for `number` who watch; `alone` is what a push costs where one watches."""
    site, runs = sides["site"], MOVES - 1
    found = []
    for kind in KINDS:
        side = sides[kind]
        rows = [("from the post to the last", site.time, side.time, "ms", runs)]
        rows.append(("processor a move", site.work, side.work, "ms", runs))
        if alone:
            ours, theirs = [
                1000 * (each.work - alone[name]) / (number - 1)
                for name, each in (("site", site), (kind, side))
            ]
            rows.append(("processor a further delivery", ours, theirs, "µs", runs))
        rows.append(("processor to join, each", site.joined, side.joined, "ms", 1))
        rows.append(("memory of a spectator", site.held, side.held, "KiB", 1))
        found += [
            Line(
                f"{number} watch: {what}",
                figure,
                unit,
                times,
                kind,
                beside,
                target=_target(number, kind, what),
            )
            for what, figure, beside, unit, times in rows
        ]
    return [*found, Line(f"{number} watch: drawings a move", drawn, "", runs)]


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


def _memory(pid: int) -> float:
    """KiB that a process holds in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1024


def _target(number: int, kind: str, what: str) -> str:
    return GOALS.get(what, "") if kind == "raw ASGI" and number == max(WATCHING) else ""
