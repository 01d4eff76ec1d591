"""Celery's workers, on any number of machines: `celery -A numerica_site.workers worker`.

Only the scaled-out shape has them (NUMERICA_WORKERS=celery). What they do stands in
`games.background.tasks`; a message carries a game's number and a ply, or the name of an analysis,
and never a tile.
"""

import asyncio
import logging
import os
import ssl
import threading
from collections.abc import Callable
from typing import Any

import django
from celery import Celery, signals
from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numerica_site.settings")
django.setup()

# These touch models, so they come after the line above: E402 does not know that.
from games import notifications  # noqa: E402
from games.background import tasks  # noqa: E402
from games.background.nudges import Nudge, Nudges, Work  # noqa: E402
from games.computers.worker import NICER  # noqa: E402

QUEUES: dict[Work, str] = {
    "move": "urgent",
    "advise": "urgent",
    "analyse": "analysis",
    "review": "review",
    "review-later": "later",
    "deepen": "deep",
}
"""In the order in which a worker looks at them: a person waits; a person asks; reviews of games
among people; others; the second stages of reviews."""

PREFIX = "workers."  # of every key in Redis
LONGEST = 20  # seconds; a worker that takes longer hangs, and is killed
LOST_AFTER = 60  # seconds after which a message of a machine that is gone is given to another
PATIENCE = 0.5  # seconds until a Redis that does not answer counts as away
LAST_WORDS = 3.0  # seconds in which a worker that ends makes the moves it has found

log = logging.getLogger(__name__)

app = Celery("numerica", broker=settings.REDIS_URL, fixups=[], set_as_current=False)
app.conf.update(
    # without it Celery takes any certificate; in the clear it changes nothing
    broker_use_ssl={"ssl_cert_reqs": ssl.CERT_REQUIRED}
    if settings.REDIS_URL.startswith("rediss:")
    else False,
    task_queues={name: {"routing_key": name} for name in QUEUES.values()},
    task_default_queue="urgent",
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_time_limit=LONGEST,
    worker_prefetch_multiplier=1,
    worker_lost_wait=0.5,  # seconds; until then a place stays taken by the child that died in it
    worker_max_memory_per_child=400_000,  # KiB; another child takes its place
    worker_proc_alive_timeout=60,  # seconds that a child may take to start, on a busy machine
    worker_enable_remote_control=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "global_keyprefix": PREFIX,
        "queue_order_strategy": "priority",
        "priority_steps": [0],
        "visibility_timeout": LOST_AFTER,
        "socket_connect_timeout": PATIENCE,
    },
)


class CeleryWorkers:
    """Sends nudges by Redis; see `games.background.nudges.Workers`."""

    def __init__(self) -> None:
        limits = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        self._redis = Redis.from_url(settings.REDIS_URL, **limits)

    def send(self, nudge: Nudge) -> None:
        """Put a nudge into the queue of its urgency."""
        _TASKS[nudge.work].apply_async(
            (nudge.game_id, nudge.ply), queue=QUEUES[nudge.work], retry=False
        )

    def waiting(self) -> int:
        """How many urgent nudges nobody has taken yet."""
        try:
            return int(str(self._redis.llen(f"{PREFIX}urgent")))
        except (RedisError, OSError):
            return 0


workers = CeleryWorkers()
nudges = Nudges(workers)


# --- what a worker does ---


def _move(game_id: str, ply: int) -> None:
    tasks.move(game_id, ply, workers.waiting())


def _analyse(name: str, _: int) -> None:
    tasks.analyse(name)


def _reviewer(work: Work, make: Callable[[str], bool]) -> Callable[[str, int], None]:
    def review(game_id: str, _: int) -> None:
        if make(game_id):
            workers.send(Nudge(work, game_id))  # behind what is more urgent

    return review


_WORK: dict[Work, Callable[[str, int], None]] = {
    "move": _move,
    "advise": tasks.advise,
    "analyse": _analyse,
    "review": _reviewer("review", tasks.review),
    "review-later": _reviewer("review-later", tasks.review),
    "deepen": _reviewer("deepen", tasks.deepen),
}
_TASKS: dict[Work, Any] = {work: app.task(done, name=work) for work, done in _WORK.items()}


# --- how a worker begins and ends ---


@signals.setup_logging.connect  # type: ignore[untyped-decorator]  # Celery has no types
def keep_logging(**_: object) -> None:
    """Keep Celery from setting up logs of its own: it leaves that to any listener of this signal.

    No line is written for each nudge.
    """
    logging.getLogger("celery").setLevel(logging.WARNING)


@signals.worker_ready.connect  # type: ignore[untyped-decorator]
def say_ready(**_: object) -> None:
    """In the process that hands out nudges: from now on it takes some."""
    log.info("ready to think")


@signals.worker_process_init.connect  # type: ignore[untyped-decorator]
def begin(**_: object) -> None:
    """In each child: pages go before, and its commits tell open pages and other workers."""
    os.nice(NICER)
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="telling", daemon=True).start()
    notifications.use_event_loop(loop)
    nudges.listen()


@signals.worker_process_shutdown.connect  # type: ignore[untyped-decorator]
def end(**_: object) -> None:
    """In each child that is asked to end: what was found is still made."""
    tasks.answers.finish(LAST_WORDS)
