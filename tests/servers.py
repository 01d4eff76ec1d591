"""The site, a PostgreSQL and a Redis in processes of their own, for tests and benchmarks."""

import atexit
import contextlib
import os
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Self

import psycopg

ROOT = Path(__file__).resolve().parents[1]
HOST = "127.0.0.1"
PATIENCE = 60  # seconds until a server must have started

_NOT_INHERITED = (
    "DATABASE_URL",
    "REDIS_URL",
    "SITE_URL",
    "DEBUG",
    "SECRET_KEY",
    "STAFF_PATH",
    "ALLOWED_HOSTS",
)
_ADDRESS = re.compile(r"http://localhost:(\d+)/")


@cache
def _static_folder() -> Path:
    """Where the first of these servers collects the static files for all of them."""
    folder = Path(tempfile.mkdtemp(prefix="numerica-static-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder / "static"


class NotHere(Exception):
    """A program that a server needs is not installed."""


def wait_until(
    is_so: Callable[[], Any], what: str, seconds: float = PATIENCE, pause: float = 0.02
) -> Any:
    """The first true answer, asked again after `pause` seconds; TimeoutError without in time."""
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        if answer := is_so():
            return answer
        time.sleep(pause)
    raise TimeoutError(f"{what}: not within {seconds} s")


class Server:
    """The site, served by daphne in a process of its own, on data that outlives it."""

    wanted_port = 0  # a free one

    def __init__(self, var_dir: Path, database_url: str = "", **environment: str) -> None:
        self.var_dir = var_dir
        self.database_url = database_url
        self.log_file = var_dir / f"server-{secrets.token_hex(4)}.log"
        self.environment = _inherited() | {
            "DJANGO_SETTINGS_MODULE": "numerica_site.settings",
            "NUMERICA_VAR": str(var_dir),
            "NUMERICA_STATIC": str(_static_folder()),
            "NUMERICA_LIMITS": "0",
            "NUMERICA_SETTLE_NOTHING_FOR": "0",
            "NUMERICA_CLAIM_NOTHING_FOR": "0",
            **({"DATABASE_URL": database_url} if database_url else {}),
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Serve, on the data that is there and a port that is free."""
        begun_at = self.log_file.stat().st_size if self.log_file.exists() else 0
        port = str(self.wanted_port)
        command = [sys.executable, "manage.py", "play", "--no-demo", "--port", port]
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            address = wait_until(lambda: self._said_address(begun_at), "the server starts")
        except BaseException:
            self.kill()
            raise
        self.port = int(address[1])

    def _said_address(self, begun_at: int) -> re.Match[str] | None:
        if self.process is None or self.process.poll() is not None:
            raise RuntimeError(f"the server ended while it started:\n{self.log[begun_at:]}")
        return _ADDRESS.search(self.log_file.read_bytes()[begun_at:].decode())

    def kill(self) -> None:
        """`kill -9`: nothing in the process gets to know of it."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As Ctrl-C does it; RuntimeError, and killed, when it does not end by itself."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self.process = self.process, None
        if process is not None and not end_group(process, how):
            raise RuntimeError(f"the server did not end by itself:\n{self.log}")

    @property
    def pid(self) -> int:
        assert self.process is not None, "the server does not run"
        return self.process.pid

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def log(self) -> str:
        """Everything that the server has written since the first start."""
        return self.log_file.read_text()

    @property
    def memory(self) -> int:
        """Bytes that the server's process holds in memory now."""
        return memory_of(self.pid)

    @property
    def database(self) -> "Database":
        return Database(self.database_url, self.var_dir / "numerica.sqlite3")

    def manage(self, *arguments: str, seconds: int = 120) -> subprocess.CompletedProcess[str]:
        """Run a management command on the server's data."""
        return self.run("manage.py", *arguments, seconds=seconds)

    def run(self, *arguments: str, seconds: int = 120) -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments on the server's data."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=seconds,
        )


def _inherited() -> dict[str, str]:
    """The environment without what the settings read from it: the tests' own has other wishes."""
    ours = ("NUMERICA_", "DJANGO_")
    kept = (name for name in os.environ if not name.startswith(ours) and name not in _NOT_INHERITED)
    return {name: os.environ[name] for name in kept}


def end_group(process: "subprocess.Popen[bytes]", how: signal.Signals) -> bool:
    """Signal a process and its children, and wait until it is gone; False if it had to be killed."""
    if process.poll() is not None:
        return True
    os.killpg(process.pid, how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
        return False
    return True


class Database:
    """A server's database, read and changed behind its back. Every call has its own connection."""

    def __init__(self, url: str, file: Path) -> None:
        self.url = url
        self.file = file

    @property
    def is_sqlite(self) -> bool:
        return not self.url

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query finds; the placeholder is `%s`."""
        if self.url:
            with psycopg.connect(self.url) as connection:
                return connection.execute(sql, values).fetchall()
        connection = sqlite3.connect(self.file, timeout=20)
        try:
            return connection.execute(sql.replace("%s", "?"), values).fetchall()
        finally:
            connection.close()

    def execute(self, sql: str, *values: object) -> None:
        """Change rows, committed at once."""
        if self.url:
            with psycopg.connect(self.url, autocommit=True) as connection:
                connection.execute(sql, values)
            return
        connection = sqlite3.connect(self.file, timeout=20, isolation_level=None)
        try:
            connection.execute(sql.replace("%s", "?"), values)
        finally:
            connection.close()


def memory_of(pid: int) -> int:
    """Bytes that a process holds in memory now."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024


def children_of(pid: int) -> list[int]:
    """The processes that this one started, and that still are."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for told in lists for child in told.read_text().split()]


def free_port() -> int:
    """A port of loopback that nobody listens on just now.

    None that the kernel gives to connections: a server that is killed finds it free again.
    """
    for port in secrets.SystemRandom().sample(range(10_240, 32_768), 100):
        with contextlib.suppress(OSError), socket.create_server((HOST, port)):
            return port
    raise RuntimeError("no port is free")


def telling_figures() -> dict[str, str]:
    """The environment of a server that answers Prometheus, at a port that is free."""
    return {"NUMERICA_METRICS": f"{HOST}:{free_port()}"}
