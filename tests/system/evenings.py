"""Live games with all their pages open, and when each page is told of each move."""

import statistics
import time
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.listening import MOVE, Listening, Page
from tests.servers import Server

from .histories import Pair
from .players import Table
from .visitors import Visitor

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


def used(servers: list[Server]) -> list[float]:
    """Seconds of the processor that each process has used."""
    return [time.clock_gettime((~server.pid << 3) | 2) for server in servers]


def ninety_nine(values: list[float]) -> float:
    """The value that 99 in 100 do not exceed."""
    return statistics.quantiles(values, n=100)[98]
