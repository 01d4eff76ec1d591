"""What the site stands on is broken while people play, one thing or several at the same time.

Afterwards everything is as before: people play, nothing is lost, and nothing is held any longer.
"""

import contextlib
import resource
import socket
import struct
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.faults import Figures
from tests.prepared import prepared_database, prepared_folder
from tests.private_servers import Private, PrivatePostgres, PrivateRedis
from tests.servers import HOST, Server, wait_until
from tests.tiers import some_of, times

from .histories import History, judge, playing
from .visitors import Visitor, raw_socket

pytestmark = [pytest.mark.system, pytest.mark.wider]

PAIRS = some_of(2, 6)
SECONDS_BROKEN = (0.5, 4.0)
WHOLE_WITHIN = 30  # seconds
AT_ONCE = 40  # requests, more than there are threads
UNREAD = 2304  # bytes that the kernel takes for a page that reads nothing
SPARE = 12
"""Handles, threads and connections that come and go while people play."""


@dataclass
class Site:
    """A server, what it stands on, and the games that are played there."""

    server: Server
    history: History
    postgres: PrivatePostgres | None = None
    redis: PrivateRedis | None = None

    def readers(self, count: int, window: int = 0) -> list[socket.socket]:
        """Pages of the game in which somebody moved last."""
        game = self.history.acknowledged[-1][0]
        path = f"/ws/games/{game}/?ply=0"
        return [raw_socket(self.server, path, window) for _ in range(count)]


Mend = Callable[[], object]


def _kill(site: Site) -> Mend:
    site.server.kill()
    return site.server.start


def _let_readers_vanish(site: Site) -> Mend:
    """No goodbye, a reset, while news are on their way."""
    for reader in site.readers(20):
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reader.close()
    return int


def _read_nothing(site: Site) -> Mend:
    pages = site.readers(20, UNREAD)
    return lambda: [page.close() for page in pages]


def _hang_up(site: Site) -> Mend:
    """Requests whose answers nobody waits for."""
    for _ in range(40):
        with socket.create_connection((HOST, site.server.port), 10) as connection:
            connection.sendall(f"GET /games/ HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    return int


def _fill_the_disk(site: Site) -> Mend:
    """No file of the server may grow: for SQLite that is a disk without room."""
    no_limit, pid = resource.RLIM_INFINITY, site.server.pid
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, no_limit))
    return lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (no_limit, no_limit))


def _stop(server: Private | None) -> Mend:
    server.stop()
    return server.start


def _kill_what_it_stands_on(server: Private | None) -> Mend:
    server.kill()
    return server.start


def _freeze(server: Private | None) -> Mend:
    server.freeze()
    return server.thaw


Broken = tuple[str, Callable[[Site], Mend]]
"""What it befalls: no two faults of a round befall the same. And how it is broken."""

ANYWHERE: dict[str, Broken] = {
    "the server killed": ("server", _kill),
    "readers that vanish": ("a reader", _let_readers_vanish),
    "readers that read nothing": ("another reader", _read_nothing),
    "clients that hang up": ("client", _hang_up),
}
STANDS_ON: dict[str, Broken] = {
    "Redis stopped": ("redis", lambda site: _stop(site.redis)),
    "Redis frozen": ("redis", lambda site: _freeze(site.redis)),
    "PostgreSQL stopped": ("postgres", lambda site: _stop(site.postgres)),
    "PostgreSQL killed": ("postgres", lambda site: _kill_what_it_stands_on(site.postgres)),
    "PostgreSQL frozen": ("postgres", lambda site: _freeze(site.postgres)),
}
OF_SQLITE: dict[str, Broken] = {"a full disk": ("server", _fill_the_disk)}
ALL = ANYWHERE | STANDS_ON | OF_SQLITE


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """People play there; in the end the judge looks at what they saw and what is stored."""
    figures = request.getfixturevalue("figures")
    postgres = redis = None
    server = Server(tmp_path)
    if request.param == "sqlite":
        prepared_folder(tmp_path)
    else:
        postgres, redis = map(request.getfixturevalue, ("postgres", "redis"))
        server = Server(tmp_path, prepared_database(postgres), REDIS_URL=redis.url)
    with server:
        with playing(server, PAIRS) as history:
            history.goes_on()
            yield Site(server, history, postgres, redis)
        judge(server, history, figures)


def draw(dice: Random, faults: dict[str, Broken]) -> list[str]:
    """Two or three that befall different things; those that need a running server come first."""
    names = dice.sample(sorted(faults), len(faults))
    first = {faults[name][0]: name for name in names}
    chosen = [*first.values()][: dice.choice((2, 2, 3))]
    return sorted(chosen, key=lambda name: faults[name][0] in ("server", "postgres", "redis"))


def break_for_a_while(site: Site, names: list[str], seconds: float) -> None:
    """All of them at the same time; a killed server starts when the others are back."""
    mends = [ALL[name][1](site) for name in names]
    time.sleep(seconds)
    for mend in sorted(mends, key=lambda mend: mend == site.server.start):
        mend()
    if not site.server.is_alive:  # who can answer no page for long ends, and is started again
        site.server.start()


def is_whole(server: Server) -> bool:
    """Whether each of more requests than there are threads is served, all at once."""
    with ThreadPoolExecutor(AT_ONCE) as at_once:
        return all(at_once.map(lambda _: _is_served(server), range(AT_ONCE)))


def _is_served(server: Server) -> bool:
    with Visitor(server) as visitor:
        try:
            return visitor.get("/games/").status == 200
        except OSError:
            return False


def held(server: Server) -> dict[str, int]:
    """What the process holds, and the database for it."""
    process = Path(f"/proc/{server.pid}")
    counted = {name: len([*(process / name).iterdir()]) for name in ("fd", "task")}
    if server.database.is_sqlite:
        return counted
    here = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    idle = "AND state = 'idle in transaction' AND now() - state_change > interval '5 s'"
    [(connections,)] = server.database.rows(f"SELECT COUNT(*) {here}")
    [(forgotten,)] = server.database.rows(f"SELECT COUNT(*) {here} {idle}")
    [(waiting,)] = server.database.rows("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")
    return counted | {
        "connections": connections,
        "forgotten": forgotten * SPARE,  # not one is spared
        "waiting": waiting * SPARE,
    }


def held_by_a_crowd(site: Site) -> dict[str, int]:
    """What is held when many have come and gone: threads and connections that stay for the next."""
    for page in site.readers(40):
        page.close()
    wait_until(lambda: is_whole(site.server), "all pages are served", WHOLE_WITHIN)
    return held(site.server)


def left(server: Server, before: dict[str, int]) -> dict[str, int]:
    """What is held beyond what was held before."""
    return {name: n for name, n in held(server).items() if n >= before[name] + SPARE}


def expect_whole(site: Site, before: dict[str, int], figures: Figures) -> None:
    """In half a minute everything is as it was: pages, moves, and what the process holds."""
    begun = time.monotonic()
    figures.add("slowest next move s", site.history.goes_on())
    wait_until(lambda: is_whole(site.server), "all pages are served", WHOLE_WITHIN)
    with contextlib.suppress(TimeoutError):
        wait_until(lambda: not left(site.server, before), "nothing is left", WHOLE_WITHIN)
    assert not left(site.server, before), before
    took = figures.add("slowest to be whole s", time.monotonic() - begun)
    assert took < WHOLE_WITHIN
    assert not site.history.faults


@pytest.mark.fault("F22")
def test_faults_at_the_same_time_lose_nothing_and_leave_nothing_behind(
    site: Site, figures: Figures
) -> None:
    dice = Random(22)
    faults = ANYWHERE | (STANDS_ON if site.postgres else OF_SQLITE)
    before = held_by_a_crowd(site)
    for _ in range(figures.add("rounds", times(1, 4, 150))):
        names = draw(dice, faults)
        print(names, held(site.server))
        break_for_a_while(site, names, dice.uniform(*SECONDS_BROKEN))
        expect_whole(site, before, figures)


@pytest.mark.fault("F2")
@pytest.mark.long
@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
@pytest.mark.parametrize("name", STANDS_ON)
def test_what_goes_away_again_and_again_while_people_play_loses_no_move(
    site: Site, name: str, figures: Figures
) -> None:
    before = held_by_a_crowd(site)
    for _ in range(figures.add("times", times(2, 2, 10))):
        break_for_a_while(site, [name], SECONDS_BROKEN[1])
        expect_whole(site, before, figures)


@pytest.mark.fault("F2")
@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
@pytest.mark.parametrize("name", ["Redis stopped", "Redis frozen"])
def test_moves_are_made_while_redis_is_away(site: Site, name: str, figures: Figures) -> None:
    mend = STANDS_ON[name][1](site)
    try:
        for _ in range(5):
            figures.add("slowest move while it is away s", site.history.goes_on())
    finally:
        mend()
