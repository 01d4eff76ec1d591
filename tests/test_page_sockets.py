"""Sockets under daphne: who lags is told of, caught up, or cut off; one frame serves all; lines of
players are measured."""

import time
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from numerica_site import page_sockets
from numerica_site.page_sockets import BEAT, LONGEST_LAG, MEASURED_AFTER, MOST_MISSED, PageSocket


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
    made.logFrames, made.applyMask, made.maskServerFrames = False, True, False
    made.autoPingPending, made.autoPingPendingSeq, made.autoPingSize = None, 0, 12
    made.autoPingInterval = made.autoPingTimeout = 0
    made.autoPingTimeoutCall = None
    made.server = SimpleNamespace(websocket_timeout=9e9, ping_interval=9e9)
    made.socket_opened = made.last_ping = time.time()
    return made


def told(page: PageSocket) -> list[str]:
    return [page.application_queue.get()["type"] for _ in range(page.application_queue.qsize())]


def test_a_page_that_lags_and_catches_up_is_told_of_once_each_and_stays(page, clock):
    for _ in range(3):
        page.pauseProducing()
    assert told(page) == ["reader.lags"]
    clock.advance(LONGEST_LAG - 1)
    page.resumeProducing()
    assert told(page) == ["reader.caught_up"]
    clock.advance(LONGEST_LAG)
    assert not page.transport.disconnected


def test_a_page_that_lags_for_long_is_cut_off(page, clock):
    page.pauseProducing()
    clock.advance(LONGEST_LAG + 1)
    assert page.transport.disconnected


def test_a_page_that_lags_and_is_sent_much_is_cut_off(page):
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


# --- the lines of players ---


def measure(page: PageSocket, is_on: bool = True) -> None:
    page.handle_reply({"type": "reader.measure", "is_on": is_on})


def pings(page: PageSocket) -> list[bytes]:
    """What the page was asked since the last look; each time a beat came with it."""
    sent = page.transport.value()
    page.transport.clear()
    each = 14 + len(BEAT)
    frames = [sent[at : at + each] for at in range(0, len(sent), each)]
    assert all(frame[:2] == b"\x89\x0c" and frame[14:] == BEAT for frame in frames)
    return [frame[2:14] for frame in frames]


def answer(page: PageSocket, ping: bytes) -> None:
    """The page sends a pong."""
    page.current_frame, page.control_frame_data = SimpleNamespace(opcode=10), [ping]
    page.processControlFrame()


def test_a_page_is_asked_at_once_and_what_it_takes_to_answer_is_told(page, clock):
    measure(page)
    [ping] = pings(page)
    clock.advance(0.25)
    answer(page, ping)
    [message] = [page.application_queue.get()]
    assert message == {"type": "reader.answered", "seconds": 0.25}


def test_it_is_asked_again_after_some_seconds_and_not_before_it_has_answered(page, clock):
    measure(page)
    [first] = pings(page)
    clock.advance(MEASURED_AFTER)
    page.check_timeouts()
    assert pings(page) == []
    answer(page, first)
    page.check_timeouts()
    [second] = pings(page)
    answer(page, second)
    clock.advance(MEASURED_AFTER - 0.1)
    page.check_timeouts()
    assert pings(page) == [] and first != second
    assert told(page) == ["reader.answered"] * 2


def test_an_answer_to_a_question_that_was_not_asked_measures_nothing(page, clock):
    measure(page)
    [ping] = pings(page)
    clock.advance(0.25)
    for nonsense in (b"", b"x" * 12, ping[:-1]):
        answer(page, nonsense)
    assert told(page) == []
    answer(page, ping)
    answer(page, ping)
    assert told(page) == ["reader.answered"]


def test_who_only_watches_costs_no_question_and_no_message(page, clock):
    clock.advance(10 * MEASURED_AFTER)
    page.check_timeouts()
    assert pings(page) == []
    page._sendAutoPing()  # as daphne does once in a while, to see whether it is still there
    answer(page, *pings(page))
    assert told(page) == []


def test_when_the_game_is_over_nothing_is_measured_any_more(page, clock):
    measure(page)
    answer(page, *pings(page))
    measure(page, is_on=False)
    clock.advance(MEASURED_AFTER)
    page.check_timeouts()
    assert pings(page) == [] and told(page) == ["reader.answered"]


def test_who_is_gone_is_asked_nothing(page):
    page.state = PageSocket.STATE_CLOSED
    measure(page)
    assert pings(page) == [] and page.autoPingPending is None
