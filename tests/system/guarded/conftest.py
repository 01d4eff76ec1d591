"""A server on SQLite to which anything is sent: it must serve on after each test."""

from collections.abc import Iterator

import pytest

from tests.prepared import prepared_folder
from tests.servers import Server
from tests.system.players import Table, two_guests
from tests.system.raw_sockets import move
from tests.system.visitors import Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(prepared_folder(tmp_path_factory.mktemp("site"))) as started:
        yield started


@pytest.fixture(autouse=True)
def alive_and_quiet(server: Server) -> Iterator[None]:
    """Whatever was sent, the server serves on and has no traceback to show."""
    begun_at = len(server.log)
    yield
    assert server.is_alive
    with Visitor(server) as visitor:
        assert visitor.get("/healthz").text == "ok\n"
    assert "Traceback" not in server.log[begun_at:], server.log[begun_at:]


@pytest.fixture(scope="module")
def table(server: Server) -> Iterator[Table]:
    """A game with two moves made."""
    players = two_guests(server)
    opened = Table(server.database, players)
    opened.sit_down()
    for _ in range(2):
        move(opened)
    yield opened
    for player in players:
        player.leave()
