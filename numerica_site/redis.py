"""Redis, without needing it: while it is away limits fail open and nudges stay in the process.

Nothing that must not be lost is kept there. A page of another process misses a nudge meanwhile;
its heartbeat finds what changed.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache, partial, wraps
from typing import Any

from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

AWAY = (RedisError, OSError)
ASKED_AGAIN_AFTER = 2.0  # seconds; until then nobody waits for a Redis that did not answer
PATIENCE = 3.0  # seconds until a Redis that neither answers nor refuses counts as away

log = logging.getLogger(__name__)


class _Breaker:
    """Remembers for a moment that Redis did not answer; all threads of the process share it."""

    def __init__(self) -> None:
        self._asked_again_at = 0.0

    @property
    def is_open(self) -> bool:
        return time.monotonic() < self._asked_again_at

    def trip(self, fault: Exception) -> None:
        log.warning("Redis is away: %s", fault)
        self._asked_again_at = time.monotonic() + ASKED_AGAIN_AFTER


_breaker = _Breaker()


# --- the cache ---


def _forgiving(ask: Callable[..., Any], otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """A method that answers `otherwise`, of the same arguments, while Redis is away."""

    @wraps(ask)
    def asked(self: RedisCacheClient, *told: Any) -> Any:
        if not _breaker.is_open:
            try:
                return ask(self, *told)
            except AWAY as fault:
                _breaker.trip(fault)
        return otherwise(*told)

    return asked


class ForgivingClient(RedisCacheClient):
    """While Redis is away nothing is found, and every `add` succeeds as if it were the first."""

    add = _forgiving(RedisCacheClient.add, lambda key, value, timeout: True)
    get = _forgiving(RedisCacheClient.get, lambda key, default: default)
    set = _forgiving(RedisCacheClient.set, lambda key, value, timeout: None)
    touch = _forgiving(RedisCacheClient.touch, lambda key, timeout: False)
    delete = _forgiving(RedisCacheClient.delete, lambda key: False)
    get_many = _forgiving(RedisCacheClient.get_many, lambda keys: {})
    has_key = _forgiving(RedisCacheClient.has_key, lambda key: False)
    incr = _forgiving(RedisCacheClient.incr, lambda key, delta: delta)
    set_many = _forgiving(RedisCacheClient.set_many, lambda data, timeout: None)
    delete_many = _forgiving(RedisCacheClient.delete_many, lambda keys: None)


_kept_client = lru_cache(ForgivingClient)


def _client(servers: Iterable[str], **options: Any) -> ForgivingClient:
    """That of the process: each client opens connections of its own."""
    return _kept_client(tuple(servers), **options)


class ForgivingCache(RedisCache):
    """Django's cache on Redis for what may be forgotten: limits and counts.

    Django makes one for each context, and so one for each piece of work that a thread is given. All
    of a process share a client: else each would connect, which takes longer than asking something.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _client

    def answers(self) -> bool:
        """Whether Redis can be reached now."""
        try:
            return bool(self._cache.get_client().ping())
        except AWAY:
            return False


# --- the channel layer ---


class _ForgivingShard(RedisSingleShardConnection):
    """Pages of this process hear of what happens in it, whether Redis is there or not."""

    async def publish(self, channel: str, message: bytes) -> None:
        if not await self._try_send(partial(super().publish, channel, message)):
            self._receive_message({"channel": channel, "data": message})

    async def subscribe(self, channel: str) -> None:
        await self._try_send(partial(super().subscribe, channel))

    async def unsubscribe(self, channel: str) -> None:
        await self._try_send(partial(super().unsubscribe, channel))

    async def _try_send(self, ask: Callable[[], Awaitable[None]]) -> bool:
        """Whether Redis took it.

        A connection from before Redis was away is found to be dead only when it is used: then it is
        asked once more, by another.
        """
        if _breaker.is_open:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                try:
                    await ask()
                except AWAY:
                    await ask()
        except (*AWAY, TimeoutError) as fault:
            _breaker.trip(fault)
            return False
        return True


class ForgivingLayer(RedisPubSubChannelLayer):
    """The channel layer by Redis pub/sub; a page that joins while it is away joins later."""

    def _get_layer(self) -> RedisPubSubLoopLayer:
        layer = super()._get_layer()
        if not all(isinstance(shard, _ForgivingShard) for shard in layer._shards):
            layer._shards = [_ForgivingShard(shard.host, layer) for shard in layer._shards]
        return layer

    async def answers(self) -> bool:
        """Whether Redis can be reached now."""
        try:
            async with asyncio.timeout(PATIENCE):
                for shard in self._get_layer()._shards:
                    await RedisSingleShardConnection.publish(shard, "ready", b"")
        except AWAY:
            return False
        return True
