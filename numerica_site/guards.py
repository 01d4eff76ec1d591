"""What stands in front of the application: sizes of requests, the origin of a socket."""

from typing import Any
from urllib.parse import urlsplit

from daphne import http_protocol
from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime
from twisted.web import http

TOO_LARGE = b"This request is too large.\n"
LONGEST_ARRIVAL = 20.0  # seconds that the bytes of one request may take
PATIENCE = 64  # times the longest body is read and thrown away before the connection is cut


class LimitedRequest(WebRequest):
    """A request whose body is refused with 413 when it is longer than `longest` bytes.

    Daphne hands a request to the application only after all of it has arrived, so the length a
    client announces is checked where twisted learns it, and a length not announced (chunked) is
    counted as it comes. What still arrives is thrown away, so that a client that writes first
    and reads later gets its answer; one that goes on and on is cut off.
    """

    longest = 0
    arrived = 0
    is_refused = False

    def gotLength(self, length: int | None) -> None:
        super().gotLength(0 if length is None else min(length, self.longest))
        if length is not None and length > self.longest:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:
        self.arrived += len(data)
        if not self.is_refused and self.arrived > self.longest:
            self.refuse()
        if not self.is_refused:
            super().handleContentChunk(data)
        elif self.arrived > PATIENCE * self.longest:
            self.transport.loseConnection()

    def refuse(self) -> None:
        """Answer in one line at once."""
        self.is_refused = True
        self.transport.write(
            b"HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain; charset=utf-8\r\n"
            b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(TOO_LARGE), TOO_LARGE)
        )

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send a piece of the answer; to HEAD no body, however many pieces it comes in.

        Twisted replaces `write` at the first piece of an answer to HEAD, and daphne calls the one
        of the class: what came behind the first piece was taken for the next answer.
        """
        if self.method == b"HEAD" and message["type"] == "http.response.body":
            message = message | {"body": b""}
        super().handle_reply(message)

    def handle_exception(self, exception: Exception) -> None:
        """An answer that breaks off half way is cut: a second one cannot begin behind it."""
        if self._response_started:
            self.transport.loseConnection()
        else:
            super().handle_exception(exception)

    def process(self) -> Any:
        """Called when all of the request is there."""
        if self.is_refused:
            self.server.protocol_disconnected(self)
            self.transport.loseConnection()
            return None
        return super().process()


def install_body_limit(longest: int) -> None:
    """Let daphne refuse longer bodies without keeping any of them."""
    LimitedRequest.longest = longest
    http_protocol.WebRequest = LimitedRequest  # the name under which daphne's factory looks it up


_Channel: Any = http.HTTPChannel  # without types


class PunctualChannel(_Channel):
    """A connection that is cut when a request takes longer than `LONGEST_ARRIVAL` to arrive.

    Twisted waits a minute for each byte, so that who sends one now and then would hold a connection
    for hours. Between two requests its minute holds.
    """

    clock: Any = IReactorTime(reactor)
    cut: Any = None  # the call that cuts the connection off

    def connectionMade(self) -> None:
        super().connectionMade()
        self._begin()

    def dataReceived(self, data: bytes) -> None:
        if self.cut is None and not self._handlingRequest:
            self._begin()
        super().dataReceived(data)

    def allContentReceived(self) -> None:
        """Called when all of a request is there."""
        self._end()
        super().allContentReceived()

    def connectionLost(self, reason: Any) -> None:
        self._end()
        super().connectionLost(reason)

    def _begin(self) -> None:
        self.cut = self.clock.callLater(LONGEST_ARRIVAL, self.forceAbortClient)

    def _end(self) -> None:
        if self.cut is not None and self.cut.active():
            self.cut.cancel()
        self.cut = None


def install_punctual_channels() -> None:
    """Let daphne's connections be of this kind."""
    untyped: Any = http
    HTTPFactory.protocol = lambda _: untyped._GenericHTTPChannelProtocol(PunctualChannel())


class ExactOrigin:
    """Only pages of our own origin may open a socket; no origin, or `null`, is none of ours.

    In production that is the one origin of SITE_URL. The embedded shape takes the origin under
    which the page itself was asked for, scheme and port included.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        if is_own_origin(origin, host):
            await self.application(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 4403})


def is_own_origin(origin: str, host: str) -> bool:
    """Whether a page of this origin is a page of this site."""
    if settings.WEBSOCKET_ORIGINS:
        return origin in settings.WEBSOCKET_ORIGINS
    try:
        parts = urlsplit(origin)
    except ValueError:  # `http://[` and the like
        return False
    domain, _ = split_domain_port(host)
    is_known = bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
    return is_known and parts.scheme in ("http", "https") and parts.netloc == host
