"""Sockets cut at any byte: pages come back by themselves, miss nothing, and are equal in the end."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.faults import Figures
from tests.servers import HOST, Server, wait_until
from tests.tiers import some_of, times

from .at_once import expect_verified
from .cutting_proxy import CuttingProxy
from .players import Table, two_guests
from .raw_sockets import move
from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

LIVE = re.compile(r'id="live"[^>]*?data-ply="(\d+)" data-base="(-?\d+)"')
RACK = re.compile(r'data-tiles="([^"]*)"')
TABLES = some_of(2, 4, 20)
CUTS = times(30, 50, 500)  # on each database
BYTES = (200, 40_000)  # until a cut: from the first handshake to some whole tables
RESYNC = 20.0  # seconds, on a machine that has other things to do


class Reader(threading.Thread):
    """A page that stays open: it connects again, saying what it shows, and keeps what it is told."""

    def __init__(self, server: Server, port: int, table: Table, who: Visitor | None) -> None:
        super().__init__(daemon=True)
        self.origin, self.port, self.who = f"http://{HOST}:{port}", port, who
        self.path = f"/ws/games/{table.game_id}/"
        self.ply, self.rack, self.faults = 0, "", []
        self.may_read, self.is_over = threading.Event(), threading.Event()
        self.may_read.set()

    def run(self) -> None:
        headers = {"Cookie": self.who.cookie} if self.who is not None else {}
        address = f"ws://{HOST}:{self.port}{self.path}"
        while not self.is_over.is_set():
            try:
                with connect(
                    f"{address}?ply={self.ply}",
                    origin=self.origin,
                    additional_headers=headers,
                    open_timeout=30,
                    close_timeout=1,
                    proxy=None,
                ) as opened:
                    self._read(opened)
            except (OSError, EOFError, WebSocketException):
                time.sleep(0.05)

    def _read(self, opened) -> None:
        while not self.is_over.is_set():
            if self.may_read.wait(0.2):
                try:
                    self.take(str(opened.recv(timeout=0.5)))
                except TimeoutError:
                    continue

    def take(self, message: str) -> None:
        """A change builds on what the page shows; whole tables build on nothing; none goes back."""
        if found := LIVE.search(message):
            ply, base = map(int, found.groups())
            if ply < self.ply or base not in (-1, self.ply):
                self.faults.append((self.ply, ply, base))
            self.ply = ply
        if found := RACK.search(message):
            self.rack = found[1]


def expect_equal(tables: list[Table], readers: list[tuple[Table, int | None, Reader]]) -> None:
    """All show the last move, and who sits there the rack that is stored."""
    for table, seat, reader in readers:
        wait_until(lambda t=table, r=reader: r.ply == t.ply, "all are up to date", RESYNC)
        assert reader.faults == []
        if seat is not None:
            hand = list(table.state.racks[seat])
            wait_until(lambda r=reader, h=hand: r.rack.split() == h, "the own rack", RESYNC)
        else:
            assert reader.rack == "", "who watches was sent a rack"


@pytest.fixture
def opened(server: Server) -> Iterator[ExitStack]:
    with ExitStack() as ends:
        yield ends
    expect_verified(server)
    assert "Traceback" not in server.log, server.log


def seated(server: Server, ends: ExitStack) -> Table:
    table = Table(server.database, two_guests(server))
    for player in table.players:
        ends.callback(player.leave)
    table.sit_down()
    return table


def open_pages(ends: ExitStack, server: Server, port: int, table: Table, seats) -> list:
    pages = []
    for seat in seats:
        who = None if seat is None else table.players[seat]
        reader = Reader(server, port, table, who)
        ends.callback(reader.join, 10)
        ends.callback(reader.is_over.set)
        reader.start()
        pages.append((table, seat, reader))
    return pages


@pytest.mark.fault("F3")
def test_pages_whose_sockets_are_cut_at_any_byte_are_equal_in_the_end(
    server: Server, opened: ExitStack, figures: Figures
) -> None:
    proxy = opened.enter_context(CuttingProxy(server, *BYTES))
    tables = [seated(server, opened) for _ in range(TABLES)]
    readers = []
    for table in tables:
        readers += open_pages(opened, server, proxy.port, table, (0, 1, None, None))
    give_up = time.monotonic() + 120 + CUTS
    while proxy.cuts < CUTS and time.monotonic() < give_up:
        for table in tables:
            if table.state.outcome is None:
                move(table)
                figures.add("moves", 1)
        time.sleep(0.3)
    proxy.is_cutting = False
    assert figures.add("cuts", proxy.cuts) >= CUTS
    begun = time.monotonic()
    expect_equal(tables, readers)
    figures.add("readers equal", len(readers))
    figures.add("slowest to be equal s", time.monotonic() - begun)


@pytest.mark.long
@pytest.mark.fault("F3b")
def test_two_tabs_and_a_phone_of_a_player_are_equal_at_last(
    server: Server, opened: ExitStack, figures: Figures
) -> None:
    """Moves come from one after the other; what one posts again is known; one reads nothing."""
    table = seated(server, opened)
    pages = open_pages(opened, server, server.port, table, (0, 0, 0, 1))
    for number in range(figures.add("moves", times(6, 6, 40))):
        if table.state.outcome is not None:
            break
        frozen = pages[number % 3][2]
        frozen.may_read.clear()
        move(table)
        awake = [reader for *_, reader in pages if reader is not frozen]
        wait_until(lambda told=awake: all(r.ply == table.ply for r in told), "all are told")
        frozen.may_read.set()
    expect_equal([table], pages)
    figures.add("pages equal", len(pages))
