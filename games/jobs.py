"""What happens without a request: deadlines that pass while nobody looks."""

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import OperationalError, close_old_connections
from django.utils import timezone

from games.services import settle_overdue

PERIOD = 1.0  # seconds

log = logging.getLogger(__name__)


def tick() -> int:
    """Settle every deadline that has passed; how many there were."""
    close_old_connections()
    try:
        return settle_overdue(timezone.now())
    finally:
        close_old_connections()


async def run(period: float = PERIOD) -> None:
    """Tick for ever; a database that is away for a while is tried again."""
    while True:
        try:
            await sync_to_async(tick, thread_sensitive=False)()
        except OperationalError as error:
            log.warning("the ticker could not reach the database: %s", error)
        await asyncio.sleep(period)
