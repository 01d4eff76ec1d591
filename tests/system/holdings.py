"""What a server holds while it serves, and what of it is left when nobody needs it any more."""

import os
import re
import socket
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from urllib.request import urlopen

from tests.faults import Figures
from tests.prepared import SQLITE
from tests.servers import Server, memory_of

from .computer_tables import processes_that_think
from .raw_sockets import MEGABYTE

LOOKS = 20  # at what is held
ROOM = 12  # megabytes that caches may still fill after the first half
TOLD = {
    "fd": "handles",
    "task": "threads",
    "tasks": "tasks of the loop",
    "connections": "connections",
    "serving": "MB serving",
    "thinking": "MB thinking",
    "reviews": "reviews that wait",
}
NO_QUEUES: Mapping[str, str] = {}

SPARE = 12
"""Handles, threads, tasks and connections that come and go while people play."""


def held(server: Server) -> dict[str, int]:
    """What the process holds, and the database for it; it was started with `telling_figures`."""
    process = Path(f"/proc/{server.pid}")
    handles = [_behind(handle) for handle in (process / "fd").iterdir()]
    of_database = [file for file in handles if Path(file).name.startswith(SQLITE)]
    counted = {
        "fd": len(handles) - len(of_database),
        "task": len([*(process / "task").iterdir()]),
        "tasks": _tasks(server),
    }
    if server.database.is_sqlite:  # each has the file open, its log, and what they share
        return counted | {"connections": sum(Path(f).name == SQLITE for f in of_database)}
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


def _behind(handle: Path) -> str:
    """What it is open on; one that has been closed meanwhile, on nothing."""
    try:
        return os.readlink(handle)
    except FileNotFoundError:
        return ""


def _tasks(server: Server) -> int:
    """What its event loop has underway, as it tells Prometheus."""
    with urlopen(f"http://{server.environment['NUMERICA_METRICS']}/metrics") as answer:
        [told] = re.findall(r"^numerica_tasks (\S+)$", answer.read().decode(), re.MULTILINE)
    return int(float(told))


def left(server: Server, before: dict[str, int]) -> dict[str, int]:
    """What is held beyond what was held before."""
    return {name: n for name, n in held(server).items() if n >= before[name] + SPARE}


def megabytes(server: Server) -> dict[str, int]:
    """In memory now, of the process that serves and of those that think for it."""
    thinking = sum(map(memory_of, processes_that_think(server)))
    return {"serving": server.memory // MEGABYTE, "thinking": thinking // MEGABYTE}


def count_of(server: Server, table: str, condition: str = "TRUE") -> int:
    [(count,)] = server.database.rows(f"SELECT COUNT(*) FROM {table} WHERE {condition}")
    return int(count)


def unfinished(server: Server, table: str) -> int:
    """How much of the work that waits in a table is not done."""
    return count_of(server, table, "done_at IS NULL")


def looks(
    server: Server,
    seconds: float,
    watch: Callable[[], Iterable[socket.socket]],
    queues: Mapping[str, str] = NO_QUEUES,
) -> list[dict[str, int]]:
    """What is held at even distances; between two of them others come, watch and go.

    Of work that waits `queues` has the tables, each under a name of `TOLD`.
    """
    seen = []
    for _ in range(LOOKS):
        pages = watch()
        time.sleep(seconds / LOOKS)
        for page in pages:
            page.close()
        waiting = {name: unfinished(server, table) for name, table in queues.items()}
        seen.append(held(server) | megabytes(server) | waiting)
    return seen


def expect_no_growth(
    seen: list[dict[str, int]], figures: Figures, told_alone: Collection[str] = ()
) -> None:
    """The last quarter of the time beside the second: caches fill in the first.

    What is `told_alone` may grow.
    """
    quarter = LOOKS // 4
    before, after = _most(seen[quarter : 2 * quarter]), _most(seen[3 * quarter :])
    for name, said in TOLD.items():
        if name in before:
            figures.add(f"{said} in the second quarter", float(before[name]))
            figures.add(f"{said} in the last", float(after[name]))
    grown = {name: after[name] - before[name] for name in before.keys() - set(told_alone)}
    room = {"serving": ROOM, "thinking": ROOM}
    assert not [name for name, more in grown.items() if more >= room.get(name, SPARE)], seen


def _most(seen: list[dict[str, int]]) -> dict[str, int]:
    return {name: max(each[name] for each in seen) for name in seen[-1]}
