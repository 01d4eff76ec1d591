"""The puzzle of the day on two successive days, by people with a mouse, with keys, without script."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.axe import violations
from tests.games.dailies import lesser_plays, of
from tests.prepared import prepared_folder
from tests.servers import Server
from tests.tiers import but_for_certainty

pytestmark = pytest.mark.slow

GAMES = ("numerica", "equate", "digifeud", "numeria")
PHONE = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}


def site(folder, day: int) -> Server:
    """The site on the day with this number, on the data that is there."""
    begins_on = datetime.now(UTC).date() - timedelta(days=day - 1)
    return Server(folder, NUMERICA_DAILY_BEGINS_ON=str(begins_on))


def try_it(page, text, number) -> None:
    """Draft a play and make it the next try, by keys alone."""
    page.get_by_label("Move", exact=True).fill(text)
    expect(page.locator("#verdict li[data-ok='1']")).to_be_attached()
    page.get_by_role("button", name=f"Make this my {number}").press("Enter")
    page.wait_for_url("**/#tries")
    expect(page.locator("#tries")).to_be_focused()


@pytest.mark.parametrize("key", but_for_certainty(GAMES, ["digifeud"]))
def test_a_stranger_tries_today_and_sees_tomorrow_how_all_fared(browser, tmp_path, key):
    folder, puzzle = prepared_folder(tmp_path), of(key, 2)
    first, second = lesser_plays(puzzle, 2)
    context = browser.new_context(**PHONE)
    with site(folder, 2) as server:
        page = context.new_page()
        page.goto(server.origin)
        page.get_by_role("link", name="Today’s equation").click()
        its_row = page.get_by_role("listitem").filter(has_text=puzzle.state.name)
        its_row.get_by_role("link", name="Today’s puzzle").click()
        assert violations(page) == []
        unready = "rgba(0, 0, 0, 0)"
        button = page.get_by_role("button", name="Make this my 1st try")
        expect(button).to_have_css("background-color", unready)
        page.get_by_label("Move", exact=True).fill(second)
        expect(button).not_to_have_css("background-color", unready)
        try_it(page, second, "1st try")
        try_it(page, first, "2nd try")
        line = page.get_by_label("A line to share").input_value()
        assert line.startswith(f"{puzzle.state.name} 2 · ") and line.endswith("% · 2nd try")
        expect(page.locator("#until")).to_contain_text("in ")
        expect(page.get_by_text("Tomorrow you see here")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        _find_it(browser.new_context(java_script_enabled=False), server, key, puzzle)
    with site(folder, 3) as server:
        page.goto(f"{server.origin}/daily/{key}/2/")
        expect(page.get_by_text("2 people answered on the day.")).to_be_visible()
        expect(page.get_by_text("You were better than 0 %.")).to_be_visible()
        assert page.get_by_label("A line to share").input_value() == f"{line} · better than 0 %"
        assert violations(page) == []
        page.get_by_role("link", name="The day after").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{puzzle.state.name} 3")
        expect(page.get_by_text("1 of the last 30 days")).to_be_visible()
    context.close()


def _find_it(context, server, key, puzzle) -> None:
    """Somebody without script asks the referee, then finds the best, and is shown the board."""
    page = context.new_page()
    page.goto(f"{server.origin}/daily/{key}/")
    page.get_by_label("Move", exact=True).fill(puzzle.plays[0][0])
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.get_by_role("button", name="Make this my 1st try")).to_be_visible()
    page.get_by_role("button", name="Make this my 1st try").click()
    expect(page.get_by_text("100 %: as good as can be.")).to_be_visible()
    expect(page.get_by_role("heading", name="The best play")).to_be_visible()
    assert page.get_by_role("button", name="Make this").count() == 0
    context.close()


def test_a_play_that_is_laid_by_pressing_is_tried(browser, tmp_path):
    puzzle = of("digifeud-small", 2)
    (play,) = lesser_plays(puzzle, 1)
    with site(prepared_folder(tmp_path), 2) as server:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.has_touch = False
        page.goto(f"{server.origin}/daily/digifeud-small/")
        table.tap(page, play)
        page.get_by_role("button", name="Make this my 1st try").click()
        page.wait_for_url("**/#tries")
        expect(page.get_by_role("button", name="Make this my 2nd try")).to_be_visible()
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.origin)
        page.get_by_role("button", name="Copy", exact=True).click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        line = page.get_by_label("A line to share").input_value()
        assert page.evaluate("navigator.clipboard.readText()") == line
        context.close()
