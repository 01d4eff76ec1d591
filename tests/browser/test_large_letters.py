"""What the pages look like to who has set letters of twice the size in the browser."""

import re

import pytest
from django.utils import timezone

from games.models import GameSettings
from games.services.start import start_game
from tests.browser.positions import SEED
from tests.every_page import every_page

PHONE = {"width": 360, "height": 740}
TWICE = "document.documentElement.style.fontSize = '200%'"
TWICE_AS_SET = {"fontSizes": {"standard": 32, "fixed": 26}}
SQUEEZED = """() => [...document.querySelectorAll(".actions > *, #players .player > *")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim())"""
"""What is pressed, and what is told of a player, in less room than its words take."""
WITH_TEXT = """(within) => [...within.querySelectorAll("*")]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => one.checkVisibility() && !one.closest(".vh, .squared, .rack"))"""
OVER_ONE_ANOTHER = f"""() => [...document.querySelectorAll("#players .player")].flatMap((player) => {{
    const parts = ({WITH_TEXT})(player), boxes = parts.map((one) => one.getBoundingClientRect());
    return parts.filter((one, n) => boxes.some((box, m) => m > n && !one.contains(parts[m]) &&
      box.left < boxes[n].right - 1 && boxes[n].left < box.right - 1 &&
      box.top < boxes[n].bottom - 4 && boxes[n].top < box.bottom - 4))
      .map((one) => `${{one.className}}: ${{one.textContent.trim()}}`);
  }})"""
"""What is told of a player in the same place as something else."""
CROWDED = f"""() => ({WITH_TEXT})(document.body)
    .filter((one) => {{
      const {{ fontSize, lineHeight }} = getComputedStyle(one);
      return parseFloat(lineHeight) < parseFloat(fontSize);
    }})
    .map((one) => `${{one.tagName}}.${{one.className}}: ${{one.textContent.trim().slice(0, 40)}}`)"""
"""What of a page's text stands on lines that are lower than its letters, so that they overlap."""

WITH_FIGURES = re.compile(
    r"/@\w+/$|/misses/|/leaderboard/|/transparency/|/desk/|/practice/\w+/$|/daily/\w+/1/|/games/\w+/review/$"
    r"|/people/settings/notices/"
)
OUT_OF_REACH = """() => [...document.querySelectorAll("main table")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
    .filter((one) => {
      const box = one.closest("[tabindex='0']:is([role=region], section)");
      const named = document.getElementById(box?.getAttribute("aria-labelledby"));
      const name = box?.ariaLabel ?? named?.textContent ?? "";
      return !name.trim() || box.scrollWidth <= box.clientWidth;
    })
    .map((one) => one.textContent.trim().slice(0, 40))"""
"""The tables that are wider than the window and in no box that a keyboard reaches and scrolls."""
OPEN_ALL = (
    """() => { for (const one of document.querySelectorAll("main details")) one.open = true; }"""
)
SCROLLED = """() => [...document.querySelectorAll(".scrolls, .log")]
    .filter((one) => one.scrollWidth > one.clientWidth).length"""


@pytest.mark.parametrize("address", ["/", "/lobby/", "/leaderboard/", "/rules/numerica/"])
def test_letters_of_twice_the_size_stand_on_lines_of_their_own_and_in_the_window(reader, address):
    page = reader(**PHONE, locale="de-DE")
    page.goto(address)
    page.evaluate(TWICE)
    assert page.evaluate(CROWDED) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.wider
def test_figures_that_are_wider_than_the_page_are_scrolled_in_a_box_of_their_own(reader):
    """By a finger or the keyboard; the page itself stands still. Before, it moved sideways."""
    phones, scrolled = {}, 0
    for address, user in every_page():
        if not WITH_FIGURES.match(address):
            continue
        if user not in phones:
            phones[user] = reader(user, **PHONE, locale="de-DE")
        page = phones[user]
        page.goto(address)
        page.evaluate(TWICE)
        page.evaluate(OPEN_ALL)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
        assert page.evaluate(OUT_OF_REACH) == [], address
        scrolled += page.evaluate(SCROLLED)
    assert scrolled


def test_a_table_has_lines_that_grow_with_its_letters(reader, pair, opening):
    page = reader(pair[0], **PHONE, locale="de-DE")
    page.goto(f"/games/{opening.id}/")
    page.evaluate(TWICE)
    assert page.evaluate(CROWDED) == []


@pytest.mark.parametrize("key", ["numerica", "equate", "digifeud", "numeria"])
def test_a_table_is_no_wider_than_a_phone_and_all_that_is_pressed_has_room(key, reader, pair):
    """As the browser's own setting has it, by which a sheet measures the window, too."""
    game = start_game(
        GameSettings(key, time_control="3d"), users=pair, seed=SEED, now=timezone.now()
    )
    page = reader(pair[0], **PHONE | {"width": 320}, locale="de-DE")
    page.context.new_cdp_session(page).send("Page.setFontSizes", TWICE_AS_SET)
    page.goto(f"/games/{game.id}/")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(SQUEEZED) == []
    assert page.evaluate(OVER_ONE_ANOTHER) == []
    assert page.evaluate(CROWDED) == []


def test_the_way_past_the_bar_is_out_of_sight_until_it_has_the_focus(reader):
    page = reader(**PHONE, locale="de-DE")
    page.goto("/")
    page.evaluate(TWICE)
    skip = page.locator(".skip")
    assert skip.evaluate("one => one.getBoundingClientRect().bottom") <= 0
    page.keyboard.press("Tab")
    assert skip.evaluate("one => one.getBoundingClientRect().top") >= 0
