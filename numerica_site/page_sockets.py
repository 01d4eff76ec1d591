"""Sockets under daphne: one frame for all who are sent the same, and bounds for slow readers."""

import socket
from contextlib import suppress
from functools import lru_cache
from typing import Any

from autobahn.websocket import protocol
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime

UNSENT = 16 * 1024  # bytes that wait to be sent, here and in the kernel each: above, a page lags
MOST_MISSED = 256 * 1024  # bytes that are sent to a page that lags: above, it is cut off
LONGEST_LAG = 20.0  # seconds
MEASURED_AFTER = 4.0  # seconds since a page was asked last
BEAT = b"\x81\x01 "
"""A message of one blank: the script of a page sees messages, not pings, and misses it where a line
has died without a word (`static/js/live/connection.js`)."""

clock: Any = IReactorTime(reactor)


class PageSocket(WebSocketProtocol):
    """The socket of one page; what the page does not take is not piled up for it.

    When more than `UNSENT` bytes wait, the application receives `reader.lags`, and when all of
    them are sent, `reader.caught_up`. A page that lags for `LONGEST_LAG` seconds, or is sent more
    than `MOST_MISSED` bytes meanwhile, is cut off: it connects again and shows what there is.

    An application that sends `reader.measure` is told from then on how many seconds the page takes
    to answer a ping: `reader.answered`. Browsers answer pings by themselves.
    """

    cut: Any = None  # the call that cuts a page off that lags
    missed = 0  # bytes sent since it lags
    is_measured = False
    asked_at = 0.0

    def connectionMade(self) -> None:
        """Be told how the connection takes what is sent, in place of who read the request."""
        super().connectionMade()
        self.transport.bufferSize = UNSENT
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)
        with suppress(OSError):  # a connection that is not TCP
            handle = self.transport.getHandle()
            handle.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """Send a message, which may be larger than those that are taken; none to who is gone."""
        if self.state == self.STATE_OPEN:
            frame = _framed(self.factory, content, binary)
            self.transport.write(frame)
            self._count(len(frame))

    def handle_reply(self, message: Any) -> None:
        """Called by daphne with what the application sends."""
        if message["type"] != "reader.measure":
            super().handle_reply(message)
            return
        self.is_measured = message["is_on"]
        if self.is_measured:
            self._sendAutoPing()

    def check_timeouts(self) -> None:
        """Called by daphne every two seconds."""
        if self.is_measured and clock.seconds() - self.asked_at >= MEASURED_AFTER:
            self._sendAutoPing()
        super().check_timeouts()

    def _sendAutoPing(self) -> None:
        """Ask whether the page is there; one question at a time.

        Autobahn forgets to end the wait for an answer when it asks again: that would cut off a page
        that answers both questions late. With each question the page is told that the line lives.
        """
        if self.state == self.STATE_OPEN and self.autoPingPending is None:
            self.asked_at = clock.seconds()
            super()._sendAutoPing()
            self.transport.write(BEAT)

    def onAutoPong(self, *_answer: Any) -> None:
        """The page has answered what it was asked last."""
        if self.is_measured:
            self._tell("reader.answered", seconds=clock.seconds() - self.asked_at)

    def _count(self, sent: int) -> None:
        self.missed += sent
        if self.cut is not None and self.missed > MOST_MISSED:
            self.transport.abortConnection()

    def pauseProducing(self) -> None:
        """Called by the connection at each message while more waits than should."""
        if self.cut is None:
            self.missed = 0
            self.cut = clock.callLater(LONGEST_LAG, self.transport.abortConnection)
            self._tell("reader.lags")

    def resumeProducing(self) -> None:
        """Called by the connection when all that waited is sent."""
        self.stopProducing()
        self._tell("reader.caught_up")
        if self.transport.disconnecting:
            self.transport.unregisterProducer()  # else the connection would wait for more

    def stopProducing(self) -> None:
        """Called by the connection when it is lost."""
        if self.cut is not None and self.cut.active():
            self.cut.cancel()
        self.cut = None

    def _tell(self, what: str, **more: float) -> None:
        self.application_queue.put_nowait({"type": what, **more})


@lru_cache(maxsize=32)
def _framed(factory: WebSocketFactory, content: Any, binary: bool) -> bytes:
    """The bytes of a message, the same for every page that is sent it: servers mask nothing."""
    message = factory.prepareMessage(content if binary else content.encode(), binary)
    framed: bytes = message.payloadHybi
    return framed


def install_page_sockets() -> None:
    """Let daphne make its sockets of this kind.

    Autobahn lays out all its settings for each connection, for a log that is off: an eighth of
    what joining costs.
    """
    WebSocketFactory.protocol = PageSocket
    protocol.pformat = str  # type: ignore[assignment, attr-defined]
