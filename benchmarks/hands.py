"""How soon a table answers its player, in a real Chromium: the tile, and the verdict."""

import statistics
from datetime import UTC, datetime

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.report import Line
from benchmarks.site import guests, user_of
from games.models import GameSettings
from games.rules import GAMES
from games.services.start import start_game
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.servers import Server

SEED = bytes(32)
DRAFTS = 40  # each judged, and taken back
VERDICT = 150  # milliseconds after the last change

WATCH = """() => {
  window.painted = [];
  window.judged = [];
  let changed = 0;
  const verdict = document.getElementById("verdict");
  document.getElementById("main").addEventListener("numerica:draft", () => {
    changed = performance.now();
  });
  new MutationObserver(() => {
    if (verdict.querySelector("[data-ok]")) window.judged.push(performance.now() - changed);
  }).observe(verdict, { childList: true });
  const isPress = ({ name, target }) => name === "click" && target?.closest("#board");
  new PerformanceObserver((list) => {
    window.painted.push(...list.getEntries().filter(isPress).map(({ duration }) => duration));
  }).observe({ type: "event", durationThreshold: 16 });
}"""
"""Keeps in the page how long it took, in milliseconds, to judge and to paint."""


def lines(server: Server) -> list[Line]:
    """At the table of every game: drafts of one tile, made by pressing, judged and taken back."""
    found = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for key in GAMES:
            page = _table(chromium, server, key)
            for number in range(DRAFTS):
                _draft_one(page, number)
            found += _lines(key, page)
            page.context.close()
        chromium.close()
    return found


def _table(chromium: Browser, server: Server, key: str) -> Page:
    """Return the page of a new game's table, opened by the player to move."""
    players = guests(server)
    users = [user_of(player) for player in players]
    game = start_game(GameSettings(key), users=users, seed=SEED, now=datetime.now(UTC))
    page = chromium.new_context(base_url=server.origin).new_page()
    cookies = players[game.turn].cookies
    page.context.add_cookies(
        [{"name": name, "value": value, "url": server.origin} for name, value in cookies.items()]
    )
    page.goto(f"/games/{game.id}/")
    page.wait_for_selector("[data-live=on]")
    page.evaluate(WATCH)
    return page


def _draft_one(page: Page, number: int) -> None:
    """A tile onto a square, another each time; then it is taken back."""
    tiles = page.locator("#rack button:not(.blank), #board .movable")
    tiles.nth(number % tiles.count()).click()
    squares = page.locator("#board .sq:is(.slide, .jump)")
    squares = squares if squares.count() else page.locator("#board .sq:not(.never, :has(.tile))")
    squares.nth(number % squares.count()).click()
    page.wait_for_selector("#verdict [data-ok]", state="attached")
    page.keyboard.press("Escape")


def _lines(key: str, page: Page) -> list[Line]:
    judged, painted = page.evaluate("[judged, painted]")
    ninth = statistics.quantiles(judged, n=10)[-1]
    name = GAMES[key].name
    return [
        Line(f"{name}: verdict after the last change", statistics.median(judged), "ms", DRAFTS),
        Line("nine in ten after", ninth, "ms", DRAFTS, target=f"≤ {VERDICT} ms"),
        Line("tile painted after the press", statistics.median(painted), "ms", len(painted)),
    ]
