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
        expect(page.locator("#verdict .ready.task")).to_contain_text("Now press Play.")
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
        expect(page.locator("#verdict .ready.task")).to_contain_text("Now press Play.")
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


def name_of_next(key, number):
    """What the button says that leads on after a step."""
    is_last = number == len(TUTORIALS[key].first)
    return re.compile(
        rf"^\s*{f'Play {GENTLEST}, the gentlest computer' if is_last else 'Next step'}\s*$"
    )


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
        expect(page.locator("#next")).to_have_text(name_of_next(key, number))
        page.locator("#next").tap()
    expect(page.locator("#players")).to_contain_text(GENTLEST)


@pytest.mark.parametrize("key", but_for_certainty(KEYS, ["digifeud"]))
def test_a_lesson_is_typed_without_a_pointer(reader, key):
    make_computers()
    page = reader()
    page.goto(f"/learn/{key}/")
    for number, step in first_steps(key):
        expect_step(page, key, number)
        type_answer(page, key, step.answer)
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#players")).to_contain_text(GENTLEST)


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
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#board .wrong")).to_have_count(5)
    expect(page.locator("#board .draft")).to_have_count(4)
    expect(page.locator("#show-me")).to_be_hidden()
    table.press(page.locator("#play"))
    expect(page.locator("#show-me")).to_be_visible()
    page.locator("#show-me").tap()
    expect(page.locator("#board .shown")).to_have_count(4)
    page.get_by_role("button", name="Play it").tap()
    expect(page.locator(".outcome .task")).to_contain_text("That is it.")


def lay_first_tile(page, key, text):
    """Tap the first tile of a play and its square once; the name of that square."""
    square, face = table.new_tiles(parse(text, table.TILES))[0]
    table.press(table.rack_tile(page, face))
    table.press(page.locator(f"#sq-{square}"))
    return square


@pytest.mark.parametrize("key", but_for_certainty(["numerica", "equate", "digifeud"], ["equate"]))
def test_on_a_phone_the_first_tap_on_a_square_lays_the_tile(reader, key):
    page = reader(**PHONE)
    for number, step in first_steps(key):
        if step.answer == "pass" or step.answer.startswith("swap"):
            continue
        page.goto(f"/learn/{key}/{number}/")
        square = lay_first_tile(page, key, step.answer)
        expect(page.locator(f"#sq-{square} .draft")).to_be_visible()
        expect(page.locator("#note")).to_have_text("")


@pytest.mark.parametrize("key", but_for_certainty(["numerica", "equate", "digifeud"], ["numerica"]))
def test_on_a_phone_all_squares_of_an_answer_are_in_sight_from_the_start(reader, key):
    page = reader(**PHONE)
    for number, step in first_steps(key):
        if step.answer == "pass" or step.answer.startswith("swap"):
            continue
        page.goto(f"/learn/{key}/{number}/")
        expect(page.locator(".squared.zoomed")).to_be_visible()
        frame = page.locator(".squared").bounding_box()
        for square, _ in table.new_tiles(parse(step.answer, table.TILES)):
            box = page.locator(f"#sq-{square}").bounding_box()
            assert frame["x"] - 2 <= box["x"], (number, square)
            assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 2, (number, square)
            assert frame["y"] <= box["y"], (number, square)
            assert box["y"] + box["height"] <= frame["y"] + frame["height"], (number, square)


def test_the_whole_board_can_be_seen_on_a_phone_and_stays(reader):
    page = reader(**PHONE)
    page.goto(CROSS)
    page.locator("#whole").tap()
    expect(page.locator(".squared.zoomed")).to_have_count(0)
    expect(page.locator("#whole")).to_be_hidden()
    page.wait_for_timeout(table.A_WHILE)
    expect(page.locator(".squared.zoomed")).to_have_count(0)


def test_play_looks_ready_only_when_the_referee_allows_the_move(reader):
    page = reader(**PHONE)
    page.goto(CROSS)
    play, unready = page.locator("#play"), "rgba(0, 0, 0, 0)"
    expect(play).to_have_css("background-color", unready)
    for text, is_legal in (("J8 .=4+8", False), ("J8 .=2", False), ("J8 .=4+5", True)):
        with page.expect_response("**/check/"):
            page.locator("#move").fill(text)
        expect(page.locator(f'#verdict [data-ok="{int(is_legal)}"]')).to_have_count(1)
        expect(play).to_be_enabled()
        look = expect(play).not_to_have_css if is_legal else expect(play).to_have_css
        look("background-color", unready)


def test_the_lock_of_numeria_is_read_beside_the_number_on_a_phone(reader):
    page = reader(**PHONE)
    page.goto("/learn/numeria/7/")
    lock, number = page.locator("#sq-f7 .lock"), page.locator("#sq-f7 b")
    assert lock.bounding_box()["width"] >= 16
    across, down = page.evaluate(
        """([lock, number]) => {
            const [badge, words] = [lock.getBoundingClientRect(), document.createRange()];
            words.selectNodeContents(number);
            const box = words.getBoundingClientRect();
            return [box.right - badge.left, badge.bottom - box.top - box.height * .2];
        }""",
        [lock.element_handle(), number.element_handle()],
    )
    assert across <= 2 or down <= 2, (across, down)  # above the digits, or beside them


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
        expect(page.locator("#verdict .ready.task")).to_be_visible()
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


PARTS = ("#task", ".stage .squared", "#rack", "#verdict", "#play")


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("key", but_for_certainty(KEYS, ["digifeud"]))
def test_what_is_asked_board_rack_verdict_and_play_fit_on_a_phone(reader, key, locale):
    page = reader(**PHONE, locale=locale)
    for number, _ in first_steps(key):
        page.goto(f"/learn/{key}/{number}/")
        shown = [page.locator(part).bounding_box() for part in PARTS if page.locator(part).count()]
        top = min(box["y"] for box in shown)
        assert max(box["y"] + box["height"] for box in shown) - top <= PHONE["height"], number
        play = page.locator("#play").bounding_box()
        assert play["y"] + play["height"] <= PHONE["height"], number  # before one scrolls
