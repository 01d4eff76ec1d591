"""Databases that are ready to be served: prepared once for a run of tests, then copied.

A server that starts on one has nothing to migrate. A few tests start from nothing instead.
"""

import atexit
import os
import shutil
import tempfile
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path

from tests.private_servers import PrivatePostgres
from tests.servers import Server

SQLITE = "numerica.sqlite3"


def prepared_folder(folder: Path) -> Path:
    """The same folder, for a server's data, with an SQLite database that is ready."""
    shutil.copyfile(_sqlite_to_copy(), folder / SQLITE)
    return folder


def prepared_database(postgres: PrivatePostgres) -> str:
    """The address of a new database in PostgreSQL that is ready."""
    return postgres.new_database(template=_postgres_to_copy(postgres))


@cache
def _sqlite_to_copy() -> Path:
    """The database that the others are copies of: made by the first process of the run that asks."""
    folder = Path(os.environ["NUMERICA_PREPARED"])
    ready = folder / "ready"
    with (folder / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not ready.exists():
            _prepare(Server(folder))
            ready.touch()
    return folder / SQLITE


@cache
def _postgres_to_copy(postgres: PrivatePostgres) -> str:
    """The name of the database in this PostgreSQL that the others are copies of."""
    url = postgres.new_database()
    _prepare(Server(_folder(), url))
    return url.rpartition("/")[2]


def _prepare(site: Server) -> None:
    prepared = site.manage("prepare_database")
    assert prepared.returncode == 0, prepared.stdout + prepared.stderr


def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="numerica-prepared-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
