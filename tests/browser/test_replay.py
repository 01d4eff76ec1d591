"""Looking at earlier positions on the same page: nothing jumps, nothing is lost, nobody is torn away."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.rules import GAMES
from games.rules.record import parse_options, play_entry
from tests.browser import table
from tests.browser.replay import PLAYED, expect_position, open_and_stay, places, starting
from tests.games.helpers import recorded_game
from tests.servers import wait_until
from tests.tiers import but_for_certainty

SIZES = [(360, 640), (640, 360), (768, 1024), (1440, 900)]
EVERY_SIZE = [(size, is_over) for size in SIZES for is_over in (False, True)]
RECORDS = ("equate-three-advanced-left", "digifeud-out", "numeria-tropes", "numerica-out")


@pytest.fixture
def people():
    return [
        User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben", "Cleo")
    ]


@pytest.fixture
def start(people):
    return starting(people)


@pytest.mark.parametrize("name", but_for_certainty(RECORDS, RECORDS[:1]))
def test_every_game_is_stepped_through_with_the_buttons(reader, start, name):
    record = recorded_game(name)
    game, states = start(record=record), stages(record)
    page = reader()
    open_and_stay(page, game)
    last = len(record.moves)
    for button, ply in (("Back", last - 1), ("Start", 0), ("Next", 1), ("Next", 2), ("Back", 1)):
        page.get_by_role("navigation", name="Replay").get_by_text(button).click()
        expect_position(page, game, ply, last)
        assert set(table.tiles_on(page)) == states[ply].tiles
        # for a moment htmx gives new squares the classes of the old ones
        wait_until(lambda ply=ply: lit_on(page) == states[ply].last, f"the marks of move {ply}")
    page.get_by_role("navigation", name="Replay").get_by_text("End").click()
    expect_position(page, game, last, last)
    expect(page.locator("#result h2")).to_be_visible()


def lit_on(page):
    """The squares that are marked as those of the last move."""
    found = page.locator("#board .tile.last, #board .left")
    return set(found.evaluate_all("all => all.map((one) => one.closest('.sq').id.slice(3))"))


@dataclass(frozen=True)
class Stage:
    """What lies on the board after a move, and the squares that the move changed."""

    tiles: set[str]
    last: set[str]


def stages(record):
    """The positions of a recorded game: before the first move, and after each."""
    state = GAMES[record.headers["Game"]].new(
        seed=bytes.fromhex(record.headers["Seed"]),
        options=parse_options(record.headers["Options"]),
    )
    found = [Stage(set(state.view(None)["board"]), set())]
    for line in record.moves:
        move = play_entry(state, line.text)
        state = move.after
        last = {state.layout.name(square) for square in move.verdict.squares}
        found.append(Stage(set(state.view(None)["board"]), last))
    return found


def test_keys_step_also_when_they_are_pressed_fast(reader, start):
    game = start()
    last = game.ply
    page = reader()
    open_and_stay(page, game)
    for key, ply in (
        ("ArrowLeft", last - 1),
        ("h", last - 2),
        ("Home", 0),
        ("l", 1),
        ("ArrowRight", 2),
    ):
        page.keyboard.press(key)
        expect_position(page, game, ply, last)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect_position(page, game, 7, last)
    page.keyboard.press("End")
    expect_position(page, game, last, last)


def test_keys_stay_with_the_board_and_with_text_fields(reader, start):
    game = start(PLAYED)
    page = reader(game.players.get(seat=game.turn).user)
    open_and_stay(page, game)
    for target in ("#sq-8H", "#move"):
        page.locator(target).focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Home")
    page.wait_for_timeout(table.A_WHILE)
    expect_position(page, game, PLAYED, PLAYED)


def test_a_row_of_the_sheet_leads_to_its_position_and_the_browser_back(reader, start):
    game = start()
    last = game.ply
    page = reader()
    open_and_stay(page, game)
    page.locator("#move-3").click()
    expect_position(page, game, 3, last)
    expect(page.locator("#move-3")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect_position(page, game, 4, last)
    for ply in (3, last):
        page.go_back()
        expect_position(page, game, ply, last)
    page.go_forward()
    expect_position(page, game, 3, last)


def test_the_sheet_scrolls_to_the_marked_row_and_the_page_stays(reader, start):
    game = start()
    page = reader()
    open_and_stay(page, game)
    for ply in (game.ply, 1, 12, game.ply):
        page.keyboard.press("Home" if ply == 1 else "End")
        if 1 <= ply < game.ply:
            page.evaluate(f"document.getElementById('move-{ply}').click()")
        elif ply == 1:
            page.keyboard.press("ArrowRight")
        expect(page.locator("#live")).to_have_attribute("data-ply", str(ply))
        row = page.locator("#sheet tr:has([aria-current])").bounding_box()
        log = page.locator(".log").bounding_box()
        assert log["y"] <= row["y"] and row["y"] + row["height"] <= log["y"] + log["height"] + 1
        assert page.evaluate("window.scrollY") == 0


def test_the_marked_row_stays_in_sight_when_the_sheet_loses_room(reader, start):
    """So it is when hints or a result grow below it."""
    page = reader()
    open_and_stay(page, start())
    page.wait_for_timeout(200)
    before = page.locator(".log").bounding_box()["height"]
    page.evaluate("document.querySelector('.log').style.maxHeight = '160px'")
    page.wait_for_timeout(200)
    row = page.locator("#sheet tr:has([aria-current])").bounding_box()
    log = page.locator(".log").bounding_box()
    assert log["height"] < before
    assert log["y"] <= row["y"] and row["y"] + row["height"] <= log["y"] + log["height"] + 1


@pytest.mark.parametrize("touch", [False, True])
def test_rows_and_buttons_are_large_enough(reader, start, touch):
    page = reader(width=768, height=1024, has_touch=touch)
    open_and_stay(page, start(PLAYED))
    least = 44 if touch else 24
    for row in page.locator("#sheet tbody tr").all():
        assert row.bounding_box()["height"] >= least
    for button in page.locator("#steps a").all():
        box = button.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44


@pytest.mark.parametrize(("size", "is_over"), but_for_certainty(EVERY_SIZE, EVERY_SIZE[:1]))
def test_the_board_never_jumps(reader, start, people, size, is_over):
    game = start(None if is_over else PLAYED)
    page = reader(people[0], width=size[0], height=size[1])
    open_and_stay(page, game)
    live = places(page)
    assert "#board" in live and ".under" in live
    for ply in (game.ply - 1, 3, 0):
        page.evaluate(f"document.getElementById('move-{ply}')?.click()")
        if ply == 0:
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("Home")
        expect(page.locator("#live")).to_have_attribute("data-ply", str(ply))
        assert places(page) == live
        expect(page.locator("#steps")).to_be_visible()
        is_left_out = is_over and (size[0] < 600 or size[1] < 520)  # on a phone, after the end
        expect(page.locator("#rack")).to_be_visible(visible=not is_left_out)
        expect(page.locator("#play")).to_be_hidden()
    page.goto(f"/games/{game.id}/?ply=3")
    assert places(page) == live
    page.keyboard.press("End")
    expect(page.locator("#live")).to_have_attribute("data-ply", str(game.ply))
    assert places(page) == live
