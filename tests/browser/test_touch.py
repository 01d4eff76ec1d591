"""A board under a finger: it is enlarged before small squares are hit, and slips do nothing."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from accounts.services import make_computers
from games.models import GameSettings
from games.services.start import start_game
from tests.browser import positions, table

PHONE = {"width": 360, "height": 640, "has_touch": True, "is_mobile": True}
SMALLEST = 24  # pixels of a square on which anything is done, WCAG 2.2
START = datetime(2026, 1, 1, tzinfo=UTC)
SOON = timedelta(seconds=3)  # every frame until then is drawn
SEED = bytes.fromhex("bc935d506d6a034cc511f1c79b94b2c5713932af29014564f7b526912e5a950b")
FIRST, FIRST_POINTS = "8D 3?=6-3", 13  # of tests/records/whole-game.game
LONG_MOVE = "Pebble played 12 + 34 = 46, 3 × 4 = 12, 5 − 2 = 3 for 105. The blank is 3."


@pytest.fixture
def people():
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben")]


@pytest.fixture
def opening(people):
    """A game of Numerica before its first move, which is Ada's."""
    return start_game(GameSettings("numerica"), users=people, seed=SEED, now=timezone.now())


@pytest.fixture
def equate(people):
    """A game of Equate shortly before its end, and the moves that are left."""
    game, _, moves = positions.load(positions.RECORDS["equate"], people=people)
    return game, moves


AT_REST = """() => new Promise((settled) => {
    const at = () => document.querySelector(".squared").scrollTop;
    let was = at();
    const look = setInterval(() => {
        if (at() === was) { clearInterval(look); settled(true); }
        was = at();
    }, 100);
})"""
"""The board inside its frame has stopped moving."""


class Fingers:
    """One finger or two on a page, as the browser hears of them."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind, points):
        points = [{"x": x, "y": y, "id": place} for place, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, *points):
        self._send("touchStart", points)

    def move(self, *points):
        self._send("touchMove", points)

    def up(self):
        self._send("touchEnd", [])

    def slide(self, start, end, steps=6):
        self.down(start)
        for step in range(1, steps + 1):
            part = step / steps
            self.move(tuple(a + (b - a) * part for a, b in zip(start, end, strict=True)))


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def middle(page, selector):
    place = box(page, selector)
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def side(page):
    return box(page, "#board .sq")["width"]


def frame(page):
    return box(page, ".stage .squared")


def inner_scroll(page):
    return page.evaluate(
        "(({scrollLeft, scrollTop}) => [scrollLeft, scrollTop])(document.querySelector('.squared'))"
    )


def empty_square(page):
    """A free square near the middle of the board."""
    return page.evaluate(
        """[...document.querySelectorAll("#board .sq:not(:has(.tile))")]
           .map((square) => square.id).filter((id) => /^sq-1[01]/.test(id))[7]"""
    )


IN_THE_MIDDLE = """(() => {
    const { x, y, width, height } = document.querySelector(".squared").getBoundingClientRect();
    const isFree = (square) => square && !square.querySelector(".tile");
    const under = [2, 2.5, 3, 3.5].map((part) => document.elementFromPoint(x + width / 2, y + height / part)?.closest(".sq"));
    return under.find(isFree).id;
})()"""


def test_the_first_tap_enlarges_and_the_board_is_whole_again_after_the_move(reader, people, equate):
    game, moves = equate
    page = reader(people[game.turn], **PHONE)
    table.open_table(page, game)
    before, small = frame(page), side(page)
    assert small < SMALLEST
    name = empty_square(page)
    page.locator("#rack button").first.tap()
    at = middle(page, f"#{name}")
    page.touchscreen.tap(*at)
    assert side(page) >= 2 * small >= 1.4 * SMALLEST
    assert frame(page) == before, "the frame stays as it is"
    expect(page.locator("#board .draft")).to_have_count(0)
    expect(page.locator("#note")).to_have_text("Larger now: tap the square again.")
    page.touchscreen.tap(*at)
    expect(page.locator("#note")).to_be_empty()
    expect(page.locator(f"#{name} .draft")).to_have_count(1)
    page.locator("#whole").tap()
    assert (side(page), frame(page)) == (small, before)
    expect(page.locator("#whole")).to_be_hidden()
    page.locator(f"#{name}").tap()
    expect(page.locator(f"#{name} .draft")).to_have_count(1)
    assert side(page) >= SMALLEST, "no small square takes a tap, drafted or not"
    page.locator("#recall").tap()
    page.locator("#board .sq[tabindex='0']").focus()
    for key in ("Control+End", "Control+Home"):
        page.keyboard.press(key)
        expect(page.locator("#board .sq:focus")).to_be_in_viewport(ratio=1)
        inner = box(page, "#board .sq:focus")
        assert before["x"] <= inner["x"] + 1 and before["y"] <= inner["y"] + 1
        assert inner["x"] + inner["width"] <= before["x"] + before["width"] + 1
        assert inner["y"] + inner["height"] <= before["y"] + before["height"] + 1
    table.play_by_tapping(page, moves[0].text, moves[0].points)
    expect(page.locator("#live")).to_have_attribute("data-ply", str(moves[0].ply))
    assert (side(page), frame(page)) == (small, before)


NOT_IN_SIGHT = """() => {
    const [box, whole] = [".play .tell", "#whole"].map((part) => document.querySelector(part).getBoundingClientRect());
    const isForListeners = (part) => getComputedStyle(part.closest(".tell > *")).clipPath !== "none";
    return [...document.querySelectorAll(".play .tell :is(#told, #call, #note, .verdict *, #hint *)")].filter((part) => {
        if (isForListeners(part)) return false;
        const { width, right, top, bottom } = part.getBoundingClientRect();
        return width && (right > whole.left || top < box.top || bottom > box.bottom + 1);
    }).map((part) => part.outerHTML);
}"""
"""What is said between board and rack and cannot be read there."""


@pytest.mark.parametrize("record", ["numerica", "equate", "digifeud"])
def test_beside_an_enlarged_board_all_that_is_said_can_be_read(record, reader):
    names = ("guest-kumquat-424242", "Benedictus-the-Elder")
    users = [User.objects.create_user(name) for name in names]
    game, _, moves = positions.load(positions.RECORDS[record], people=users)
    page = reader(users[game.turn], **PHONE)
    table.open_table(page, game)
    page.locator("#rack button").first.tap()
    page.locator(f"#{empty_square(page)}").tap()
    expect(page.locator("#note")).to_contain_text("Larger now")
    assert page.evaluate(NOT_IN_SIGHT) == []
    page.locator("#rack button").first.tap()
    expect(page.locator("#told")).to_be_visible()
    assert page.evaluate(NOT_IN_SIGHT) == []
    page.locator("#move").fill(moves[0].text)
    expect(page.locator("#verdict [data-ok='1']")).to_have_count(1)
    assert page.evaluate(NOT_IN_SIGHT) == []


def test_beside_an_enlarged_board_the_offer_of_a_hint_waits(reader, people):
    make_computers()
    users = [people[0], User.objects.get(username="Pebble")]
    game = start_game(GameSettings("numerica"), users=users, seed=SEED, now=timezone.now())
    page = reader(people[0], **PHONE)
    table.open_table(page, game)
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_be_visible()
    page.evaluate(f"document.querySelector('#told').textContent = '{LONG_MOVE}'")
    page.locator("#rack button").first.tap()
    page.locator("#sq-3C").tap()
    page.locator("#rack button").first.tap()
    expect(page.locator("#note")).to_be_empty()
    assert page.evaluate(NOT_IN_SIGHT) == []
    page.locator("#whole").tap()
    expect(hint).to_be_visible()


COVERED_LABELS = """() => {
    const box = (element) => element.getBoundingClientRect();
    const marks = [...document.querySelectorAll(".stage :is(.cols, .rows) span")].map(box);
    const labels = [...document.querySelectorAll("#board .prem:not(:has(> .tile)) > span")];
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return labels.filter((label) => marks.some((mark) => meet(mark, box(label)))).map((label) => label.parentElement.id);
}"""
"""Squares whose label and a letter or number of the margin lie over each other."""


@pytest.mark.parametrize("key", ["numerica", "equate", "digifeud"])
def test_letters_and_numbers_of_the_margin_leave_the_labels_of_squares_alone(key, reader, people):
    game = start_game(GameSettings(key), users=people, seed=SEED, now=timezone.now())
    page = reader(people[0], **PHONE)
    table.open_table(page, game)
    for width, height in ((360, 640), (412, 915), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED_LABELS) == [], (width, height)


IN_FRONT = """() => {
    const marks = document.querySelectorAll(".cols span, .rows span");
    marks.forEach((mark) => { mark.style.pointerEvents = "auto"; });
    const isInFront = (x, y) => Boolean(document.elementFromPoint(x, y)?.closest(".sq"));
    const boxes = (chosen) => [...document.querySelectorAll(chosen)].map((tile) => tile.getBoundingClientRect());
    const top = boxes("#board > :first-child .tile").map((box) => isInFront(box.left + box.width / 2, box.top + 5));
    const left = boxes("#board .sq:first-child .tile").map((box) => isInFront(box.left + 4, box.bottom - 5));
    return [...top, ...left];
}"""
"""Of each tile at the edge with the letters and numbers, whether it lies over them."""


def test_tiles_lie_over_the_letters_and_numbers_of_the_margin(reader, people):
    game = positions.load(positions.RECORDS["digifeud"], people=people)[0]
    page = reader(people[0], **PHONE)
    table.open_table(page, game)
    found = page.evaluate(IN_FRONT)
    assert found and all(found)


def test_fingers_drag_lift_push_and_spread(reader, people, equate):
    game, _ = equate
    page = reader(people[game.turn], **PHONE)
    table.open_table(page, game)
    before, small = frame(page), side(page)
    fingers = Fingers(page)
    name = empty_square(page)
    fingers.slide(middle(page, "#rack li button"), middle(page, f"#{name}"))
    expect(page.locator(".ghost")).to_have_count(1)
    fingers.up()
    expect(page.locator(f"#{name} .draft")).to_have_count(1)
    assert side(page) >= SMALLEST, "now it can be set right"
    was, aim = inner_scroll(page), page.evaluate(IN_THE_MIDDLE)
    fingers.slide(middle(page, "#rack li button"), middle(page, f"#{aim}"), steps=60)
    assert inner_scroll(page) == was, "what comes in from the rack does not push the board along"
    fingers.up()
    expect(page.locator(f"#{aim} .draft")).to_have_count(1)
    fingers.down(middle(page, f"#{aim}"))
    expect(page.locator("#board .draft")).to_have_count(1)
    fingers.up()
    fingers.down(middle(page, f"#{name}"))
    expect(page.locator("#board .draft")).to_have_count(0)
    fingers.up()
    was = inner_scroll(page)
    corner = before["x"] + 40, before["y"] + 40
    fingers.slide((corner[0] + 80, corner[1] + 80), corner)
    fingers.up()
    page.wait_for_function(AT_REST)  # a tap on what still glides only stops it
    assert inner_scroll(page) > was
    assert page.evaluate("scrollY") == 0
    page.locator("#whole").tap()
    expect(page.locator("#whole")).to_be_hidden()
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    fingers.down((x - 30, y), (x + 30, y))
    for reach in (40, 50, 60):
        fingers.move((x - reach, y), (x + reach, y))
    fingers.up()
    assert 1.8 * small <= side(page) <= 2.2 * small
    assert frame(page) == before
    assert page.evaluate("visualViewport.scale") == 1
    fingers.down((x - 60, y), (x + 60, y))
    for reach in (50, 40, 30):
        fingers.move((x - reach, y), (x + reach, y))
    fingers.up()
    assert side(page) == small
    rack = box(page, "#rack")
    assert page.locator("meta[name=viewport]").get_attribute("content").find("scalable") < 0
    assert rack["y"] + rack["height"] <= PHONE["height"]


def test_a_move_by_touch_takes_two_steps(reader, people, opening):
    page = reader(people[0], **PHONE)
    table.open_table(page, opening)
    play, confirm, not_yet = (page.locator(f"#{name}") for name in ("play", "confirm", "not-yet"))
    table.tap(page, FIRST)
    table.expect_announced(page, FIRST, FIRST_POINTS)
    strip, pressed = box(page, ".actions"), middle(page, "#play")
    play.tap()
    expect(confirm).to_have_text(f"Confirm · {FIRST_POINTS}")
    assert box(page, ".actions") == strip, "in the same strip"
    right = box(page, "#confirm")
    assert right["x"] + right["width"] <= pressed[0] - 22, "but in another place"
    page.touchscreen.tap(*pressed)
    expect(confirm).to_be_visible()  # a second tap in haste takes nothing back either
    page.wait_for_timeout(600)  # the time that is wanted, not one that is measured
    not_yet.tap()
    expect(confirm).to_be_hidden()
    table.press(play)
    page.locator("#sq-8D").tap()
    if page.locator("#confirm").is_visible():
        page.locator("#sq-8D").tap()
    expect(confirm).to_be_hidden()
    expect(page.locator("#live")).to_have_attribute("data-ply", "0")
    page.locator("#move").fill(FIRST)
    table.expect_announced(page, FIRST, FIRST_POINTS)
    table.send(page)
    expect(page.locator("#live")).to_have_attribute("data-ply", "1")


def test_two_steps_can_be_wished_for_or_not(reader, people, opening):
    page = reader(people[0])
    for wish, steps in (("Always one step", 1), ("Always two steps", 2)):
        page.goto("/people/settings/")
        page.get_by_label(wish).check()
        page.locator("form", has=page.get_by_label(wish)).get_by_role("button").click()
        expect(page.get_by_label(wish)).to_be_checked()
        table.open_table(page, opening)
        expect(page.locator("#move-form")).to_have_attribute(
            "data-steps", {1: "never", 2: "always"}[steps]
        )
    table.type_on_board(page, FIRST)
    table.expect_announced(page, FIRST, FIRST_POINTS)
    page.keyboard.press("Enter")
    expect(page.locator("#note")).to_have_text("Press Enter once more to play it.")
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator("#board .draft")).to_have_count(5)
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    expect(page.locator("#live")).to_have_attribute("data-ply", "0")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_attribute("data-ply", "1")


def test_nothing_acts_that_has_just_come_and_enter_waits_for_the_reader(reader, people, opening):
    ben, other = reader(people[1]), reader(people[0]).context.request
    ben.clock.install(time=START)
    table.open_table(ben, opening)
    ben.locator("#move").fill("pass")
    ben.clock.pause_at(datetime.fromtimestamp(ben.evaluate("Date.now() / 1000"), UTC) + SOON)
    table.post_move(other, opening, FIRST, 1)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
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
    expect(ben.locator("#live")).to_have_attribute("data-ply", "2")
    ben.clock.run_for(1000)
    asked = []
    ben.on("request", lambda request: asked.append(request.url))
    table.post_move(other, opening, "resign", 3)
    rematch = ben.get_by_role("button", name="Rematch")
    expect(rematch).to_be_visible()
    rematch.click()
    ben.clock.run_for(590)
    rematch.click()
    assert not [url for url in asked if "rematch" in url]
    ben.clock.run_for(20)
    ben.clock.resume()
    table.settled(ben)
    rematch.click()
    expect(ben.locator("#rematch-news")).to_contain_text("You want a rematch.")
