"""Looking at earlier positions on the same page: nothing jumps, nothing is lost, nobody is torn away."""

import re
from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings
from games.rules import GAMES
from games.rules.record import MoveEntry, parse_options, play_entry
from games.services.start import start_game
from tests.browser import table
from tests.browser.axe import violations
from tests.games.helpers import WHOLE, play_record, recorded_game
from tests.servers import wait_until
from tests.tiers import but_for_certainty

SIZES = [(360, 640), (640, 360), (768, 1024), (1440, 900)]
EVERY_SIZE = [(size, is_over) for size in SIZES for is_over in (False, True)]
PLAYED = 6
PASS = MoveEntry(0, 0, "pass", 0)
PLACES = ("#board", ".under", "#players", ".stage")
RECORDS = ("equate-three-advanced-left", "digifeud-out", "numeria-tropes", "numerica-out")


@pytest.fixture
def people():
    return [
        User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben", "Cleo")
    ]


@pytest.fixture
def start(people):
    """Start the game of a record and make its moves up to this one, all of them if none is said."""

    def started(moves=None, record=WHOLE):
        users = [people[place] for place in range(seats_of(record))]
        game = start_game(
            GameSettings(record.headers["Game"], options=record.headers["Options"]),
            users=users,
            seed=bytes.fromhex(record.headers["Seed"]),
            now=timezone.now(),
        )
        play_record(
            game, users, len(record.moves) if moves is None else moves, timezone.now(), record
        )
        game.refresh_from_db()
        return game

    return started


def seats_of(record):
    return len(record.headers["Scores"].split())


def open_and_stay(page, game, query=""):
    """Open a table and leave a mark in the page that no load of another one keeps."""
    page.goto(f"/games/{game.id}/{query}")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.evaluate("window.stayed = 'yes'")


def expect_position(page, game, ply, last):
    """The board, the address and the marked row all tell of the same position; no page was loaded."""
    expect(page.locator("#live")).to_have_attribute("data-ply", str(ply))
    query = f"?ply={ply}" if ply < last else ""
    page.wait_for_url(re.compile(rf"/games/{game.id}/{re.escape(query)}$"))
    current = page.locator("#sheet [aria-current]")
    expect(current).to_have_count(min(ply, 1))
    if ply:
        expect(current).to_have_attribute("id", f"move-{ply}")
    assert page.evaluate("window.stayed") == "yes"


def places(page):
    return {
        part: page.locator(part).bounding_box() for part in PLACES if page.locator(part).count()
    }


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
    page.wait_for_timeout(200)
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
        expect(page.locator("#rack")).to_be_visible()
        expect(page.locator("#play")).to_be_hidden()
    page.goto(f"/games/{game.id}/?ply=3")
    assert places(page) == live
    page.keyboard.press("End")
    expect(page.locator("#live")).to_have_attribute("data-ply", str(game.ply))
    assert places(page) == live


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
