"""Looking back while the game goes on, and addresses of positions."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.rules.record import MoveEntry
from tests.browser import table
from tests.browser.axe import violations
from tests.browser.replay import PLAYED, expect_position, open_and_stay, places, starting
from tests.games.helpers import WHOLE
from tests.tiers import but_for_certainty

PASS = MoveEntry(0, 0, "pass", 0)


@pytest.fixture
def people():
    return [
        User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben", "Cleo")
    ]


@pytest.fixture
def start(people):
    return starting(people)


@pytest.mark.parametrize(
    ("width", "height"), but_for_certainty([(360, 640), (1440, 900)], [(360, 640)])
)
def test_the_board_is_where_it_was_when_the_opponent_has_moved(
    reader, start, people, width, height
):
    game = start(PLAYED)
    page = reader(people[game.turn], width=width, height=height)
    open_and_stay(page, game)
    mine = places(page)
    table.play_by_tapping(page, WHOLE.moves[PLAYED].text, WHOLE.moves[PLAYED].points)
    expect(page.locator("#live")).to_have_attribute("data-ply", str(PLAYED + 1))
    assert places(page) == mine
    play_elsewhere(reader, people[1 - game.turn], game, WHOLE.moves[PLAYED + 1])
    expect(page.locator("#live")).to_have_attribute("data-ply", str(PLAYED + 2))
    assert places(page) == mine


def test_whoever_looks_back_is_not_torn_away_and_keeps_the_draft(reader, start, people):
    game = start(PLAYED)
    me, other = people[game.turn], people[1 - game.turn]
    page = reader(me)
    open_and_stay(page, game)
    mine = WHOLE.moves[PLAYED].text
    table.tap(page, mine)
    expect(page.locator("#play-points")).not_to_be_empty()
    page.locator("#move-2").click()
    expect_position(page, game, 2, PLAYED)
    expect(page.locator("#board .draft")).to_have_count(0)
    expect(page.locator("#gone-on")).to_contain_text("Move 2 of 6 · Back to now")
    for focus in (focus_board, focus_rack):
        focus(page)
        for key in ("Enter", "Escape", "Backspace", "3"):
            page.keyboard.press(key)
    play_elsewhere(reader, me, game, PASS)
    play_elsewhere(reader, other, game, PASS)
    gone_on = page.get_by_role("status").get_by_text("The game has gone on.")
    expect(gone_on).to_be_visible()
    expect_position(page, game, 2, PLAYED)
    table.press(page.get_by_role("link", name="Back to now"))
    expect_position(page, game, PLAYED + 2, PLAYED + 2)
    expect(gone_on).to_be_hidden()
    expect(page.locator("#move")).to_have_value(mine)
    expect(page.locator("#play-points")).not_to_be_empty()
    page.locator("#play").click()
    expect(page.locator("#live")).to_have_attribute("data-ply", str(PLAYED + 3))


def play_elsewhere(reader, user, game, move):
    """Make a move as `user`, on another page."""
    page = reader(user)
    table.open_table(page, game)
    ply = int(page.locator("#live").get_attribute("data-ply"))
    table.play_by_notation(page, move.text, move.points)
    expect(page.locator("#live")).to_have_attribute("data-ply", str(ply + 1))


def focus_rack(page):
    page.locator("#rack button").first.focus()


def focus_board(page):
    page.locator("#board .sq[tabindex='0']").focus()


def test_an_address_of_a_position_leads_back_to_a_table_to_play_at(reader, start, people):
    game = start(PLAYED)
    page = reader(people[game.turn])
    open_and_stay(page, game, "?ply=2")
    expect(page.locator("#gone-on")).to_contain_text("Move 2 of 6 · Back to now")
    expect(page.locator("#rack")).to_be_visible()
    page.keyboard.press("End")
    expect_position(page, game, PLAYED, PLAYED)
    table.play_by_tapping(page, WHOLE.moves[PLAYED].text, WHOLE.moves[PLAYED].points)
    expect(page.locator("#live")).to_have_attribute("data-ply", str(PLAYED + 1))


def test_onlookers_are_told_as_well(reader, start, people):
    game = start(PLAYED)
    page = reader()
    open_and_stay(page, game)
    page.keyboard.press("ArrowLeft")
    expect_position(page, game, PLAYED - 1, PLAYED)
    play_elsewhere(reader, people[game.turn], game, WHOLE.moves[PLAYED])
    expect(page.locator("#gone-on-since")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("End")
    expect_position(page, game, PLAYED + 1, PLAYED + 1)


def test_the_link_and_the_text_of_a_position_are_copied(reader, start, live):
    game = start(PLAYED)
    page = reader()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_and_stay(page, game)
    page.locator("#move-3").click()
    expect_position(page, game, 3, PLAYED)
    page.get_by_text("Link and text of this position").click()
    for name, expected in (
        ("Copy the link", f"{live}/games/{game.id}/?ply=3"),
        ("Copy as text", ""),
    ):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name="Copied").last).to_be_visible()
        if expected:
            assert page.evaluate("navigator.clipboard.readText()") == expected
    page.wait_for_function(
        "navigator.clipboard.readText().then((text) => text.includes('After move 3'))"
    )
    assert violations(page) == []


def test_without_script_links_lead_from_position_to_position(reader, start, people):
    game = start(PLAYED)
    page = reader(people[game.turn], java_script_enabled=False)
    page.goto(f"/games/{game.id}/")
    page.locator("#move-3").click()
    page.wait_for_url("**/?ply=3")
    expect(page.locator("#play")).to_be_hidden()
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_url("**/?ply=4")
    page.get_by_text("Link and text of this position").click()
    expect(page.locator(".share pre")).to_contain_text("After move 4")
    page.get_by_role("navigation", name="Replay").get_by_text("End").click()
    page.wait_for_url(f"**/games/{game.id}/")
    expect(page.locator("#play")).to_be_visible()


def test_an_answer_that_is_no_text_is_not_copied_as_one(reader, start):
    page = reader()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_and_stay(page, start(PLAYED))
    page.route("**/text/**", lambda route: route.fulfill(status=404, body="not here"))
    page.get_by_text("Link and text of this position").click()
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("button", name="Not copied")).to_be_visible()
    page.problems.clear()


def test_copying_without_a_clipboard_leaves_the_focus_where_it_is(reader, start):
    page = reader()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    open_and_stay(page, start(PLAYED))
    page.get_by_text("Link and text of this position").click()
    page.get_by_role("button", name="Copy the link").press("Enter")
    expect(page.get_by_role("button", name="opied").first).to_be_focused()
