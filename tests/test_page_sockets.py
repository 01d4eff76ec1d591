"""Sockets under daphne: who lags is told of, caught up, or cut off; and one frame serves all."""

from queue import SimpleQueue
from types import SimpleNamespace

import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from numerica_site import page_sockets
from numerica_site.page_sockets import LONGEST_LAG, MOST_MISSED, PageSocket


@pytest.fixture
def clock(monkeypatch) -> Clock:
    ticking = Clock()
    monkeypatch.setattr(page_sockets, "clock", ticking)
    return ticking


@pytest.fixture
def page(clock) -> PageSocket:
    """A socket that is open, on a connection that writes into memory."""
    made = PageSocket()
    made.factory = WebSocketFactory(SimpleNamespace())
    made.state = PageSocket.STATE_OPEN
    made.transport = StringTransport()
    made.transport.disconnecting = False
    made.application_queue = SimpleQueue()
    made.trafficStats = SimpleNamespace(outgoingOctetsWireLevel=0)
    made.logOctets, made.send_queue, made._perMessageCompress = False, [], None
    return made


def told(page: PageSocket) -> list[str]:
    return [page.application_queue.get()["type"] for _ in range(page.application_queue.qsize())]


def test_who_lags_and_catches_up_is_told_of_once_each_and_stays(page, clock):
    for _ in range(3):
        page.pauseProducing()
    assert told(page) == ["reader.lags"]
    clock.advance(LONGEST_LAG - 1)
    page.resumeProducing()
    assert told(page) == ["reader.caught_up"]
    clock.advance(LONGEST_LAG)
    assert not page.transport.disconnected


def test_who_lags_for_long_is_cut_off(page, clock):
    page.pauseProducing()
    clock.advance(LONGEST_LAG + 1)
    assert page.transport.disconnected


def test_who_lags_and_is_sent_much_is_cut_off(page):
    page.serverSend("x" * MOST_MISSED)
    page.pauseProducing()
    page.serverSend("x" * (MOST_MISSED // 2))
    assert not page.transport.disconnected
    page.serverSend("x" * (MOST_MISSED // 2))
    assert page.transport.disconnected


def test_a_connection_that_is_lost_is_cut_off_by_nothing_later(page, clock):
    page.pauseProducing()
    page.stopProducing()
    assert clock.getDelayedCalls() == []


def test_the_same_text_is_framed_once_and_nothing_is_sent_to_who_is_gone(page):
    text = "5 × 8 = 40"
    page.serverSend(text)
    page.serverSend(text)
    frame = b"\x81" + bytes([len(text.encode())]) + text.encode()
    assert page.transport.value() == frame + frame
    page.state = PageSocket.STATE_CLOSED
    page.serverSend(text)
    assert page.transport.value() == frame + frame
