"""What the pages look like to who has set letters of twice the size in the browser."""

import pytest

PHONE = {"width": 360, "height": 740}
TWICE = "document.documentElement.style.fontSize = '200%'"
CROWDED = """() => [...document.querySelectorAll("body *")]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => one.checkVisibility() && !one.closest(".vh, .squared, .rack"))
    .filter((one) => {
      const { fontSize, lineHeight } = getComputedStyle(one);
      return parseFloat(lineHeight) < parseFloat(fontSize);
    })
    .map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`)"""
"""What of a page's text stands on lines that are lower than its letters, so that they overlap."""


@pytest.mark.parametrize("address", ["/", "/lobby/", "/leaderboard/", "/rules/numerica/"])
def test_letters_of_twice_the_size_stand_on_lines_of_their_own_and_in_the_window(reader, address):
    page = reader(**PHONE, locale="de-DE")
    page.goto(address)
    page.evaluate(TWICE)
    assert page.evaluate(CROWDED) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_table_has_lines_that_grow_with_its_letters(reader, pair, opening):
    page = reader(pair[0], **PHONE, locale="de-DE")
    page.goto(f"/games/{opening.id}/")
    page.evaluate(TWICE)
    assert page.evaluate(CROWDED) == []


def test_the_way_past_the_bar_is_out_of_sight_until_it_has_the_focus(reader):
    page = reader(**PHONE, locale="de-DE")
    page.goto("/")
    page.evaluate(TWICE)
    skip = page.locator(".skip")
    assert skip.evaluate("one => one.getBoundingClientRect().bottom") <= 0
    page.keyboard.press("Tab")
    assert skip.evaluate("one => one.getBoundingClientRect().top") >= 0
