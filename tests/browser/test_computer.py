"""A stranger plays the computer, from the first page to the end of the game."""

import re

import pytest
from playwright.sync_api import expect

from games.background.computer_moves import fallback_move
from games.computers import turns, worker
from games.rules import GAMES
from tests.browser.against import Table, begin
from tests.browser.keys import is_region_kept, keep_region
from tests.browser.table import settled
from tests.prepared import prepared_folder
from tests.servers import Server, wait_until

PLAYED = 2  # moves of the person that are real ones; then the person lets the game go
MOST = 4  # turns of the person altogether; then the person gives up

SAW_IT_THINK = """new MutationObserver(() => {
  const said = document.querySelector('#players .player:has(.computer) .say').textContent;
  document.documentElement.dataset.thought ||= said.includes('thinking') ? 'yes' : '';
}).observe(document.body, { childList: true, subtree: true })"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose computers move."""
    with Server(prepared_folder(tmp_path_factory.mktemp("site"))) as started:
        yield started


@pytest.fixture
def page(browser, server):
    """A stranger's browser there; what its console complains about must be nothing."""
    context = browser.new_context(base_url=server.origin)
    opened = context.new_page()
    problems = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    yield opened
    context.close()
    assert problems == []


def next_move(state, made):
    question = turns.question(state, 0)
    if made < PLAYED:
        return worker.move(question, 3, 0.5)
    return fallback_move(question) if made < MOST else "resign"


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_a_stranger_plays_the_computer_to_the_end(key, page, server):
    begin(page, key)
    table = Table(page, server, key)
    seat = page.locator("#players .player", has=page.locator(".computer"))
    expect(seat).to_have_count(1)
    made = 0
    table.wait()
    page.evaluate(SAW_IT_THINK)
    while table.state.outcome is None:
        table.say(next_move(table.state, made))
        made += 1
        table.wait()
    expect(page.locator("#result h2")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-thought", "yes")
    moves = table.moves_of(1)
    assert len(moves) >= 2 and moves.count("pass") < len(moves), moves
    # until the review is there, its progress moves what stands below it
    reviewed = page.get_by_role("link", name="Review: what was missed")
    expect(reviewed).to_be_visible(timeout=120_000)  # it searches every move
    settled(page)
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#result")).to_be_hidden()
    assert page.url.split("/")[4] != table.game_id


def press(page, name):
    settled(page)
    page.get_by_role("button", name=name, exact=True).click()


def test_the_steps_of_a_hint_light_its_squares_and_are_in_sight_on_a_phone(page, server):
    page.set_viewport_size({"width": 360, "height": 640})
    begin(page, "digifeud")
    Table(page, server, "digifeud").wait()
    zone, lit = page.locator("#hint"), page.locator("#board .hinted")
    for letters in (".cols", ".rows"):
        expect(page.locator(f".stage {letters} span").last).to_be_visible()
    press(page, "Hint")
    expect(zone).to_contain_text("A play to find earns")
    expect(lit).to_have_count(0)
    press(page, "Tell me more")
    expect(lit).to_have_count(1)
    expect(page.locator("#board [aria-label$=', of the hint']")).to_have_count(1)
    press(page, "Tell me more")
    expect(zone.locator("li")).to_have_count(3)
    told, frame = zone.locator("li").last.bounding_box(), page.locator(".tell").bounding_box()
    assert told["y"] + told["height"] <= frame["y"] + frame["height"] <= 640


def test_the_first_step_of_a_hint_is_whole_beside_its_buttons_in_german_on_a_phone(browser, server):
    phone = {"viewport": {"width": 360, "height": 640}, "locale": "de-DE"}
    with browser.new_context(base_url=server.origin, **phone) as context:
        page = context.new_page()
        page.goto("/computer/?key=digifeud")
        page.get_by_role("button", name="Spielen", exact=True).click()
        Table(page, server, "digifeud").wait()
        press(page, "Tipp")
        expect(page.locator("#hint")).to_contain_text("Ein Zug, der leicht zu finden ist")
        hidden = "tell => tell.scrollHeight - tell.clientHeight"
        assert page.locator(".play .tell").evaluate(hidden) <= 0


def test_what_was_said_of_a_tap_gives_way_to_a_hint(browser, server):
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
    with browser.new_context(base_url=server.origin, **phone) as context:
        page = context.new_page()
        begin(page, "numerica")
        Table(page, server, "numerica").wait()
        page.locator("#sq-2B").tap()
        expect(page.locator("#note")).not_to_be_empty()
        press(page, "Hint")
        expect(page.locator("#hint")).to_contain_text("A play to find earns")
        expect(page.locator("#note")).to_be_empty()


def test_a_hint_is_laid_on_request_and_counted_once(page, server):
    begin(page, "digifeud")
    table = Table(page, server, "digifeud")
    table.wait()
    for told, name in enumerate(("Hint", "Tell me more", "Tell me more"), 1):
        press(page, name)
        expect(page.locator("#hint li")).to_have_count(told)
    press(page, "Lay it for me")
    expect(page.locator("#board .draft").first).to_be_visible()
    expect(page.locator("#hint-next")).to_be_hidden()
    expect(page.locator("#play")).to_be_focused()
    expect(page.locator("#verdict [data-ok='1']")).to_have_count(1)
    before = table.ply
    settled(page)
    page.locator("#play").click()
    wait_until(lambda: table.read() and table.ply > before, "the move is made")
    expect(page.locator("#board .hinted")).to_have_count(0)
    table.wait()
    table.say("resign")
    expect(page.locator("#result")).to_contain_text("You took 1 hint.")


@pytest.mark.long
def test_the_best_play_is_told_when_it_is_asked_for(page, server):
    begin(page, "equate")
    table = Table(page, server, "equate")
    table.wait()
    press(page, "Hint")
    expect(page.locator("#hint")).to_contain_text("A play to find earns")
    easy = points_told(page, "A play to find")
    found_here = worker.best_play(turns.question(table.state, 0), 1.0)
    if found_here[1] > easy:
        press(page, "Best play")
        expect(page.locator("#hint")).to_contain_text("The best play found earns")
        assert points_told(page, "The best play found") >= easy


def points_told(page, play: str) -> int:
    """What the hint says that this play earns; how much is found depends on the machine."""
    found = re.search(rf"{play} earns (\d+) point", page.locator("#hint").inner_text())
    return int(found[1])


@pytest.mark.long
def test_in_numeria_the_tile_of_a_hint_is_moved_on_request(page, server):
    begin(page, "numeria")
    table = Table(page, server, "numeria")
    table.wait()
    for told, name in enumerate(("Hint", "Tell me more", "Tell me more"), 1):
        press(page, name)
        expect(page.locator("#hint li")).to_have_count(told)
    press(page, "Lay it for me")
    expect(page.locator("#board .draft")).to_have_count(1)
    expect(page.locator("#play")).to_be_enabled()
    expect(page.locator("#play")).to_be_focused()
    expect(page.get_by_role("button", name="Lay it for me")).to_be_hidden()


def test_one_key_asks_for_a_hint_step_by_step_and_lays_it(page, server):
    begin(page, "numerica")
    Table(page, server, "numerica").wait()
    square = page.locator('#board .sq[tabindex="0"]')
    keep_region(page, "hint-said")
    for told in (1, 2, 3):
        square.press("i")
        lines = page.get_by_role("list", name="Hints").locator("li .why")
        expect(lines).to_have_count(told)
        expect(page.locator("#hint-said")).to_have_text(lines.last.inner_text())
    assert is_region_kept(page)
    expect(page.locator("#hint-next")).to_have_text("Lay it for me")
    square.press("i")
    expect(page.locator("#board .draft").first).to_be_visible()
    expect(page.locator("#board .sq:focus")).to_have_count(1)
    expect(page.locator("#hint-next")).to_be_hidden()
    square.press("i")
    expect(page.locator("#note")).to_have_text("That is not possible now.")
    square.press("Escape")
    expect(page.locator("#board .draft")).to_have_count(0)
    expect(page.locator("#hint-next")).to_be_visible()
    square.press("?")
    expect(page.get_by_role("dialog").get_by_text("ask for a hint")).to_be_visible()


def test_all_tiles_are_chosen_to_be_swapped_or_none(page, server):
    begin(page, "numerica")
    Table(page, server, "numerica").wait()
    press(page, "Swap")
    tiles, chosen = (
        page.locator("#swap-rack button"),
        page.locator('#swap-rack [aria-pressed="true"]'),
    )
    page.get_by_role("button", name="All", exact=True).click()
    expect(chosen).to_have_count(tiles.count())
    expect(page.locator("#swap-go")).to_have_text(f"Swap · {tiles.count()}")
    page.get_by_role("button", name="None", exact=True).click()
    expect(chosen).to_have_count(0)
    expect(page.locator("#swap-go")).to_be_disabled()


@pytest.mark.long
def test_without_script_the_form_leads_to_the_table_and_the_page_refreshes(browser, server):
    context = browser.new_context(base_url=server.origin, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play the computer").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Play", exact=True).click()
    table = Table(page, server, "numerica")
    wait_until(lambda: table.read().turn == 0, "the person's turn")
    page.reload()
    page.locator("#move").fill("pass")
    with page.expect_navigation():
        page.locator("#play").click()
    passed = table.ply + 1
    wait_until(lambda: table.read().turn == 0 and table.ply > passed, "the computer moves")
    page.reload()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint li")).to_have_count(1)
    for _ in range(2):
        page.get_by_role("button", name="Tell me more").click()
    page.get_by_role("link", name="Lay it for me").click()
    expect(page.locator("#move")).not_to_have_value("")
    before = table.ply
    settled(page)
    page.locator("#play").click()
    wait_until(lambda: table.read() and table.ply > before, "the move is made")
    context.close()
