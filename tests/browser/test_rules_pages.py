"""A move tried on the board of a rules page in real browsers: tapped, typed, without script."""

import re
from urllib.parse import quote

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings
from games.services.start import start_game
from tests.browser import table
from tests.tiers import but_for_certainty

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
KEPT = ["equate", "numeria"]  # the others follow in `make test-long`


def rack_tile(page, glyph):
    written = page.locator("b", has_text=re.compile(f"^{re.escape(glyph)}$"))
    return page.locator("#rack button").filter(has=written).first


@pytest.mark.parametrize("key", but_for_certainty(list(TAPPED), list(TAPPED)[:1]))
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


@pytest.mark.parametrize("key", but_for_certainty(list(TYPED), KEPT))
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


@pytest.mark.parametrize("key", but_for_certainty(list(TYPED), KEPT))
def test_a_move_that_came_with_the_address_lies_on_the_board(reader, key):
    text, said = TYPED[key]
    page = reader()
    page.goto(f"/rules/{key}/?text={text}")
    expect(page.locator("#board .draft")).not_to_have_count(0)
    expect(page.locator("#verdict")).to_contain_text(said)


@pytest.mark.parametrize("key", but_for_certainty(list(TYPED), KEPT))
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
    page.get_by_role("button", name="Play a friend").click()
    expect(page.locator('nav [aria-current="page"]', has_text="Digifeud")).to_be_visible()
    expect(page.get_by_label("a friend: you get a link to send")).to_be_checked()


# --- what fits on one screen ---

SIZES = [(360, 640), (768, 1024), (1440, 900)]
PARTS = ("#task", "#board", "#rack", "#verdict")


def span(page, parts=PARTS):
    """How many pixels of height the parts take together, whatever lies between them."""
    shown = [box for part in parts for box in boxes(page, part)]
    return max(box["y"] + box["height"] for box in shown) - min(box["y"] for box in shown)


def boxes(page, part):
    found = page.locator(part)
    return [found.bounding_box()] if found.count() else []  # Numeria has no rack


@pytest.mark.parametrize(("scripted", "locale"), [(True, "en"), (False, "de")])
@pytest.mark.parametrize(("width", "height"), but_for_certainty(SIZES, SIZES[:1]))
@pytest.mark.parametrize("key", but_for_certainty(list(TYPED), KEPT))
def test_task_board_rack_and_verdict_fit_on_one_screen(
    reader, key, width, height, scripted, locale
):
    page = reader(width=width, height=height, java_script_enabled=scripted, locale=locale)
    drafts = {"": "#verdict", TYPED[key][0]: "#verdict .eq", DONE[key]: "#verdict .ok.task"}
    for text, shown in drafts.items():
        page.goto(f"/rules/{key}/?text={quote(text)}")
        expect(page.locator(shown).first).to_be_visible()
        assert span(page) <= height, text
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


DONE = {
    "numerica": "12F 4/6=./3",
    "equate": "10H 2+......+2",
    "digifeud": "7I .-9=[63]",
    "numeria": "e3-e4",
}


@pytest.mark.parametrize(("width", "height"), but_for_certainty(SIZES, SIZES[:1]))
def test_the_contents_lead_to_the_board_to_try_without_script(reader, width, height):
    page = reader(width=width, height=height, java_script_enabled=False)
    page.goto("/rules/equate/")
    folded = page.locator(".contents.folded")
    if width < 1100:
        expect(page.locator(".contents.beside")).to_be_hidden()
        expect(folded.get_by_role("link").first).to_be_hidden()
        folded.locator("summary").click()
    else:
        expect(folded).to_be_hidden()
    page.get_by_role("link", name="Try a move").click()
    for part in PARTS:
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_the_sample_of_a_shaded_square_is_shaded_as_on_the_board(reader):
    page = reader()
    people = [User.objects.create_user(name) for name in ("Ada", "Ben")]
    game = start_game(GameSettings("digifeud"), users=people, seed=bytes(32), now=timezone.now())
    page.goto(f"/games/{game.id}/")
    page.get_by_text("What the squares mean").click()
    paint = "element => getComputedStyle(element).backgroundColor"
    samples = page.locator(".legend .sq").evaluate_all(f"all => all.map({paint})")
    on_board = page.locator("#sq-2B").evaluate(paint)
    assert page.locator(".legend .sq.never").evaluate(paint) == on_board
    assert page.locator("#board .sq.never").first.evaluate(paint) == on_board
    assert samples.count(on_board) == 1
