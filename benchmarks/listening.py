"""Hundreds of open sockets, read by one thread, which notes when each is told of what."""

import re
import selectors
import socket
import threading
from collections.abc import Hashable
from dataclasses import dataclass
from time import perf_counter, sleep

from benchmarks.fanout import read
from tests.servers import Server
from tests.system.visitors import Visitor, raw_socket

MOVE = re.compile(rb'data-ply="(\d+)" data-base')
GAME = re.compile(rb'data-go="/games/(\w+)/"')
OFFER = re.compile(rb'id="offer-(\w+)"')
TRIES = 5  # to open a socket
SPLIT = 100  # bytes of what was read last in which the begin of a mark may stand

Told = tuple[str, str]
"""What a page was told: of which game, invitation or list, and what stands in the mark."""


@dataclass
class Page:
    """An open socket: `about` and what its marks find are what it is told; `who` reads it."""

    connection: socket.socket
    about: str
    marks: re.Pattern[bytes]
    who: Hashable
    rest: bytes = b""

    def heard(self) -> list[Told]:
        """What has come. Raises OSError when the server has closed the connection."""
        come = read(self.connection)
        if not come:
            raise ConnectionResetError
        text, self.rest = self.rest + come, come[-SPLIT:]
        return [(self.about, each.decode()) for each in self.marks.findall(text)]


class Listening:
    """All open sockets; `told` has who was told when, by the clock of `perf_counter`."""

    def __init__(self) -> None:
        self.told: dict[Told, dict[Hashable, float]] = {}
        self.opened: list[float] = []  # milliseconds until a socket was there
        self.unanswered = 0  # handshakes that the server did not answer in time
        self.cut_off = 0  # sockets that the server closed
        self._selector = selectors.DefaultSelector()
        self._hands = threading.Lock()  # on the sockets
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def join(
        self,
        server: Server,
        path: str,
        page: tuple[str, re.Pattern[bytes], Hashable],
        reader: Visitor | None = None,
    ) -> Page:
        """Open a socket; `page` is what it is about, what to look for, and who reads it."""
        connection = self._opened(server, path, reader)
        connection.setblocking(False)
        joined = Page(connection, *page)
        with self._hands:
            self._selector.register(connection, selectors.EVENT_READ, joined)
        return joined

    def _opened(self, server: Server, path: str, reader: Visitor | None) -> socket.socket:
        """A socket after its handshake; one that the server does not answer is tried again."""
        begun = perf_counter()
        for _ in range(TRIES):
            try:
                connection = raw_socket(server, path, reader=reader)
            except (AssertionError, OSError):
                self.unanswered += 1
            else:
                self.opened.append(1000 * (perf_counter() - begun))
                return connection
        raise TimeoutError(f"{path}: no socket")

    def leave(self, page: Page) -> None:
        """Close a page, if the server has not done so."""
        with self._hands:
            if page.connection.fileno() != -1:
                self._selector.unregister(page.connection)
                page.connection.close()

    def wait(self, what: Told, who: Hashable, seconds: float) -> float | None:
        """When this reader was told of this; None if it is not within some seconds."""
        give_up = perf_counter() + seconds
        while perf_counter() < give_up:
            if (at := self.told.get(what, {}).get(who)) is not None:
                return at
            sleep(0.01)
        return None

    def end(self) -> None:
        self._is_over.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            self.leave(key.data)

    def _listen(self) -> None:
        while not self._is_over.is_set():
            events = self._selector.select(0.2)
            with self._hands:
                pages = [key.data for key, _ in events if key.data.connection.fileno() != -1]
                gone = [page for page in pages if not self._hear(page)]
            for page in gone:
                self.cut_off += 1
                self.leave(page)

    def _hear(self, page: Page) -> bool:
        """Note what has come; whether the page is still there."""
        try:
            heard = page.heard()
        except OSError:
            return False
        for what in heard:
            self.told.setdefault(what, {}).setdefault(page.who, perf_counter())
        return True
