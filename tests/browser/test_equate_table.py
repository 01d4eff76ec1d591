"""Equate in real browsers: fraction tiles, the meanings of a blank, and the draft."""

import re
from urllib.parse import unquote_plus

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings, canonical_json
from games.services.moves import play_move
from games.services.start import start_game
from tests.browser import table
from tests.tiers import but_for_certainty

NAMES = ("Ada", "Ben", "Cleo", "Dan")

OPENING = "10I [1/2]+4=4[1/2]"
RACK = ("[1/2]", "[1/2]", "4", "4", "4", "+", "?", "7", "[3/4]")


@pytest.fixture
def people():
    return [User.objects.create_user(name, f"{name}@example.org") for name in NAMES]


@pytest.fixture
def two(people):
    """Ada is to move and holds RACK; nothing lies on the board."""
    game = start_game(
        GameSettings("equate", options=""), users=people[:2], seed=bytes(32), now=timezone.now()
    )
    data = game.position.to_json()
    data["turn"] = game.turn = 0
    data["stock"]["racks"][0] = [list(RACK)]
    game.state = canonical_json(data)
    game.save()
    return game


def test_fractions_are_typed_in_brackets_and_lifted_one_square_at_a_time(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.type_on_board(ada, OPENING)
    table.expect_announced(ada, OPENING, 22)
    ada.keyboard.press("Backspace")
    expect(ada.locator("#move")).to_have_value("10I [1/2]+4=4")
    for key in "[1/":
        ada.keyboard.press(key)
    expect(ada.locator("#note")).to_have_text("[1/")
    ada.keyboard.press("Escape")
    expect(ada.locator("#note")).to_have_text("")
    expect(ada.locator("#board .draft")).to_have_count(5)
    ada.keyboard.press("7")
    expect(ada.locator("#move")).to_have_value("10I [1/2]+4=47")


def test_recall_brings_everything_home_and_the_equals_sign_is_never_used_up(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.tap(ada, "10I 4=?[1/3]=")
    expect(ada.locator("#move")).to_have_value("10I 4=?[1/3]=")
    expect(ada.locator("#rack button")).to_have_count(len(RACK) - 2 + 1)
    expect(ada.locator("#rack .slot")).to_have_count(2)
    ada.locator("#recall").click()
    expect(ada.locator("#board .draft")).to_have_count(0)
    expect(ada.locator("#rack button")).to_have_count(len(RACK) + 1)
    expect(ada.locator("#rack button.blank")).to_have_count(1)


def test_a_blank_may_be_every_symbol_but_the_equals_sign_chosen_by_key(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.focus_square(ada, "10J")
    ada.keyboard.press("Enter")
    table.press(table.rack_tile(ada, "?"))
    choices = ada.locator("#blank-dialog .choose button")
    expect(choices).to_have_count(31)
    expect(ada.locator('#blank-dialog button[value="="]')).to_have_count(0)
    ada.keyboard.press("=")
    expect(ada.locator("#blank-dialog")).to_be_visible()
    for key in "[5/6]":
        ada.keyboard.press(key)
    expect(ada.locator("#blank-dialog")).to_be_hidden()
    expect(ada.locator("#move")).to_have_value("10J ?[5/6]")
    expect(ada.locator("#sq-10J")).to_have_attribute(
        "aria-label", "10J, blank 5 over 6, not played yet"
    )


@pytest.mark.parametrize(
    "meaning", but_for_certainty(["[", "[1/", "[1/5]", "a", "(", "="], ["[1/5]", "="])
)
def test_a_blank_that_is_typed_as_what_it_cannot_be_lays_nothing(reader, people, two, meaning):
    ada = reader(people[0])
    table.open_table(ada, two)
    ada.locator("#move").press_sequentially(f"10J ?{meaning}")
    expect(ada.locator("#verdict")).not_to_contain_text("…")
    expect(ada.locator("#verdict .no")).not_to_have_count(0)
    expect(ada.locator("#board .draft")).to_have_count(0)
    expect(ada.locator("#rack button")).to_have_count(len(RACK) + 1)
    expect(ada.locator("#move")).to_have_value(f"10J ?{meaning}")
    ada.locator("#move").fill(OPENING)
    table.expect_announced(ada, OPENING, 22)


def test_a_draft_stored_with_such_a_blank_does_not_break_the_page(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.tap(ada, "10J 4")
    ada.evaluate("""for (const [key, draft] of Object.entries(localStorage)) if (key.startsWith("draft:")) {
        const tiles = JSON.parse(draft).map((tile) => tile.symbol === "?" ? { ...tile, at: "10K", face: "?[" } : tile);
        localStorage.setItem(key, JSON.stringify(tiles));
    }""")
    ada.reload()
    expect(ada.locator("#rack button")).to_have_count(len(RACK))
    expect(ada.locator("#board .draft")).to_have_count(1)


def test_a_key_for_what_a_blank_cannot_be_is_answered(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.focus_square(ada, "10J")
    for key in "b=":
        ada.keyboard.press(key)
    expect(ada.locator("#note")).to_have_text("A blank cannot stand for this: equals.")
    expect(ada.locator("#board .draft")).to_have_count(0)


def test_the_choice_of_a_blank_fits_a_phone_and_can_be_taken_back(reader, people, two):
    ada = reader(people[0], **table.PHONE)
    table.open_table(ada, two)
    table.rack_tile(ada, "?").tap()
    table.press_square(ada, "10J")
    dialog = ada.locator("#blank-dialog")
    box = dialog.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert dialog.evaluate(
        "({scrollWidth, clientWidth, scrollHeight, clientHeight}) => "
        "scrollWidth <= clientWidth && scrollHeight <= clientHeight"
    )
    dialog.get_by_role("button", name="Take it back").tap()
    expect(dialog).to_be_hidden()
    expect(ada.locator("#board .draft")).to_have_count(0)


def test_the_draft_with_fractions_and_free_tiles_survives_a_reload(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.tap(ada, "10I [1/2]+?4=4[1/2]")
    ada.reload()
    expect(ada.locator("#board .draft")).to_have_count(6)
    table.expect_announced(ada, "10I [1/2]+?4=4[1/2]", 20)
    expect(ada.locator("#rack button")).to_have_count(len(RACK) - 5 + 1)


def test_fractions_are_swapped_by_the_dialog(reader, people, two):
    ada, ben = reader(people[0]), reader(people[1])
    for page in (ada, ben):
        table.open_table(page, two)
    posted = []
    ada.on("request", lambda request: posted.append(request.post_data or ""))
    table.play_by_tapping(ada, "swap [1/2]?7", 0)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    assert any("swap [1/2]?7" in unquote_plus(data) for data in posted), posted
    expect(ada.locator("#sheet tbody tr")).to_contain_text("½")
    expect(ben.locator("#sheet tbody tr")).to_contain_text("swapped 3")
    expect(ben.locator("#sheet tbody tr")).not_to_contain_text("½")
    expect(ada.locator("#rack button")).to_have_count(len(RACK) + 1)


def test_a_fraction_in_the_wrong_place_is_refused_in_words_and_marked(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.tap(ada, "10I [1/2]4=4")
    refused = ada.locator("#verdict .no")
    expect(refused).to_contain_text("½4 = 4")
    expect(refused).to_contain_text("½4 is no number")
    for name in ("10I", "10J", "10K", "10L"):
        expect(ada.locator(f"#sq-{name}")).to_have_class(re.compile("wrong"))
    ada.locator("#play").click()
    expect(refused).to_contain_text("½4 is no number")
    expect(ada.locator("#board .draft")).to_have_count(4)
    expect(ada.locator("#live")).to_have_attribute("data-ply", "0")


def test_only_the_tiles_whose_squares_are_taken_come_home(reader, people, two):
    ada, ben = reader(people[0]), reader(people[1])
    for page in (ada, ben):
        table.open_table(page, two)
    ben.locator("#move").fill("J9 ==")
    expect(ben.locator("#board .draft")).to_have_count(2)
    table.play_by_notation(ada, OPENING, 22)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#board .draft")).to_have_count(1)
    expect(ben.locator("#sq-9J .draft")).to_be_visible()
    expect(ben.locator("#note")).to_contain_text("came home")
    expect(ben.locator("#rack button")).to_have_count(9 + 1)


def test_a_line_to_the_left_is_refused_in_words(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    ada.locator("#move").fill("10M< 4=4")
    expect(ada.locator("#board .draft")).to_have_count(3)
    expect(ada.locator("#verdict .no")).to_contain_text(
        "Lines are read to the right or down in this game"
    )


def test_a_pass_that_ends_the_game_says_what_becomes_of_the_scores(reader, people, two):
    for ply in (1, 2, 3):
        play_move(
            game_id=two.id, user=people[(ply + 1) % 2], ply=ply, text="pass", now=timezone.now()
        )
    ben = reader(people[1])
    table.open_table(ben, two)
    ben.locator("#more summary").click()
    ben.locator("#pass").click()
    expect(ben.locator("#pass-last")).to_have_text(
        "This pass ends the game. Everybody loses the points of the tiles they still hold."
    )
