"""When something that the site stands on is away: told as such, with a time to come again."""

import errno
import logging
import sys

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django.views.defaults import server_error

from accounts.view_lanes import served_in
from numerica_site.rejections import reject_request

RETRY_AFTER = 5  # seconds

_DATABASE_AWAY = (OperationalError, InterfaceError)
_MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE}

log = logging.getLogger(__name__)


def is_outage(fault: BaseException | None) -> bool:
    """Whether it is a fault of what the site stands on: the database, Redis, the disk, handles."""
    is_away = isinstance(fault, (*_DATABASE_AWAY, *_redis_faults()))
    return is_away or (isinstance(fault, OSError) and fault.errno in _MACHINE)


def _redis_faults() -> tuple[type[BaseException], ...]:
    """None where nobody has loaded Redis: that takes a tenth of a second of every command."""
    loaded = sys.modules.get("redis.exceptions")
    return (loaded.RedisError,) if loaded else ()


def unavailable(request: HttpRequest) -> HttpResponse:
    """503 with a time to come again."""
    return reject_request(request, 503, RETRY_AFTER)


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler of what no view expected, called while the exception is handled."""
    fault = sys.exc_info()[1]
    if not is_outage(fault):
        return server_error(request)
    log.error("%s %s: %s: %s", request.method, request.path, type(fault).__name__, fault)
    response = unavailable(request)
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django: no traceback of it
    return response


class OutagesInOneLine(logging.Filter):
    """Shortens an outage to one line, from any logger: a traceback shows nothing more."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and is_outage(record.exc_info[1]):
            fault = record.exc_info[1]
            record.msg = f"{record.getMessage()}: {type(fault).__name__}: {fault}"
            record.args, record.exc_info = None, None
        return True


# --- what is asked by machines ---


@served_in("health")
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Whether this process lives; it needs nothing else, but the session of who brings a cookie."""
    return _line("ok", 200)


@require_safe
def readiness(request: HttpRequest) -> HttpResponse:
    """Whether this process has all it stands on: the database, the cache, the channel layer."""
    away = [name for name, answers in _STANDS_ON.items() if not answers()]
    if "database" not in away and not _is_migrated():
        away.append("migrations")
    if away:
        return _line(f"away: {', '.join(away)}", 503)
    return _line("ok", 200)


def _line(text: str, status: int) -> HttpResponse:
    headers = {"Retry-After": str(RETRY_AFTER)} if status == 503 else {}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain", headers=headers)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except _DATABASE_AWAY:
        return False
    return True


def _is_migrated() -> bool:
    """Whether the database has what this version's migrations make; of newer ones it may have more.

    Once they are applied they stay so, and nobody looks again.
    """
    if not _known_as_migrated:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _known_as_migrated.append(True)
    return True


_known_as_migrated: list[bool] = []


def _cache_answers() -> bool:
    """One that lives in the process always does."""
    answers = getattr(cache, "answers", None)
    return answers is None or answers()


def _layer_answers() -> bool:
    answers = getattr(type(get_channel_layer()), "answers", None)
    return answers is None or async_to_sync(answers)(get_channel_layer())


_STANDS_ON = {
    "database": _database_answers,
    "cache": _cache_answers,
    "channel layer": _layer_answers,
}
