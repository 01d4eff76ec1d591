"""The whole scaled-out shape in browsers: who plays and who watches at different processes.

One process after the other is killed, and the games go on.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, NO_CHROMIUM
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.required import required
from tests.scaled_out import ScaledOut
from tests.servers import Server, wait_until
from tests.tiers import some_of

from .players import Table, a_move

pytestmark = [pytest.mark.system, pytest.mark.long]

RAISED = re.compile(r"^Traceback .*\n(?: .*\n)+(\S+?):?(?:\s|$)", re.MULTILINE)
"""What a log says was raised, each by its full name."""

CHILD_KILLED = {"billiard.einfo.ExceptionWithTraceback", "billiard.exceptions.WorkerLostError"}
"""What Celery's worker says when a child that we killed was thinking just then."""

SOON = 30_000  # milliseconds, on a machine that has other things to do


@pytest.fixture(scope="module")
def own_redis() -> Iterator[PrivateRedis]:
    """A Redis that may be killed."""
    yield from required(PrivateRedis, "NUMERICA_REQUIRE_REDIS")


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PrivatePostgres]:
    """A PostgreSQL that may be killed."""
    yield from required(PrivatePostgres, "NUMERICA_REQUIRE_POSTGRES")


@pytest.fixture(scope="module")
def site(own_postgres: PrivatePostgres, own_redis: PrivateRedis) -> Iterator[ScaledOut]:
    yield from required(lambda: ScaledOut(own_postgres, own_redis), "NUMERICA_REQUIRE_NGINX")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM or not os.path.exists(CHROMIUM):
        (pytest.fail if os.environ.get("NUMERICA_REQUIRE_BROWSER") else pytest.skip)(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Visits:
    """Browsers of people, each bound to a process of its own while that lives."""

    def __init__(self, chromium: Browser, site: ScaledOut) -> None:
        self.chromium = chromium
        self.site = site
        self.people: list[BrowserContext] = []

    def person(self, process: str) -> BrowserContext:
        """A browser with this value of the cookie by which nginx chooses."""
        context = self.chromium.new_context(
            base_url=self.site.nginx.url, ignore_https_errors=True, locale="en-GB"
        )
        context.add_cookies([{"name": "process", "value": process, "url": self.site.nginx.url}])
        self.people.append(context)
        return context

    def at(self, index: int) -> BrowserContext:
        """A browser that is served by the pages of this index, and by the sockets of the same."""
        for process in map(str, range(50)):
            person = self.person(process)
            told = person.request.get("/healthz").headers["process"]
            if told.endswith(f":{self.site.pages[index].port}"):
                return person
        raise AssertionError("nginx sends everybody to one process")

    def leave(self) -> None:
        """Close all browsers."""
        while self.people:
            self.people.pop().close()


def post(person: BrowserContext, path: str, **form: str) -> str:
    """Post a form as the page would; the address that the answer leads to."""
    person.request.get("/computer/")
    cookies = {cookie["name"]: cookie["value"] for cookie in person.cookies()}
    headers = {
        "X-CSRFToken": cookies["__Host-csrftoken"],
        "Referer": f"{person.request.get('/').url}",
    }
    answer = person.request.post(path, form=form, headers=headers, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def open_table(person: BrowserContext, game_id: str) -> Page:
    page = person.new_page()
    page.goto(f"/games/{game_id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "on", timeout=SOON)
    return page


class Play:
    """A game in browsers: the pages of those who sit there, of those who watch, and the database."""

    def __init__(self, site: ScaledOut, path: str, pages: Callable[[str], list[Page]]) -> None:
        self.table = Table(site.pages[0].database, (None, None), game_id=path.split("/")[2])
        self.pages = pages(self.table.game_id)

    def move(self) -> None:
        """The next move of a person, by their page; pressed again where nobody answered."""
        wait_until(self.is_persons, "a person is to move")
        ply, page = self.table.ply + 1, self.pages[self.table.state.turn]
        page.locator("#move").fill(a_move(self.table.state))
        give_up = time.monotonic() + SOON / 1000
        while self.stored() < ply:
            assert time.monotonic() < give_up, page.locator("main").inner_text()
            page.locator("#move").press("Enter")
            self._wait_for(ply, 4)

    def is_persons(self) -> bool:
        """Whether somebody is to move who has a page here."""
        self.table.read()
        return self.table.state.turn == 0 or self.pages[0] is not self.pages[1]

    def stored(self) -> int:
        self.table.read()
        return self.table.ply

    def _wait_for(self, ply: int, seconds: float) -> None:
        give_up = time.monotonic() + seconds
        while self.stored() < ply and time.monotonic() < give_up:
            self.pages[0].wait_for_timeout(50)  # the pages live meanwhile

    def is_everywhere(self, ply: int) -> None:
        """All pages show this move, or a later one."""
        for page in self.pages:
            page.wait_for_function(
                "ply => +document.querySelector('#live').dataset.ply >= ply", arg=ply, timeout=SOON
            )

    def go_on(self) -> None:
        """Two moves, seen by all."""
        for _ in "12":
            self.move()
            self.is_everywhere(self.stored())


@pytest.fixture
def visits(chromium: Browser, site: ScaledOut) -> Iterator[Visits]:
    opened = Visits(chromium, site)
    yield opened
    opened.leave()


@pytest.fixture
def among_people(visits: Visits, site: ScaledOut) -> Play:
    """Ada and Ben at different processes; a third watches."""
    people = [visits.at(0), visits.at(1), visits.person("")]
    offer = post(people[0], "/invitations/new/", key="numerica", to="link", time="3d")
    path = post(people[1], f"{offer}accept/")
    return Play(site, path, lambda game_id: [open_table(person, game_id) for person in people])


@pytest.fixture
def against_a_computer(visits: Visits, site: ScaledOut) -> Play:
    """Cleo plays Pebble; her page is the one that shows it."""
    cleo = visits.at(1)
    path = post(cleo, "/computer/", key="numerica", computers="Pebble")
    return Play(site, path, lambda game_id: [open_table(cleo, game_id)] * 2)


DEATHS: dict[str, tuple[bool, Callable[[ScaledOut], Any], Callable[[ScaledOut], Any]]] = {
    "pages at which Ada plays": (
        False, lambda site: site.pages[0].kill(), lambda site: start(site, site.pages[0])),
    "pages at which Ben plays": (
        False, lambda site: site.pages[1].kill(), lambda site: start(site, site.pages[1])),
    "sockets of Ada": (
        False, lambda site: site.sockets[0].kill(), lambda site: start(site, site.sockets[0])),
    "sockets of Ben": (
        False, lambda site: site.sockets[1].kill(), lambda site: start(site, site.sockets[1])),
    "one that thinks": (False, lambda site: site.worker.kill_a_child(), lambda site: None),
    "all that think": (True, lambda site: site.worker.kill(), lambda site: site.worker.start()),
    "Redis": (True, lambda site: site.redis.kill(), lambda site: site.redis.start()),
    "nginx": (True, lambda site: site.nginx.kill(), lambda site: site.nginx.start()),
    "PostgreSQL": (True, lambda site: site.postgres.kill(), lambda site: site.postgres.start()),
}  # fmt: skip
"""Whether there is but one of it, so that it is started again before the next move; how it is
killed, and how it is started again.
"""
OF_BEN = ("pages at which Ben plays", "sockets of Ben")  # he moves second, all else is as for Ada


def start(site: ScaledOut, server: Server) -> None:
    server.start()
    site.wake(server)


@pytest.mark.fault("F1")
@pytest.mark.parametrize(
    "what", some_of(DEATHS, [death for death in DEATHS if death not in OF_BEN], DEATHS)
)
def test_killing_any_one_process_stops_no_game(
    what: str, site: ScaledOut, among_people: Play, against_a_computer: Play
) -> None:
    is_only_one, kill, restart = DEATHS[what]
    for play in (among_people, against_a_computer):
        play.move()
    kill(site)
    if is_only_one:
        restart(site)
    among_people.go_on()
    against_a_computer.go_on()
    if not is_only_one:
        restart(site)
        among_people.go_on()


def test_who_sits_at_one_table_is_served_by_different_processes(
    site: ScaledOut, among_people: Play, visits: Visits
) -> None:
    game_id = among_people.table.game_id
    served = [
        page.request.get(f"/games/{game_id}/").headers["process"].rpartition(":")[2]
        for page in among_people.pages[:2]
    ]
    assert served == [str(server.port) for server in site.pages]
    among_people.go_on()
    visits.leave()
    both = {server.port for server in site.sockets}
    wait_until(lambda: site.ports_of_sockets(game_id) == both, "both have pushed its moves")


def test_after_all_of_it_every_game_replays_and_nothing_has_failed(site: ScaledOut) -> None:
    verified = site.pages[0].manage("verify")
    assert verified.returncode == 0 and ", 0 differences" in verified.stdout, verified.stdout
    for server in site.servers:
        assert "Traceback" not in server.log, server.log[-3000:]
    said = site.worker.log
    assert set(RAISED.findall(said)) <= CHILD_KILLED, said[-3000:]
    assert len(RAISED.findall(said)) == len(re.findall("^Traceback", said, re.MULTILINE)), said[
        -3000:
    ]
