"""The analysis board in a browser: set up by tap, by keys and by typing, and asked about."""

import re
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.keys import press
from tests.prepared import prepared_folder
from tests.servers import Server

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 360, "height": 640}, "color_scheme": "dark"}
WORTH = "What are the moves worth?"
NUMBERS = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(prepared_folder(tmp_path_factory.mktemp("analysis"))) as server:
        yield server


def sign_up(page, server, name) -> None:
    """A person who is signed in: the board is for nobody else. A name is given once."""
    name += f"{next(NUMBERS)}"
    page.goto(f"{server.origin}/accounts/signup/?next=/analysis/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").first.fill("equations-for-everybody")
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Analysis board")).to_be_visible()


def in_order(page) -> None:
    """Nothing for axe to find, and nothing beside the page."""
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def choose(page, symbol) -> None:
    """Choose a tile to lay."""
    page.locator(".kinds label", has=page.locator(f'[value="{symbol}"]')).click()


def board(page) -> str:
    """What lies on the board, row by row, as it will be sent."""
    rows = page.locator("#board-text").input_value().split("\n")
    return " ".join(row for row in (row.strip(".") for row in rows) if row)


def test_a_position_is_set_up_by_tap_and_by_keys_and_gets_plays(browser, server):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    sign_up(page, server, "Anna")
    page.locator("#main").get_by_role("link", name="Numerica").click()
    in_order(page)
    for symbol, square in (("3", "8F"), ("+", "8G"), ("3", "8H")):
        choose(page, symbol)
        page.locator(f"#sq-{square}").click()
    page.locator("#sq-8H").press("ArrowRight")
    page.keyboard.type("=6")
    assert board(page) == "3+3=6"
    assert page.locator("#board .tile b").all_inner_texts() == ["3", "+", "3", "=", "6"]
    page.locator("#sq-8H").press("ArrowDown")
    page.keyboard.type("+b1=")
    assert board(page) == "3+3=6 + ?1 ="
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.press("Delete")
    page.locator("#sq-9H").press("Delete")
    page.locator("#sq-10H").press("Delete")
    assert board(page) == "3+3=6"
    expect(page.locator("#sq-8H")).to_have_attribute("aria-label", re.compile("^8H, 3"))
    for symbol in ("1", "2", "?"):
        choose(page, symbol)
        page.get_by_role("button", name="Put the chosen tile here").click()
    page.get_by_role("button", name="Take 2 off the rack").click()
    assert page.get_by_label("Rack of who is to move").input_value() == "1?"
    page.get_by_label("Rack of who is to move").fill("12+=78?")
    page.get_by_role("button", name=WORTH).click()
    expect(page.locator(".plays tbody tr").first).to_be_visible(timeout=60_000)
    expect(page.get_by_role("status").filter(has_text="The best move")).to_be_visible()
    in_order(page)
    page.locator(".plays th a").first.click()
    expect(page.get_by_label("Player 2 is to move")).to_be_checked()
    expect(page.get_by_label("Score of Player 1")).not_to_have_value("0")
    choose(page, "1")
    page.locator("#sq-1A").click()
    assert board(page).startswith("1")
    assert problems == []
    page.context.close()


def test_on_a_phone_two_digits_share_a_square_and_an_answer_goes_with_its_position(browser, server):
    page = browser.new_context(**PHONE, has_touch=True).new_page()
    sign_up(page, server, "Berta")
    page.goto(f"{server.origin}/analysis/digifeud/?board=.+.+......8+......%2B+......7+......%3D")
    in_order(page)
    for symbol in ("1", "5"):
        choose(page, symbol)
        page.locator("#sq-7G").tap()
    assert board(page) == "8 + 7 = [15]"
    page.get_by_label("Rack of who is to move").fill("56826+*+")
    page.get_by_role("button", name=WORTH).click()
    expect(page.locator(".plays")).to_be_visible(timeout=60_000)
    in_order(page)
    page.locator("#sq-7G").press("Delete")
    expect(page.locator(".plays")).to_have_count(0)
    expect(page.locator("#answer-said")).to_have_text("The position has changed. Ask again.")
    page.context.close()


def test_on_a_phone_the_first_press_makes_small_squares_larger_and_says_so(browser, server):
    page = browser.new_context(**PHONE, has_touch=True).new_page()
    sign_up(page, server, "Doris")
    page.goto(f"{server.origin}/analysis/numerica/")
    in_order(page)
    choose(page, "3")
    page.locator("#sq-8G").tap()
    expect(page.locator("#note")).to_have_text(
        "The board is larger now. Press the square once more."
    )
    assert board(page) == ""
    page.locator("#sq-8G").tap()
    expect(page.locator("#note")).to_be_empty()
    assert board(page) == "3"
    expect(page.locator(".lab .zoomed")).to_have_count(1)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".lab .zoomed")).to_have_count(0)  # it is printed whole
    expect(page.locator("#whole")).to_be_hidden()
    page.context.close()


def test_on_paper_a_position_has_what_its_fields_hold_and_nothing_to_fill_in(browser, server):
    page = browser.new_context(viewport={"width": 680, "height": 960}).new_page()
    sign_up(page, server, "Pia")
    for address in ("equate/?rack=12%2B&turn=2&score0=40", "numeria/"):
        page.goto(f"{server.origin}/analysis/{address}")
        page.emulate_media(media="print")
        assert page.locator(".lab :is(textarea, summary, .btn) >> visible=true").count() == 0
        seen = """() => [...document.querySelectorAll(".lab :is(input:not([type=radio]), select)")]
            .filter((field) => field.checkVisibility() && !field.matches(".vh"))"""
        framed = f"({seen})().filter((field) => getComputedStyle(field).borderTopWidth !== '0px')"
        hint = "getComputedStyle(field, '::placeholder').color !== 'rgba(0, 0, 0, 0)'"
        hints = f"({seen})().filter((field) => field.matches(':placeholder-shown') && {hint})"
        assert page.evaluate(f"{framed}.length + {hints}.length") == 0, address
        expect(page.get_by_text("Player 1 is to move")).to_be_visible()
    page.context.close()


def test_a_position_that_is_refused_is_still_seen_and_is_mended_by_tap(browser, server):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    sign_up(page, server, "Ina")
    page.locator("#main").get_by_role("link", name="Digifeud").click()
    page.locator("#sq-7F").click()
    page.keyboard.type("3+4")
    page.locator("#rack-text").fill("12+=")
    page.get_by_role("button", name=WORTH).click()
    expect(page.locator("#problem")).to_have_text(
        "The tile 3 cannot lie on 7F: numbers lie in every second row and column, "
        "signs between two of them."
    )
    expect(page.locator("#board .tile")).to_have_text(["3", "+", "4"])
    page.locator("#sq-7F").click()
    expect(page.locator("#board .tile")).to_have_text(["+", "4"])
    assert board(page) == "+4"
    page.reload()
    assert board(page) == "+4"
    page.context.close()


@pytest.mark.parametrize("key", ["numerica", "digifeud", "numeria"])
def test_a_position_outlives_a_reload_and_the_way_back_from_another_page(browser, server, key):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    sign_up(page, server, "Gesa")
    page.goto(f"{server.origin}/analysis/{key}/")
    page.locator(".sq").nth(8).press("3")
    page.keyboard.type("6")
    if key == "numeria":
        page.keyboard.type("l")
    else:
        choose(page, "1")
        page.get_by_role("button", name="Put the chosen tile here").click()
        page.get_by_label("Score of Player 1").fill("12")
    page.get_by_label("Player 2 is to move").check()
    fields = "[...new FormData(document.getElementById('set-up'))].slice(1).map(String)"
    before = page.evaluate(fields)
    page.goto(f"{server.origin}/rules/")
    page.go_back()
    assert page.evaluate(fields) == before
    page.reload()
    assert page.evaluate(fields) == before
    page.context.close()


def test_a_digit_that_is_typed_after_a_press_elsewhere_goes_to_the_square_that_was_pressed(
    browser, server
):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    sign_up(page, server, "Emma")
    page.goto(f"{server.origin}/analysis/digifeud/")
    page.locator("#sq-7G").press("1")
    page.locator("#sq-3C").click()
    page.keyboard.type("23")
    expect(page.locator("#sq-7G .tile b")).to_have_text("1")
    expect(page.locator("#sq-3C .tile b")).to_have_text("23")
    page.context.close()


@pytest.mark.parametrize("keys", ["Escape", "Backspace", "Enter", "ArrowRight ArrowLeft"])
def test_a_bracket_that_was_not_meant_swallows_no_key_after_it(browser, server, keys):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    sign_up(page, server, "Fanny")
    page.goto(f"{server.origin}/analysis/equate/")
    page.locator("#sq-8G").press("[")
    page.keyboard.type("1/")
    expect(page.locator("#note")).to_have_text("[1/")
    press(page, keys)
    expect(page.locator("#note")).to_be_empty()
    page.keyboard.type("7[1/2]")
    assert board(page) == "7[1/2]"
    page.context.close()


def test_in_numeria_numbers_are_typed_move_and_are_locked(browser, server):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    sign_up(page, server, "Carla")
    page.goto(f"{server.origin}/analysis/numeria/")
    page.locator("#sq-c6").press("3")
    page.keyboard.type("6l")
    assert page.locator("#sq-c6 .tile b").all_inner_texts() == ["36"]
    assert page.locator("#frozen").input_value() == "c6"
    expect(page.locator("#sq-c6")).to_have_attribute("aria-label", re.compile("^c6, 36, locked"))
    choose(page, "36")
    page.locator("#sq-a1").click()
    assert page.locator("#frozen").input_value() == ""
    expect(page.locator("#sq-c6")).to_have_attribute("aria-label", "c6, empty")
    page.locator("#sq-b1").press("4")
    page.get_by_role("button", name=WORTH).click()
    expect(page.locator(".plays")).to_be_visible(timeout=60_000)
    page.context.close()


def test_without_script_a_position_is_set_up_by_tap_and_by_typing_and_gets_plays(browser, server):
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    sign_up(page, server, "Dora")
    state = page.context.storage_state()
    page.context.close()
    context = browser.new_context(java_script_enabled=False, storage_state=state, **PHONE)
    page = context.new_page()
    page.goto(f"{server.origin}/analysis/numerica/")
    choose(page, "7")
    page.locator("#sq-8H").click()
    page.locator("#sq-8J").click()
    page.get_by_text("Type the board").click()
    page.get_by_label("Lay a line").fill("8H .=.")
    page.get_by_label("Lay a line").press("Enter")
    expect(page.locator("#sq-8I")).to_have_attribute("aria-label", re.compile("^8I, equals"))
    page.get_by_label("Rack of who is to move").fill("3+4=8")
    page.get_by_role("button", name=WORTH).click()
    expect(page.locator(".plays")).to_be_visible(timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()
