"""A new version is put in place while people play: one process after the other starts again."""

import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.faults import Figures
from tests.prepared import prepared_folder
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.required import required
from tests.servers import HOST, Server, wait_until
from tests.tiers import times

from .at_once import expect_verified
from .behind_nginx import Guest, Site, wake
from .players import Table, a_move, two_guests
from .visitors import Answer

pytestmark = pytest.mark.system

FORGIVEN = 2.5  # seconds after which nginx asks a process again that was away (`fail_timeout`)
READ = ("/", "/games/", "/leaderboard/", "/games/archive/", "/computer/", "/rules/numerica/")


@pytest.fixture(scope="module")
def site(postgres: PrivatePostgres, redis: PrivateRedis) -> Iterator[Site]:
    yield from required(lambda: Site(postgres, redis), "NUMERICA_REQUIRE_NGINX")


@dataclass
class Seen:
    """What people saw: their games, acknowledged moves, how often they were answered, faults."""

    games: set[str] = field(default_factory=set)
    moves: list[tuple[str, int, str]] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def take(self, what: str, answer: Answer) -> Answer:
        self.answers[what] += 1
        if answer.status >= 500:
            self.faults.append(f"{what}: {answer.status} {answer.text[:200]}")
        return answer


def play(site: Site, seen: Seen, is_over: threading.Event) -> None:
    """Two people play game after game; each move is posted once, and looked at by the other."""
    while not is_over.is_set():
        with site.table() as table:
            seen.games.add(table.game_id)
            while table.state.outcome is None and not is_over.is_set():
                posted = table.game_id, table.ply + 1, a_move(table.state)
                mover = table.mover
                if seen.take("moves", mover.move(*posted)).status == 200:
                    seen.moves.append(posted)
                table.read()
                seen.take("pages", mover.get(f"/games/{table.game_id}/"))


def read(site: Site, seen: Seen, is_over: threading.Event) -> None:
    """Somebody reads pages, and posts what is no move and must not be sent twice."""
    with Guest(site) as guest:
        guest.become_guest()
        while not is_over.is_set():
            for path in READ:
                seen.take("pages", guest.get(path))
            seen.take("other posts", guest.post("/people/theme/", theme="dark"))
            invited = guest.post("/invitations/new/", to="link", key="numerica", time="3d")
            seen.take("other posts", invited)
            seen.take("other posts", guest.post(f"{invited.headers['Location']}cancel/"))


@contextmanager
def load(site: Site) -> Iterator[Seen]:
    seen, is_over = Seen(), threading.Event()

    def run(what: Callable[[Site, Seen, threading.Event], None]) -> None:
        try:
            what(site, seen, is_over)
        except Exception as fault:
            seen.faults.append(f"{what.__name__}: {fault!r}")

    people = [threading.Thread(target=run, args=(what,)) for what in (play, play, read)]
    for person in people:
        person.start()
    try:
        yield seen
    finally:
        is_over.set()
        for person in people:
            person.join(60)


@pytest.mark.fault("F1")
@pytest.mark.long
def test_a_restart_of_one_process_after_the_other_is_noticed_by_nobody(
    site: Site, figures: Figures
) -> None:
    with load(site) as seen:
        for server in site.pages * times(1, 1, 10):
            time.sleep(FORGIVEN)
            server.stop()
            server.start()
            wake(server)
    said = [line for server in site.pages for line in server.log.splitlines() if "ERROR" in line]
    assert not seen.faults, (seen.faults[:5], seen.answers, said[:5])
    sql = "SELECT game_id, ply, text FROM games_playedmove"
    stored = [move for move in site.pages[0].database.rows(sql) if move[0] in seen.games]
    assert Counter(stored) == Counter(seen.moves)
    expect_verified(site.pages[0])
    for server in site.pages:
        assert "Traceback" not in server.log, server.log[-3000:]
    for what, count in seen.answers.items():
        figures.add(f"{what} answered", count)


def test_who_is_told_to_end_refuses_others_and_answers_what_has_begun(tmp_path: Path) -> None:
    """A move waits for the database when the process is told; it is made, and answered."""
    with Server(prepared_folder(tmp_path)) as site:
        table = Table(site.database, two_guests(site))
        table.sit_down()
        lock = sqlite3.connect(site.database.file, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        post = table.mover.hold_back(table.move_address, ply=1, text=a_move(table.state))
        post.release()
        time.sleep(0.5)  # the post has come by then
        ending = threading.Thread(target=site.stop)
        ending.start()
        wait_until(lambda: refuses(site), "nobody else is let in")
        lock.execute("COMMIT")
        lock.close()
        answer = post.answer()
        ending.join()
        assert answer.status == 200 and answer.headers["Connection"] == "close"
        assert len(table.rows()) == 1
        for player in table.players:
            player.leave()


def refuses(site: Server) -> bool:
    try:
        socket.create_connection((HOST, site.port), 5).close()
    except ConnectionRefusedError:
        return True
    return False
