"""`manage.py`: what a command stumbles over is told in a sentence, for people who run a site."""

import os
import re
import sys
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, InterfaceError, OperationalError

LEFT_ALONE = 141  # the status of a program whose reader has gone: 128 + SIGPIPE
NOT_PREPARED = re.compile(r"no such (table|column)|(relation|column) .+ does not exist")


def main(words: Sequence[str]) -> None:
    """Run a command; with `--traceback` a fault is shown with all that was underway."""
    try:
        _run(words)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes at its end
        sys.exit(LEFT_ALONE)
    except Exception as fault:
        sentence = told(fault)
        if sentence is None or "--traceback" in words:
            raise
        sys.exit(sentence)


def _run(words: Sequence[str]) -> None:
    try:
        execute_from_command_line(list(words))
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def told(fault: Exception) -> str | None:
    """What is away or written wrongly, on one line; None for what is no fault of these.

    >>> told(FileNotFoundError(2, "No such file or directory", "puzzles"))
    "No such file or directory: 'puzzles'"
    """
    if isinstance(fault, ImproperlyConfigured):
        return _on_one_line(fault)
    if isinstance(fault, (DatabaseError, InterfaceError)):
        return _told_of_database(fault)
    if isinstance(fault, UnicodeError) and getattr(fault, "encoding", "") == "utf-8":
        return f"These bytes are no text in UTF-8: {fault}"
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror + (f": {fault.filename!r}" if fault.filename is not None else "")
    return None


def _told_of_database(fault: Exception) -> str | None:
    if NOT_PREPARED.search(str(fault)):
        line = str(fault).splitlines()[0]
        return f"The database is not prepared ({line}). Run manage.py prepare_database first."
    is_damaged = type(fault) is DatabaseError  # as SQLite says of a file that is no database
    if is_damaged or isinstance(fault, (OperationalError, InterfaceError)):
        return f"The database cannot be used: {_on_one_line(fault)}"
    return None


def _on_one_line(fault: Exception) -> str:
    return " ".join(str(fault).split())
