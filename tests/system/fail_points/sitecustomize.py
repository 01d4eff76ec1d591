"""On the path of a server: it is killed, or something raises, at a chosen point of a stored move.

The file `fail_point` in the server's folder says where and how, as `before_commit kill`; it is read
where a move comes by, and taken away before anything happens: each order is carried out once.
"""

import os
import signal
import threading
from pathlib import Path

from daphne.server import Server
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.utils import DatabaseError

ORDER = Path(os.environ["NUMERICA_VAR"]) / "fail_point"
_this = threading.local()


class Failed(DatabaseError):
    """What raises at a point, as a database does whose commit, or the answer to it, is lost."""


def pass_by(point):
    """Carry out the order for this point, if there is one and a request came here."""
    if not threading.current_thread().name.startswith(("pages", "moves", "MainThread")):
        return
    try:
        wanted, how = ORDER.read_text().split()
    except (FileNotFoundError, ValueError):
        return
    if wanted != point:
        return
    ORDER.unlink()
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    raise Failed(point)


execute = CursorWrapper.execute
commit = BaseDatabaseWrapper._commit
tell = BaseDatabaseWrapper.run_and_clear_commit_hooks
handle_reply = Server.handle_reply


def execute_by_points(self, sql, params=None):
    told = execute(self, sql, params)
    if self.db.in_atomic_block:
        if sql.startswith("SELECT") and 'FROM "games_game" WHERE "games_game"."id" = ' in sql:
            pass_by("after_lock")
        elif sql.startswith('INSERT INTO "games_playedmove"'):
            _this.stores = True
            pass_by("after_row")
    return told


def commit_by_points(self):
    stores, _this.stores = getattr(_this, "stores", False), False
    if stores:
        pass_by("before_commit")
    commit(self)
    if stores:
        _this.has_stored = True
        pass_by("after_commit")


def tell_by_points(self):
    has_stored, _this.has_stored = getattr(_this, "has_stored", False), False
    if has_stored and self.run_on_commit:
        pass_by("while_telling")
    tell(self)


async def reply_by_points(self, protocol, message):
    if message["type"] == "http.response.start" and b"/move/" in getattr(protocol, "path", b""):
        pass_by("before_answer")
    await handle_reply(self, protocol, message)


CursorWrapper.execute = execute_by_points
BaseDatabaseWrapper._commit = commit_by_points
BaseDatabaseWrapper.run_and_clear_commit_hooks = tell_by_points
Server.handle_reply = reply_by_points
