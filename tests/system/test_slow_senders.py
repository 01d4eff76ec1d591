"""Who sends one byte a second holds up nobody, and is cut off: heads, forms, and bodies in chunks."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle

import pytest

from numerica_site.guards import LONGEST_ARRIVAL
from tests.faults import Figures
from tests.prepared import prepared_folder
from tests.servers import HOST, Server, wait_until
from tests.tiers import times

from .players import Table, two_guests
from .raw_sockets import move
from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

SENDERS = times(12, 16, 50)
MOVES = 8
LATE = 15.0  # seconds, on a machine that has other things to do

FORM = "POST /people/guest/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SENT = {
    "nothing": (b"", b""),
    "a first line": (b"", b"GET /" + b"a" * 300),
    "a head": (b"GET / HTTP/1.1\r\n", b"X-Header: " + b"a" * 300),
    "headers without end": (b"GET / HTTP/1.1\r\n", b"A:b\r\n" * 100),
    "a form": (f"{FORM}Content-Length: 300\r\n\r\n".encode(), b"a" * 300),
    "chunks": (f"{FORM}Transfer-Encoding: chunked\r\n\r\n".encode(), b"1\r\na\r\n" * 100),
    "a second request": (
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /" + b"a" * 300,
    ),
}
"""What is sent at once, and what byte by byte."""


@pytest.fixture
def site(tmp_path) -> Iterator[Server]:
    with Server(prepared_folder(tmp_path)) as started:
        yield started


@dataclass
class Senders:
    """Connections that send slowly; how many seconds each of them was let."""

    site: Server
    ends: ExitStack
    open: dict[socket.socket, Iterator[bytes]] = field(default_factory=dict)
    begun: float = 0.0
    held: list[float] = field(default_factory=list)

    def begin(self, count: int) -> None:
        kinds = cycle(SENT.values())
        for _ in range(count):
            at_once, slowly = next(kinds)
            connection = socket.create_connection((HOST, self.site.port), 10)
            self.ends.callback(connection.close)
            connection.sendall(at_once)
            connection.settimeout(0)
            self.open[connection] = iter([slowly[at : at + 1] for at in range(len(slowly))])
        self.begun = time.monotonic()

    def send(self, is_over: threading.Event) -> None:
        while self.open and not is_over.wait(1):
            for connection, rest in [*self.open.items()]:
                if not self._is_open(connection, next(rest, b"")):
                    self.held.append(time.monotonic() - self.begun)
                    del self.open[connection]

    def _is_open(self, connection: socket.socket, byte: bytes) -> bool:
        try:
            connection.send(byte)
            return connection.recv(4096) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False


@contextmanager
def sending(site: Server, count: int) -> Iterator[Senders]:
    is_over = threading.Event()
    with ExitStack() as ends:
        senders = Senders(site, ends)
        senders.begin(count)
        thread = threading.Thread(target=senders.send, args=[is_over])
        thread.start()
        try:
            yield senders
        finally:
            is_over.set()
            thread.join()


@pytest.mark.long
@pytest.mark.fault("F7")
def test_who_sends_one_byte_a_second_delays_no_move_and_is_cut_off(
    site: Server, figures: Figures
) -> None:
    table = Table(site.database, two_guests(site))
    table.sit_down()
    with sending(site, figures.add("senders", SENDERS)) as senders:
        made = 0
        while senders.open and made < MOVES:
            begun = time.monotonic()
            move(table)
            figures.add("slowest move s", time.monotonic() - begun)
            made += 1
        assert figures.add("moves", made) > 1, "a move waited until they were cut off"
        wait_until(lambda: not senders.open, "all are cut off", LONGEST_ARRIVAL + LATE)
    assert len(senders.held) == SENDERS
    figures.add("longest held s", max(senders.held))
    move(table)
    assert "Traceback" not in site.log, site.log
    for player in table.players:
        player.leave()


def test_who_sends_slowly_but_in_time_is_answered(site: Server) -> None:
    """A form whose bytes come one by one."""
    head, body = f"{FORM}Content-Length: 10\r\n\r\n".encode(), b"a=12345678"
    with socket.create_connection((HOST, site.port), 30) as connection:
        connection.sendall(head)
        for at in range(len(body)):
            connection.sendall(body[at : at + 1])
            time.sleep(0.1)
        assert connection.recv(9).startswith(b"HTTP/1.1 ")


@pytest.mark.long
def test_between_two_requests_of_a_connection_there_is_more_time(site: Server) -> None:
    with Visitor(site) as visitor:
        assert visitor.get("/healthz").status == 200
        time.sleep(LONGEST_ARRIVAL + 1)
        assert visitor.get("/healthz").status == 200
