"""On the path of a server: it is killed, or something raises, at a chosen point of what it stores.

The file `fail_point` in the server's folder says where and how, as `before_commit kill`; it is read
where a move comes by, and taken away before anything happens: each order is carried out once.
`before_commit kill games_chatline` waits for a transaction that has written to this table.
"""

import os
import re
import signal
import threading
from pathlib import Path

from daphne.server import Server
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.utils import DatabaseError

ORDER = Path(os.environ["NUMERICA_VAR"]) / "fail_point"
MOVES = "games_playedmove"
WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')


class _This(threading.local):
    """Of the thread that is at work: where its transaction, and the one that is committed, wrote."""

    def __init__(self):
        self.written, self.committed = set(), set()


_this = _This()


class Failed(DatabaseError):
    """What raises at a point, as a database does whose commit, or the answer to it, is lost."""


def pass_by(point, written=(MOVES,)):
    """Carry out the order for this point and a table written to, if a request came here."""
    if not threading.current_thread().name.startswith(("pages", "moves", "slow", "MainThread")):
        return
    try:
        wanted, how, *told = ORDER.read_text().split()
    except (FileNotFoundError, ValueError):
        return
    [table] = told or [MOVES]
    if wanted != point or table not in written:
        return
    ORDER.unlink()
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    raise Failed(point)


execute = CursorWrapper.execute
commit = BaseDatabaseWrapper._commit
rollback = BaseDatabaseWrapper._rollback
tell = BaseDatabaseWrapper.run_and_clear_commit_hooks
handle_reply = Server.handle_reply


def execute_by_points(self, sql, params=None):
    told = execute(self, sql, params)
    if self.db.in_atomic_block:
        if sql.startswith("SELECT") and 'FROM "games_game" WHERE "games_game"."id" = ' in sql:
            pass_by("after_lock")
        elif wrote := WRITES.match(sql):
            _this.written.add(wrote[1])
            if sql.startswith(f'INSERT INTO "{MOVES}"'):
                pass_by("after_row")
    return told


def commit_by_points(self):
    written, _this.written = _this.written, set()
    pass_by("before_commit", written)
    commit(self)
    _this.committed = written
    pass_by("after_commit", written)


def rollback_by_points(self):
    _this.written = set()
    rollback(self)


def tell_by_points(self):
    written, _this.committed = _this.committed, set()
    if self.run_on_commit:
        pass_by("while_telling", written)
    tell(self)


async def reply_by_points(self, protocol, message):
    if message["type"] == "http.response.start" and b"/move/" in getattr(protocol, "path", b""):
        pass_by("before_answer")
    await handle_reply(self, protocol, message)


CursorWrapper.execute = execute_by_points
BaseDatabaseWrapper._commit = commit_by_points
BaseDatabaseWrapper._rollback = rollback_by_points
BaseDatabaseWrapper.run_and_clear_commit_hooks = tell_by_points
Server.handle_reply = reply_by_points
