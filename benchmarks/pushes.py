"""What a pushed move costs who watches, in Chromium: bytes, the page's own work, what shifts.

A whole game of each kind, watched on a wide screen and on a phone. The page's work is told beside
what it takes to load the same page.
"""

import statistics
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.report import Line
from benchmarks.site import guests, user_of
from games.models import Game, GameSettings
from games.rules import GAMES, record
from games.services.start import start_game
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.positions import RECORDS
from tests.servers import Server
from tests.system.visitors import Visitor

SCREENS = {"wide": (1280, 800), "phone": (360, 640)}
QUIET = 150  # milliseconds after which a push has been painted
MOST_BYTES = 2500

SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value;
  }).observe({ type: "layout-shift" });
}"""
"""Keeps in the page how much of it has moved without being asked to."""


class Watched(NamedTuple):
    """One game on one screen; times in milliseconds of the page's main thread."""

    loaded: float
    pushed: Sequence[float]
    sizes: Sequence[int]  # bytes of each move, before compression
    shifted: float  # layout shifts, summed over the game


def lines(server: Server) -> list[Line]:
    """The table of every game, as somebody watches it from the first move to the last."""
    found = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for key in GAMES:
            seen = {screen: _watch(chromium, server, key, screen) for screen in SCREENS}
            found += _lines(GAMES[key].name, seen)
        chromium.close()
    return found


def _watch(chromium: Browser, server: Server, key: str, screen: str) -> Watched:
    written = record.parse(RECORDS[key].read_text())
    players = guests(server)
    game = _started(key, written, players)
    width, height = SCREENS[screen]
    page = chromium.new_context(
        base_url=server.origin, viewport={"width": width, "height": height}
    ).new_page()
    sizes = _sizes_of(page)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def worked() -> float:
        told = session.send("Performance.getMetrics")["metrics"]
        return next(1000 * each["value"] for each in told if each["name"] == "TaskDuration")

    page.goto(f"/games/{game.id}/")
    page.wait_for_selector("[data-live=on]")
    page.wait_for_timeout(QUIET)
    loaded = worked()
    page.evaluate(SHIFTS)
    pushed = []
    shown = written.moves[:-1]  # the last one shows the result as well
    for ply, move in enumerate(shown, start=1):
        before = worked()
        answer = players[game.turn or 0].move(game.id, ply, move.text)
        assert answer.status == 200, answer.text
        page.wait_for_selector(f"#live[data-ply='{ply}']", state="attached")
        page.wait_for_timeout(QUIET)
        pushed.append(worked() - before)
        game.refresh_from_db()
    shifted = page.evaluate("shifted")
    page.context.close()
    for player in players:
        player.leave()
    return Watched(loaded, pushed, sizes, shifted)


def _started(key: str, written: record.Record, players: Sequence[Visitor]) -> Game:
    """The game of the record, which these play."""
    return start_game(
        GameSettings(key, options=written.headers.get("Options", "")),
        users=[user_of(player) for player in players],
        seed=bytes.fromhex(written.headers["Seed"]),
        now=datetime.now(UTC),
    )


def _sizes_of(page: Page) -> list[int]:
    """The bytes of each move that comes, as they come."""
    sizes: list[int] = []

    def heard(payload: str | bytes) -> None:
        if isinstance(payload, str) and 'id="live"' in payload:
            sizes.append(len(payload.encode()))

    page.on("websocket", lambda opened: opened.on("framereceived", heard))
    return sizes


def _lines(name: str, seen: dict[str, Watched]) -> list[Line]:
    wide = seen["wide"]
    size = statistics.median(wide.sizes)
    found = [
        Line(f"{name}: a pushed move", size, "bytes", len(wide.sizes), target=f"≤ {MOST_BYTES}")
    ]
    for screen, watched in seen.items():
        found += [
            Line(
                f"the page's work for it, {screen}",
                statistics.median(watched.pushed),
                "ms",
                len(watched.pushed),
                "loading the page",
                watched.loaded,
            ),
            Line(f"what shifts in a game, {screen}", watched.shifted, "", 1, target="0"),
        ]
    return found
