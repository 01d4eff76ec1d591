"""What a person does at the table of a laying game, done by a test."""

import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, TimeoutError, expect

from games.presentation import sentences
from games.rules import numerica, record
from games.rules.digifeud.calculation import NUMBER_FACES, tile_faces
from games.rules.digifeud.constants import STEPS
from games.rules.equate import SETS
from games.rules.grid import move_on, square_name
from games.rules.notation import COVERED, Play, Swap, parse
from games.rules.tiles import is_blank, symbol_of, tile_of

TILES = {*numerica.TILES.counts, *NUMBER_FACES, "="}.union(
    *(tiles.counts for tiles in SETS.values())
)
"""Whatever may stand on a square of any laying game."""

PHONE = {"width": 360, "height": 640, "has_touch": True, "color_scheme": "dark"}


def open_table(page, game):
    """Open the table and wait until its socket is there."""
    page.goto(f"/games/{game.id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "on")


def expect_ply(page, ply, **patience):
    """The page shows the position after this many plies."""
    expect(page.locator("#live")).to_have_attribute("data-ply", str(ply), **patience)


EASY = 30  # pixels: on no smaller square does a finger lay a tile
SAME_TAP = 650  # milliseconds after which a second tap at one place is one of its own

A_WHILE = 500  # milliseconds in which a page would have done what it must not do

SHOWN = """() => {
    const all = (selector, told) => [...document.querySelectorAll(selector)].map(told);
    const words = (part) => part.innerText.replace(/\\s+/g, " ").trim();
    return {
        board: all("#board .sq", (each) => [each.id, each.className.trim(), each.ariaLabel, each.innerHTML]),
        words: all("#players, #aside, #sheet, #told", words),
        none: all("#aside .counts li", (each) => each.className),
        whose: all("#players .player", (each) => getComputedStyle(each).borderColor),
        links: all("#steps a, #position a", (each) => each.getAttribute("href") && each.pathname + each.search),
    };
}"""


def expect_as_if_loaded(page):
    """What moves have brought to a page is what it would show if it were loaded now."""
    loaded = page.context.new_page()
    loaded.goto(page.url)
    expect(loaded.locator("html")).to_have_attribute("data-live", "on")
    brought, shown = page.evaluate(SHOWN), loaded.evaluate(SHOWN)
    for part, there in shown.items():
        other = [pair for pair in zip(brought[part], there, strict=True) if pair[0] != pair[1]]
        assert other == [], (part, other)
    loaded.close()


def new_tiles(play: Play):
    """The squares and faces that a play adds; two digits may share a square."""
    return [
        (square_name(move_on(play.start, play.step, place)), face)
        for place, token in enumerate(play.tokens)
        if token != COVERED
        for face in (tile_faces(token) if token in NUMBER_FACES else [token])
    ]


REFUSED = "Something has just changed here. Press once more."
WAS_REFUSED = """said => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
    done(document.getElementById("note")?.textContent === said))))"""
"""Looked at two frames later: a tap becomes a press after the finger has gone."""


def press(locator):
    """Tap or click, as the reader's screen has it, as soon as it is there and the page takes it.

    Once more where the page asks for that: something else may come between a look and a press.
    """
    locator.wait_for()
    may_be_refused = locator.evaluate("one => one.matches('button:not([type=button])')")
    for _ in range(4 if may_be_refused else 1):
        settled(locator.page)
        (locator.tap if locator.page.has_touch else locator.click)()
        try:
            if not may_be_refused or not locator.page.evaluate(WAS_REFUSED, REFUSED):
                return
            locator.page.wait_for_timeout(SAME_TAP)
        except Error:  # it has led to another page
            return


def settled(page):
    """Wait until nothing is refused any more for having just appeared; `expect` looks too seldom."""
    page.evaluate("""new Promise((done) => {
        const look = () => document.querySelector("[data-fresh]") ? requestAnimationFrame(look) : done();
        look();
    })""")


def press_square(page, name):
    """Tap or click a square; where squares are small, the first tap only enlarges the board."""
    square, zoomed = page.locator(f"#sq-{name}"), page.locator(".squared.zoomed")
    may_enlarge = zoomed.count() == 0 and square.evaluate("one => one.offsetWidth") < EASY
    press(square)
    if may_enlarge:
        with suppress(TimeoutError):  # a tile that lies there is taken back at once
            zoomed.wait_for(timeout=1000)
            press(square)


def drag(page, source, goal, **where):
    """Drag with the mouse from one element to another, to its middle or a position in it."""
    source.hover()
    page.mouse.down()
    goal.hover(**where)
    page.mouse.up()


def send(page):
    """Press Play, and on a touch screen Confirm."""
    press(page.locator("#play"))
    if page.has_touch:
        press(page.locator("#confirm"))


def press_enter(page):
    """Press Enter as soon as the page takes it."""
    settled(page)
    page.keyboard.press("Enter")


def rack_tile(page, face):
    """The first tile of this kind that lies on the rack."""
    said = re.escape(sentences.spoken(tile_of(face)))
    return page.locator("#rack").get_by_role("button", name=re.compile(f"^{said}(,|$)")).first


def tap(page, text):
    """Lay the tiles of a play by tapping a tile, then its square."""
    for square, face in new_tiles(parse(text, TILES)):
        press(rack_tile(page, face))
        press_square(page, square)
        choose_blank(page, face)


def drag_tiles(page, text):
    """Lay the tiles of a play by dragging them from the rack with the mouse."""
    for square, face in new_tiles(parse(text, TILES)):
        drag(page, rack_tile(page, face), page.locator(f"#sq-{square}"))
        choose_blank(page, face)


def choose_blank(page, face):
    """If a blank was laid, say what it stands for; not so fast that it counts as the same tap."""
    if is_blank(face):
        if page.has_touch:
            page.wait_for_timeout(SAME_TAP)
        press(page.locator(f'#blank-dialog button[value="{symbol_of(face)}"]'))


def type_on_board(page, text):
    """Lay the tiles of a play with the keyboard alone: cursor, direction, symbols."""
    play = parse(text, TILES)
    placed = new_tiles(play)
    focus_square(page, placed[0][0])
    for _ in range(list(STEPS["4"]).index(play.step)):
        page.keyboard.press("Space")
    for _, face in placed:
        if is_blank(face):
            page.keyboard.press("b")
        type_symbol(page, symbol_of(face))


def type_symbol(page, symbol):
    """One tile: a key, or several between brackets."""
    for key in symbol:
        page.keyboard.press(key)


def tab_to(page, target):
    """Walk with Tab to the element that this selector names."""
    expect(page.locator(target).first).to_be_visible()
    while not page.evaluate("target => document.activeElement.matches(target)", target):
        page.keyboard.press("Tab")


def focus_square(page, name):
    """Walk to a square with Tab and the arrow keys."""
    tab_to(page, "#board .sq")
    at = page.evaluate("document.activeElement.id")
    row, column = int(at[3:-1]), ord(at[-1])
    to_row, to_column = int(name[:-1]), ord(name[-1])
    for _ in range(abs(to_row - row)):
        page.keyboard.press("ArrowDown" if to_row > row else "ArrowUp")
    for _ in range(abs(to_column - column)):
        page.keyboard.press("ArrowRight" if to_column > column else "ArrowLeft")
    expect(page.locator(f"#sq-{name}")).to_be_focused()


def play_by_tapping(page, text, points):
    """Make a move as a person with a pointer does; the page must announce the points first."""
    if text.startswith("swap "):
        swap(page, parse(text, TILES))
    elif text in ("pass", "resign"):
        press(page.locator("#more summary"))
        press(page.locator(f"#{text}"))
        press(page.locator(f'#{text}-dialog button[value="{text}"]'))
    else:
        tap(page, text)
        expect_announced(page, text, points)
        send(page)


def play_by_dragging(page, text, points):
    """Lay all tiles with the mouse held down; Play is pressed."""
    drag_tiles(page, text)
    expect_announced(page, text, points)
    send(page)


def play_by_keyboard(page, text, points):
    """Make a move without a pointer."""
    if text in ("pass", "resign"):
        for target in ("#more summary", f"#{text}", f'#{text}-dialog button[value="{text}"]'):
            tab_to(page, target)
            press_enter(page)
    elif text.startswith("swap "):
        tab_to(page, "#swap")
        press_enter(page)
        choose_by_keyboard(page, parse(text, TILES))
    else:
        type_on_board(page, text)
        expect_announced(page, text, points)
        press_enter(page)


def play_by_notation(page, text, points):
    """Make a move by typing its text."""
    page.locator("#move").fill(text)
    if " " in text and not text.startswith("swap "):
        expect_announced(page, text, points)
    press_enter(page)


def post_move(request, game, text, ply):
    """Make a move without a page; the pages that show the game are told."""
    address = f"/games/{game.id}/"
    request.get(address)
    cookies = {cookie["name"]: cookie["value"] for cookie in request.storage_state()["cookies"]}
    answer = request.post(
        f"{address}move/",
        form={"text": text, "ply": str(ply)},
        headers={"X-CSRFToken": cookies["csrftoken"]},
    )
    assert answer.ok, answer.text()


def expect_announced(page, text, points):
    expect(page.locator("#move")).to_have_value(text)
    expect(page.locator("#play-points")).to_have_text(f" · {points}")


def swap(page, move: Swap):
    press(page.locator("#swap"))
    for tile in move.tiles:
        press(page.locator(f"#swap-rack {unchosen(tile)}").first)
    press(page.locator("#swap-go"))


def choose_by_keyboard(page, move: Swap):
    expect(page.locator("#swap-dialog")).to_be_visible()
    for tile in move.tiles:
        page.keyboard.press("b") if tile == "?" else type_symbol(page, tile)
    expect(page.locator("#swap-go")).to_be_focused()
    press_enter(page)


def unchosen(tile):
    return f'button[value="{tile}"][aria-pressed="false"]'


def scores(page):
    """The scores on the page by name."""
    return {
        player.get_attribute("aria-label"): int(player.locator(".score").inner_text().split()[0])
        for player in page.locator("#players .player").all()
    }


def tiles_on(page):
    """What lies on every covered square, as the page shows it, without points."""
    return page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("#board .sq:has(.tile:not(.draft))")]
           .map((square) => [square.id.slice(3), square.querySelector(".tile b").innerText.replace(/\\s/g, "/")]))"""
    )


def downloaded_record(page):
    """The record of the finished game that this page offers, replayed; it must have no fault."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Game record").click()
    replayed = record.replay(Path(download.value.path()).read_bytes())
    assert replayed.fault is None
    return replayed
