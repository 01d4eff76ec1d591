"""Hundreds of live games at once, all their pages open: no page misses a move, nothing is lost.

How quick that is depends on the machine, so it is told and not judged.
"""

import statistics
import time
from collections.abc import Hashable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from benchmarks.listening import MOVE, Listening, Page
from tests.faults import Figures
from tests.prepared import prepared_database, prepared_folder
from tests.servers import Server
from tests.tiers import some_of, times

from .histories import Pair, judge, playing
from .players import Table
from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.long]

GAMES = times(10, 10, 400)
SECONDS = times(20, 20, 600)
PAUSE = some_of(4, 4, 20)  # seconds before each move
COMING = 4  # pairs at the same time, before the time that is measured
WATCHED = 2  # one game in two has somebody who watches
SPEAKS = 4  # at one move in four somebody says something
TOLD_WITHIN = 10.0  # seconds that a page is waited for

Move = tuple[str, str]
"""Game and ply, as the pages are told of it."""


@dataclass
class Evening:
    """All that goes on: where the pages are read, and when each move was posted."""

    servers: list[Server]
    listening: Listening
    pairs: list["WatchedPair"] = field(default_factory=list)
    posted: dict[Move, float] = field(default_factory=dict)  # by the clock of `perf_counter`
    posts: list[float] = field(default_factory=list)  # milliseconds
    readers: dict[str, list[Hashable]] = field(default_factory=dict)  # of each game
    behind: list[Move] = field(default_factory=list)  # of which a page was never told

    def deliveries(self) -> list[float]:
        """Milliseconds from each post to the last page, where each page was told of this move."""
        told = {
            move: [self.listening.told.get(move, {}).get(who) for who in self.readers[move[0]]]
            for move in self.posted
        }
        return [
            1000 * (max(moments) - self.posted[move])
            for move, moments in told.items()
            if None not in moments
        ]


class WatchedPair(Pair):
    """Two guests at live games, each at a process of its own, whose pages are open."""

    time = {"time": "15m", "increment": "10"}

    def __init__(self, evening: Evening, *told: Any) -> None:
        super().__init__(*told)
        self.evening = evening
        self.is_watched = len(evening.pairs) % WATCHED == 0
        self.pages: list[Page] = []
        self.last: Move | None = None
        evening.pairs.append(self)

    def _come(self) -> tuple[Visitor, Visitor]:
        players = super()._come()
        players[1].server = self.evening.servers[-1]
        return players

    def _sit_down(self, table: Table) -> None:
        self.see_out()
        super()._sit_down(table)
        path, about = f"/ws/games/{table.game_id}/?ply=0", (table.game_id, MOVE)
        join = self.evening.listening.join
        for seat, player in enumerate(table.players):
            self.pages.append(join(player.server, path, (*about, seat), player))
        if self.is_watched:
            self.pages.append(join(self.server, path, (*about, "who watches")))
        self.evening.readers[table.game_id] = [page.who for page in self.pages]

    def see_out(self) -> None:
        """Close the pages of the game, each of which must show its last move."""
        for page in self.pages:
            if self.last and not self.evening.listening.wait(self.last, page.who, TOLD_WITHIN):
                self.evening.behind.append(self.last)
            self.evening.listening.leave(page)
        self.pages.clear()
        self.last = None

    def _move(self, table: Table) -> None:
        if table.ply % SPEAKS == SPEAKS - 1:
            self._say(table)
        mover, begun = table.mover, time.perf_counter()
        self.last = table.game_id, str(table.ply + 1)
        self.evening.posted[self.last] = begun
        super()._move(table)
        self.evening.posts.append(1000 * (time.perf_counter() - begun))
        mover.leave()  # browsers close what is idle, too


@pytest.fixture(params=["sqlite", "postgresql"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Server]]:
    """One process on SQLite; two on PostgreSQL and Redis."""
    with ExitStack() as ends:
        if request.param == "sqlite":
            prepared_folder(tmp_path)
            yield [ends.enter_context(Server(tmp_path))]
        else:
            postgres, redis = map(request.getfixturevalue, ("postgres", "redis"))
            url = prepared_database(postgres)
            two = [Server(tmp_path, url, REDIS_URL=redis.url) for _ in range(2)]
            yield [ends.enter_context(each) for each in two]


@pytest.fixture
def evening(servers: list[Server]) -> Iterator[Evening]:
    listening = Listening()
    yield Evening(servers, listening)
    listening.end()


@pytest.mark.fault("F20")
def test_hundreds_of_live_games_go_on_at_once_and_no_page_misses_a_move(
    evening: Evening, figures: Figures
) -> None:
    watched = partial(WatchedPair, evening)
    with playing(evening.servers[0], GAMES, PAUSE, watched, COMING) as history:
        before, moves = _used(evening.servers), len(history.acknowledged)
        time.sleep(SECONDS)
        moves = len(history.acknowledged) - moves
        used = [now - then for now, then in zip(_used(evening.servers), before, strict=True)]
    for pair in evening.pairs:
        pair.see_out()
    figures.add("games at once", GAMES)
    figures.add("seconds", SECONDS)
    figures.add("moves a second", moves / SECONDS)
    figures.add("processor ms a move", 1000 * sum(used) / moves)
    figures.add("middle post ms", statistics.median(evening.posts))
    figures.add("99 in 100 posts within ms", _ninety_nine(evening.posts))
    delivered = evening.deliveries()
    figures.add("99 in 100 moves told to all within ms", _ninety_nine(delivered))
    figures.add("moves not told by themselves", len(evening.posted) - len(delivered))
    figures.add("pages cut off", evening.listening.cut_off)
    judge(evening.servers[0], history, figures)
    assert evening.behind == [] and evening.listening.cut_off == 0
    assert not history.unanswered, "a move was answered as if the site were away"


def _used(servers: list[Server]) -> list[float]:
    """Seconds of the processor that each process has used."""
    return [time.clock_gettime((~server.pid << 3) | 2) for server in servers]


def _ninety_nine(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]
