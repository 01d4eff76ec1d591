"""A server that starts beats first: what it was away is given back before anybody is answered."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from numerica_site import asgi


class Start:
    """A server whose first beat the test lets go, and whom it has answered."""

    def __init__(self) -> None:
        self.beats = asyncio.Event()
        self.answered: list[str] = []

    async def tick(self, takes_moves: Callable[[], bool], tell_tried: Callable[[], Any]) -> None:
        await self.beats.wait()
        tell_tried()

    async def answer(self, scope: asgi.Scope, receive: Any, send: Any) -> None:
        self.answered.append(scope["path"])


@pytest.fixture
async def start(monkeypatch, settings) -> AsyncIterator[Start]:
    settings.TICKER_IS_ON = True
    made, before = Start(), asyncio.all_tasks()
    monkeypatch.setattr(asgi, "what_thinks", {})
    monkeypatch.setattr(asgi.ticker, "run", made.tick)
    yield made
    for task in (begun := asyncio.all_tasks() - before - {asyncio.current_task()}):
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)


def visitors(start: Start) -> "asyncio.Future[list[None]]":
    site = asgi.with_ticker(start.answer)
    return asyncio.gather(*(site({"path": path}, None, None) for path in ("/one/", "/two/")))


async def test_nobody_is_answered_before_the_first_beat(start):
    visits = visitors(start)
    await asyncio.sleep(0.05)
    assert start.answered == [] and not visits.done()
    start.beats.set()
    await visits
    assert start.answered == ["/one/", "/two/"]


async def test_who_comes_while_no_beat_is_possible_is_answered_all_the_same(start, monkeypatch):
    """The database may be away: its pages say so."""
    monkeypatch.setattr(asgi, "FIRST_BEAT", 0.01)
    await visitors(start)
    assert start.answered == ["/one/", "/two/"]
