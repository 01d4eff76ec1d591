"""What a server holds while it serves, and what of it is left when nobody needs it any more."""

from pathlib import Path

from tests.servers import Server, memory_of

from .computer_tables import processes_that_think
from .raw_sockets import MEGABYTE

SPARE = 12
"""Handles, threads and connections that come and go while people play."""


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


def left(server: Server, before: dict[str, int]) -> dict[str, int]:
    """What is held beyond what was held before."""
    return {name: n for name, n in held(server).items() if n >= before[name] + SPARE}


def megabytes(server: Server) -> dict[str, int]:
    """In memory now, of the process that serves and of those that think for it."""
    thinking = sum(map(memory_of, processes_that_think(server)))
    return {"serving": server.memory // MEGABYTE, "thinking": thinking // MEGABYTE}
