"""A database with no connection left, and pages that hang: what can be served is, the rest is told."""

import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from tests.faults import Figures
from tests.prepared import prepared_database
from tests.private_servers import PrivatePostgres
from tests.servers import HOST, Server, wait_until
from tests.tiers import times

from .at_once import expect_verified
from .players import Table, a_move, two_guests
from .visitors import Answer, Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

AT_ONCE = 30  # requests, more than there are threads
ROUNDS = times(1, 2, 20)


@pytest.fixture
def site(postgres: PrivatePostgres, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, prepared_database(postgres)) as started:
        yield started
    expect_verified(started)


@pytest.fixture
def table(site: Server) -> Iterator[Table]:
    opened = Table(site.database, two_guests(site))
    opened.sit_down()
    yield opened
    for player in opened.players:
        player.leave()


@contextmanager
def no_connection_left(postgres: PrivatePostgres) -> Iterator[int]:
    """Take every connection that the database still gives, and keep them; how many."""
    with ExitStack() as held, suppress(psycopg.OperationalError):
        count = 0
        with suppress(psycopg.OperationalError):
            while True:
                connection = psycopg.connect(postgres.url("postgres"), connect_timeout=5)
                held.callback(connection.close)
                count += 1
        yield count


def ask(site: Server, path: str) -> Answer:
    with Visitor(site) as visitor:
        return visitor.get(path)


def move(table: Table) -> Answer:
    return table.mover.move(table.game_id, table.ply + 1, a_move(table.state))


@pytest.mark.long
@pytest.mark.fault("F2")
def test_a_database_without_a_free_connection_is_told_as_such_and_all_is_whole_afterwards(
    site: Server, table: Table, postgres: PrivatePostgres, figures: Figures
) -> None:
    for _ in range(ROUNDS):
        with no_connection_left(postgres) as held, ThreadPoolExecutor(AT_ONCE) as at_once:
            figures.add("connections taken by others", held)
            answers = list(at_once.map(lambda _: ask(site, "/games/"), range(AT_ONCE)))
            moved = move(table)
            assert ask(site, "/healthz").status == 200
        told = Counter(answer.status for answer in answers)
        figures.add("pages served", told[200])
        figures.add("told to come again", told[503])
        assert set(told) <= {200, 503} and moved.status in (200, 503), (told, moved.text)
        assert all(int(a.headers["Retry-After"]) > 0 for a in answers if a.status == 503)
        wait_until(lambda: ask(site, "/readyz").status == 200, "the site is ready again", 30)
        again = move(table)  # the same post: a move that was stored is told as such
        assert again.status == 200, again.text
        table.read()
        if table.state.outcome is not None:
            table.sit_down()
        with ThreadPoolExecutor(AT_ONCE) as at_once:
            answers = list(at_once.map(lambda _: ask(site, "/games/"), range(AT_ONCE)))
        assert {answer.status for answer in answers} == {200}
        assert "Traceback" not in site.log, site.log


@pytest.mark.long
@pytest.mark.fault("F7")
def test_while_every_thread_of_the_pages_hangs_moves_are_made(
    site: Server, table: Table, postgres: PrivatePostgres, figures: Figures
) -> None:
    """Something holds what a page reads and a move does not: here the table of standings."""
    lock = postgres.hold_lock(site.database_url, "ratings_standing")
    hanging = []
    try:
        for _ in range(20):
            connection = socket.create_connection((HOST, site.port), 30)
            connection.sendall(b"GET /leaderboard/numerica/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            hanging.append(connection)
        assert ask(site, "/leaderboard/").status == 503, "some thread of the pages was free"
        for _ in range(figures.add("moves", 4)):
            answer = move(table)
            assert answer.status == 200, answer.text
            table.read()
    finally:
        lock.close()
        for connection in hanging:
            connection.close()
    wait_until(lambda: ask(site, "/leaderboard/numerica/").status == 200, "pages are served again")
    assert "Traceback" not in site.log, site.log
