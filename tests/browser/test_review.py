"""From the end of a game to what was missed in it, and to trying it again."""

import json
import re
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.computers import worker
from games.models import ReviewedMove
from games.selectors import review_progress
from games.services.reviews import store_reviewed_move
from tests.browser.against import Table, begin
from tests.browser.table import PHONE, expect_ply, press, settled, tab_to
from tests.games.reviewed import QUICK
from tests.played_games import played, recorded
from tests.prepared import prepared_folder
from tests.servers import Server
from tests.tiers import but_for_certainty

TABLET, WIDE = {"width": 768, "height": 1024}, {"width": 1440, "height": 900}
WHAT_IS_WHERE = "found => found.map((one) => one.parentElement.id + one.textContent)"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose computers move, and which reviews what is over."""
    with Server(prepared_folder(tmp_path_factory.mktemp("site"))) as started:
        yield started


def missed_at(server, game_id):
    """The first move of the person that lost something: its number, the best play, its points.

    None where there was nothing to play, which chance sometimes deals.
    """
    sql = (
        "SELECT ply, detail FROM games_reviewedmove "
        "WHERE review_id = %s AND seat = 0 AND loss > 0 ORDER BY ply"
    )
    for ply, detail in server.database.rows(sql, game_id):
        text, points = json.loads(detail)["plays"][0]
        return ply, text, points
    return None


def lose(page, server):
    """A game of Digifeud against the computer, let go and given up; its review is pushed."""
    begin(page, "digifeud")
    table = Table(page, server, "digifeud")
    table.wait()
    for text in ("pass", "resign"):
        expect(page.locator("#review")).to_be_hidden()
        table.say(text)
        table.wait()
    expect(page.get_by_role("link", name="Review: what was missed")).to_be_visible()
    expect(page.locator("#result h2")).to_be_visible()
    return table


class Lost(NamedTuple):
    """A game that somebody gave up and that is reviewed, and the first move that lost something."""

    session: dict  # what the browser of that person has stored
    game_id: str
    ply: int
    best: str
    points: int


@contextmanager
def opened(browser, server, **options):
    """A page in a browser of its own; what its scripts complain about must be nothing."""
    context = browser.new_context(base_url=server.origin, **options)
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert problems == []


@pytest.fixture(scope="module")
def lost(browser, server):
    with opened(browser, server) as page:
        table = lose(page, server)
        while not missed_at(server, table.game_id):
            table = lose(page, server)
        session = page.context.storage_state()
    return Lost(session, table.game_id, *missed_at(server, table.game_id))


@pytest.fixture
def page(browser, server, lost):
    """A page of who lost that game."""
    with opened(browser, server, storage_state=lost.session) as page:
        yield page


def link_to_review(page):
    return page.get_by_role("link", name="Review: what was missed")


def test_the_table_leads_to_a_review_that_says_of_a_pass_what_could_have_been_played(page, lost):
    page.goto(f"/games/{lost.game_id}/")
    settled(page)
    link_to_review(page).click()
    expect(page.get_by_role("heading", name="In short")).to_be_visible()
    expect(page.locator("#chart svg")).to_be_visible()
    row = page.locator(".moves tbody tr").nth(lost.ply - 1)
    expect(row.locator(".kind")).to_have_text("passed")
    expect(row).to_contain_text("Instead of a pass, ")
    row.get_by_role("link").click()
    expect(page.locator("#told")).to_contain_text("Instead of a pass, ")


def test_the_best_plays_of_a_position_are_drawn_on_its_board_one_at_a_time(page, lost):
    page.goto(f"/games/{lost.game_id}/review/?ply={lost.ply}")
    page.get_by_role("link", name="All that was found").click()
    expect_ply(page, lost.ply - 1)
    shown = page.locator("#board .tile.shown")
    assert shown.count() > 0
    first = shown.evaluate_all(WHAT_IS_WHERE)
    page.locator(".best a").nth(1).click()
    expect(page.locator(".best tr:nth-child(2) [aria-current]")).to_have_count(1)
    assert shown.evaluate_all(WHAT_IS_WHERE) != first
    page.get_by_role("navigation", name="Replay").get_by_text("Next").click()
    expect(shown).to_have_count(0)
    page.get_by_role("navigation", name="Replay").get_by_text("End").click()
    expect(page.locator("#result h2")).to_be_visible()
    expect(page.locator(".judged")).to_have_count(0)
    expect(link_to_review(page)).to_be_visible()


def test_a_miss_is_tried_again_and_then_listed_as_solved(page, lost):
    page.goto("/misses/")
    page.get_by_role("link", name=f"Digifeud, move {lost.ply}").first.click()
    verdict = page.locator("#verdict")
    page.locator("#move").fill("pass")
    expect(verdict).to_contain_text("a pass uses your turn")
    expect(verdict).not_to_contain_text("of the best")
    page.locator("#move").fill(lost.best)
    expect(verdict).to_contain_text("No play earns more.")
    expect(page.locator("#play-points")).to_contain_text(str(lost.points))
    expect(verdict).to_contain_text("Solved")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#rack button")).not_to_have_count(0)
    page.locator("details.wide summary.quiet").click()
    page.get_by_role("navigation", name="Account").get_by_role("link", name="Your misses").click()
    expect(page.locator(".misses tbody tr").last).to_contain_text("solved on")


def test_on_a_phone_the_day_of_a_miss_stands_in_one_line(browser, server, lost):
    size = {"width": 360, "height": 640}
    with opened(browser, server, storage_state=lost.session, viewport=size) as page:
        page.goto("/misses/")
        day = page.locator(".misses time").first
        assert day.bounding_box()["height"] < 20 and len(day.text_content()) > 12
        assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.long
def test_without_script_the_review_is_read_and_a_miss_tried_again(reader, people):
    game = played(recorded("digifeud-resign"), [people.ada, people.ben])
    page = reader(people.ada, java_script_enabled=False)
    page.goto(f"/games/{game.id}/review/")
    expect(page.get_by_role("heading", name="In short")).to_have_count(0)
    store_review(game, worker.review)
    expect(page.get_by_role("heading", name="In short")).to_be_visible()  # it looks by itself
    missed = ReviewedMove.objects.filter(review=game.id, seat=0, loss__gt=0).first()
    best = json.loads(missed.detail)["plays"][0][0]
    page.locator(f"#chart-{missed.ply}").click()
    expect(page.locator(f"#move-{missed.ply}")).to_have_attribute("aria-current", "true")
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Show the best").click()
    expect(page.locator("#board .tile.shown").first).to_be_in_viewport()
    page.get_by_role("link", name="Try it yourself").click()
    page.locator("#move").fill(best)
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.locator("#verdict")).to_contain_text("No play earns more.")
    expect(page.get_by_text("You solved this on")).to_be_visible()


def store_review(game, seek):
    """Review each move of the game by this function, as the server does."""
    for row in review_progress.to_review(game.id):
        store_reviewed_move(
            game_id=game.id,
            ply=row.ply,
            seat=row.seat,
            found=seek(row.question, row.text, 5.0),
            now=timezone.now(),
        )


@pytest.fixture
def long_game(people):
    """A game of three whose review is made, as far as its page is looked at."""
    game = played(recorded("equate-three-advanced-left"), [people.ada, people.ben, people.cleo])
    store_review(game, lambda *told: QUICK)
    game.refresh_from_db()
    return game


def test_on_a_phone_the_chart_says_whole_who_is_ahead_above_and_who_below(reader):
    names = ("Maximiliane-B", "Wolfgang-Amadeus")
    people = [User.objects.create_user(name, f"{name}@example.org") for name in names]
    game = played(recorded("digifeud-resign"), people)
    store_review(game, lambda *told: QUICK)
    page = reader(**PHONE, locale="de-DE")
    page.goto(f"/games/{game.id}/review/")
    said, chart = (page.locator(part).bounding_box() for part in ("#chart .along", "#chart svg"))
    assert said["x"] + said["width"] < chart["x"] + chart["width"]


def test_a_review_is_printed_with_all_its_moves_and_without_buttons(reader, long_game):
    page = reader(width=680, height=960)
    page.goto(f"/games/{long_game.id}/review/")
    page.emulate_media(media="print")
    for part in (".bench .log", ".bench .told"):
        assert page.locator(part).evaluate("part => part.scrollHeight <= part.clientHeight"), part
    expect(page.locator(".btn >> visible=true")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == 680


def expect_marked(page, ply, *in_view):
    """This ply is marked in chart and list and said, and nothing of this is out of sight."""
    for where in (f"#chart-{ply}", f"#move-{ply}"):
        expect(page.locator(f"{where}[aria-current=true]")).to_have_count(1)
    expect(page.locator("#chart [aria-current], #sheet [aria-current]")).to_have_count(2)
    expect(page.locator("#told h2")).to_have_text(re.compile(f"^Move {ply}: "))
    for where in ("#board", "#chart", "#told h2", *in_view):
        expect(page.locator(where)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", but_for_certainty([PHONE, TABLET, WIDE], [PHONE]))
def test_board_chart_and_list_follow_one_another_in_one_view(reader, long_game, size):
    page = reader(**size)
    page.goto(f"/games/{long_game.id}/review/")
    lists = [] if size is PHONE else ["#move-7"]
    place = page.locator("#board").bounding_box()
    press(page.locator("#chart-7"))
    expect_marked(page, 7, *lists)
    for key, ply in (
        ("ArrowLeft", 6),
        ("ArrowRight", 7),
        ("ArrowRight", 8),
        ("Home", 0),
        ("End", long_game.ply),
    ):
        page.keyboard.press(key)
        expect_ply(page, ply)
    expect_marked(page, long_game.ply)
    expect(page.locator(f"#chart-{long_game.ply}")).to_be_focused()
    for _ in range(3):
        press(page.locator("#step-back"))
    expect_marked(page, long_game.ply - 3)
    assert page.locator("#board").bounding_box() == place
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]

    # from the list, wherever it is; and the way back
    press(page.locator("#move-2"))
    expect_marked(page, 2)
    page.go_back()
    expect_marked(page, long_game.ply - 3)


def test_a_review_that_is_ready_is_shown_at_the_position_that_the_page_shows(reader, long_game):
    """Its news lead to the review; a page that is there already keeps its place."""
    page = reader(**WIDE)
    page.goto(f"/games/{long_game.id}/review/?ply=5")
    expect_ply(page, 5)
    with page.expect_navigation():
        page.evaluate(
            """path => {
                const news = Object.assign(document.createElement("span"), { hidden: true });
                news.dataset.go = path;
                document.body.append(news);
                document.dispatchEvent(new CustomEvent("htmx:wsAfterMessage", { detail: {} }));
            }""",
            f"/games/{long_game.id}/review/",
        )
    expect(page).to_have_url(re.compile(r"\?ply=5$"))
    expect_ply(page, 5)


def test_the_chart_is_one_stop_of_tab_and_its_links_are_followed_by_keyboard(reader, long_game):
    page = reader()
    page.goto(f"/games/{long_game.id}/review/?ply=5")
    tab_to(page, "#chart a")
    expect(page.locator("#chart-5")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#chart-6")).to_be_focused()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('#chart')")
    tab_to(page, "#move-9")
    page.keyboard.press("Enter")
    expect_marked(page, 9, "#move-9")


@pytest.fixture
def lost_some(people):
    """A game whose first moves are reviewed, some of which lost something."""
    game = played(recorded("numerica-resign"), [people.ada, people.ben])
    for row in review_progress.to_review(game.id):
        found = worker.review(row.question, row.text, 5.0) if row.ply < 9 else QUICK
        store_reviewed_move(
            game_id=game.id, ply=row.ply, seat=row.seat, found=found, now=timezone.now()
        )
    game.refresh_from_db()
    return game


def test_n_leads_through_the_moves_that_lost_most_and_capital_n_back(reader, lost_some):
    page = reader(**WIDE)
    page.goto(f"/games/{lost_some.id}/review/?ply=0")
    links = page.locator("#moments a[data-moment]").evaluate_all(
        "all => all.map((each) => each.search)"
    )
    first, second, third = (int(re.search(r"ply=(\d+)", link)[1]) for link in links)
    tab_to(page, "#chart a")
    keys = ("n", first), ("n", second), ("n", third), ("n", first), ("N", third), ("N", second)
    for key, ply in keys:
        page.keyboard.press(key)
        expect(page.locator(f"#move-{ply}[aria-current=true]")).to_have_count(1)
        expect_ply(page, ply)


def test_without_script_the_list_begins_at_the_position_looked_at(reader, long_game):
    page = reader(java_script_enabled=False)
    for ply in (2, long_game.ply // 2, long_game.ply):
        page.goto(f"/games/{long_game.id}/review/?ply={ply}#at")
        expect(page.locator(f"#move-{ply}")).to_be_in_viewport(ratio=1)
        expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(400)  # from then on nothing holds the list
    page.locator("#sheet thead").hover()
    page.mouse.wheel(0, -20_000)
    expect(page.locator("#move-1")).to_be_in_viewport(ratio=1)
