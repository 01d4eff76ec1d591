"""Stepping through a game on its page."""

import re

from django.utils import timezone
from playwright.sync_api import expect

from games.models import GameSettings
from games.services.start import start_game
from tests.games.helpers import WHOLE, play_record

PLAYED = 6
PLACES = ("#board", ".under", "#players", ".stage")


def seats_of(record):
    return len(record.headers["Scores"].split())


def open_and_stay(page, game, query=""):
    """Open a table and leave a mark in the page that no load of another one keeps."""
    page.goto(f"/games/{game.id}/{query}")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.evaluate("window.stayed = 'yes'")


def expect_position(page, game, ply, last):
    """The board, the address and the marked row all tell of the same position; no page was loaded."""
    expect(page.locator("#live")).to_have_attribute("data-ply", str(ply))
    query = f"?ply={ply}" if ply < last else ""
    page.wait_for_url(re.compile(rf"/games/{game.id}/{re.escape(query)}$"))
    current = page.locator("#sheet [aria-current]")
    expect(current).to_have_count(min(ply, 1))
    if ply:
        expect(current).to_have_attribute("id", f"move-{ply}")
    assert page.evaluate("window.stayed") == "yes"


def places(page):
    return {
        part: page.locator(part).bounding_box() for part in PLACES if page.locator(part).count()
    }


def starting(people):
    """Start the game of a record and make its moves up to this one, all of them if none is said."""

    def started(moves=None, record=WHOLE):
        users = [people[place] for place in range(seats_of(record))]
        game = start_game(
            GameSettings(record.headers["Game"], options=record.headers["Options"]),
            users=users,
            seed=bytes.fromhex(record.headers["Seed"]),
            now=timezone.now(),
        )
        play_record(
            game, users, len(record.moves) if moves is None else moves, timezone.now(), record
        )
        game.refresh_from_db()
        return game

    return started
