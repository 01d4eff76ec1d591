"""Redis as one process of the site asks it."""

import asyncio
from contextvars import Context
from datetime import timedelta

import pytest
from redis import Redis

from accounts.models import User
from games.store import round_trips
from tests.private_servers import PrivateRedis

pytestmark = pytest.mark.system

PLAYERS = 30


def connections_made(redis: PrivateRedis) -> int:
    with Redis.from_url(redis.url) as client:
        made: int = client.info("stats")["total_connections_received"]
    return made


async def in_context_of_its_own(work, *told):
    """As sockets and requests are."""
    return await asyncio.create_task(asyncio.to_thread(work, *told), context=Context())


async def test_all_who_ask_redis_share_the_connections_of_the_process(redis, settings):
    """Django has a cache for each context: each answer to a ping would open a connection."""
    settings.CACHES = {
        "default": {"BACKEND": "numerica_site.redis.ForgivingCache", "LOCATION": redis.url}
    }
    before = connections_made(redis)
    for number in range(PLAYERS):
        await in_context_of_its_own(round_trips.keep, number, 0.25)
    for number in range(PLAYERS):
        measured = await in_context_of_its_own(round_trips.of, User(pk=number))
        assert measured == timedelta(seconds=0.25)
    assert connections_made(redis) - before <= 2  # that of the cache, and of who counts
