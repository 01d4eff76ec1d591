"""Reading and playing in German: chosen on the page, kept by what comes live."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser.table import focus_square, open_table, press_enter


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_language_is_chosen_on_the_page_and_the_page_stays(reader, script):
    page = reader(None, java_script_enabled=script, width=360, height=640)
    page.goto("/leaderboard/numerica/?all=1")
    page.locator("summary[aria-label=Menu]").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_url(re.compile(r"/leaderboard/numerica/\?all=1$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Bestenliste von Numerica")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("summary[aria-label='Sprache: DE']").click()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Leaderboard of Numerica")


@pytest.fixture
def german(reader, start, people):
    """Ben's page, in German, at a game in which Ben is to move."""
    page = reader(people.ben, locale="de-DE")
    open_table(page, start(moves=9))
    return page


def test_a_language_chosen_in_another_tab_is_for_pages_opened_from_then_on(german):
    tab = german.context.new_page()
    tab.goto("/people/settings/")
    tab.locator("summary[aria-label='Sprache: DE']").click()
    tab.get_by_role("button", name="English").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Settings")
    expect(german.locator("#status")).to_contain_text("Du bist am Zug.")
    type_quotient(german)
    press_enter(german)
    expect(german.locator("#status")).to_have_text(
        "Du legst 9 : 9 = 1 auf 14G für 24. Ada ist am Zug."
    )


def type_quotient(page):
    focus_square(page, "14G")
    for key in ("9", ":", "9", "=", "1"):
        page.keyboard.press(key)


def test_a_german_drafts_with_the_signs_of_german(german):
    type_quotient(german)
    sign = german.locator("#sq-14H")
    expect(sign.locator("b")).to_have_text(":")
    expect(sign).to_have_attribute("aria-label", re.compile("^14H, geteilt durch, .*, noch nicht"))
    expect(german.locator("#verdict")).to_contain_text("9 : 9 = 1")
    expect(german.locator("#move")).to_have_value("14G 9/9=1")


def test_each_reader_sees_a_move_in_the_signs_and_words_of_their_own_language(reader, german):
    english = reader(None)
    open_table(english, game_at(german))
    type_quotient(german)
    press_enter(german)
    expect(german.locator("#sheet")).to_contain_text("9 : 9 = 1")
    expect(english.locator("#sheet")).to_contain_text("9 ÷ 9 = 1")
    expect(german.locator("#status")).to_have_text(
        "Du legst 9 : 9 = 1 auf 14G für 24. Ada ist am Zug."
    )
    expect(english.locator("#status")).to_have_text(
        "Ben played 9 ÷ 9 = 1 at 14G for 24. Ada to move."
    )
    expect(english.locator("#sq-14H")).to_have_attribute("aria-label", re.compile("divided by"))
    expect(german.locator("#sq-14H")).to_have_attribute("aria-label", re.compile("geteilt durch"))


def game_at(page):
    return Game.objects.get(id=page.url.split("/")[4])
