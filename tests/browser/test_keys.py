"""The keys of every table, the list of keys, and switching the letters off."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.services.moves import play_move
from tests.browser import table
from tests.browser.axe import violations
from tests.browser.keys import (
    expect_no_question,
    expect_said,
    expect_typed,
    expect_walks,
    press,
    square,
)
from tests.browser.positions import start_with
from tests.servers import wait_until


def on_rack(page):
    """The words of the rack's tiles in their order."""
    buttons = page.locator("#rack button").all()
    return [button.get_attribute("aria-label").split(",")[0] for button in buttons]


@pytest.fixture
def game(pair):
    """A game of Numerica: Ada is to move."""
    return start_with(pair, "numerica", ["5", "+", "3", "?", "1", "8", "7", "=", "2"])


@pytest.fixture
def ada(reader, pair, game):
    """Ada's page, at the table of that game."""
    page = reader(pair[0])
    table.open_table(page, game)
    return page


def keys_from_menu(page):
    """Open the list of keys from the menu."""
    page.locator("#more summary").click()
    table.press(page.get_by_role("button", name="Keys…"))
    return page.get_by_role("dialog", name="Keys")


def test_cursor_keys_walk_over_the_board_and_every_square_says_what_it_is(ada):
    square(ada, "8H").focus()
    expect_walks(
        ada,
        [
            *(("ArrowLeft", "8G"), ("ArrowUp", "7G"), ("ArrowRight", "7H"), ("ArrowDown", "8H")),
            *(("Home", "8A"), ("ArrowLeft", "8A"), ("End", "8O"), ("Control+Home", "1A")),
            *(("ArrowUp", "1A"), ("Control+End", "15O"), ("ArrowDown", "15O")),
        ],
    )
    for name, kind in (("1A", "triple points, "), ("8H", "middle square, "), ("2A", "")):
        expect(square(ada, name)).to_have_attribute("aria-label", f"{name}, {kind}empty")


def test_space_turns_the_direction_and_says_which_it_is(ada):
    square(ada, "8F").focus()
    for said in ("down", "to the right", "down", "to the right"):  # it is to the right before
        ada.keyboard.press("Space")
        expect_said(ada, said)


def test_typed_tiles_lie_on_the_board_and_are_lifted_again(ada):
    square(ada, "8F").focus()
    press(ada, "5 + 3 = b 8")
    expect_typed(ada, "8F 5+3=?8")
    expect(square(ada, "8J")).to_have_attribute("aria-label", "8J, blank 8, not played yet")
    expect(square(ada, "8K")).to_be_focused()
    press(ada, "Backspace 8")
    expect_typed(ada, "8F 5+3=8")
    press(ada, "b 2")
    expect_typed(ada, "8F 5+3=8?2")
    expect_walks(ada, [("ArrowLeft", "8K")])
    press(ada, "Delete")
    expect_typed(ada, "8F 5+3=8")
    press(ada, "Escape")
    expect(ada.locator("#board .draft")).to_have_count(0)


def expect_said_of_draft(page, words):
    expect(page.locator("#draft-said[role=status]")).to_have_text(words)


def test_what_keys_do_to_the_draft_is_said(ada):
    square(ada, "8F").focus()
    for key, said in (
        ("5", re.compile("^8F, 5, .*not played yet$")),
        ("+", re.compile("^8G, plus, .*not played yet$")),
        ("Backspace", "8G, empty"),
        ("+", re.compile("^8G, plus, .*not played yet$")),
        ("Escape", "All your tiles are on the rack again."),
        ("Enter", "to the right"),
        ("Enter", "down"),
        ("Enter", "no square is chosen any more"),
    ):
        press(ada, key)
        expect_said_of_draft(ada, said)
    press(ada, "b 8")
    expect_said_of_draft(ada, "8F, blank 8, not played yet")


def test_a_line_that_comes_to_the_edge_of_the_board_says_so(ada):
    square(ada, "8O").focus()
    press(ada, "5")
    expect_said_of_draft(ada, re.compile("^8O, 5, .*not played yet$"))
    expect(square(ada, "8O")).to_be_focused()
    press(ada, "3")
    expect_said(ada, "The line has come to the edge of the board.")
    expect_typed(ada, "8O 5")


def test_a_line_down_to_the_edge_of_the_board_keeps_its_way(ada):
    square(ada, "14H").focus()
    press(ada, "Space 5 3 +")
    expect_said(ada, "The line has come to the edge of the board.")
    expect_typed(ada, "H14 53")
    press(ada, "Backspace Backspace")
    expect_typed(ada, "")
    expect(square(ada, "14H")).to_be_focused()
    press(ada, "5 3 Backspace Backspace")
    expect_typed(ada, "")
    press(ada, "5 3 Space")
    expect_said(ada, "to the right")  # after down


def test_a_key_for_a_tile_that_one_does_not_hold_lays_nothing_or_a_blank(ada):
    square(ada, "8F").focus()
    press(ada, "5 x")
    expect_typed(ada, "8F 5?*")  # the blank stands for it
    press(ada, "4")
    expect_said(ada, "You do not hold this tile: 4.")
    press(ada, "b")
    expect_said(ada, "You have no blank.")


def test_letters_with_control_alt_or_meta_command_nothing(ada):
    square(ada, "8F").focus()
    press(ada, "Control+b Alt+s Meta+p")
    expect_no_question(ada)


def test_letters_sort_the_rack_and_say_how_the_game_stands(ada):
    square(ada, "8K").focus()
    press(ada, "o")
    ordered = ["1", "2", "3", "5", "7", "8", "plus", "equals", "blank"]
    wait_until(lambda: on_rack(ada) == ordered, "the rack in order")
    press(ada, "r")
    expect_said(ada, "1, 2, 3, 5, 7, 8, plus, equals, blank")
    press(ada, "s")
    wait_until(lambda: sorted(on_rack(ada)) == sorted(ordered), "the rack in any order")
    for key, said in (
        ("l", "Your turn. The first play covers the middle square, 8H."),
        ("t", re.compile(r"^Ada: time left \d+d")),
        ("k", "Ben 0 points, Ada 0 points"),
        ("u", re.compile(r"in the bag, 9 with Ben, 0: \d+, 1: \d+.* plus: \d+")),
    ):
        press(ada, key)
        expect_said(ada, said)
    expect(square(ada, "8K")).to_be_focused()


def test_escape_closes_questions_and_menus_and_leaves_all_as_it_was(ada):
    square(ada, "8K").focus()
    for key, dialog in (("e", "#swap-dialog"), ("p", "#pass-dialog"), ("?", "#keys-dialog")):
        press(ada, key)
        expect(ada.locator(dialog)).to_be_visible()
        assert ada.evaluate(f"document.querySelector('{dialog}').contains(document.activeElement)")
        press(ada, "Escape")
        expect(ada.locator(dialog)).to_be_hidden()
        expect(square(ada, "8K")).to_be_focused()
    menu = ada.locator("#more")
    for close in (lambda: press(ada, "Escape"), lambda: square(ada, "8K").click()):
        menu.locator("summary").click()
        press(ada, "Tab")
        expect(menu).to_have_attribute("open", "")
        close()
        expect(menu).not_to_have_attribute("open", "")


IS_BEHIND = """moves => {
    const focused = document.activeElement;
    return !moves.contains(focused) && Boolean(moves.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""


def test_the_moves_of_the_score_sheet_each_a_link_can_be_skipped(ada):
    ada.get_by_role("link", name="Skip the moves").focus()
    press(ada, "Enter Tab")
    assert ada.locator("#sheet").evaluate(IS_BEHIND)


def test_from_the_top_of_the_page_keys_lead_to_the_board_and_to_a_swap(ada):
    press(ada, "Tab")
    expect(ada.get_by_role("link", name="Skip to the board")).to_be_focused()
    press(ada, "?")
    expect(ada.locator("#keys-dialog")).to_be_visible()
    told = (
        "8F 12+3=15 reads right from square F8, F8 12+3=15 reads down, a point is a square that is"
    )
    expect(ada.locator("#keys-dialog")).to_contain_text(told)
    expect(ada.locator("#move")).to_have_accessible_description(re.compile(re.escape(told)))
    press(ada, "Escape Enter")
    expect(square(ada, "8H")).to_be_focused()
    expect_said(
        ada,
        "Type your tiles; Enter plays them, Space turns the direction. e swaps, p passes, ? lists all keys.",
    )
    press(ada, "4 4")
    expect_said(ada, "You do not hold this tile: 4.")
    press(ada, "+ Escape")
    expect(square(ada, "8H")).to_be_focused()  # where the first tile lay
    press(ada, "o e")
    expect(ada.locator("#swap-dialog")).to_be_visible()
    press(ada, "ArrowRight ArrowRight ArrowLeft Space 3 Tab")
    chosen = ada.locator("#swap-rack [aria-pressed=true]")
    expect(chosen).to_have_count(2)
    press(ada, "Escape")


def test_the_list_of_keys_names_them_all_and_is_accessible(ada):
    dialog = keys_from_menu(ada)
    listed = " ".join(dialog.locator("dt kbd >> visible=true").all_inner_texts()).split()
    assert {*"soeprltkun?b[]=.", "Home", "End", "Space", "Backspace", "Enter", "Esc"} <= {*listed}
    expect(dialog.get_by_role("heading", name="Keys")).to_be_focused()
    for scheme in ("light", "dark"):
        ada.emulate_media(color_scheme=scheme)
        assert violations(ada) == []


def switch_letters_off(page):
    dialog = keys_from_menu(page)
    with page.expect_response("**/letters/"):
        dialog.get_by_label("Single letters and ? are commands").uncheck()
    dialog.get_by_role("button", name="Close").click()


def switch_letters_on(page):
    page.goto("/people/settings/")
    expect(page.get_by_label("Off", exact=True)).to_be_checked()
    page.get_by_label("On: single letters").check()
    group = page.get_by_role("group", name="Keyboard shortcuts at the table")
    group.locator("xpath=..").get_by_role("button").click()


def test_letters_that_are_switched_off_command_nothing_until_they_are_switched_on(ada, game):
    switch_letters_off(ada)
    expect(ada.locator("#more summary")).to_be_focused()
    table.open_table(ada, game)
    square(ada, "8F").focus()
    press(ada, "e p ? k")
    expect_no_question(ada)
    expect_said(ada, "")
    press(ada, "5 b 1")
    expect_typed(ada, "8F 5?1")
    ada.locator("#move").focus()
    press(ada, "End s p")
    expect_typed(ada, "8F 5?1sp")
    switch_letters_on(ada)
    table.open_table(ada, game)
    square(ada, "8H").focus()
    press(ada, "k")
    expect_said(ada, "Ben 0 points, Ada 0 points")


def test_letters_that_are_switched_off_step_to_no_other_position(ada, reader, pair, game):
    table.post_move(ada.request, game, "pass", 1)
    table.post_move(reader(pair[1]).request, game, "pass", 2)
    table.open_table(ada, game)
    table.expect_ply(ada, 2)
    switch_letters_off(ada)
    press(ada, "h ArrowLeft")
    table.expect_ply(ada, 1)
    press(ada, "ArrowRight")
    table.expect_ply(ada, 2)


def test_a_letter_leads_to_the_next_game_that_waits_and_says_when_none_does(ada, pair, game):
    other = start_with(pair, "numerica")
    square(ada, "8H").focus()
    press(ada, "n")
    ada.wait_for_url(f"**/games/{other.id}/")
    expect(ada.locator("html")).to_have_attribute("data-live", "on")
    square(ada, "8H").focus()
    press(ada, "p")
    expect(ada.locator("#pass-dialog")).to_be_visible()
    press(ada, "Tab")
    table.press_enter(ada)
    table.expect_ply(ada, 1)
    expect(square(ada, "8H")).to_be_focused()
    press(ada, "e")
    expect_said(ada, "That is not possible now.")
    play_move(game_id=game.id, user=pair[0], ply=1, text="pass", now=timezone.now())
    ada.route("**/next/", lambda route: route.abort())
    press(ada, "n")
    expect_said(ada, "The server did not answer. Try again.")
    ada.problems.clear()  # Chromium's own line
    ada.unroute("**/next/")
    press(ada, "n")
    expect_said(ada, "No other game waits for you.")
    ada.locator("#more summary").click()
    table.press(ada.get_by_role("link", name="Next game to move in"))
    expect(ada.locator(".messages")).to_have_text("No other game waits for you.")


def closes_by_escape(menu):
    menu.page.keyboard.press("Escape")
    return menu.get_attribute("open") is None


def test_a_question_asked_from_the_menu_gives_the_focus_back_to_it(reader, pair):
    ada = reader(pair[0])
    table.open_table(ada, start_with(pair, "equate", ["1", "2", "3", "+", "-", "7", "8", "9", "4"]))
    menu, more = ada.locator("#more"), ada.locator("#more > summary")
    table.press(more)
    wait_until(lambda: closes_by_escape(menu), "the script of menus")  # it came with that press
    for question in ("pass", "call-off"):
        for answer in ("Escape", "Enter"):
            table.press(more)
            table.press(ada.locator(f"#{question}"))
            dialog = ada.locator(f"#{question}-dialog")
            expect(dialog).to_be_visible()
            table.settled(ada)
            ada.keyboard.press(answer)
            expect(dialog).to_be_hidden()
            expect(more).to_be_focused()
            expect(menu).not_to_have_attribute("open", "")
    expect(ada.locator("#live")).to_have_attribute("data-ply", "0")
