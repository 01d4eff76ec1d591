"""Copies of the whole database, made while the site runs, and databases made of them.

An SQLite file is copied by SQLite itself, a PostgreSQL by the programs that come with it. A copy
is one moment: whatever was acknowledged before the copying began is in it.
"""

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection

PAGES_A_STEP = 500  # of SQLite; between two steps others may write
BUSY = 60.0  # seconds to wait for who writes
IN_SQLITE = b"SQLite format 3\x00"
IN_DUMP = b"PGDMP"
IN_TLS = ("sslmode", "sslrootcert", "sslcert", "sslkey")  # which PostgreSQL's programs know too


class CopyFault(Exception):
    """Why there is no copy, or no database made of one; nothing was changed."""


def copy_to(path: Path) -> None:
    """Write a copy of the database to a new file; only one that is whole gets its name."""
    _require_new(path)
    try:
        _require_tables()
        with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
            part = Path(folder) / "part"  # of this copy alone: another may be made at the same time
            _copy_sqlite(part) if connection.vendor == "sqlite" else _dump(part)
            with part.open("rb") as written:
                os.fsync(written.fileno())
            _require_new(path)
            part.rename(path)
    except (OSError, sqlite3.Error, DatabaseError) as fault:
        raise CopyFault(f"No copy was made: {fault}") from fault


def _require_tables() -> None:
    """There may be an empty database where the environment is not the site's."""
    is_there = connection.vendor != "sqlite" or Path(_place()).exists()  # SQLite would make one
    if not (is_there and connection.introspection.table_names()):
        raise CopyFault(
            f"There is no database at {_place()}, or an empty one: is the environment the site's?"
        )


def make_from(path: Path) -> None:
    """Fill the database, which must be empty, with what is in a copy."""
    kind = IN_SQLITE if connection.vendor == "sqlite" else IN_DUMP
    try:
        with path.open("rb") as file:
            start = file.read(len(kind))
    except OSError as fault:
        raise CopyFault(f"The copy cannot be read: {fault}") from fault
    if start != kind:
        raise CopyFault(f"{path} is no copy of a database of this kind ({connection.vendor}).")
    if connection.vendor == "sqlite":
        Path(_place()).parent.mkdir(parents=True, exist_ok=True)
    if connection.introspection.table_names():
        raise CopyFault("This database is not empty. Make a new one, and restore into that.")
    _fill_sqlite(path) if connection.vendor == "sqlite" else _fill_postgresql(path)


def _require_new(path: Path) -> None:
    if path.exists():
        raise CopyFault(f"{path} is there already.")


# --- SQLite ---


def _copy_sqlite(part: Path) -> None:
    with closing(sqlite3.connect(_place(), timeout=BUSY)) as source:
        with closing(sqlite3.connect(part)) as copy:
            source.execute("BEGIN")  # one moment, whatever is written meanwhile
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(copy, pages=PAGES_A_STEP)
            _require_whole(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, to be carried about


def _fill_sqlite(path: Path) -> None:
    connection.close()
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            _require_whole(copy)
            with closing(sqlite3.connect(_place(), timeout=BUSY)) as target:
                copy.backup(target)
    except sqlite3.Error as fault:
        raise CopyFault(f"The copy cannot be read: {fault}") from fault


def _require_whole(copy: sqlite3.Connection) -> None:
    ((answer,), *_) = copy.execute("PRAGMA integrity_check").fetchall()
    if answer != "ok":
        raise CopyFault(f"The copy is damaged: {answer}")


def _place() -> str:
    return str(connection.settings_dict["NAME"])


# --- PostgreSQL ---


def _dump(part: Path) -> None:
    _run("pg_dump", "--format=custom", f"--file={part}")
    _run_on_file("pg_restore", "--list", str(part))


def _fill_postgresql(path: Path) -> None:
    """In one transaction: the whole copy or nothing."""
    _run_on_file("pg_restore", "--list", str(path))
    told = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
    _run("pg_restore", *told, f"--dbname={_name()}", str(path))


def _run(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on the site's database; the password goes by no command line."""
    settings = connection.settings_dict
    told = {
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        "PGDATABASE": _name(),
        **{f"PG{key.upper()}": settings["OPTIONS"].get(key) for key in IN_TLS},
    }
    _run_with(program, arguments, {name: str(value) for name, value in told.items() if value})


def _run_on_file(program: str, *arguments: str) -> None:
    _run_with(program, arguments, {})


def _run_with(program: str, arguments: Iterable[str], more: dict[str, str]) -> None:
    command: list[Any] = [program, *arguments]
    try:
        ran = subprocess.run(command, env=os.environ | more, capture_output=True, text=True)  # noqa: S603  # its own arguments
    except FileNotFoundError as fault:
        raise CopyFault(f"{program} is not installed: it comes with PostgreSQL.") from fault
    if ran.returncode:
        raise CopyFault(f"{program} says: {ran.stderr.strip()}")


def _name() -> str:
    return str(connection.settings_dict["NAME"])
