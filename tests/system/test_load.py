"""Hundreds of live games at once, all their pages open: no page misses a move, nothing is lost.

How quick that is depends on the machine, so it is told and not judged.
"""

import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from benchmarks.listening import Listening
from tests.faults import Figures
from tests.prepared import prepared_database, prepared_folder
from tests.servers import Server
from tests.tiers import some_of, times

from .evenings import Evening, WatchedPair, ninety_nine, used
from .histories import judge, playing

pytestmark = [pytest.mark.system, pytest.mark.long]

GAMES = times(10, 10, 400)
SECONDS = some_of(20, 20, 600)  # ten minutes, however few games the machine bears
PAUSE = some_of(4, 4, 20)  # seconds before each move
COMING = 4  # pairs at the same time, before the time that is measured


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
        before, moves = used(evening.servers), len(history.acknowledged)
        time.sleep(SECONDS)
        moves = len(history.acknowledged) - moves
        spent = [now - then for now, then in zip(used(evening.servers), before, strict=True)]
    for pair in evening.pairs:
        pair.see_out()
    figures.add("games at once", GAMES)
    figures.add("seconds", SECONDS)
    figures.add("moves a second", moves / SECONDS)
    figures.add("processor ms a move", 1000 * sum(spent) / moves)
    figures.add("middle post ms", statistics.median(evening.posts))
    figures.add("99 in 100 posts within ms", ninety_nine(evening.posts))
    delivered = evening.deliveries()
    figures.add("99 in 100 moves told to all within ms", ninety_nine(delivered))
    figures.add("moves not told by themselves", len(evening.posted) - len(delivered))
    figures.add("pages cut off", evening.listening.cut_off)
    judge(evening.servers[0], history, figures)
    assert evening.behind == [] and evening.listening.cut_off == 0
    assert not history.unanswered, "a move was answered as if the site were away"
