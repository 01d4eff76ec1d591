"""Figures for Prometheus, on a port of their own, where the environment asks for them.

Nothing of it can be reached at the address of the site: the port is another one, of an address that
the setting names, and what is told are numbers.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, connection
from django.db.backends.signals import connection_created
from prometheus_client import REGISTRY, Counter, Gauge, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.models import Game
from games.services.analyses import ANALYSES
from games.services.deep_reviews import DEEP_REVIEWS
from games.services.reviews import REVIEWS
from games.services.work_queues import WorkQueue
from numerica_site.addresses import LAST_PORT, host_and_port

SETTING = "NUMERICA_METRICS"
PORTS = 16  # processes of one machine that may share a setting: each takes the next port
SLOW = 0.1  # seconds that a query may take

WORK: Mapping[str, WorkQueue[Any]] = {
    "analyses": ANALYSES,
    "reviews": REVIEWS,
    "deep_reviews": DEEP_REVIEWS,
}

SLOW_QUERIES = Counter("numerica_slow_queries", f"Queries that took more than {SLOW} s")
TASKS = Gauge("numerica_tasks", "Tasks that the event loop of this process has underway")

log = logging.getLogger(__name__)


def serve(address: str) -> int | None:
    """Answer Prometheus at `host:port` or a port after it that is free; which. None for no address.

    Raises ImproperlyConfigured for what cannot be listened at.
    From now on queries are timed, in every connection that is opened.
    """
    if not address:
        return None
    host, first = host_and_port(SETTING, address)
    port = _listen(host, first)
    REGISTRY.register(Queues())
    connection_created.connect(_time_queries)
    shown = f"[{host}]" if ":" in host else host
    log.info("figures for Prometheus at http://%s:%d/metrics", shown, port)
    return port


def count_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """From now on Prometheus is told of the tasks of this loop, counted when it asks."""
    TASKS.set_function(lambda: len(asyncio.all_tasks(loop)))


def _listen(host: str, first: int) -> int:
    """The first port that is free."""
    for port in range(first, min(first + PORTS, LAST_PORT + 1)):
        try:
            start_http_server(port, host)
        except (OSError, UnicodeError) as fault:  # of a name that cannot be looked up, too
            last = fault
        else:
            return port
    sentence = f"{SETTING}: nobody can be answered at {host} from port {first} on: {last}"
    raise ImproperlyConfigured(sentence) from last


class Queues(Collector):
    """What waits to be thought about, as the database has it: the same in each process."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Asked for with each visit of Prometheus; nothing while the database is away."""
        gauge = GaugeMetricFamily("numerica_waiting", "What waits for a computer", labels=["work"])
        try:
            for work, count in waiting().items():
                gauge.add_metric([work], count)
        except (DatabaseError, InterfaceError):
            return
        finally:
            connection.close()
        yield gauge


def waiting() -> dict[str, int]:
    """Turns of computers, which have no deadline, and what else is asked for and not made."""
    turns = Game.objects.filter(ended_at=None, deadline_at=None)
    waits = {work: queue.unfinished().count() for work, queue in WORK.items()}
    return {"moves": turns.count(), **waits}


def _time_queries(connection: Any, **_: object) -> None:
    """Django calls it for each connection that is opened."""
    if time_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(time_query)


def time_query(execute: Callable[..., Any], sql: str, params: Any, many: bool, told: Any) -> Any:
    """Run a query; a slow one is counted and logged, without its values: they may be secret."""
    begun = perf_counter()
    try:
        return execute(sql, params, many, told)
    finally:
        seconds = perf_counter() - begun
        if seconds > SLOW:
            SLOW_QUERIES.inc()
            log.warning("a query took %.2f s: %s", seconds, sql)
