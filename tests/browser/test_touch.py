"""A board under a finger: it is enlarged before small squares are hit, dragged, pushed and spread."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from accounts.services import make_computers
from games.models import GameSettings
from games.services.start import start_game
from tests.browser import positions, table
from tests.browser.positions import SEED
from tests.games import clocks

PHONE = {"width": 360, "height": 640, "has_touch": True, "is_mobile": True}
SMALLEST = 24  # pixels of a square on which anything is done, WCAG 2.2


LONG_MOVE = (
    "Pebble played 12 + 34 = 46, 3 × 4 = 12, 5 − 2 = 3 at J10, down, for 105. The blank is 3."
)


@pytest.fixture
def equate(pair):
    """A game of Equate shortly before its end, and the moves that are left."""
    game, _, moves = positions.load(positions.RECORDS["equate"], people=pair)
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

    def spread(self, centre, reaches):
        """Two fingers at these distances from the centre, one after the other, in pixels."""
        x, y = centre
        first, *others = ([(x - reach, y), (x + reach, y)] for reach in reaches)
        self.down(*first)
        for points in others:
            self.move(*points)
        self.up()


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


@pytest.fixture
def page(reader, pair, equate):
    """A phone at that game of Equate, whose squares are too small for a finger."""
    game, _ = equate
    opened = reader(pair[game.turn], **PHONE)
    table.open_table(opened, game)
    assert side(opened) < SMALLEST
    return opened


def test_the_first_tap_on_a_small_square_enlarges_the_board_and_the_second_lays_a_tile(page):
    before, small = frame(page), side(page)
    name = empty_square(page)
    page.locator("#rack button").first.tap()
    at = middle(page, f"#{name}")
    page.touchscreen.tap(*at)
    expect(page.locator("#note")).to_have_text("Larger now: tap the square again.")
    assert side(page) >= 2 * small >= 1.4 * SMALLEST
    assert frame(page) == before, "the frame stays as it is"
    expect(page.locator("#board .draft")).to_have_count(0)
    page.touchscreen.tap(*at)
    expect(page.locator("#note")).to_be_empty()
    expect(page.locator(f"#{name} .draft")).to_have_count(1)


def lay_a_tile(page, name):
    """Lay the first tile of the rack on this square; the board is large then."""
    page.locator("#rack button").first.tap()
    table.press_square(page, name.removeprefix("sq-"))
    expect(page.locator(f"#{name} .draft")).to_have_count(1)


def test_the_tap_that_enlarges_leaves_a_drafted_tile_where_it_is(page):
    name = empty_square(page)
    lay_a_tile(page, name)
    page.locator("#whole").tap()
    page.locator(f"#{name}").tap()
    expect(page.locator(".stage.enlarged")).to_be_visible()
    expect(page.locator(f"#{name} .draft")).to_have_count(1)
    assert side(page) >= SMALLEST


def test_the_board_is_whole_again_by_its_button_and_after_the_move(page, equate):
    before, small = frame(page), side(page)
    lay_a_tile(page, empty_square(page))
    page.locator("#whole").tap()
    expect(page.locator(".stage.enlarged")).to_have_count(0)
    assert (side(page), frame(page)) == (small, before)
    expect(page.locator("#whole")).to_be_hidden()
    move = equate[1][0]
    page.locator("#move").fill(move.text)
    table.expect_announced(page, move.text, move.points)
    page.locator(f"#{empty_square(page)}").tap()
    expect(page.locator(".stage.enlarged")).to_be_visible()
    assert side(page) > small
    table.send(page)
    table.expect_ply(page, move.ply)
    assert side(page) == small
    assert frame(page)["width"] == before["width"] and frame(page)["height"] == before["height"]


def test_on_an_enlarged_board_the_cursor_stays_within_the_frame(page):
    outer = frame(page)
    lay_a_tile(page, empty_square(page))
    page.locator("#board .sq[tabindex='0']").focus()
    for key in ("Control+End", "Control+Home"):
        page.keyboard.press(key)
        expect(page.locator("#board .sq:focus")).to_be_in_viewport(ratio=1)
        inner = box(page, "#board .sq:focus")
        assert outer["x"] <= inner["x"] + 1 and outer["y"] <= inner["y"] + 1
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1


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


def test_beside_an_enlarged_board_the_offer_of_a_hint_waits(reader, pair):
    make_computers()
    users = [pair[0], User.objects.get(username="Pebble")]
    game = start_game(GameSettings("numerica"), users=users, seed=SEED, now=timezone.now())
    page = reader(pair[0], **PHONE)
    table.open_table(page, game)
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_be_visible()
    page.evaluate(f"document.querySelector('#told').textContent = '{LONG_MOVE}'")
    page.evaluate("document.querySelector('#call').textContent = 'Your turn.'")  # after a play
    page.locator("#rack button").first.tap()
    page.locator("#sq-3C").tap()
    page.locator("#rack button").first.tap()
    expect(page.locator("#note")).to_be_empty()
    assert page.evaluate(NOT_IN_SIGHT) == []
    page.locator("#whole").tap()
    expect(hint).to_be_visible()


def test_a_tap_on_an_empty_square_says_what_taps_do_and_leaves_the_offer_of_a_hint(reader, pair):
    make_computers()
    users = [pair[0], User.objects.get(username="Pebble")]
    game = start_game(GameSettings("numerica"), users=users, seed=SEED, now=timezone.now())
    page = reader(pair[0], **PHONE)
    table.open_table(page, game)
    page.locator("#move").focus()  # a field for typing had the focus: the next focus is drawn
    page.locator("#sq-3C").tap()
    expect(page.locator("#note")).to_have_text(
        "Tap your tiles in order; tap the square again to turn the direction."
    )
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_be_in_viewport(ratio=1)
    expect(page.locator("#note")).to_be_in_viewport(ratio=1)
    page.locator("#rack button").first.tap()
    expect(page.locator("#note")).to_be_empty()
    page.locator("#recall").tap()
    expect(hint).to_be_in_viewport(ratio=1)
    page.locator("#swap").tap()
    expect(page.locator("#swap-dialog")).to_contain_text(
        "Choose the tiles to give back. The swap", use_inner_text=True
    )


def test_where_nothing_can_be_laid_a_phone_says_what_was_done_before_as_well(reader, pair):
    make_computers()
    users = [pair[0], User.objects.get(username="Pebble")]
    game = start_game(GameSettings("numerica"), users=users, seed=SEED, now=timezone.now())
    for _ in range(2):
        clocks.play(game, timezone.now(), "pass")
    game.players.filter(user=pair[0]).update(stuck_ply=3)
    page = reader(pair[0], **PHONE)
    table.open_table(page, game)
    for part, said in (("#told", "Pebble passed"), ("#hint li .why", "Nothing can be laid")):
        expect(page.locator(part)).to_contain_text(said)
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    told, hint = box(page, "#told"), box(page, "#hint li")
    assert told["width"] > 100 and told["y"] + told["height"] <= hint["y"]


COVERED_LABELS = """() => {
    const box = (element) => element.getBoundingClientRect();
    const marks = [...document.querySelectorAll(".stage :is(.cols, .rows) span")].map(box);
    const labels = [...document.querySelectorAll("#board .prem:not(:has(> .tile)) > span")];
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return labels.filter((label) => marks.some((mark) => meet(mark, box(label)))).map((label) => label.parentElement.id);
}"""
"""Squares whose label and a letter or number of the margin lie over each other."""


@pytest.mark.parametrize("key", ["numerica", "equate", "digifeud"])
def test_letters_and_numbers_of_the_margin_leave_the_labels_of_squares_alone(key, reader, pair):
    game = start_game(GameSettings(key), users=pair, seed=SEED, now=timezone.now())
    page = reader(pair[0], **PHONE)
    table.open_table(page, game)
    for width, height in ((360, 640), (412, 915), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED_LABELS) == [], (width, height)


PEEKING = """() => {
    const top = (element) => element.getBoundingClientRect().top;
    const squares = [...document.querySelectorAll("#board > :first-child .sq")];
    return [...document.querySelectorAll(".cols span")]
        .filter((letter, at) => top(letter) < top(squares[at]) + .9).map((letter) => letter.textContent);
}"""
"""Letters of the margin that begin where their square does: a tile begins a pixel lower."""


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


def test_tiles_lie_over_the_letters_and_numbers_of_the_margin(reader, pair):
    game = positions.load(positions.RECORDS["digifeud"], people=pair)[0]
    page = reader(pair[0], **PHONE)
    table.open_table(page, game)
    found = page.evaluate(IN_FRONT)
    assert found and all(found)
    assert page.evaluate(PEEKING) == []


def test_a_finger_drags_a_tile_from_the_rack_and_the_board_enlarges_when_it_lies(page):
    fingers, name = Fingers(page), empty_square(page)
    fingers.slide(middle(page, "#rack li button"), middle(page, f"#{name}"))
    expect(page.locator(".ghost")).to_have_count(1)
    fingers.up()
    expect(page.locator(f"#{name} .draft")).to_have_count(1)
    assert side(page) >= SMALLEST, "now it can be set right"


def test_a_tile_dragged_in_from_the_rack_does_not_push_the_board_along(page):
    fingers = Fingers(page)
    lay_a_tile(page, empty_square(page))
    was, aim = inner_scroll(page), page.evaluate(IN_THE_MIDDLE)
    fingers.slide(middle(page, "#rack li button"), middle(page, f"#{aim}"), steps=60)
    assert inner_scroll(page) == was
    fingers.up()
    expect(page.locator(f"#{aim} .draft")).to_have_count(1)


TIMES_AT_EDGE = """() => {
    const frame = document.querySelector(".squared"), { right } = frame.getBoundingClientRect();
    window.times = {};
    document.addEventListener("pointermove", ({ clientX }) => {
        if (clientX > right - 28) times.arrived ??= performance.now();
    }, true);
    frame.addEventListener("scroll", () => { times.scrolled ??= performance.now(); });
}"""
"""Keep in the page when a pointer comes to the board's right edge, and when the board moves."""


def test_the_board_moves_along_only_under_a_tile_that_is_held_at_its_edge(page):
    fingers, name = Fingers(page), empty_square(page)
    lay_a_tile(page, name)
    page.wait_for_function(AT_REST)
    outer, at = frame(page), middle(page, f"#{name}")
    page.evaluate(TIMES_AT_EDGE)
    fingers.slide(at, (outer["x"] + outer["width"] / 2, at[1]))
    fingers.move((outer["x"] + outer["width"] - 10, at[1]))
    page.wait_for_function("() => times.scrolled")
    fingers.up()
    times = page.evaluate("times")
    assert times["scrolled"] - times["arrived"] >= 300


def test_a_finger_held_on_a_drafted_tile_lifts_it(page):
    fingers, name = Fingers(page), empty_square(page)
    lay_a_tile(page, name)
    fingers.down(middle(page, f"#{name}"))
    expect(page.locator("#board .draft")).to_have_count(0)
    fingers.up()


def test_a_finger_pushes_an_enlarged_board_and_the_page_stays(page):
    fingers = Fingers(page)
    lay_a_tile(page, empty_square(page))
    was, corner = inner_scroll(page), (frame(page)["x"] + 40, frame(page)["y"] + 40)
    fingers.slide((corner[0] + 80, corner[1] + 80), corner)
    fingers.up()
    page.wait_for_function(AT_REST)
    assert inner_scroll(page) > was
    assert page.evaluate("scrollY") == 0


def test_two_fingers_enlarge_the_board_and_make_it_whole_again_and_the_page_stays(page):
    fingers, before, small = Fingers(page), frame(page), side(page)
    with page.expect_response("**/pinch*.js") as script:  # it comes with the first touch
        page.locator("#players").tap()
    page.evaluate("address => import(address).then(() => null)", script.value.url)
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    fingers.spread((x, y), (30, 40, 50, 60))
    assert 1.8 * small <= side(page) <= 2.2 * small
    assert frame(page) == before
    assert page.evaluate("visualViewport.scale") == 1
    fingers.spread((x, y), (60, 50, 40, 30))
    assert side(page) == small
    assert page.locator("meta[name=viewport]").get_attribute("content").find("scalable") < 0


def test_the_rack_is_in_sight_below_the_board(page):
    rack = box(page, "#rack")
    assert rack["y"] + rack["height"] <= PHONE["height"]
