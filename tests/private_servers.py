"""A PostgreSQL and a Redis of a test's own, which end with it."""

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import psycopg

from tests.servers import HOST, PATIENCE, NotHere, children_of, end_group, free_port, wait_until


class Private:
    """A server of somebody else's making, on loopback, in a folder that goes with it."""

    account = "nobody"  # it runs as this when we are root
    name = ""
    ends_by = signal.SIGTERM

    def __init__(self) -> None:
        self.folder = Path()
        self.port = 0
        self.environment: dict[str, str] = {}  # besides ours
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
        """What starts it; each server has its own."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Whether it can be asked by now; each server has its own way to tell."""
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
                    env=os.environ | self.environment,
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

    def freeze(self) -> None:
        """Every process of it stands still: connections stay open, and nothing is answered."""
        for pid in [*children_of(self.process.pid), self.process.pid]:
            with contextlib.suppress(ProcessLookupError):  # it may have ended meanwhile
                os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Go on where it stood."""
        for pid in [self.process.pid, *children_of(self.process.pid)]:
            with contextlib.suppress(ProcessLookupError):  # it may end as soon as it goes on
                os.kill(pid, signal.SIGCONT)

    def as_account(self) -> dict[str, Any]:
        """How to run a program in our folder, in a group of its own, never as root."""
        where: dict[str, Any] = {"cwd": self.folder, "start_new_session": True}
        if os.getuid() == 0:
            where |= {"user": self.account, "group": _group_of(self.account), "extra_groups": []}
        return where


class PrivatePostgres(Private):
    """A PostgreSQL with one password; raises NotHere where none is installed."""

    name = "postgres"
    locale = "C"
    ends_by = signal.SIGQUIT  # at once: its data go with it

    def prepare(self) -> None:
        self.password = secrets.token_hex(16)
        (self.folder / "password").write_text(self.password)
        if os.getuid() == 0:
            shutil.chown(self.folder / "password", self.account)
        wanted = "-D data -U numerica --pwfile=password --auth=scram-sha-256 --encoding=UTF8"
        initdb = [program("initdb"), *wanted.split(), f"--locale={self.locale}", "--no-sync"]
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

    def hold_lock(self, url: str, table: str) -> "psycopg.Connection[Any]":
        """Let nobody read or write a table until the connection is closed."""
        connection = psycopg.connect(url)
        connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        return connection

    def new_database(self, template: str = "template1") -> str:
        """The address of a new database: empty, or a copy of another to which nobody connects.

        Until the next checkpoint a crash would set the sequences of a copy back to its beginning.
        """
        name = f"numerica_{secrets.token_hex(4)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
            connection.execute("CHECKPOINT")
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
