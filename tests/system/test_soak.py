"""People play on and on, among them one against a computer, others watch and go: nothing grows."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults import Figures
from tests.prepared import prepared_database, prepared_folder
from tests.servers import Server, telling_figures
from tests.tiers import times

from .breaking import Site
from .computer_tables import Table as ComputerTable
from .histories import judge, playing
from .holdings import count_of, expect_no_growth, looks, unfinished

pytestmark = [pytest.mark.system, pytest.mark.wider]

PAIRS = 4
QUICK = 1.0  # seconds before each move
CALM = times(1, 1, 12)  # seconds: a review takes about one for each move of the game
SECONDS = times(12, 20, 3600)
WATCHING = 5
REVIEWS = "games_review"


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    if request.param == "sqlite":
        prepared_folder(tmp_path)
        started = Server(tmp_path, **telling_figures())
    else:
        postgres, redis = map(request.getfixturevalue, ("postgres", "redis"))
        environment = {"REDIS_URL": redis.url, **telling_figures()}
        started = Server(tmp_path, prepared_database(postgres), **environment)
    with started:
        yield started


@contextmanager
def alone(server: Server, pause: float) -> Iterator[None]:
    """A guest plays one game after the other against a computer meanwhile.

    Before each move a `pause`, in seconds.
    """
    is_over, faults = threading.Event(), []

    def play() -> None:
        try:
            while not is_over.is_set():
                table = ComputerTable.open(server, "equate", "Pebble")
                while not is_over.wait(pause) and not table.is_over():
                    table.move()
                table.guest.leave()
        except Exception as fault:
            faults.append(fault)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join(60)
    assert not faults


@pytest.mark.long
@pytest.mark.fault("F20")
def test_what_is_held_does_not_grow_while_people_play_on(server: Server, figures: Figures) -> None:
    """Games end faster than one process reviews them: how many wait is told, and not held to it."""
    with playing(server, PAIRS, QUICK) as history, alone(server, 0.2):
        site = Site(server, history)
        history.goes_on()
        seen = looks(server, SECONDS, lambda: site.readers(WATCHING))
        figures.add("reviews that wait", unfinished(server, REVIEWS))
    figures.add("seconds", SECONDS)
    expect_no_growth(seen, figures)
    judge(server, history, figures)


@pytest.mark.long
@pytest.mark.fault("F20")
def test_reviews_keep_up_and_no_handle_or_thread_is_left_while_people_think(
    server: Server, figures: Figures
) -> None:
    """Deep reviews, half a minute of work each, are told and not held to it: they wait behind all else.

    So is memory: caches fill with the moves that are made and reviewed, at this pace not in an
    hour. The quick hour, with eight times as many, is held to it.
    """
    with playing(server, PAIRS, CALM) as history, alone(server, CALM):
        site = Site(server, history)
        history.goes_on()
        seen = looks(server, SECONDS, lambda: site.readers(WATCHING), {"reviews": REVIEWS})
        asked_for = figures.add("reviews asked for", count_of(server, REVIEWS))
        figures.add("reviews made", asked_for - unfinished(server, REVIEWS))
        figures.add("deep reviews that wait", unfinished(server, "games_deepreview"))
    figures.add("seconds", SECONDS)
    figures.add("seconds before each move", CALM)
    expect_no_growth(seen, figures, told_alone=("serving", "thinking"))
    judge(server, history, figures)
