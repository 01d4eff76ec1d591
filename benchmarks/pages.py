"""What pages cost the processor of a server, each beside an empty view through the same server."""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from benchmarks import rules
from benchmarks.report import Line
from benchmarks.site import EMPTY_VIEW, Game, guests
from benchmarks.urls import EMPTY
from games.rules.record import Record, parse
from tests.servers import Server
from tests.system.visitors import Answer, Visitor

AGAIN = 4  # times each page is asked for after every move
MOVES = 16  # of each game
Ask = Callable[[], Answer]

TARGETS = {
    "the post of a move": "≤ 4",
    "the preview of a move": "≤ 2.5",
    "table, spectator, again": "≤ 4",
    "table, spectator, after a move": "≤ 8",
    "table, player": "≤ 6",
    "first page, stranger": "≤ 6",
    "first page, player": "≤ 6",
    "rules of the game": "≤ 2",
}


class Costs:
    """The processor time of requests in milliseconds, and their queries, by what was asked."""

    def __init__(self, server: Server) -> None:
        self.clock = ~server.pid << 3 | 2  # of the process with this number, as Linux counts them
        self.times: dict[str, list[float]] = {}
        self.queries: dict[str, list[int]] = {}

    @contextmanager
    def _measured(self, what: str) -> Iterator[None]:
        before = time.clock_gettime(self.clock)
        yield
        time.sleep(0.002)  # the end of a request, after its answer
        spent = 1000 * (time.clock_gettime(self.clock) - before)
        self.times.setdefault(what, []).append(spent)

    def ask(self, what: str, ask: Ask) -> None:
        with self._measured(what):
            answer = ask()
        assert answer.status == 200, answer.text
        self.queries.setdefault(what, []).append(int(answer.headers["X-Queries"]))

    def line(self, game: str, what: str) -> Line:
        return Line(
            f"{game}: {what}",
            statistics.median(self.times[what]),
            "ms",
            len(self.times[what]),
            EMPTY_VIEW,
            statistics.median(self.times["empty"]),
            queries=str(statistics.median_high(self.queries[what])),
            target=TARGETS.get(what, ""),
        )


def lines(server: Server) -> list[Line]:
    """All pages of each game."""
    players = guests(server)
    with Visitor(server) as stranger:
        found = [
            line
            for key, record in _records().items()
            for line in _of_game(server, key, Game(record, players), stranger)
        ]
    for player in players:
        player.leave()
    return found


def _records() -> dict[str, Record]:
    """A record of each game with its usual options."""
    records = [parse(path.read_text()) for path in rules.FILES]
    usual = [record for record in records if not record.headers["Options"]]
    return {record.headers["Game"]: record for record in usual}


def _of_game(server: Server, key: str, game: Game, stranger: Visitor) -> list[Line]:
    costs = Costs(server)
    for _ in range(min(MOVES, len(game.record.moves))):
        costs.ask("the post of a move", game.play_next)
        costs.ask("table, spectator, after a move", lambda: stranger.get(game.address))
        for _again in range(AGAIN):
            for what, ask in _pages(key, game, stranger).items():
                costs.ask(what, ask)
    return [costs.line(key, what) for what in costs.times if what != "empty"]


def _pages(key: str, game: Game, stranger: Visitor) -> dict[str, Ask]:
    """What is asked after each move, the empty view among it."""
    player = game.players[0]
    return {
        "empty": lambda: stranger.get(f"/{EMPTY}"),
        "table, spectator, again": lambda: stranger.get(game.address),
        "table, player": lambda: player.get(game.address),
        "table, an earlier position": lambda: stranger.get(f"{game.address}?ply={game.ply // 2}"),
        "the preview of a move": lambda: player.post(f"{game.address}check/", text="pass"),
        "first page, stranger": lambda: stranger.get("/"),
        "first page, player": lambda: player.get("/"),
        "rules of the game": lambda: stranger.get(f"/rules/{key}/"),
        "games to watch": lambda: stranger.get("/games/"),
    }
