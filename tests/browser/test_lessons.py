"""Lessons in real browsers: every step tapped and typed, into a first game; what is wrong is told."""

import re

import pytest
from playwright.sync_api import expect

from accounts.services import make_computers
from games.computers.roster import GENTLEST
from games.presentation.tutorials import TUTORIALS
from games.rules import GAMES
from games.rules.notation import parse
from tests.browser import numeria, table
from tests.browser.axe import violations
from tests.tiers import but_for_certainty

PHONE = {"width": 360, "height": 640, "has_touch": True}
CROSS = "/learn/numerica/4/"
KEYS = list(GAMES)


def first_steps(key):
    """The first steps of a lesson with their numbers."""
    return enumerate(TUTORIALS[key].first, 1)


def tap_answer(page, key, text):
    """Make the move of a step with a pointer."""
    if text == "pass":
        table.press(page.get_by_role("button", name="Pass"))
    elif text.startswith("swap "):
        table.swap(page, parse(text, table.TILES))
    else:
        lay_by_tapping(page, key, text)
        expect(page.locator("#verdict .ok.task")).to_contain_text("That is it.")
        table.press(page.locator("#play"))


def lay_by_tapping(page, key, text):
    if key != "numeria":
        table.tap(page, text)
        return
    for square in numeria.squares_of(text):
        table.press_square(page, square)
    if " x " in text:
        table.press(page.locator(f'#verdict .choice button[value="{text}"]'))


def type_answer(page, key, text):
    """Make the move of a step without a pointer."""
    if text == "pass":
        table.tab_to(page, "button[form=pass-form]")
        table.press_enter(page)
    elif text.startswith("swap "):
        table.tab_to(page, "#swap")
        table.press_enter(page)
        table.choose_by_keyboard(page, parse(text, table.TILES))
    else:
        lay_by_typing(page, key, text)
        expect(page.locator("#verdict .ok.task")).to_contain_text("That is it.")
        table.press_enter(page)


def lay_by_typing(page, key, text):
    if key != "numeria":
        table.type_on_board(page, text)
        return
    for square in numeria.squares_of(text):
        numeria.focus_square(page, square)
        page.keyboard.press("Enter")
    if " x " in text:
        table.tab_to(page, f'#verdict .choice button[value="{text}"]')
        page.keyboard.press("Enter")


def expect_step(page, key, number):
    expect(page).to_have_url(re.compile(f"/learn/{key}/{number}/$"))
    expect(page.locator("#move-form")).to_be_visible()


@pytest.mark.parametrize("key", but_for_certainty(KEYS, ["numerica"]))
def test_a_lesson_is_tapped_on_a_phone_into_a_first_game(reader, key):
    make_computers()
    page = reader(**PHONE)
    page.goto("/")
    page.locator("label", has_text=GAMES[key].name).first.tap()
    page.get_by_role("button", name="Learn in two minutes", exact=True).tap()
    for number, step in first_steps(key):
        expect_step(page, key, number)
        tap_answer(page, key, step.answer)
        expect(page.locator(".outcome .task")).to_contain_text("That is it.")
        page.locator("#next").tap()
    page.get_by_role("button", name=f"Play {GENTLEST}").tap()
    expect(page.locator("#players")).to_contain_text(GENTLEST)


@pytest.mark.parametrize("key", but_for_certainty(KEYS, ["digifeud"]))
def test_a_lesson_is_typed_without_a_pointer(reader, key):
    page = reader()
    page.goto(f"/learn/{key}/")
    for number, step in first_steps(key):
        expect_step(page, key, number)
        type_answer(page, key, step.answer)
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("You can play")


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("answer", [tap_answer, type_answer])
def test_what_comes_after_the_first_steps_is_tapped_and_typed(reader, key, answer):
    page = reader(**PHONE) if answer is tap_answer else reader()
    for number, step in enumerate(TUTORIALS[key].more, 9):
        page.goto(f"/learn/{key}/{number}/")
        answer(page, key, step.answer)
        expect(page.locator(".outcome .task")).to_contain_text("That is it.")


def test_a_false_answer_is_marked_on_the_board_and_stays_to_be_mended(reader):
    page = reader(**PHONE)
    page.goto(CROSS)
    table.tap(page, "J8 .=4+8")
    table.press(page.locator("#play"))
    expect(page.locator("#verdict")).to_contain_text("the left side is 9, the right side is 12")
    expect(page.locator("#board .wrong")).to_have_count(5)
    expect(page.locator("#board .draft")).to_have_count(4)
    expect(page.locator("#show-me")).to_be_hidden()
    table.press(page.locator("#play"))
    expect(page.locator("#show-me")).to_be_visible()
    page.locator("#show-me").tap()
    expect(page.locator("#board .shown")).to_have_count(4)
    page.get_by_role("button", name="Play it").tap()
    expect(page.locator(".outcome .task")).to_contain_text("That is it.")


def test_who_tries_in_vain_on_the_board_without_playing_is_offered_an_answer(reader):
    page = reader()
    page.goto("/learn/numerica/1/")
    for column in "ABCDEKLM":
        expect(page.locator("#show-me")).to_be_hidden()
        with page.expect_response("**/check/"):
            page.locator("#move").fill(f"8{column} =")
        expect(page.locator('#verdict:not([aria-busy=true]) [data-ok="0"]')).to_have_count(1)
    expect(page.locator("#show-me")).to_be_visible()


def test_a_draft_of_a_step_that_is_done_does_not_come_back(reader):
    page = reader()
    for key, number, text in (("numerica", 1, "8I ="), ("numeria", 4, "f7-f4")):
        page.goto(f"/learn/{key}/{number}/")
        lay_by_tapping(page, key, text)
        expect(page.locator("#verdict .ok.task")).to_be_visible()
        page.locator("#play").click()
        expect(page.locator("#next")).to_be_visible()
        page.goto(f"/learn/{key}/{number}/")
        expect(page.locator("#move")).to_have_value("")
        expect(page.locator("#board .draft")).to_have_count(0)


@pytest.mark.parametrize("key", but_for_certainty(KEYS, ["equate"]))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_step_has_no_barriers(reader, key, scheme):
    page = reader(**PHONE, color_scheme=scheme)
    answer = TUTORIALS[key].steps[1].answer
    for query in ("", f"?text={answer.replace('+', '%2B')}", "?show=1"):
        page.goto(f"/learn/{key}/2/{query}")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


PARTS = ("#task", "#board", "#rack", "#verdict", "#play")


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("key", but_for_certainty(KEYS, ["digifeud"]))
def test_what_is_asked_board_rack_verdict_and_play_fit_on_a_phone(reader, key, locale):
    page = reader(**PHONE, locale=locale)
    for number, _ in first_steps(key):
        page.goto(f"/learn/{key}/{number}/")
        shown = [page.locator(part).bounding_box() for part in PARTS if page.locator(part).count()]
        top = min(box["y"] for box in shown)
        assert max(box["y"] + box["height"] for box in shown) - top <= PHONE["height"], number
