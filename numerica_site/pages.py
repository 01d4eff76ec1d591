"""Pages: Django's own synchronous handler on a few lasting threads, behind daphne's loop.

A request never shares its database connection: each thread has one, which is given back, or
closed when it broke, in the thread that used it, whatever becomes of the client.
"""

import asyncio
import io
import logging
import os
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http import HTTPStatus
from typing import Any

from asgiref.wsgi import WsgiToAsgiInstance
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.urls import Resolver404, resolve
from django.utils.http import parse_header_parameters

from accounts import view_lanes
from numerica_site.outages import is_outage, unavailable
from numerica_site.request_threads import MOST_WAITING, PATIENCE, Busy, Lane

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Say = Callable[[Message], bool]
"""Sends a message from a thread; when the loop has taken it, returns whether more is wanted."""

LANES: dict[view_lanes.Lane, int] = {
    "pages": settings.PAGE_THREADS,
    "moves": 3,
    "slow": 2,
    "archives": 1,
    "health": 1,
}
"""How many threads each lane has; all but `health` come to hold one database connection each."""

QUEUES: dict[view_lanes.Lane, tuple[int, float]] = {"archives": (8, 20.0)}
"""How many may wait and how many seconds, where that is not as `request_threads` says.

The largest archive takes seconds, and the next one waits for it.
"""

LAST_WORDS = 5.0  # seconds that a server that ends waits for what it has begun
BUSY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'",
    "X-Content-Type-Options": "nosniff",
}
"""For the one answer that no middleware of Django sees."""

STUCK = 30.0  # seconds without an answer after which a process is of no use any more

log = logging.getLogger(__name__)


class Pages:
    """The application for HTTP. `handler` is Django's WSGI handler."""

    def __init__(self, handler: Callable[..., Any]) -> None:
        self.handler = handler
        self.lanes = {
            name: Lane(name, threads, *QUEUES.get(name, (MOST_WAITING, PATIENCE)))
            for name, threads in LANES.items()
        }
        self.in_hand = 0  # requests that have come and are not answered
        self.all_answered = asyncio.Event()
        self.all_answered.set()
        self.is_ending = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; who ends asks for no other on the same connection."""

        async def send_last(message: Message) -> None:
            if self.is_ending and message["type"] == "http.response.start":
                message["headers"].append((b"connection", b"close"))
            await send(message)

        self.in_hand += 1
        self.all_answered.clear()
        try:
            await self._call(scope, receive, send_last)
        finally:
            self.in_hand -= 1
            if not self.in_hand:
                self.all_answered.set()

    async def _call(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A client who leaves meanwhile is not waited for, and a stream to them ends."""
        body = await _whole_body(receive)
        if body is None:
            return
        loop, has_left = asyncio.get_running_loop(), threading.Event()

        def say(message: Message) -> bool:
            asyncio.run_coroutine_threadsafe(_send(send, message), loop).result()
            return not has_left.is_set()

        serving = asyncio.ensure_future(self._serve(scope, body, say))
        leaving = asyncio.ensure_future(_wait_for_disconnect(receive))
        try:
            await asyncio.wait({serving, leaving}, return_when=asyncio.FIRST_COMPLETED)
            for message in serving.result() if serving.done() else ():
                await send(message)
        except asyncio.CancelledError:  # the server ends; what has begun may come to its end
            await asyncio.wait({serving}, timeout=LAST_WORDS)
            if serving.done() and not serving.exception():
                for message in serving.result():
                    await send(message)
            raise
        finally:
            has_left.set()
            serving.cancel()
            leaving.cancel()

    async def _serve(self, scope: Scope, body: bytes, say: Say) -> list[Message]:
        """The messages of the answer; those of a stream are said as they come."""
        try:
            environ = _environ(scope, body)
        except ValueError:  # a header a hundred times
            return _messages(HttpResponse(b"Too many headers of one name.\n", "text/plain", 400))
        if not _is_in_utf8(environ):
            return _messages(HttpResponse(b"Send what you say in UTF-8.\n", "text/plain", 415))
        try:
            lane = self.lanes[_lane_of(scope["path"])]
            return await lane.run(lambda: self._answer(environ, say))
        except Exception as fault:  # Django answers those of its own; what is left broke on its way
            if is_outage(fault):
                log.error("%s: %s: %s", scope["path"], type(fault).__name__, fault)
            elif not isinstance(fault, Busy):
                raise
            response = unavailable(WSGIRequest(environ))
            for name, value in BUSY_HEADERS.items():
                response[name] = value
            return _messages(response)

    def _answer(self, environ: dict[str, Any], say: Say) -> list[Message]:
        """In a thread: run Django, and close the response there, which frees the connection."""
        begun: list[Message] = []

        def start_response(status: str, headers: list[tuple[str, str]]) -> None:
            begun.append(_start(int(status[:3]), headers))

        response = self.handler(environ, start_response)
        try:
            if not response.streaming:
                return _with_length(begun[0], response.content)
            is_wanted = say(begun[0]) and environ["REQUEST_METHOD"] != "HEAD"
            for piece in response if is_wanted else ():
                if not say(_body(piece, more=True)):
                    break
            return [_body(b"")]
        finally:
            response.close()

    def are_served(self) -> bool:
        """Whether who asks or moves now is answered: some thread was free or finished of late."""
        lanes = self.lanes["pages"], self.lanes["moves"]
        return all(lane.seconds_stuck() < lane.patience for lane in lanes)

    async def watch(self, period: float = 1.0) -> None:
        """End the process when no page was answered for long: another one can do better.

        What hangs may never return, so nothing is waited for. Every acknowledged move is stored.
        """
        while True:
            await asyncio.sleep(period)
            if (stuck := self.lanes["pages"].seconds_stuck()) > STUCK:
                log.critical("no page was answered for %d s; this process ends", stuck)
                logging.shutdown()
                os._exit(os.EX_UNAVAILABLE)


def _lane_of(path: str) -> view_lanes.Lane:
    try:
        return view_lanes.lane_of(resolve(path).func)
    except Resolver404:
        return "pages"


async def _whole_body(receive: Receive) -> bytes | None:
    """What the client sent; None if it left first. It is short: the guards see to that."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            return body


async def _wait_for_disconnect(receive: Receive) -> None:
    """Returns when the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(send: Send, message: Message) -> None:
    await send(message)


def _environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """The request as WSGI has it; ValueError for a header that comes a hundred times.

    The length is that of what came: a body sent in chunks announces none.
    """
    instance: Any = WsgiToAsgiInstance(None)  # type: ignore[no-untyped-call]  # asgiref has no types
    instance.scope = scope
    environ: dict[str, Any] = instance.build_environ(scope, io.BytesIO(body))
    return environ | {"CONTENT_LENGTH": str(len(body)), "wsgi.multiprocess": False}


def _is_in_utf8(environ: dict[str, Any]) -> bool:
    """Whether Django reads the address and the body in UTF-8: it takes any codec that is named."""
    named = parse_header_parameters(environ.get("CONTENT_TYPE", ""))[1].get("charset", "utf-8")
    return named.lower() in ("utf-8", "utf8")


def _messages(response: HttpResponse) -> list[Message]:
    return _with_length(_start(response.status_code, response.items()), response.content)


def _with_length(start: Message, content: bytes) -> list[Message]:
    """A whole answer; its length is announced even where no middleware did."""
    if not any(name == b"content-length" for name, _ in start["headers"]):
        start["headers"].append((b"content-length", b"%d" % len(content)))
    return [start, _body(content)]


def _start(status: int, headers: Iterable[tuple[str, str]]) -> Message:
    coded = [(name.lower().encode("ascii"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": HTTPStatus(status), "headers": coded}


def _body(content: bytes, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}
