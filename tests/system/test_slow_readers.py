"""A page that does not take what it is sent: it delays nobody, is bounded, and right afterwards."""

import re
import socket
import time
from collections.abc import Iterator

import pytest

from numerica_site.page_sockets import UNSENT
from tests.faults import Figures
from tests.servers import Server
from tests.tiers import times

from .players import Table, a_move, two_guests
from .visitors import raw_socket

pytestmark = pytest.mark.system

SMALL = 2304  # bytes that a page which reads nothing lets the kernel take for it
LARGEST = 96 * 1024  # no message is larger
PATIENCE = 20.0  # seconds; only ever waited for when something is wrong
MOVES = 20


def watch(server: Server, table: Table) -> socket.socket:
    return raw_socket(server, f"/ws/games/{table.game_id}/?ply={table.ply}", 0)


def open_unread(server: Server, table: Table) -> socket.socket:
    """A page that shows nothing yet: the whole table, which it gets at first, is too much for it."""
    return raw_socket(server, f"/ws/games/{table.game_id}/?ply=-1", SMALL)


def heard_until(page: socket.socket, marker: bytes) -> bytes:
    """What comes until the marker, or until the server closes."""
    heard, give_up = b"", time.monotonic() + PATIENCE
    page.settimeout(PATIENCE)
    while marker not in heard:
        assert time.monotonic() < give_up, f"no {marker!r} in {len(heard)} bytes"
        try:
            come = page.recv(1 << 16)
        except ConnectionResetError:
            break
        if not come:
            break
        heard += come
    return heard


def play(table: Table, moves: int) -> Iterator[bytes]:
    """Make moves; after each, what a page of the table at that ply has in it."""
    for _ in range(moves):
        answer = table.mover.move(table.game_id, table.ply + 1, a_move(table.state))
        assert answer.status == 200, answer.text
        table.read()
        yield f'data-ply="{table.ply}"'.encode()
        if table.state.outcome is not None:
            return


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    players = two_guests(server)
    opened = Table(server.database, players)
    opened.sit_down()
    yield opened
    for player in players:
        player.leave()


def plies(heard: bytes) -> list[int]:
    """The plies that were shown, in the order in which they came."""
    return [int(found) for found in re.findall(rb'id="live"[^>]*data-ply="(\d+)"', heard)]


@pytest.mark.fault("F7")
def test_a_page_that_reads_nothing_delays_nobody_and_is_right_when_it_reads_again(
    server: Server, table: Table, figures: Figures
) -> None:
    """Of what it missed it gets the latest alone: what waits for it is bounded."""
    quick = watch(server, table)
    slow = [
        open_unread(server, table)
        for _ in range(figures.add("readers that read nothing", times(5, 5, 100)))
    ]
    for marker in play(table, MOVES):
        figures.add("moves", 1)
        assert marker in heard_until(quick, marker)
    last = f'data-ply="{table.ply}"'.encode()
    for page in slow:
        heard = heard_until(page, last)
        shown = plies(heard)
        assert shown == sorted(shown) and shown[-1] == table.ply
        assert len(shown) < table.ply, "everything was kept for a page that read nothing"
        assert len(heard) < 4 * UNSENT + LARGEST
        page.close()
    quick.close()
