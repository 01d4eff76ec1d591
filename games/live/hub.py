"""The hub: this process listens to the channel layer once, and passes on to the pages it serves.

A message of the layer names its group. Each group that pages of this process listen to has a room;
the messages of a room are handled one after the other, those of two rooms side by side.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from channels.layers import get_channel_layer

from accounts.shared_counts import running

log = logging.getLogger(__name__)

Message = Mapping[str, Any]
"""A `type` as `game.changed`, the `group` that it was sent to, and what else it tells."""


class Listener(Protocol):
    """An open page that is told what its groups are told."""

    async def hear(self, message: Message) -> None: ...


class Room:
    """The pages of this process that listen to one group."""

    def __init__(self, group: str) -> None:
        self.group = group
        self.listeners: dict[Any, None] = {}
        self.waiting: deque[Message] = deque()
        self._work: asyncio.Task[None] | None = None

    def take(self, message: Message) -> None:
        """Handle this message after those that wait."""
        self.waiting.append(message)
        self._work = running(self._work, self._handle_waiting)

    async def _handle_waiting(self) -> None:
        while self.waiting:
            try:
                await self.handle(self.waiting.popleft())
            except Exception as fault:  # the database is away: the heartbeat tries again
                log.warning("pages that listen to %s could not be told: %s", self.group, fault)

    def close(self) -> None:
        """The last page has gone."""

    async def handle(self, message: Message) -> None:
        """Pass a message on to every page; one that cannot take it keeps it from no other."""
        for listener in list(self.listeners):
            try:
                await listener.hear(message)
            except Exception as fault:
                log.warning("a page that listens to %s could not be told: %s", self.group, fault)


R = TypeVar("R", bound=Room)


class Hub:
    """The rooms of this process, and its one channel.

    Every `heartbeat` seconds what stands on it looks whether a message was lost.
    """

    heartbeat: float = 30

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self._channel: asyncio.Task[str] | None = None
        self._listening: asyncio.Task[None] | None = None

    async def join(self, group: str, listener: Listener, make_room: Callable[[str], R]) -> R:
        """Let this page hear from now on what the group is told; the room of the group.

        The rooms of a group are made by the same `make_room` everywhere.
        """
        await self._channel_here()
        room: Any = self.rooms.get(group)
        if room is None:
            self.rooms[group] = room = make_room(group)
        made: R = room
        made.listeners[listener] = None
        await self.renew(group)
        return made

    async def leave(self, group: str, listener: Listener) -> None:
        """Let the page hear no more; with the last page of a group the process leaves it."""
        room = self.rooms.get(group)
        if room is None or listener not in room.listeners:
            return
        del room.listeners[listener]
        if not room.listeners:
            self.rooms.pop(group).close()
            await get_channel_layer().group_discard(group, await self._channel_here())
            await self.renew(group)  # somebody may have come meanwhile

    async def renew(self, group: str) -> None:
        """Join a group again whose room is here: a layer that was away has forgotten it."""
        if group in self.rooms:
            await get_channel_layer().group_add(group, await self._channel_here())

    async def _channel_here(self) -> str:
        """The channel of this process in the running loop; made when the loop is new."""
        loop = asyncio.get_running_loop()
        made = self._channel
        if made is None or made.get_loop() is not loop or (made.done() and made.exception()):
            self.rooms.clear()
            self._channel = made = loop.create_task(get_channel_layer().new_channel("hub."))
            self._listening = loop.create_task(self._listen(made))
        return await asyncio.shield(made)

    async def _listen(self, made: "asyncio.Task[str]") -> None:
        channel = await made
        while True:
            try:
                message = await get_channel_layer().receive(channel)
            except Exception as fault:
                log.warning("the channel layer cannot be heard: %s", fault)
                await asyncio.sleep(1)
            else:
                if room := self.rooms.get(message.get("group", "")):
                    room.take(message)


hub = Hub()
