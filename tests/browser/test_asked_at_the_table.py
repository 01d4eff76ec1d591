"""What players ask of one another while they play: it is in sight, and a refusal says why."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import GameSettings
from games.services.start import start_game
from tests.browser import table
from tests.browser.positions import SEED

IN_ITS_PLACE = """(line) =>
    line.getBoundingClientRect().bottom <= line.closest(".tell").getBoundingClientRect().bottom"""
"""Whether it is not cut off by the end of what the table tells."""

TWO_CHANGES_AT_ONCE = """(button) => {
    const come = (name) => document.dispatchEvent(new CustomEvent(name, { detail: { message: "<p></p>" } }));
    button.focus();
    come("htmx:wsBeforeMessage");
    button.remove();
    for (const name of ["htmx:wsBeforeMessage", "htmx:wsAfterMessage", "htmx:wsAfterMessage"]) come(name);
}"""
"""The answer to a press and the news of it: the second comes before the first is settled."""


@pytest.fixture
def at_table(reader, pair):
    """A casual game with clocks: who is to move, and the other, at its table."""

    def sat_down(key, **size):
        settings = GameSettings(key, time_control="600+0")
        game = start_game(settings, users=pair, seed=SEED, now=timezone.now())
        pages = reader(pair[game.turn], **size), reader(pair[1 - game.turn])
        for page in pages:
            table.open_table(page, game)
        return game, *pages

    return sat_down


def ask(page, words):
    page.locator("#more summary").click()
    page.locator("#more").get_by_role("button", name=words).click()


def test_an_offer_of_a_draw_is_in_sight_on_a_tablet_whatever_else_is_told(at_table):
    _, mover, other = at_table("numeria", width=768, height=1024)
    ask(other, "Offer a draw")
    expect(mover.locator("#offers")).to_contain_text("offers a draw")
    assert mover.locator("#offers .btn").evaluate(IN_ITS_PLACE)


def test_on_a_phone_a_lost_line_is_told_whole_under_the_largest_board(at_table):
    _, mover, _ = at_table("equate", width=360, height=640)
    mover.context.set_offline(True)
    line = mover.locator("#connection.notice")
    expect(line).to_be_visible()
    assert line.evaluate(IN_ITS_PLACE)


def test_who_asks_while_the_other_does_is_told_why_not_until_the_next_move(
    at_table, pair, play_elsewhere
):
    game, mover, other = at_table("numerica")
    ask(other, "Ask for more time")
    expect(mover.locator("#offers")).to_contain_text("asks for one more minute")
    ask(mover, "Ask for more time")
    expect(mover.locator("#verdict")).to_contain_text("One request at a time")
    play_elsewhere(game, pair[game.turn], "pass")
    table.expect_ply(mover, 1)
    expect(mover.locator("#verdict")).to_be_empty()


def test_the_focus_is_not_lost_when_news_come_with_the_answer_to_a_press(at_table):
    _, mover, other = at_table("numerica")
    ask(other, "Ask for more time")
    button = mover.locator("#offers .btn")
    expect(button).to_be_visible()
    button.evaluate(TWO_CHANGES_AT_ONCE)
    expect(mover.locator('#board .sq[tabindex="0"]')).to_be_focused()
