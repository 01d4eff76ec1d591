"""How long moves wait where each is drawn for all its pages, by how often threads take turns.

Two servers at the same time, each with as many games: what else the machine does, it does to both.
"""

import os
import statistics
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.listening import Listening
from benchmarks.report import Line
from tests.servers import Server
from tests.system.evenings import TOLD_WITHIN, Evening, WatchedPair, ninety_nine, used
from tests.system.histories import playing

GAMES = int(os.environ.get("GAMES", "40"))  # at each server
SECONDS = int(os.environ.get("SECONDS", "60"))
PAUSE = 6.0  # seconds before each move
COMING = 4  # pairs at the same time, before the time that is measured
SLOW = {"PYTHONPATH": str(Path(__file__).parent / "slow_switches")}
BESIDE = "every 5 ms"


def lines(server: Server) -> list[Line]:
    """Posts, and what pages are told, of both; the server that is given rests."""
    listening = Listening()
    with ExitStack() as ends:
        ends.callback(listening.end)
        both = [_evening(ends, listening, {}), _evening(ends, listening, SLOW)]
        for evening in both:
            watched = partial(WatchedPair, evening)
            ends.enter_context(playing(evening.servers[0], GAMES, PAUSE, watched, COMING))
        for evening in both:
            evening.posts.clear()
            evening.posted.clear()
        before = [used(evening.servers)[0] for evening in both]
        time.sleep(SECONDS)
        processor = [used(each.servers)[0] - was for each, was in zip(both, before, strict=True)]
        posts = [list(evening.posts) for evening in both]
        time.sleep(TOLD_WITHIN)
        told = [evening.deliveries() for evening in both]
    work = [1000 * spent / len(each) for spent, each in zip(processor, posts, strict=True)]
    return [
        _line("a post of a move, the middle", "ms", len(posts[0]), *map(statistics.median, posts)),
        _line("99 in 100 posts", "ms", len(posts[0]), *map(ninety_nine, posts)),
        _line("until all are told, the middle", "ms", len(told[0]), *map(statistics.median, told)),
        _line("99 in 100 of these", "ms", len(told[0]), *map(ninety_nine, told)),
        _line("processor a move", "ms", len(posts[0]), *work),
    ]


def _evening(ends: ExitStack, listening: Listening, environment: dict[str, str]) -> Evening:
    folder = Path(ends.enter_context(TemporaryDirectory(prefix="numerica-switches-")))
    return Evening([ends.enter_context(Server(folder, **environment))], listening)


def _line(what: str, unit: str, runs: int, often: float, seldom: float) -> Line:
    return Line(what, often, unit, runs, BESIDE, seldom)
