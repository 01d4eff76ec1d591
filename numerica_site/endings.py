"""How a process ends that is told to: it takes nothing new, answers what has come, and goes."""

import asyncio
import signal
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from twisted.internet import reactor as the_reactor
from twisted.internet.error import ReactorNotRunning
from twisted.internet.main import CONNECTION_DONE
from twisted.internet.tcp import Port
from twisted.python.failure import Failure

from numerica_site.pages import LAST_WORDS, Pages

ON_ITS_WAY = 0.2  # seconds that a request needs to arrive on a connection that was taken
WRITTEN = 0.1  # seconds in which what was answered leaves for the kernel

reactor: Any = the_reactor  # its stubs know neither readers nor triggers
failure: Any = Failure  # without types


def install_quiet_end(pages: Pages) -> None:
    """Let SIGTERM cut nobody off: who connects from then on is refused, and a proxy asks another
    process; who had connected gets the answer, for at most `LAST_WORDS` seconds. Ctrl-C and a
    terminal that is closed end what they began in the same way.
    """
    reactor.callWhenRunning(_Ending(pages).heed_signals)


@dataclass
class _Ending:
    """The end of a process, in place of Twisted's: that lets daphne cancel what it has in hand."""

    pages: Pages
    task: asyncio.Future[None] | None = None

    def heed_signals(self) -> None:
        """Who began us by nohup wants SIGHUP ignored."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda *_: reactor.callFromThread(self.begin))

    def begin(self) -> None:
        if self.task is None:  # a terminal and its shell may both say it
            self.task = asyncio.ensure_future(_end(self.pages))
            self.task.add_done_callback(lambda _: _stop())


def _stop() -> None:
    with suppress(ReactorNotRunning):
        reactor.stop()


async def _end(pages: Pages) -> None:
    for port in reactor.getReaders():
        if isinstance(port, Port):
            _close(port)
    pages.is_ending = True
    await asyncio.sleep(ON_ITS_WAY)
    with suppress(TimeoutError):
        await asyncio.wait_for(pages.all_answered.wait(), LAST_WORDS)
    await asyncio.sleep(WRITTEN)


def _close(port: Port) -> None:
    """Close a port at once, but take who waits before it: to close it would cut them off."""
    untyped: Any = port
    untyped.stopReading()
    untyped.doRead()
    untyped.connectionLost(failure(CONNECTION_DONE))
