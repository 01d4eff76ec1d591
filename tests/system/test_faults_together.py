"""What the site stands on is broken while people play, one thing or several at the same time.

Afterwards everything is as before: people play, nothing is lost, and nothing is held any longer.
"""

import contextlib
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from tests.faults import Figures
from tests.prepared import prepared_database, prepared_folder
from tests.servers import Server, telling_figures, wait_until
from tests.tiers import some_of, times

from .breaking import (
    ANYWHERE,
    CLOCK,
    OF_POSTGRESQL,
    OF_SQLITE,
    STANDS_ON,
    Site,
    break_for_a_while,
    draw,
)
from .histories import judge, playing
from .holdings import held, left
from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

PAIRS = some_of(2, 3, 4)
SECONDS_BROKEN = (0.5, 4.0)
WHOLE_WITHIN = 30  # seconds
AT_ONCE = 40  # requests, more than there are threads
ASKED = "/games/?game=digifeud"
"""Reads the database and little else, since nobody plays it."""


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """People play there; in the end the judge looks at what they saw and what is stored."""
    figures = request.getfixturevalue("figures")
    postgres = redis = None
    environment = {"PYTHONPATH": CLOCK, **telling_figures()}
    if request.param == "sqlite":
        prepared_folder(tmp_path)
        server = Server(tmp_path, **environment)
    else:
        postgres, redis = map(request.getfixturevalue, ("postgres", "redis"))
        url = prepared_database(postgres)
        server = Server(tmp_path, url, REDIS_URL=redis.url, **environment)
    with server:
        with playing(server, PAIRS) as history:
            history.goes_on()
            yield Site(server, history, postgres, redis)
        judge(server, history, figures)


def is_whole(server: Server) -> bool:
    """Whether each of more requests than there are threads is served, all at once.

    On a machine with other things to do some are told to come back, which is no fault: they do.
    That a thread has lost its database would be, and the log says it.
    """
    logged = len(server.log)
    with ThreadPoolExecutor(AT_ONCE) as at_once:
        are_served = all(at_once.map(lambda _: _is_served(server), range(AT_ONCE)))
    return are_served and "numerica_site.outages" not in server.log[logged:]


def _is_served(server: Server) -> bool:
    give_up = time.monotonic() + WHOLE_WITHIN
    with Visitor(server) as visitor:
        try:
            while (status := visitor.get(ASKED).status) == 503 and time.monotonic() < give_up:
                time.sleep(0.2)
        except OSError:
            return False
    return status == 200


def held_by_a_crowd(site: Site) -> dict[str, int]:
    """What is held when many have come and gone: threads and connections that stay for the next."""
    for page in site.readers(40):
        page.close()
    wait_until(lambda: is_whole(site.server), "all pages are served", WHOLE_WITHIN)
    return held(site.server)


def expect_whole(site: Site, before: dict[str, int], figures: Figures) -> None:
    """In half a minute everything is as it was: pages, moves, and what the process holds."""
    begun = time.monotonic()
    figures.add("slowest next move s", site.history.goes_on())
    wait_until(lambda: is_whole(site.server), "all pages are served", WHOLE_WITHIN)
    with contextlib.suppress(TimeoutError):
        wait_until(lambda: not left(site.server, before), "nothing is left", WHOLE_WITHIN)
    assert not left(site.server, before), before
    figures.add("slowest to be whole s", time.monotonic() - begun)
    assert not site.history.faults


@pytest.mark.long
@pytest.mark.fault("F22")
def test_faults_at_the_same_time_lose_nothing_and_leave_nothing_behind(
    site: Site, figures: Figures
) -> None:
    dice = Random(22)
    faults = ANYWHERE | (STANDS_ON | OF_POSTGRESQL if site.postgres else OF_SQLITE)
    before = held_by_a_crowd(site)
    for _ in range(figures.add("rounds", times(1, 2, 150))):
        names = draw(dice, faults)
        print(names, held(site.server))
        break_for_a_while(site, names, dice.uniform(*SECONDS_BROKEN))
        expect_whole(site, before, figures)


@pytest.mark.fault("F2")
@pytest.mark.long
@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
@pytest.mark.parametrize("name", STANDS_ON)
def test_what_goes_away_again_and_again_while_people_play_loses_no_move(
    site: Site, name: str, figures: Figures
) -> None:
    before = held_by_a_crowd(site)
    for _ in range(figures.add("times", times(2, 2, 10))):
        break_for_a_while(site, [name], SECONDS_BROKEN[1])
        expect_whole(site, before, figures)


@pytest.mark.long
@pytest.mark.fault("F2")
@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
@pytest.mark.parametrize("name", ["Redis stopped", "Redis frozen"])
def test_moves_are_made_while_redis_is_away(site: Site, name: str, figures: Figures) -> None:
    mend = STANDS_ON[name][1](site)
    try:
        for _ in range(5):
            figures.add("slowest move while it is away s", site.history.goes_on())
    finally:
        mend()
