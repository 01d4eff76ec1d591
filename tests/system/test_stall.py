"""Readers without an account cannot stall the site: they ask, hang up, and come again."""

import http.client
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median

import pytest

from tests.faults import Figures
from tests.prepared import prepared_database
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.servers import HOST, Server, wait_until
from tests.tiers import times

from .computer_tables import Table as ComputerTable
from .computer_tables import processes_that_think
from .players import Table, a_move, two_guests
from .visitors import Answer, Visitor

pytestmark = pytest.mark.system

DEARER = 5  # as many times as a reader for a page, a player may wait for a move
PATIENCE = 5.0  # seconds that a reader waits for an answer


@dataclass
class Readers:
    """Clients that ask for the same pages again and again; every fourth one hangs up early."""

    servers: list[Server]
    paths: list[str]
    count: int
    statuses: Counter[int] = field(default_factory=Counter)
    waited: list[float] = field(default_factory=list)  # seconds, of those who were answered
    gone: int = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        self.stopped = threading.Event()
        threads = [
            threading.Thread(target=self._read, args=[number]) for number in range(self.count)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.stopped.set()
            for thread in threads:
                thread.join()

    def _read(self, number: int) -> None:
        dice = Random(number)
        server = self.servers[number % len(self.servers)]
        while not self.stopped.is_set():
            patience = PATIENCE if number % 4 else dice.uniform(0.01, 0.5)
            self._ask(server, dice.choice(self.paths), patience)

    def _ask(self, server: Server, path: str, patience: float) -> None:
        connection = http.client.HTTPConnection(HOST, server.port, timeout=patience)
        begun = time.monotonic()
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            self.waited.append(time.monotonic() - begun)
            self.statuses[answer.status] += 1
        except (OSError, http.client.HTTPException):
            self.gone += 1
        finally:
            connection.close()


def play_among(tables: list[Table], seconds: float) -> list[float]:
    """Move at one table after the other for so long; how many seconds each move took."""
    took = []
    give_up = time.monotonic() + seconds
    for table in cycle(tables):
        if time.monotonic() > give_up:
            return took
        text = a_move(table.state)
        begun = time.monotonic()
        answer = table.mover.move(table.game_id, table.ply + 1, text)
        took.append(time.monotonic() - begun)
        assert answer.status == 200, (answer.status, answer.text)
        table.read()
        if table.state.outcome is not None:
            table.sit_down()
        time.sleep(0.1)
    return took


def assert_is_whole(server: Server) -> None:
    """The process has lost nothing of what it serves with: more at once than it has threads."""
    with ThreadPoolExecutor(20) as at_once:
        answers = list(at_once.map(lambda _: _status(server, "/games/"), range(40)))
    assert answers == [200] * 40, Counter(answers)
    assert _status(server, "/healthz") == 200


def _status(server: Server, path: str) -> int:
    with Visitor(server) as visitor:
        return visitor.get(path).status


def attack(
    servers: list[Server], tables: list[Table], readers: int, seconds: float, figures: Figures
) -> None:
    """Move while the tables are read: no move waits for readers, and nothing is broken afterwards.

    What waits for a thread or a connection that readers hold is refused (`play_among` takes no
    refusal) or takes far longer than a page; a busy machine makes both slower alike.
    """
    pages = [f"/games/{table.game_id}/live/" for table in tables]
    crowd = Readers(servers, [*pages, "/rules/equate/", pages[0]], readers)
    with crowd.reading():
        took = play_among(tables, seconds)
    figures.add("moves", len(took))
    figures.add("slowest s", max(took))
    figures.add("middle move s", median(took))
    figures.add("middle page s", median(crowd.waited))
    figures.add("pages read", crowd.statuses[200])
    figures.add("refused as too many", crowd.statuses[503])
    figures.add("hung up", crowd.gone)
    assert not [status for status in crowd.statuses if status >= 500 and status != 503]
    assert crowd.statuses[200] > len(took), "the readers were not served"
    assert crowd.gone > 0, "nobody hung up"
    assert median(took) < DEARER * median(crowd.waited), "moves wait for readers"
    for server in servers:
        assert_is_whole(server)
        assert "Traceback" not in server.log, server.log


def seated(servers: list[Server], count: int) -> list[Table]:
    """Tables whose players post to one process after the other."""
    tables = []
    for number in range(count):
        table = Table(servers[0].database, two_guests(servers[number % len(servers)]))
        table.sit_down()
        tables.append(table)
    return tables


def leave(tables: list[Table]) -> None:
    for table in tables:
        for player in table.players:
            player.leave()


@pytest.mark.fault("F7")
@pytest.mark.long
def test_readers_who_hang_up_slow_no_move_and_take_no_connection_along(
    postgres: PrivatePostgres, tmp_path: Path, figures: Figures
) -> None:
    with Server(tmp_path, prepared_database(postgres)) as site:
        tables = seated([site], 1)
        attack([site], tables, readers=16, seconds=times(3, 5, 60), figures=figures)
        leave(tables)


@pytest.mark.fault("F7")
@pytest.mark.long
def test_forty_readers_who_hang_up_leave_two_processes_whole(
    postgres: PrivatePostgres, redis: PrivateRedis, tmp_path: Path, figures: Figures
) -> None:
    url = prepared_database(postgres)
    with (
        Server(tmp_path, url, REDIS_URL=redis.url) as one,
        Server(tmp_path, url, REDIS_URL=redis.url) as other,
    ):
        tables = seated([one, other], 3)
        attack([one, other], tables, readers=40, seconds=times(20, 20, 60), figures=figures)
        leave(tables)


# --- a worker that hangs ---


@pytest.mark.fault("F7")
@pytest.mark.long
def test_hints_asked_of_a_worker_that_hangs_keep_nobody_else_waiting(
    postgres: PrivatePostgres, tmp_path: Path, figures: Figures
) -> None:
    """Each is told in the end that none came; meanwhile people play, and Ctrl-C works."""
    with Server(tmp_path, prepared_database(postgres)) as site:
        table = Table(site.database, two_guests(site))
        table.sit_down()
        against = ComputerTable.open(site, "numerica", "Pebble")
        wait_until(lambda: not against.is_computers(), "it is the guest's turn")
        against.move()
        (worker,) = wait_until(lambda: processes_that_think(site), "somebody thinks")
        wait_until(lambda: not against.is_computers(), "it is the guest's turn again")
        os.kill(worker, signal.SIGSTOP)
        ply = against.read()[0] + 1
        hint = f"/games/{against.game_id}/hint/"
        with ThreadPoolExecutor(15) as crowd:
            told = [crowd.submit(_hint_at, against.guest, hint, ply) for _ in range(15)]
            took = play_among([table], seconds=5)
            are_told = [one.done() for one in told]
            answers = [one.result() for one in told]
        figures.add("moves", len(took))
        figures.add("slowest s", max(took))
        assert len(took) > 1 and not all(are_told), "moves waited for those who asked"
        assert {answer.status for answer in answers} == {503}, answers
        leave([table])
        against.guest.leave()


def _hint_at(guest: Visitor, path: str, ply: int) -> Answer:
    with Visitor(guest.server) as same_guest:
        same_guest.cookies, same_guest.token = dict(guest.cookies), guest.token
        return same_guest.post(path, ply=ply)
