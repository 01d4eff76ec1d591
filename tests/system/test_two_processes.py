"""Sign-ins that end, and who watches, with two processes on one PostgreSQL and one Redis."""

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.prepared import prepared_database
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.servers import HOST, Server, wait_until

from .players import Table, two_guests
from .visitors import Visitor

pytestmark = pytest.mark.system

SIGNED_OUT = 4401
LIMIT = 2  # seconds in which the sockets of an ended sign-in are closed, everywhere
QUICKLY = 10  # seconds, on a machine that has other things to do

Pair = tuple[Server, Server]


@pytest.fixture(scope="module")
def pair(
    postgres: PrivatePostgres, redis: PrivateRedis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """Two processes of one site."""
    url, folder = prepared_database(postgres), tmp_path_factory.mktemp("site")
    with (
        Server(folder, url, REDIS_URL=redis.url) as one,
        Server(folder, url, REDIS_URL=redis.url) as other,
    ):
        yield one, other


@pytest.fixture
def table(pair: Pair) -> Iterator[Table]:
    players = two_guests(pair[0])
    opened = Table(pair[0].database, players)
    opened.sit_down()
    yield opened
    for player in players:
        player.leave()


@pytest.fixture
def until_the_end() -> Iterator[ExitStack]:
    """Sockets that nobody closes before the test is over."""
    with ExitStack() as stack:
        yield stack


def open_socket(server: Server, path: str, reader: Visitor | None = None) -> connect:
    """A socket as a page of this reader's opens it, signed in at whichever process."""
    cookies = reader.cookies if reader is not None else {}
    return connect(
        f"ws://{HOST}:{server.port}{path}",
        origin=server.origin,
        additional_headers={"Cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())},
        open_timeout=QUICKLY,
        close_timeout=QUICKLY,
        proxy=None,
    )


def open_everywhere(
    pair: Pair, table: Table, reader: Visitor, stack: ExitStack
) -> list[ClientConnection]:
    """The reader's table and first page, at both processes, each brought up to date."""
    paths = f"/ws/games/{table.game_id}/", "/ws/tv/?page=home"
    asked = [open_socket(at, path, reader) for at in pair for path in paths]
    opened = [stack.enter_context(page) for page in asked]
    for page in opened:
        while 'id="live"' not in str(page.recv(timeout=QUICKLY)):
            pass  # the bell may come before
    return opened


def code_of(page: ClientConnection, give_up: float) -> int | None:
    """The code with which the server closes; TimeoutError when it does not in time."""
    try:
        while True:
            page.recv(timeout=max(give_up - time.monotonic(), 0))
    except ConnectionClosed as closed:
        return closed.rcvd and closed.rcvd.code


def test_signing_out_closes_the_sockets_at_every_process(
    pair: Pair, table: Table, until_the_end: ExitStack
) -> None:
    table.mover.post(table.move_address, text="pass", ply=1)
    pages, other = [open_everywhere(pair, table, player, until_the_end) for player in table.players]
    leaving = table.players[0]
    assert leaving.post("/accounts/logout/").json()["location"] == "/"
    give_up = time.monotonic() + LIMIT
    assert [code_of(page, give_up) for page in pages] == [SIGNED_OUT] * 4
    for page in other:
        with pytest.raises(TimeoutError):
            code_of(page, time.monotonic() + 0.2)


def test_a_ban_closes_the_sockets_at_every_process(
    pair: Pair, table: Table, until_the_end: ExitStack
) -> None:
    """Said in a third process, as by `manage.py shell`."""
    sql = "SELECT user_id FROM games_player WHERE game_id = %s AND seat = 0"
    [(user_id,)] = pair[0].database.rows(sql, table.game_id)
    table.mover.post(table.move_address, text="pass", ply=1)
    pages = open_everywhere(pair, table, table.players[0], until_the_end)
    ban = f"from accounts import services; services.ban([{user_id}])"
    banned = pair[0].manage("shell", "-v", "0", "-c", ban)
    give_up = time.monotonic() + LIMIT
    assert banned.returncode == 0, banned.stderr
    assert [code_of(page, give_up) for page in pages] == [SIGNED_OUT] * 4
    assert not any("Traceback" in server.log for server in pair)


def watching(server: Server, table: Table) -> int:
    """How many watch, as a page of the table says that this process serves."""
    with Visitor(server) as stranger:
        page = stranger.get(f"/games/{table.game_id}/").text
    return int(re.search(r'id="watchers"[^>]*>\s*<span>(\d*)', page)[1] or 0)


def test_those_who_watch_are_counted_over_both_processes(pair: Pair, table: Table) -> None:
    one, other = pair
    path = f"/ws/games/{table.game_id}/?ply=0"
    with ExitStack() as there:
        for _ in range(2):
            there.enter_context(open_socket(one, path))
        with open_socket(other, path) as page:
            wait_until(lambda: "3 watching" in str(page.recv(timeout=QUICKLY)), "all are told")
            assert [watching(server, table) for server in pair] == [3, 3]
            there.close()
            wait_until(lambda: "1 watching" in str(page.recv(timeout=QUICKLY)), "they left")
    wait_until(lambda: [watching(server, table) for server in pair] == [0, 0], "all left", QUICKLY)


@pytest.mark.fault("F3")
@pytest.mark.long
def test_those_who_watched_at_a_process_that_was_killed_are_forgotten(
    pair: Pair, table: Table
) -> None:
    one, other = pair
    path = f"/ws/games/{table.game_id}/?ply=0"
    with ExitStack() as there:
        for _ in range(2):
            there.enter_context(open_socket(one, path))
        wait_until(lambda: watching(other, table) == 2, "both are counted", QUICKLY)
        one.kill()
    wait_until(lambda: watching(other, table) == 0, "they are forgotten", 100)
    with open_socket(other, path):
        wait_until(lambda: watching(other, table) == 1, "and who comes now is counted", QUICKLY)
    one.start()


def test_an_invalid_session_cookie_is_ignored(pair: Pair) -> None:
    """Quoted, a cookie can hold what PostgreSQL does not take."""
    for server in pair:
        with Visitor(server) as stranger:
            stranger.cookies["sessionid"] = r'"abcdefgh\000"'
            assert stranger.get("/").status == 200
