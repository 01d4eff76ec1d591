"""How the site, and what it stands on, is broken while people play; each way has a way back."""

import contextlib
import os
import resource
import signal
import socket
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psycopg

from tests.private_servers import Private, PrivatePostgres, PrivateRedis
from tests.servers import HOST, Server, wait_until

from .computer_tables import Table as ComputerTable
from .computer_tables import processes_that_think
from .histories import History
from .visitors import raw_socket

UNREAD = 2304  # bytes that the kernel takes for a page that reads nothing
CLOCK = str(Path(__file__).parent / "stepping_clock")
HOUR = 3600  # seconds
SLOW = 0.2, 0.02  # seconds that what is slow stands still, and goes on, by turns


def set_clock(server: Server, seconds: int) -> None:
    """How far the clock of a server that was started with `CLOCK` on its path is off from now on."""
    new = server.var_dir / "new"
    new.write_text(str(seconds))
    new.replace(server.var_dir / "seconds_off")


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


def _stutter(server: Private | None) -> Mend:
    """It is slow: most of the time it stands still."""
    is_over = threading.Event()

    def stand_and_go() -> None:
        still, going = SLOW
        while not is_over.wait(going):
            server.freeze()
            is_over.wait(still)
            server.thaw()

    thread = threading.Thread(target=stand_and_go, daemon=True)
    thread.start()
    return lambda: (is_over.set(), thread.join())


def _freeze_what_thinks(site: Site) -> Mend:
    """The processes that find moves for computers stand still, just after one was asked."""
    guest = ComputerTable.open(site.server, "numerica", "Pebble").guest
    thinking = wait_until(lambda: processes_that_think(site.server), "somebody thinks")
    guest.leave()
    _signal(thinking, signal.SIGSTOP)
    return lambda: _signal(thinking, signal.SIGCONT)


def _signal(pids: Iterable[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):  # it was killed with the server
            os.kill(pid, number)


def _set_the_clock(site: Site) -> Mend:
    """An hour forward, and an hour back again."""
    set_clock(site.server, HOUR)
    return lambda: set_clock(site.server, 0)


def _lock_the_games(site: Site) -> Mend:
    """Who would read or write a game waits."""
    return site.postgres.hold_lock(site.server.database_url, "games_game").close


def _lock_the_file(site: Site) -> Mend:
    """Who would write anything waits."""
    connection = sqlite3.connect(site.server.database.file, 20, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection.close


def _take_every_connection(site: Site) -> Mend:
    """As many as PostgreSQL gives, so that the site gets no further one."""
    taken = contextlib.ExitStack()
    with contextlib.suppress(psycopg.OperationalError):
        while True:
            taken.enter_context(psycopg.connect(site.server.database_url, connect_timeout=5))
    return taken.close


Broken = tuple[str, Callable[[Site], Mend]]
"""What it befalls: no two faults of a round befall the same. And how it is broken."""

LAST = "clock", "table", "connections", "redis", "postgres", "server"
"""What is needed while other things are broken; so these are broken after them, in this order."""

ANYWHERE: dict[str, Broken] = {
    "the server killed": ("server", _kill),
    "readers that vanish": ("a reader", _let_readers_vanish),
    "readers that read nothing": ("another reader", _read_nothing),
    "clients that hang up": ("client", _hang_up),
    "processes that think frozen": ("thinking", _freeze_what_thinks),
    "the clock set": ("clock", _set_the_clock),
}
STANDS_ON: dict[str, Broken] = {
    "Redis stopped": ("redis", lambda site: _stop(site.redis)),
    "Redis frozen": ("redis", lambda site: _freeze(site.redis)),
    "Redis slow": ("redis", lambda site: _stutter(site.redis)),
    "PostgreSQL stopped": ("postgres", lambda site: _stop(site.postgres)),
    "PostgreSQL killed": ("postgres", lambda site: _kill_what_it_stands_on(site.postgres)),
    "PostgreSQL frozen": ("postgres", lambda site: _freeze(site.postgres)),
    "PostgreSQL slow": ("postgres", lambda site: _stutter(site.postgres)),
}
OF_POSTGRESQL: dict[str, Broken] = {
    "the games locked": ("table", _lock_the_games),
    "no connection left": ("connections", _take_every_connection),
}
OF_SQLITE: dict[str, Broken] = {
    "a full disk": ("server", _fill_the_disk),
    "the file locked": ("table", _lock_the_file),
}
ALL = ANYWHERE | STANDS_ON | OF_POSTGRESQL | OF_SQLITE


def draw(dice: Random, faults: dict[str, Broken]) -> list[str]:
    """Two or three that befall different things; those that need a running server come first."""
    names = dice.sample(sorted(faults), len(faults))
    first = {faults[name][0]: name for name in names}
    chosen = [*first.values()][: dice.choice((2, 2, 3))]
    return sorted(chosen, key=lambda name: _turn(faults[name][0]))


def _turn(befallen: str) -> int:
    return LAST.index(befallen) if befallen in LAST else -1


def break_for_a_while(site: Site, names: list[str], seconds: float) -> None:
    """All of them at the same time; a killed server starts when the others are back."""
    mends = [ALL[name][1](site) for name in names]
    time.sleep(seconds)
    for mend in sorted(mends, key=lambda mend: mend == site.server.start):
        mend()
    if not site.server.is_alive:  # who can answer no page for long ends, and is started again
        site.server.start()
