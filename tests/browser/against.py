"""A game against a computer as a test plays it: the page, and what is stored of it."""

import json
from typing import cast

from playwright.sync_api import Page, expect

from games.rules import GAMES
from games.rules.interface import State
from tests.browser.table import settled
from tests.servers import Server, wait_until


def begin(page: Page, key: str) -> None:
    """From the first page: the game, if it is not the one chosen already, and two presses."""
    page.goto("/")
    choice = page.locator(f'input[name="key"][value="{key}"]')
    if not choice.is_checked():
        choice.locator("xpath=..").click()
    page.get_by_role("button", name="Play the computer").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-live", "on")


class Table:
    """The game on the page, and what is stored of it; the person sits on the first seat."""

    def __init__(self, page: Page, server: Server, key: str) -> None:
        self.page, self.server, self.key = page, server, key
        self.game_id = page.url.split("/")[4]
        self.read()

    def read(self) -> State:
        """The position as it is stored now."""
        sql = "SELECT ply, state FROM games_game WHERE id = %s"
        [(self.ply, stored)] = self.server.database.rows(sql, self.game_id)
        self.state = cast(State, GAMES[self.key].from_json(json.loads(stored)))
        return self.state

    def moves_of(self, seat: int) -> list[str]:
        """The texts of the moves that this seat made."""
        sql = "SELECT text FROM games_playedmove WHERE game_id = %s AND seat = %s ORDER BY ply"
        return [text for (text,) in self.server.database.rows(sql, self.game_id, seat)]

    def wait(self) -> None:
        """Until the computer has moved, and the page shows it."""
        wait_until(lambda: self.read().turn in (0, None), "the computer moves")
        expect(self.page.locator("#live")).to_have_attribute("data-ply", str(self.ply))

    def say(self, text: str) -> None:
        """Type a move and play it; pressed once more where the page took the press for a slip."""
        before = self.ply
        self.page.locator("#move").fill(text)
        wait_until(lambda: self._is_pressed(before), "the move is made")

    def _is_pressed(self, before: int) -> bool:
        settled(self.page)
        self.page.locator("#play").click()
        try:
            return wait_until(lambda: self.read() and self.ply > before, "the move is made", 5)
        except TimeoutError:
            return False
