"""A move tried on the board of a rules page in real browsers: tapped, typed, without script."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import table

PHONE = {"width": 360, "height": 640, "has_touch": True}

TAPPED = {
    "numerica": ([("×", "12K"), ("3", "12L"), ("=", "12M"), ("6", "12N")], "2 × 3 = 6", 14),
    "digifeud": (
        [("−", "7J"), ("9", "7K"), ("=", "7L"), ("6", "7M"), ("3", "7M")],
        "63 + 9 for coloured squares",
        72,
    ),
}
"""What is laid on which square, something the referee says, and the points."""

TYPED = {
    "numerica": ("12J .*3=7", "the left side is 6, the right side is 7"),
    "equate": ("J10 .-6+8=4", "goes below zero"),
    "digifeud": ("7I .-9=[63]", "63 + 9 for coloured squares"),
    "numeria": ("e3-e4", "Fibonacci numbers"),
}


def rack_tile(page, glyph):
    written = page.locator("b", has_text=re.compile(f"^{re.escape(glyph)}$"))
    return page.locator("#rack button").filter(has=written).first


@pytest.mark.parametrize("key", TAPPED)
def test_tiles_are_tapped_and_the_verdict_comes_at_once(reader, key):
    tiles, said, points = TAPPED[key]
    page = reader(**PHONE)
    page.goto(f"/rules/{key}/")
    for glyph, square in tiles:
        rack_tile(page, glyph).tap()
        table.press_square(page, square)
    expect(page.locator("#play-points")).to_have_text(f" · {points}")
    expect(page.locator("#verdict")).to_contain_text(said)
    expect(page.locator("#board .draft")).to_have_count(len({square for _, square in tiles}))
    expect(page.locator("#move")).not_to_have_value("")
    page.locator("#recall").tap()
    expect(page.locator("#board .draft")).to_have_count(0)
    expect(page.locator("#verdict li")).to_have_count(0)


def test_a_blank_and_a_fraction_are_tapped(reader):
    page = reader(**PHONE)
    page.goto("/rules/equate/")
    page.locator("#rack button:has(b.fr)").first.tap()
    table.press_square(page, "15S")
    expect(page.locator("#verdict")).to_contain_text("must touch a tile")
    page.locator("#recall").tap()
    page.locator("#rack button.blank").tap()
    page.locator("#sq-11J").tap()
    page.locator('#blank-dialog button[value="7"]').tap()
    expect(page.locator("#move")).to_have_value("11J ?7")
    expect(page.locator("#verdict")).to_contain_text("27")


def test_a_tile_is_there_as_often_as_it_is_needed(reader):
    page = reader()
    page.goto("/rules/equate/")
    for square in ("15O", "16O", "17O"):
        rack_tile(page, "2").click()
        page.locator(f"#sq-{square}").click()
    expect(page.locator("#move")).to_have_value("O15 222")
    expect(page.locator("#board .draft")).to_have_count(3)


def test_a_number_is_moved_by_tapping(reader):
    page = reader(**PHONE)
    page.goto("/rules/numeria/")
    page.locator("#sq-d1").tap()
    expect(page.locator("#note")).to_contain_text("Your opponent moved the 22 last")
    page.locator("#sq-e3").tap()
    expect(page.locator("#board .slide")).not_to_have_count(0)
    page.locator("#sq-e4").tap()
    expect(page.locator("#play-points")).to_have_text(" · trope")
    expect(page.locator("#verdict")).to_contain_text("Fibonacci numbers")


def test_of_several_tropes_one_is_chosen(reader):
    page = reader()
    page.goto("/rules/numeria/")
    page.locator("#sq-d7").click()
    page.locator("#sq-d5").click()
    page.locator("#verdict .choice button").nth(1).click()
    expect(page.locator("#move")).to_have_value("d7-d5 x b3-e6")
    expect(page.locator("#verdict")).to_contain_text("consecutive numbers")
    expect(page.locator("#board .made")).to_have_count(4)


@pytest.mark.parametrize("key", TYPED)
def test_a_move_is_typed_and_enter_leaves_the_page_as_it_is(reader, key):
    text, said = TYPED[key]
    page = reader()
    page.goto(f"/rules/{key}/")
    page.evaluate("window.isStillHere = true")
    page.locator("#move").fill(text)
    expect(page.locator("#verdict")).to_contain_text(said)
    expect(page.locator("#board .draft")).not_to_have_count(0)
    page.locator("#move").press("Enter")
    expect(page.locator("#verdict")).to_contain_text(said)
    assert page.evaluate("window.isStillHere") and "text=" not in page.url


@pytest.mark.parametrize("key", TYPED)
def test_a_move_that_came_with_the_address_lies_on_the_board(reader, key):
    text, said = TYPED[key]
    page = reader()
    page.goto(f"/rules/{key}/?text={text}")
    expect(page.locator("#board .draft")).not_to_have_count(0)
    expect(page.locator("#verdict")).to_contain_text(said)


@pytest.mark.parametrize("key", TYPED)
def test_without_script_a_form_asks_the_referee(reader, key):
    text, said = TYPED[key]
    page = reader(java_script_enabled=False, **PHONE)
    page.goto(f"/rules/{key}/")
    expect(page.get_by_role("button", name="Clear")).to_be_hidden()
    page.get_by_label("Move", exact=True).fill(text)
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.locator("#verdict")).to_contain_text(said)
    expect(page.locator("#verdict")).to_be_in_viewport()
    assert page.get_by_label("Move", exact=True).input_value() == text


@pytest.mark.parametrize("scripted", [True, False])
def test_the_first_page_leads_to_a_new_game_of_the_chosen_kind(reader, scripted):
    page = reader(java_script_enabled=scripted)
    page.goto("/")
    page.locator("label", has_text="Digifeud").click()
    page.get_by_role("button", name="Play anyone").click()
    expect(page.locator('nav [aria-current="page"]', has_text="Digifeud")).to_be_visible()
    expect(page.get_by_label("anyone; it is listed on the first page")).to_be_checked()
