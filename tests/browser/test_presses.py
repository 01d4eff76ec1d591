"""No press is swallowed: what the same hand uses acts at once, and what is refused says so."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from accounts.services import make_computers
from games.models import GameSettings
from games.services.moves import play_move
from games.services.start import start_game
from tests.browser import positions, table
from tests.browser.positions import FIRST, SEED
from tests.tiers import but_for_certainty


@pytest.fixture
def game(pair):
    return positions.load(positions.RECORDS["numerica"], people=pair)[0]


def click_at(page, selector):
    """Move the mouse to the middle of an element and click, whatever the element says of itself."""
    box = page.evaluate(
        "selector => document.querySelector(selector).getBoundingClientRect().toJSON()", selector
    )
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_back_and_end_at_once_lead_to_the_end(reader, pair, game):
    page = reader(pair[0])
    table.open_table(page, game)
    for _ in range(3):
        click_at(page, "#step-back")
        table.expect_ply(page, game.ply - 1)
        click_at(page, "#step-end")
        table.expect_ply(page, game.ply)


def test_end_is_heard_before_the_answer_to_back(reader, pair, game):
    page = reader(pair[0])
    table.open_table(page, game)
    click_at(page, "#step-back")
    click_at(page, "#step-end")
    page.wait_for_timeout(500)
    table.expect_ply(page, game.ply)


def test_a_press_that_is_held_while_another_position_comes_is_one(reader, pair, game):
    page = reader(pair[0])
    table.open_table(page, game)
    click_at(page, "#step-back")
    table.expect_ply(page, game.ply - 1)
    page.mouse.down()
    page.keyboard.press("ArrowLeft")
    table.expect_ply(page, game.ply - 2)
    page.mouse.up()
    table.expect_ply(page, game.ply - 3)


@pytest.mark.parametrize("is_player", but_for_certainty([True, False], [True]))
def test_six_presses_go_back_six_moves(reader, pair, game, is_player):
    page = reader(pair[0] if is_player else None)
    table.open_table(page, game)
    for _ in range(6):
        click_at(page, "#step-back")
        page.wait_for_timeout(150)
    table.expect_ply(page, game.ply - 6)
    for _ in range(6):
        page.locator("#step-next").press("Enter")
        page.wait_for_timeout(150)
    table.expect_ply(page, game.ply)


def test_a_hint_can_be_asked_for_as_soon_as_it_is_offered(reader, pair, live):
    make_computers()
    computer = User.objects.filter(is_computer=True).first()
    game = start_game(
        GameSettings("numerica"), users=[computer, pair[0]], seed=SEED, now=timezone.now()
    )
    page = reader(pair[0])
    table.open_table(page, game)
    play_move(game_id=game.id, user=computer, ply=1, text=FIRST, now=timezone.now())
    page.evaluate("dispatchEvent(new Event('online'))")
    page.locator("#hint button").wait_for()
    with page.expect_request("**/hint/", timeout=30_000):
        click_at(page, "#hint button")


PRESS_AS_IT_COMES = """document.addEventListener("htmx:wsAfterMessage", function press() {
    const button = [...document.querySelectorAll("button")].find((each) => each.innerText === "Rematch");
    if (!button?.checkVisibility()) return;
    document.removeEventListener("htmx:wsAfterMessage", press);
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
})"""
"""However slow the machine is, the press comes in the moment in which the button does."""


def test_a_refused_press_says_so_until_one_is_taken(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    ben.evaluate(PRESS_AS_IT_COMES)
    table.post_move(ada.request, opening, "resign", 1)
    expect(ben.locator("#note")).to_have_text(table.REFUSED)
    ben.evaluate("document.dispatchEvent(new Event('numerica:shown'))")  # what comes of the review
    expect(ben.locator("#note")).to_have_text(table.REFUSED)
    rematch = ben.get_by_role("button", name="Rematch")
    for _ in range(20):  # what still comes of the end may refuse some
        if rematch.is_visible():
            table.press(rematch)
            ben.wait_for_timeout(700)
    expect(ben.locator("#rematch-news")).to_contain_text("You want a rematch.")


def test_enter_on_the_heels_of_a_move_says_why_it_waits(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    ben.locator("#move").fill("pass")
    ben.evaluate("""document.addEventListener("htmx:wsAfterMessage", ({ detail }) => {
        if (!detail.message.includes("data-ply")) return;      // a bell, which changes nothing here
        setTimeout(() => document.getElementById("move").dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })));
    })""")
    table.post_move(ada.request, opening, FIRST, 1)
    expect(ben.locator("#note")).to_have_text(table.REFUSED)
    table.settled(ben)
    ben.locator("#move").press("Enter")
    expect(ben.locator("#note")).not_to_have_text(table.REFUSED)
    table.expect_ply(ben, 2)


def test_on_a_phone_steps_pressed_at_one_place_are_all_made(reader, pair, game):
    """The row of steps moves up with the first of them, into the place of the actions."""
    page = reader(pair[game.turn], width=360, height=640, has_touch=True, is_mobile=True)
    table.open_table(page, game)
    page.locator("#step-back").scroll_into_view_if_needed()
    table.settled(page)
    box = page.locator("#step-back").bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for number in range(1, 4):
        page.touchscreen.tap(*place)
        table.expect_ply(page, game.ply - number)
