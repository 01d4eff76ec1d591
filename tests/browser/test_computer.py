"""A stranger plays the computer, from the first page to the end of the game."""

import json

import pytest
from playwright.sync_api import expect

from games import selectors, worker
from games.computers import way_out
from games.rules import GAMES
from tests.browser.table import settled
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
    with Server(tmp_path_factory.mktemp("site")) as started:
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


class Table:
    """The game on the page, and what is stored of it."""

    def __init__(self, page, server, key):
        self.page, self.server, self.key = page, server, key
        self.game_id = page.url.split("/")[4]

    def read(self):
        sql = "SELECT ply, state FROM games_game WHERE id = %s"
        [(self.ply, stored)] = self.server.database.rows(sql, self.game_id)
        self.state = GAMES[self.key].from_json(json.loads(stored))
        return self.state

    def _is_pressed(self, before):
        settled(self.page)
        self.page.locator("#play").click()
        try:
            return wait_until(lambda: self.read() and self.ply > before, "the move is made", 5)
        except TimeoutError:
            return False

    def wait(self):
        """Until the computer has moved, and the page shows it."""
        wait_until(lambda: self.read().turn in (0, None), "the computer moves")
        expect(self.page.locator("#live")).to_have_attribute("data-ply", str(self.ply))

    def say(self, text):
        """Type a move and play it; pressed once more where the page took the press for a slip."""
        before = self.ply
        self.page.locator("#move").fill(text)
        wait_until(lambda: self._is_pressed(before), "the move is made")

    def next_move(self, turns):
        question = selectors.question(self.state, 0)
        if turns < PLAYED:
            return worker.move(question, 3, 500)
        return way_out(question) if turns < MOST else "resign"


def begin(page, key):
    """From the first page: the game, if it is not the one chosen already, and two clicks."""
    page.goto("/")
    choice = page.locator(f'input[name="key"][value="{key}"]')
    if not choice.is_checked():
        choice.locator("xpath=..").click()
    page.get_by_role("button", name="Play the computer").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-live", "on")


@pytest.mark.parametrize("key", GAMES)
def test_a_stranger_plays_the_computer_to_the_end(key, page, server):
    begin(page, key)
    table = Table(page, server, key)
    seat = page.locator("#players .player", has=page.locator(".computer"))
    expect(seat).to_have_count(1)
    turns = 0
    table.wait()
    page.evaluate(SAW_IT_THINK)
    while table.state.outcome is None:
        table.say(table.next_move(turns))
        turns += 1
        table.wait()
    expect(page.locator("#result h2")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-thought", "yes")
    sql = "SELECT text FROM games_playedmove WHERE game_id = %s AND seat = 1"
    moves = [text for (text,) in server.database.rows(sql, table.game_id)]
    assert len(moves) >= 2 and moves.count("pass") < len(moves), moves
    # until the review is there, its progress moves what stands below it
    expect(page.get_by_role("link", name="Review: what was missed")).to_be_visible()
    settled(page)
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#result")).to_be_hidden()
    assert page.url.split("/")[4] != table.game_id


def test_hints_are_told_step_by_step_and_counted(page, server):
    begin(page, "digifeud")
    table = Table(page, server, "digifeud")
    table.wait()
    zone = page.locator("#hint")
    settled(page)
    page.get_by_role("button", name="Hint").click()
    expect(zone).to_contain_text("earns")
    for word in ("begins at", "It makes"):
        settled(page)
        page.get_by_role("button", name="Tell me more").click()
        expect(zone).to_contain_text(word)
    expect(zone.locator("button")).to_have_count(0)
    table.say(worker.best_play(selectors.question(table.state, 0), 1000)[0])
    expect(zone).not_to_contain_text("earns")
    table.wait()
    table.say("resign")
    expect(page.locator("#result")).to_contain_text("took 3 hints.")


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
    context.close()
