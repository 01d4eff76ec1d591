"""Keys of the table in Equate, Digifeud and Numeria, and the numeric keypad."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.keys import (
    expect_no_question,
    expect_said,
    expect_typed,
    expect_walks,
    press,
    square,
)
from tests.browser.positions import RECORDS, load, start_with


def press_keypad(page, keys):
    """Press keys of the numeric keypad; with and without NumLock they differ in what they type."""
    session = page.context.new_cdp_session(page)
    for key in keys.split():
        typed = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        pressed = {"key": key, "location": 3, "isKeypad": True}
        session.send("Input.dispatchKeyEvent", {"type": "keyDown", **pressed, **typed})
        session.send("Input.dispatchKeyEvent", {"type": "keyUp", **pressed})


@pytest.fixture
def equate(reader, pair):
    """Ada's page at a game of Equate, on the square in the middle."""
    game = start_with(pair, "equate", ["1", "2", "3", "+", "[1/2]", "[3/2]", "?", "7", "-"])
    page = reader(pair[0])
    table.open_table(page, game)
    square(page, "10J").focus()
    return page


def test_a_tile_of_several_characters_is_typed_in_brackets(equate):
    press(equate, "[ 1 / 2 ] + b [ 3 / 2 ]")
    expect_typed(equate, "10J [1/2]+?[3/2]")


def test_the_keypad_alone_moves_the_cursor_and_turns_the_direction(equate):
    press_keypad(equate, "ArrowUp ArrowUp Home End ArrowDown ArrowDown Home")
    expect(square(equate, "10A")).to_be_focused()
    press_keypad(equate, "ArrowRight " * 9)
    expect(square(equate, "10J")).to_be_focused()
    press_keypad(equate, "Enter")
    expect(square(equate, "10J")).to_have_class(re.compile("target"))
    press_keypad(equate, "Clear")
    expect_said(equate, "down")
    expect(square(equate, "10J")).to_have_class(re.compile("down"))


NOTE_SAID = """region => {
    window.heard = [];
    new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
}"""


def test_a_verdict_is_said_once_typing_rests_and_a_refusal_at_once(equate):
    verdict, wrong = equate.locator("#verdict"), "the left side is 3, the right side is 7"
    said = equate.locator("#verdict-said[role=status]")
    said.evaluate(NOTE_SAID)
    for key in "1+2=7":
        press(equate, key)
        equate.wait_for_timeout(200)  # the referee answers meanwhile
    expect(verdict).to_contain_text(wrong)
    expect(verdict).to_have_attribute("aria-live", "off")
    expect(said).to_contain_text(wrong)
    expect(said).not_to_contain_text("✗")
    assert [words for words in equate.evaluate("heard") if words] == [said.text_content()]
    press(equate, "Enter")
    expect(verdict).to_have_attribute("aria-live", "assertive")
    expect(verdict).to_contain_text(wrong)
    expect(said).to_be_empty()
    press(equate, "ArrowLeft Delete 3")
    expect(verdict).to_have_attribute("aria-live", "off")
    expect(said).not_to_be_empty()


def test_the_mark_of_a_line_is_not_read_out(equate):
    equate.route("**/check/", lambda route: route.fulfill(status=503, body=""))
    press(equate, "1 + 2 = 7")
    mark = equate.locator("#verdict .k")
    expect(mark).to_have_text("✗")
    expect(mark).to_have_attribute("aria-hidden", "true")
    expect(equate.locator("#verdict-said")).to_have_text(
        "The server did not answer. Your tiles stay where they are; try again."
    )
    equate.problems.clear()


def test_the_keypad_alone_lays_tiles_and_plays_them(equate):
    press_keypad(equate, "Clear 1 + 2 , 7")
    expect_typed(equate, "J10 1+2=7")
    press_keypad(equate, "ArrowUp Delete 3")
    expect_typed(equate, "J10 1+2=3")
    expect(equate.locator("#play-points")).not_to_be_empty()
    press_keypad(equate, "Enter")
    table.expect_ply(equate, 1)
    expect(equate.locator("#told")).to_contain_text("You played 1 + 2 = 3 at J10, down, for")
    expect(square(equate, "10J")).to_have_attribute(
        "aria-label", re.compile("10J, 1.*, played now$")
    )


@pytest.fixture
def digifeud(reader, pair):
    """Ada's page at a game of Digifeud in four directions, on a square of the first line."""
    game = start_with(
        pair, "digifeud", ["3", "7", "1", "0", "8"], ["+", "-"], options="directions=4"
    )
    page = reader(pair[0])
    table.open_table(page, game)
    square(page, "7G").focus()
    return page


def test_in_digifeud_space_turns_through_four_directions(digifeud):
    for said in ("down", "to the left", "up", "to the right"):
        press(digifeud, "Space")
        expect_said(digifeud, said)


def test_in_digifeud_no_key_and_no_press_lays_a_tile_on_a_square_that_stays_empty(digifeud):
    press(digifeud, "ArrowUp ArrowLeft 3")
    expect_said(digifeud, "6F, shaded: always stays empty")
    press(digifeud, "r")
    expect(digifeud.locator("#note")).not_to_contain_text("shaded")
    # An update that brings no move, as of somebody who comes to watch, changes nothing here.
    digifeud.evaluate("document.dispatchEvent(new Event('numerica:shown'))")
    table.press(digifeud.locator("#rack button").first)
    expect_said(digifeud, "6F, shaded: always stays empty")


def test_in_digifeud_two_digits_are_typed_into_one_square_and_played(digifeud):
    press(digifeud, "3 + 7 .")
    expect_typed(digifeud, "7G 3+7")
    expect(digifeud.locator("#verdict .inc")).to_contain_text("A calculation takes five squares")
    expect(digifeud.locator("#board .wrong, #verdict .no")).to_have_count(0)
    press_keypad(digifeud, ". 1 0")
    expect_typed(digifeud, "7G 3+7=[10]")
    press(digifeud, "o r")
    expect_said(digifeud, "8, minus, equals")
    expect(digifeud.locator("#play-points")).not_to_be_empty()
    table.press_enter(digifeud)
    table.expect_ply(digifeud, 1)


def test_in_digifeud_the_list_of_keys_leaves_out_swaps_and_hints(digifeud):
    press(digifeud, "e")
    expect_no_question(digifeud)
    press(digifeud, "?")
    dialog = digifeud.get_by_role("dialog")
    expect(dialog.get_by_text("sort the rack")).to_be_visible()
    for absent in ("swap tiles", "ask for a hint"):
        expect(dialog.get_by_text(absent)).to_be_hidden()


@pytest.fixture
def numeria():
    """A game of Numeria shortly before its end, its people, and the moves that are left."""
    return load(RECORDS["numeria"])


def test_in_numeria_keys_walk_and_tell_alike_for_who_plays_and_who_watches(reader, numeria):
    game, pair, _ = numeria
    for page in (reader(pair[game.turn]), reader()):
        table.open_table(page, game)
        square(page, "e4").focus()
        expect_walks(page, [("Home", "a4"), ("Control+Home", "a8"), ("Control+End", "h1")])
        expect_walks(page, [("ArrowDown", "h1"), ("ArrowUp", "h2"), ("ArrowLeft", "g2")])
        press(page, "l")
        expect_said(page, page.locator("#status").inner_text().strip())
        press(page, "k")
        expect_said(page, re.compile(r"Ada \d of 3"))
        press(page, "u")
        expect_said(page, re.compile("^three win, "))
        press(page, "s o e r")  # about a rack, which nobody has here
        expect_said(page, re.compile("^three win, "))
        press(page, "?")
        expect(page.locator("#keys-dialog")).to_be_visible()
        expect(page.locator("#keys-dialog")).not_to_contain_text("rack")
        press(page, "Escape n")
        expect(square(page, "g2")).to_be_focused()


def test_in_numeria_a_tile_is_picked_let_go_and_moved_by_keys(reader, numeria):
    game, pair, moves = numeria
    mover, watcher = reader(pair[game.turn]), reader()
    for page in (mover, watcher):
        table.open_table(page, game)
    start, end = moves[0].text.split(" ")[0].split("-")
    for letting_go in ("Escape", "Backspace", "Delete"):
        square(mover, start).press("Space")
        expect(mover.locator("#board .picked")).to_have_count(1)
        press(mover, letting_go)
        expect(mover.locator("#board .picked")).to_have_count(0)
    press(mover, "p")
    expect_said(mover, "That is not possible now.")
    press_keypad(mover, "Enter")
    square(mover, end).focus()
    press_keypad(mover, "Enter")
    expect(square(mover, end).locator(".draft")).to_have_count(1)
    table.press_enter(mover)
    table.expect_ply(watcher, moves[0].ply)
    expect(square(watcher, start)).to_have_attribute("aria-label", f"{start}, empty, left now")
