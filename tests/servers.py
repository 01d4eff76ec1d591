"""The site, a PostgreSQL and a Redis in processes of their own, for tests and benchmarks."""

import contextlib
import os
import pwd
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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import psycopg

ROOT = Path(__file__).resolve().parents[1]
HOST = "127.0.0.1"
PATIENCE = 60  # seconds until a server must have started

_NOT_INHERITED = ("DATABASE_URL", "REDIS_URL", "SITE_URL", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS")
_ADDRESS = re.compile(r"http://localhost:(\d+)/")


class NotHere(Exception):
    """A program that a server needs is not installed."""


def wait_until(is_so: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """The first true answer; TimeoutError when there is none in time."""
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        if answer := is_so():
            return answer
        time.sleep(0.02)
    raise TimeoutError(f"{what}: not within {seconds} s")


# --- the site ---


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
            "NUMERICA_LIMITS": "0",
            "NUMERICA_SETTLE_NOTHING_FOR": "0",
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
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024

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


# --- what it may stand on ---


class Private:
    """A server of somebody else's making, on loopback, in a folder that goes with it."""

    account = "nobody"  # it runs as this when we are root
    name = ""
    ends_by = signal.SIGTERM

    def __init__(self) -> None:
        self.folder = Path()
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix=f"numerica-{self.name}-"))
        try:
            if os.getuid() == 0:
                shutil.chown(self.folder, self.account)
            self.prepare()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def prepare(self) -> None:
        """What is done once, before the first start."""

    def command(self) -> Sequence[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """On a port that is free, or the one it had: there it may take until all of it is gone.

        PostgreSQL does not begin while a process of the one that was killed is left.
        """
        before = self.port
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            self.port = before or free_port()
            with (self.folder / "server.log").open("ab") as log:
                self.process = subprocess.Popen(
                    self.command(),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    **self.as_account(),
                )
            wait_until(lambda: self.process.poll() is not None or self.answers(), self.name)
            if self.process.poll() is None:
                return
            time.sleep(0.1)
        raise RuntimeError((self.folder / "server.log").read_text())

    def stop(self) -> None:
        if self.process is not None:
            end_group(self.process, self.ends_by)
            self.process = None

    def kill(self) -> None:
        """`kill -9` for all of it; its folder stays."""
        if self.process is not None:
            end_group(self.process, signal.SIGKILL)
            self.process = None

    def as_account(self) -> dict[str, Any]:
        """How to run a program in our folder, in a group of its own, never as root."""
        where: dict[str, Any] = {"cwd": self.folder, "start_new_session": True}
        if os.getuid() == 0:
            where |= {"user": self.account, "group": _group_of(self.account), "extra_groups": []}
        return where


class PrivatePostgres(Private):
    """A PostgreSQL with one password; raises NotHere where none is installed."""

    name = "postgres"
    ends_by = signal.SIGQUIT  # at once: its data go with it

    def prepare(self) -> None:
        self.password = secrets.token_hex(16)
        (self.folder / "password").write_text(self.password)
        if os.getuid() == 0:
            shutil.chown(self.folder / "password", self.account)
        wanted = "-D data -U numerica --pwfile=password --auth=scram-sha-256 --encoding=UTF8"
        initdb = [program("initdb"), *wanted.split(), "--locale=C", "--no-sync"]
        subprocess.run(initdb, check=True, capture_output=True, timeout=120, **self.as_account())

    def command(self) -> Sequence[str]:
        options = {
            "listen_addresses": HOST,
            "port": self.port,
            "unix_socket_directories": self.folder,
            "max_connections": 60,
            "fsync": "off",  # no test cuts the power
        }
        given = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
        return [program("postgres"), "-D", "data", *given]

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str) -> str:
        return f"postgres://numerica:{self.password}@{HOST}:{self.port}/{database}"

    def freeze(self) -> None:
        """Every process of it stands still: connections stay open, and nothing is answered."""
        for pid in [*children_of(self.process.pid), self.process.pid]:
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Go on where it stood."""
        for pid in [self.process.pid, *children_of(self.process.pid)]:
            os.kill(pid, signal.SIGCONT)

    def hold_lock(self, url: str, table: str) -> "psycopg.Connection[Any]":
        """Let nobody read or write a table until the connection is closed."""
        connection = psycopg.connect(url)
        connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        return connection

    def new_database(self, template: str = "template1") -> str:
        """The address of a new database: empty, or a copy of another to which nobody connects."""
        name = f"numerica_{secrets.token_hex(4)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)


class PrivateRedis(Private):
    """A Redis that keeps nothing on disk; raises NotHere where none is installed."""

    name = "redis"

    def command(self) -> Sequence[str]:
        options = {"bind": HOST, "port": self.port, "save": "", "appendonly": "no", "dir": "."}
        given = [part for key, value in options.items() for part in (f"--{key}", str(value))]
        return [program("redis-server"), *given]

    def answers(self) -> bool:
        try:
            with socket.create_connection((HOST, self.port), 5) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"


def children_of(pid: int) -> list[int]:
    """The processes that this one started, and that still are."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for told in lists for child in told.read_text().split()]


def program(name: str) -> str:
    """Where a program lies; Debian keeps those of PostgreSQL and nginx off the path."""
    if found := shutil.which(name):
        return found
    postgres = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in [*postgres, Path("/usr/sbin")]:
        if (folder / name).exists():
            return str(folder / name)
    raise NotHere(f"{name} is not installed")


def _group_of(account: str) -> int:
    return pwd.getpwnam(account).pw_gid


def free_port() -> int:
    """A port of loopback that nobody listens on just now.

    None that the kernel gives to connections: a server that is killed finds it free again.
    """
    for port in secrets.SystemRandom().sample(range(10_240, 32_768), 100):
        with contextlib.suppress(OSError), socket.create_server((HOST, port)):
            return port
    raise RuntimeError("no port is free")
