"""What guards a move from slips: a second step, and a moment in which nothing acts."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.positions import FIRST, FIRST_POINTS

PHONE = {"width": 360, "height": 640, "has_touch": True, "is_mobile": True}
SAME_PLACE = 601  # milliseconds after which a control takes a tap where there was one before
START = datetime(2026, 1, 1, tzinfo=UTC)
SOON = timedelta(seconds=3)  # every frame until then is drawn


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def middle(page, selector):
    place = box(page, selector)
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


@pytest.fixture
def drafted(reader, pair, opening):
    """A phone on which the first move lies drafted."""
    page = reader(pair[0], **PHONE)
    table.open_table(page, opening)
    page.locator("#move").fill(FIRST)
    table.expect_announced(page, FIRST, FIRST_POINTS)
    return page


def test_by_touch_the_button_that_confirms_a_move_is_not_where_play_was_pressed(drafted):
    confirm = drafted.locator("#confirm")
    strip, pressed = box(drafted, ".actions"), middle(drafted, "#play")
    drafted.locator("#play").tap()
    expect(confirm).to_have_text(f"Confirm · {FIRST_POINTS}")
    assert box(drafted, ".actions") == strip, "in the same strip"
    right = box(drafted, "#confirm")
    assert right["x"] + right["width"] <= pressed[0] - 22, "but in another place"
    drafted.touchscreen.tap(*pressed)
    expect(confirm).to_be_visible()  # a second tap in haste takes nothing back either


def test_by_touch_a_move_that_is_not_confirmed_yet_is_taken_back_or_changed(drafted):
    confirm = drafted.locator("#confirm")
    table.press(drafted.locator("#play"))
    drafted.wait_for_timeout(SAME_PLACE)
    drafted.locator("#not-yet").tap()
    expect(confirm).to_be_hidden()
    drafted.wait_for_timeout(SAME_PLACE)
    drafted.locator("#play").tap()
    expect(confirm).to_be_visible()
    table.press_square(drafted, "8D")
    expect(confirm).to_be_hidden()
    table.expect_ply(drafted, 0)


def test_what_the_referee_does_not_take_comes_back_with_the_reason_instead_of_a_second_step(
    drafted,
):
    drafted.locator("#move").fill(FIRST[:-1])
    expect(drafted.locator('#verdict [data-ok="0"]')).to_be_attached()
    why = drafted.locator("#verdict .why").first.inner_text()
    with drafted.expect_response("**/move/") as sent:
        drafted.locator("#play").tap()
    assert sent.value.status == 422
    expect(drafted.locator("#confirm")).to_be_hidden()
    expect(drafted.locator("#verdict")).to_contain_text(why)
    table.expect_ply(drafted, 0)


def test_by_touch_a_confirmed_move_is_made(drafted):
    table.send(drafted)
    table.expect_ply(drafted, 1)


def wish(page, steps):
    """Choose in the settings how many steps a move takes."""
    page.goto("/people/settings/")
    page.get_by_label(steps).check()
    page.locator("form", has=page.get_by_label(steps)).get_by_role("button").click()
    expect(page.get_by_label(steps)).to_be_checked()


def test_the_settings_say_how_many_steps_a_move_takes(reader, pair, opening):
    page = reader(pair[0])
    for steps, told in (("Always one step", "never"), ("Always two steps", "always")):
        wish(page, steps)
        table.open_table(page, opening)
        expect(page.locator("#move-form")).to_have_attribute("data-steps", told)


def test_in_two_steps_the_second_enter_plays_and_escape_keeps_the_draft(reader, pair, opening):
    page = reader(pair[0])
    wish(page, "Always two steps")
    table.open_table(page, opening)
    table.type_on_board(page, FIRST)
    table.expect_announced(page, FIRST, FIRST_POINTS)
    page.keyboard.press("Enter")
    expect(page.locator("#note")).to_have_text("Press Enter once more to play it.")
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator("#board .draft")).to_have_count(5)
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    table.expect_ply(page, 0)
    page.keyboard.press("Enter")
    table.expect_ply(page, 1)


@pytest.fixture
def ben(reader, pair, opening):
    """Ben's page, at that game, with a clock that the test moves."""
    page = reader(pair[1])
    page.clock.install(time=START)
    table.open_table(page, opening)
    return page


def stop_clock(page):
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now() / 1000"), UTC) + SOON)


def test_enter_sends_nothing_in_the_moment_in_which_a_move_arrives(
    ben, play_elsewhere, pair, opening
):
    ben.locator("#move").fill("pass")
    stop_clock(ben)
    play_elsewhere(opening, pair[0], FIRST)
    table.expect_ply(ben, 1)
    for is_picked in ("true", "false"):  # what was there before takes a press at once
        ben.locator("#rack button").first.click()
        expect(ben.locator("#rack button").first).to_have_attribute("aria-pressed", is_picked)
    ben.locator("#move").press("Enter")
    ben.clock.run_for(399)
    ben.locator("#move").press("Enter")
    ben.clock.run_for(2)
    with ben.expect_request("**/move/") as sent:
        ben.locator("#move").press("Enter")
    assert "text=pass" in sent.value.post_data
    table.expect_ply(ben, 2)


def test_a_button_does_nothing_in_the_moment_in_which_it_appears(
    ben, play_elsewhere, pair, opening
):
    asked = []
    ben.on("request", lambda request: asked.append(request.url))
    stop_clock(ben)
    play_elsewhere(opening, pair[0], FIRST)
    table.expect_ply(ben, 1)
    ben.locator("#rack button").first.click()
    ben.clock.run_for(1000)
    play_elsewhere(opening, pair[0], "resign")
    rematch = ben.get_by_role("button", name="Rematch")
    expect(rematch).to_be_visible()
    rematch.click()
    ben.clock.run_for(590)
    rematch.click()
    assert not [url for url in asked if "rematch" in url]
    ben.clock.run_for(40)  # htmx settles what it put in 20 ms later, and only then is it there
    ben.clock.resume()
    table.settled(ben)
    rematch.click()
    expect(ben.locator("#rematch-news")).to_contain_text("You want a rematch.")
