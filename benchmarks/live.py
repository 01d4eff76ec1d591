"""An evening: fifty games for five minutes, each watched by four, with a move every twelve seconds.

`MINUTES=1` measures for a shorter time.
"""

import os
import re
import selectors
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from time import clock_gettime, perf_counter, sleep

from benchmarks import rules
from benchmarks.fanout import read
from benchmarks.report import Line, spread
from benchmarks.site import Game, guests
from tests.servers import Server
from tests.system.visitors import raw_socket

GAMES = 50
SPECTATORS = 4  # of each game
PAUSE = 12.0  # seconds from one move of a game to its next
MINUTES = float(os.environ.get("MINUTES", "5"))
POSTING = 8  # threads
SETTLED = 5.0  # seconds after the last move in which pages may still be told

TOLD = re.compile(rb'data-ply="(\d+)" data-base="(-?\d+)"')

Told = dict[tuple[str, int], list[float]]
"""By game and ply, when each who watches was told of it."""


class Watching:
    """All who watch; a thread of its own notes when each of them is told of which move."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self.told: Told = {}
        self.whole = 0  # messages that bring all of a table
        self.all = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._listen)

    def join(self, server: Server, game: Game) -> None:
        page = raw_socket(server, f"/ws/games/{game.id}/?ply=0&lang=en")
        page.setblocking(False)
        self.selector.register(page, selectors.EVENT_READ, game.id)

    def begin(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._is_over.set()
        self._thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()

    def _listen(self) -> None:
        while not self._is_over.is_set():
            for key, _ in self.selector.select(0.2):
                page: socket.socket = key.fileobj
                for ply, base in TOLD.findall(read(page)):
                    self.told.setdefault((key.data, int(ply)), []).append(perf_counter())
                    self.all += 1
                    self.whole += base == b"-1"


class Played:
    """What the moves took, and when the post of each began."""

    def __init__(self) -> None:
        self.begun: dict[tuple[str, int], float] = {}
        self.posts: list[float] = []  # milliseconds

    def play(self, game: Game) -> None:
        """The next move of a game; its players connect again each time, as after a while."""
        begun = perf_counter()
        game.play_next()
        self.posts.append(1000 * (perf_counter() - begun))
        self.begun[game.id, game.ply] = begun
        for player in game.players:
            player.leave()


def lines(server: Server) -> list[Line]:
    """How long posts take, how soon all who watch are told, and what the server needs for it."""
    games = [
        Game(record, guests(server)) for record, _ in zip(cycle(rules.records()), range(GAMES))
    ]
    watching, played = Watching(), Played()
    for game in games:
        for _ in range(SPECTATORS):
            watching.join(server, game)
    watching.begin()
    processor, memory, begun = _processor(server), server.memory, perf_counter()
    _play(games, played, 60 * MINUTES)
    passed, used = perf_counter() - begun, _processor(server) - processor
    grown = (server.memory - memory) / 1024**2
    sleep(SETTLED)
    watching.end()
    return _lines(watching, played, used / passed, grown)


def _play(games: list[Game], played: Played, seconds: float) -> None:
    """Each game in turn, so that all of them have moved once in every pause."""
    begun, posts = perf_counter(), []
    with ThreadPoolExecutor(POSTING) as pool:
        for number in range(int(seconds / PAUSE * len(games))):
            sleep(max(0.0, begun + number * PAUSE / len(games) - perf_counter()))
            game = games[number % len(games)]
            if game.ply < len(game.record.moves):
                posts.append(pool.submit(played.play, game))
    for post in posts:
        post.result()  # its error, if it had one


def _processor(server: Server) -> float:
    """Seconds of the processor that the server has used."""
    return clock_gettime((~server.pid << 3) | 2)


def _lines(watching: Watching, played: Played, share: float, grown: float) -> list[Line]:
    last = [
        1000 * (max(watching.told[move]) - begun)
        for move, begun in played.begun.items()
        if len(watching.told.get(move, ())) == SPECTATORS
    ]
    posts, slow_posts = spread(played.posts)
    told, slowly_told = spread(last)
    moves = len(played.posts)
    return [
        Line("the post of a move", posts, "ms", moves),
        Line("the slowest of a hundred", slow_posts, "ms", moves, "the median", posts),
        Line("from the post to the last of four who watch", told, "ms", len(last)),
        Line("the slowest of a hundred of these", slowly_told, "ms", len(last), "the median", told),
        Line(
            "moves of which a page saw only a later one", moves - len(last), "", moves, target="0"
        ),
        Line(
            "whole tables among what was sent",
            100 * watching.whole / watching.all,
            "%",
            watching.all,
        ),
        Line("of one core the server used", 100 * share, "%", 1),
        Line("memory grew by", grown, "MiB", 1),
    ]
