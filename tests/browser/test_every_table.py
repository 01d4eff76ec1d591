"""The tables of all games on every screen: nothing cut, nothing over another part, all in view."""

import json
from itertools import chain
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings
from games.rules import GAMES, record
from games.rules.seating import seats_of
from games.services.start import start_game
from tests.browser.axe import violations
from tests.games.helpers import make_at_once
from tests.tiers import but_for_certainty, some_of

HERE = Path(__file__).parents[1]
RECORDED = HERE / "rules" / "playthroughs"
GAMES_PLAYED = {
    "numerica": HERE / "records" / "whole-game.game",
    "equate of three": RECORDED / "equate-three-advanced-left.game",
    "equate of four": HERE / "records" / "equate-four.game",
    "digifeud": HERE / "records" / "digifeud-four-directions.game",
    "numeria": RECORDED / "numeria-tropes.game",
}
NAMES = ("Ada", "Benedictus-the-Elder", "Cleo", "Maximiliane_von_Habsburg")
SIZES = some_of(
    [(360, 640), (1440, 900)],
    [(320, 640), (360, 640), (640, 360), (844, 390), (768, 1024), (1440, 900)],
)
SCHEMES = some_of(("light",), ("light", "dark"))
LOOKED_AT_BY_AXE = {  # the narrow layout and the wide one, by a player and by a stranger
    True: some_of({(360, "light")}, {(360, "dark"), (1440, "light")}),
    False: some_of({(1440, "light")}, {(360, "light"), (1440, "dark")}),
}
EVERY_TABLE = [(name, is_ended) for name in GAMES_PLAYED for is_ended in (False, True)]
KEPT = [("numerica", True), ("equate of four", False)]
SMALLEST_BUTTON = 44  # pixels
SMALLEST = 24  # pixels of a square on which anything is done
ON_A_PHONE = ("#players", "#board", ".tell", "#rack", "#play", "#more")

CUT = """[...document.querySelectorAll("main *")].filter((element) => {
    const style = getComputedStyle(element);
    const isHidden = ["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis";
    const isForListeners = style.clipPath !== "none";
    return isHidden && !isForListeners && element.checkVisibility()
        && element.scrollWidth > element.clientWidth;
}).map((element) => element.outerHTML.slice(0, 160))"""

FACES_OUTSIDE = """[...document.querySelectorAll("main .tile b")].filter((face) => {
    const [inner, outer] = [face.getBoundingClientRect(), face.parentElement.getBoundingClientRect()];
    return inner.width && (inner.left < outer.left - .5 || inner.right > outer.right + .5
        || inner.bottom > outer.bottom + 1.5);
}).map((face) => face.parentElement.outerHTML)"""

OUTSIDE = """(width) => [...document.querySelectorAll("main *")].filter((element) => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility() && box.width && !element.closest(".squared.zoomed > *, .vh")
        && getComputedStyle(element).clipPath === "none"
        && (box.width > width + 1 || box.right > width + 1 || box.left < -1);
}).map((element) => element.outerHTML.slice(0, 160))"""

OVER_EACH_OTHER = """(() => {
    const parts = ["#players", ".stage .squared", "#rack", ".tell", ".actions"]
        .map((name) => [name, document.querySelector(name)])
        .filter(([, part]) => part?.checkVisibility())
        .map(([name, part]) => [name, part.getBoundingClientRect()])
        .filter(([, box]) => box.width && box.height);
    const over = ([, a], [, b]) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return parts.flatMap((one, place) => parts.slice(place + 1).filter((other) => over(one, other))
        .map((other) => [one[0], other[0]]));
})()"""


IS_CUT = """part => part.scrollWidth > part.clientWidth
    || part.scrollHeight > part.clientHeight + parseFloat(getComputedStyle(part).lineHeight) / 2"""


TOO_NARROW = """[...document.querySelectorAll("button, summary, h1, a.btn")]
    .filter((part) => part.checkVisibility() && getComputedStyle(part).clipPath === "none")
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1)
    .filter((part) => getComputedStyle(part).display !== "inline")
    .filter((part) => getComputedStyle(part).textOverflow !== "ellipsis")
    .map((part) => part.outerHTML.slice(0, 160))"""


@pytest.fixture
def people():
    return [
        User.objects.create_user(name, f"{place}@example.org") for place, name in enumerate(NAMES)
    ]


@pytest.fixture
def played(people):
    """Games from their records: running, with half of their moves, and ended."""

    def play(name, is_ended):
        written = record.parse(GAMES_PLAYED[name].read_text())
        key, options = written.headers["Game"], written.headers.get("Options", "")
        users = people[: seats_of(GAMES[key], record.parse_options(options))]
        game = start_game(
            GameSettings(key, options=options),
            users=users,
            seed=bytes.fromhex(written.headers["Seed"]),
            now=timezone.now(),
        )
        moves = written.moves if is_ended else written.moves[: len(written.moves) // 2 + 1]
        next_move = written.moves[len(moves)].text if len(moves) < len(written.moves) else None
        make_at_once(game, moves, timezone.now())
        return game, users, next_move

    return play


def faults_on_every_screen(reader, game, user, next_move):
    """What is wrong with the table on screens of all sizes, light and dark, in every state."""
    page = reader(user)
    page.goto(f"/games/{game.id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            has_axe = (width, scheme) in LOOKED_AT_BY_AXE[user is not None]
            where = f"{game.key} {width}x{height} {scheme} for {user}"
            yield where, faults_of(page, width, has_axe)
        if next_move and user is not None:
            for state in states_of_a_turn(page, next_move):
                yield f"{game.key} {width}x{height} {state}", faults_of(page, width, False)


def states_of_a_turn(page, move):
    """Lead the table through what it shows while somebody makes a move, and back."""
    page.locator("#move").fill(move)
    expect(page.locator("#verdict [data-ok='1']")).to_have_count(1)
    yield "drafted"
    page.evaluate("document.querySelector('#move-form').dataset.steps = 'always'")
    page.locator("#move").press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    yield "asked"
    page.keyboard.press("Escape")
    page.locator("#recall").click()
    if page.locator("#swap:enabled").count():
        page.locator("#swap").click()
        expect(page.locator("#swap-dialog")).to_be_visible()
        yield "swapping"
        page.keyboard.press("Escape")
    page.locator("#more summary").click()
    yield "menu"
    page.locator("#more summary").click()
    if page.locator("#board .sq").first.bounding_box()["width"] < SMALLEST:
        page.locator("#board .sq:not(:has(.tile))").nth(20).click()
        expect(page.locator("#whole")).to_be_visible()
        yield "zoomed"
        page.locator("#whole").click()


def faults_of(page, width, has_axe):
    """What is wrong with the page at this size."""
    faults = {
        "wider": page.evaluate("document.documentElement.scrollWidth") > width,
        "cut": page.evaluate(CUT),
        "outside the window": page.evaluate(OUTSIDE, width),
        "outside their tile": page.evaluate(FACES_OUTSIDE),
        "over each other": page.evaluate(OVER_EACH_OTHER),
        "barriers": violations(page) if has_axe else [],
    }
    return {what: found for what, found in faults.items() if found}


@pytest.mark.wider
@pytest.mark.parametrize(("name", "is_ended"), but_for_certainty(EVERY_TABLE, KEPT))
def test_a_table_is_sound_on_every_screen(reader, played, name, is_ended):
    game, users, next_move = played(name, is_ended)
    mover = users[game.turn] if game.turn is not None else users[0]
    faults = {
        where: wrong
        for user in (mover, None)
        for where, wrong in faults_on_every_screen(reader, game, user, next_move)
        if wrong
    }
    assert faults == {}, json.dumps(faults, indent=1)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_phones_and_tablets_show_all_that_is_needed_and_nothing_moves(reader, played, name):
    game, users, next_move = played(name, False)
    page = reader(users[game.turn], width=360, height=640)
    page.goto(f"/games/{game.id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    parts = [part for part in ON_A_PHONE if part != "#rack" or game.key != "numeria"]
    for width, height in ((360, 640), (640, 360), (844, 390), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        places = [page.locator(part).bounding_box() for part in ("#board", "#play")]
        page.locator("#move").fill(next_move)
        expect(page.locator("#verdict [data-ok='1']")).to_have_count(1)
        page.evaluate("scrollTo(0, 0)")  # the field for a typed move lies lower
        assert [page.locator(part).bounding_box() for part in ("#board", "#play")] == places
        page.locator("#move").fill("")
        page.evaluate("scrollTo(0, 0)")
        for part in parts:
            box = page.locator(part).first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, (part, width)
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (part, width)
        for player in page.locator("#players .player").all():
            expect(player.locator(".name")).to_be_in_viewport(ratio=1)
            expect(player.locator(".score")).to_be_in_viewport(ratio=1)
            if width == 360 and len(users) == 3:
                assert not player.locator(".name").evaluate(IS_CUT)
        for button in page.locator(".play .actions .btn:visible").all():
            box = button.bounding_box()
            assert min(box["width"], box["height"]) >= SMALLEST_BUTTON, box


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_a_table_has_room_for_german(reader, played, name):
    game, users, next_move = played(name, False)
    page = reader(users[game.turn], locale="de-DE")
    page.goto(f"/games/{game.id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    faults = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        is_narrow = width in (320, SIZES[0][0]) or height < 450
        states = states_of_a_turn(page, next_move) if is_narrow else ()
        for state in chain(["still"], states):
            found = faults_of(page, width, has_axe=False)
            found |= {"too narrow": narrow} if (narrow := page.evaluate(TOO_NARROW)) else {}
            faults |= {f"{width}x{height} {state}": found} if found else {}
    assert faults == {}, json.dumps(faults, indent=1)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (600, 960), (768, 1024), (1440, 900)])
def test_without_script_the_board_fills_its_place(width, height, reader, opening, pair):
    page = reader(pair[0], width, height, java_script_enabled=False)
    page.goto(f"/games/{opening.id}/")
    board = page.locator("#board").bounding_box()
    assert board["width"] == pytest.approx(board["height"], abs=1)
    assert board["width"] > 0.6 * min(width, height)


@pytest.mark.parametrize("is_ended", [False, True])
def test_on_a_tablet_on_its_side_everything_else_stands_beside_the_board(reader, played, is_ended):
    game, users, _next_move = played("equate of three", is_ended)
    page = reader(users[game.turn or 0], width=1024, height=768)
    page.goto(f"/games/{game.id}/")
    board = page.locator(".stage .squared").bounding_box()
    beside = page.locator("#players, .table :is(.tell, .log, .unseen, .watch, .fair)").all()
    boxes = [box for part in beside if (box := part.bounding_box())]
    assert len(boxes) >= 4
    assert all(box["x"] >= board["x"] + board["width"] for box in boxes)


def test_who_went_out_has_no_rack_below_the_board_and_the_other_sees_what_was_left(reader, played):
    game, users, _next_move = played("numerica", True)
    racks = []
    for user in users:
        page = reader(user)
        page.goto(f"/games/{game.id}/")
        expect(page.locator("#players")).to_be_visible()
        racks.append((page.locator("#rack li").count() > 0, page.locator("#rack").is_visible()))
    assert sorted(racks) == [(False, False), (True, True)]
