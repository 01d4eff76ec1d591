"""Practice: a stranger solves positions, says whether there is one, and runs against the clock."""

import re
import sqlite3
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from games.practice.exercises import exercises
from tests.browser.axe import violations
from tests.games.test_practice import lesser
from tests.prepared import SQLITE, prepared_folder
from tests.servers import Server
from tests.tiers import but_for_certainty

pytestmark = pytest.mark.slow

GAMES = ("numerica", "equate", "digifeud", "numeria")
PHONE = {"viewport": {"width": 360, "height": 640}, "color_scheme": "dark"}
ASKED = {"numerica": "Nine tiles?", "equate": "Nine tiles?", "numeria": "A trope?"}


@pytest.fixture
def server(tmp_path):
    with Server(prepared_folder(tmp_path)) as server:
        yield server


def shown(page):
    """The exercise of this page."""
    key, name = re.search(r"/practice/(\w+)/([0-9a-f]{12})/", page.url).groups()
    return exercises(key)[name]


def in_order(page) -> None:
    """Nothing for axe to find, and nothing beside the page."""
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def say(page, text, button) -> None:
    """Write a move and press, by keys alone."""
    page.get_by_label("Move", exact=True).fill(text)
    expect(page.locator("#verdict li[data-ok='1']")).to_be_attached()
    page.get_by_role("button", name=button).press("Enter")


@pytest.mark.parametrize("key", but_for_certainty(GAMES, ["digifeud"]))
def test_a_stranger_on_a_phone_misses_one_and_solves_the_next(browser, server, key):
    page = browser.new_context(**PHONE).new_page()
    page.goto(server.origin)
    page.locator("#main").get_by_role("link", name="Practice").click()
    its_row = page.get_by_role("listitem").filter(has_text=key.title())
    its_row.get_by_role("link", name="Practise").click()
    in_order(page)
    page.get_by_role("link", name="A position", exact=True).click()
    in_order(page)
    say(page, lesser(shown(page)), "This is my answer")
    expect(page.get_by_text(re.compile("there is a better play|does not do it"))).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^The (best play|solution)"))).to_have_count(
        0
    )
    in_order(page)
    page.get_by_role("link", name="Show the solution").click()
    expect(
        page.get_by_role("heading", name=re.compile("^The (best play|solution)"))
    ).to_be_visible()
    in_order(page)
    page.get_by_role("link", name="The next position").click()
    say(page, shown(page).plays[0][0], "This is my answer")
    expect(page.get_by_text(re.compile("^Solved: "))).to_be_visible()
    page.locator("#main").get_by_role("link", name="Practice").click()
    page.goto(f"{server.origin}/practice/{key}/")
    expect(page.get_by_text("1 of 2 solved")).to_be_visible()
    in_order(page)
    page.context.close()


@pytest.mark.parametrize("key", but_for_certainty(tuple(ASKED), ["numeria"]))
def test_without_script_somebody_says_whether_there_is_one_and_finds_it(browser, server, key):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{server.origin}/practice/{key}/")
    for _turn in range(12):
        page.get_by_role("link", name=ASKED[key]).click()
        (what,) = re.findall(r"/(\w+)/$", page.url)
        exercise = shown(page)
        is_there = exercise.holds[what]
        said = "Yes, there is one" if is_there else "No, there is none"
        page.get_by_role("button", name=said).click()
        right = "Right: there is one." if is_there else "Right: there is none."
        expect(page.get_by_text(right)).to_be_visible()
        if is_there and exercise.is_there(what, exercise.state.check(0, exercise.plays[0][0])):
            page.get_by_label("Move", exact=True).fill(exercise.plays[0][0])
            page.get_by_role("button", name="This is one").click()
            expect(page.get_by_text(re.compile("^Found: "))).to_be_visible()
            break
        page.goto(f"{server.origin}/practice/{key}/")
    else:
        pytest.fail("in none of twelve positions was there one")
    page.context.close()


def begun_earlier(server: Server, by: timedelta) -> None:
    """Let the run that is on have begun earlier."""
    rows = sqlite3.connect(server.var_dir / SQLITE, timeout=10)
    with rows:
        (begun,) = rows.execute("select begun_at from games_practicerun").fetchone()
        earlier = (datetime.fromisoformat(begun) - by).isoformat(" ")
        rows.execute("update games_practicerun set begun_at = ?", (earlier,))
    rows.close()


def test_a_run_goes_from_position_to_position_until_its_time_is_over(browser, server):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{server.origin}/practice/digifeud/run/")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#left")).to_have_text(re.compile(r"^[23]:\d\d$"))
    in_order(page)
    for solved in (1, 2):
        say(page, shown_in_run(page).plays[0][0], "This is my answer")
        expect(page.get_by_text(f"{solved} solved", exact=True)).to_be_visible()
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.get_by_text("The one before was not solved.")).to_be_visible()
    begun_earlier(server, timedelta(seconds=170))
    page.reload()
    expect(page.get_by_role("button", name="Once more")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("heading", name="2 solved")).to_be_visible()
    in_order(page)
    page.get_by_role("link", name="Position 3").click()
    page.get_by_role("link", name="Show the solution").click()
    expect(
        page.get_by_role("heading", name=re.compile("^The (best play|solution)"))
    ).to_be_visible()
    page.context.close()


def test_a_run_goes_on_while_the_page_sleeps(browser, server):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.clock.install()
    page.goto(f"{server.origin}/practice/digifeud/run/")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#left")).to_have_text(re.compile(r"^[23]:\d\d$"))
    page.clock.set_system_time(datetime.now() + timedelta(seconds=100))
    expect(page.locator("#left")).to_have_text(re.compile(r"^1:\d\d$"))
    page.context.close()


def shown_in_run(page):
    """The exercise that is on."""
    (name,) = re.findall(r"/([0-9a-f]{12})/run/", page.content())[:1]
    return exercises("digifeud")[name]


def test_what_is_due_stands_on_the_first_page_and_can_be_switched_off(browser, server):
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{server.origin}/practice/digifeud/")
    page.get_by_role("link", name="A position", exact=True).click()
    say(page, shown(page).plays[0][0], "This is my answer")
    page.goto(server.origin)
    offer = page.get_by_label("Without an opponent")
    expect(offer.get_by_role("link", name="Today’s equation")).to_be_visible()
    in_order(page)
    page.goto(f"{server.origin}/people/settings/")
    page.get_by_label("The first page offers today’s equation and practice").uncheck()
    page.get_by_role("button", name="Save").first.click()
    page.goto(server.origin)
    expect(offer).to_have_count(0)
    page.context.close()
