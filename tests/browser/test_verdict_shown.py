"""The verdict on the page is the referee's for this draft at this ply, or none, on its way."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser import positions, table
from tests.browser.positions import FIRST, FIRST_POINTS

# The seed and the first moves of tests/records/whole-game.game.
BESIDE_IT = "8I 2+4"  # what Ben holds; on the empty board it does not cover the middle

IS_THE_REFEREES = """async () => {
    const form = document.getElementById("preview");
    const body = new FormData(form);
    body.set("text", document.getElementById("move").value);
    const answer = await fetch(form.getAttribute("hx-post"), { method: "POST", body });
    const said = document.createElement("ul");
    said.innerHTML = await answer.text();
    const words = (list) => list.textContent.replace(/\\s+/g, " ").trim();
    const shown = document.getElementById("verdict");
    return words(shown) === words(said) && words(said) !== "";
}"""
"""What the page says of its draft is what the referee says when he is asked again."""


MARKED = "document.getElementById('verdict').getAnimations().length"


def expect_the_referees(page):
    expect(page.locator("#verdict")).not_to_have_attribute("aria-busy", "true")
    page.wait_for_function(IS_THE_REFEREES, polling=200)


def expect_on_its_way(page):
    """No verdict, no points, and a sign that the referee has been asked."""
    expect(page.locator("#verdict")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#verdict")).to_have_text("…")
    expect(page.locator("#play-points")).to_be_empty()


def test_anothers_move_asks_the_referee_again(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    table.tap(ben, BESIDE_IT)
    expect(ben.locator("#verdict")).to_contain_text("middle square")
    table.play_by_tapping(ada, FIRST, FIRST_POINTS)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#verdict")).not_to_contain_text("middle square")
    expect_the_referees(ben)


@pytest.mark.long
def test_every_move_of_a_game_asks_for_what_is_drafted_meanwhile(reader, pair):
    record = positions.RECORDS["numerica"]
    game, _, moves = positions.load(record, plies_before_end=25, people=pair)
    pages = [reader(user) for user in pair]
    for page in pages:
        table.open_table(page, game)
    changed = 0
    for move, drafted in itertools.pairwise(moves[:6]):
        mover, waiting = pages[move.ply % 2 - 1], pages[drafted.ply % 2 - 1]
        waiting.locator("#move").fill(drafted.text)
        expect_the_referees(waiting)
        before = waiting.locator("#verdict").inner_text()
        table.post_move(mover.request, game, move.text, move.ply)
        for page in pages:
            expect(page.locator("#live")).to_have_attribute("data-ply", str(move.ply))
        expect_the_referees(waiting)
        changed += waiting.locator("#verdict").inner_text() != before
    assert changed


def test_a_draft_that_waited_while_its_reader_looked_back_is_judged_again(reader, pair, opening):
    ada = reader(pair[0])
    table.open_table(ada, opening)
    table.post_move(ada.request, opening, FIRST, 1)
    ben = reader(pair[1])
    table.open_table(ben, opening)
    table.tap(ben, BESIDE_IT)
    expect_the_referees(ben)
    for button, ply in (("Back", 0), ("End", 1)):
        table.press(ben.get_by_role("navigation", name="Replay").get_by_text(button))
        expect(ben.locator("#live")).to_have_attribute("data-ply", str(ply))
    expect(ben.locator("#board .draft")).to_have_count(3)
    expect_the_referees(ben)


def test_an_answer_about_an_earlier_position_is_not_shown(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    held, is_held = [], [True]

    def answer(route):
        if is_held:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    ben.route("**/check/", answer)
    ben.locator("#move").fill(BESIDE_IT)
    expect_on_its_way(ben)
    ben.wait_for_timeout(table.A_WHILE)
    assert len(held) == 1, "the referee has been asked once"
    table.post_move(ada.request, opening, FIRST, 1)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    is_held.clear()
    expect_on_its_way(ben)
    route, first_answer = held.pop()
    route.fulfill(response=first_answer)
    expect(ben.locator("#verdict")).not_to_contain_text("middle square")
    expect_the_referees(ben)


def test_a_referee_who_does_not_answer_is_told(reader, pair, opening):
    ada = reader(pair[0])
    table.open_table(ada, opening)
    ada.route("**/check/", lambda route: route.fulfill(status=503, body=""))
    ada.locator("#move").fill(FIRST)
    expect(ada.locator("#verdict")).to_contain_text("The server did not answer.")
    expect(ada.locator("#verdict")).not_to_have_attribute("aria-busy", "true")
    ada.problems.clear()


def test_a_verdict_that_did_not_come_is_asked_for_again_when_the_connection_is_back(
    reader, pair, opening
):
    ada = reader(pair[0])
    table.open_table(ada, opening)
    ada.context.set_offline(True)
    ada.locator("#move").fill(FIRST)
    expect(ada.locator("#verdict")).to_contain_text("The server did not answer.")
    ada.context.set_offline(False)
    table.expect_announced(ada, FIRST, FIRST_POINTS)
    expect_the_referees(ada)
    ada.problems.clear()


def test_a_play_that_is_refused_shows_that_it_was_pressed(reader, pair, opening):
    """What is wrong stands there before: the press marks it, for a second."""
    ada = reader(pair[0])
    table.open_table(ada, opening)
    table.tap(ada, "8D 3")
    expect_the_referees(ada)
    assert ada.evaluate(MARKED) == 0
    table.send(ada)
    ada.wait_for_function(f"() => {MARKED} === 1")
    expect_the_referees(ada)
    ada.wait_for_function(f"() => {MARKED} === 0")
