"""Checking the draws of a finished game on its page."""

from datetime import timedelta
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import expect

from games.models import GameSettings
from games.rules import GAMES, record
from games.rules.seating import seats_of
from games.services.deadlines import flag_fallen
from games.services.moves import play_move
from games.services.start import start_game
from tests.games.helpers import make_at_once

HERE = Path(__file__).parents[1]
WHOLE = HERE / "records" / "whole-game.game"  # to the end of the bag, with blanks
SWAPS = HERE.parent / "games" / "demo" / "ada-ben.game"  # swaps and passes, tiles left at the end
RECORDED = HERE / "rules" / "playthroughs"
LEAVER = RECORDED / "equate-three-advanced-left.game"  # of three; fractions, powers, negatives
TWO_PILES = RECORDED / "equate-four-stage-3-all-leave.game"  # of four, one out of time
PASSES = RECORDED / "digifeud-passes.game"  # new signs after a pass; the options say who starts
TWO_DIGITS = HERE / "rules" / "records" / "digifeud-21-002.game"  # a blank in a two-digit square
TROPES = RECORDED / "numeria-tropes.game"
NAMES = ("Ada", "Ben", "Cleo", "Dan")


def start(people, headers):
    key, options, seed = headers["Game"], headers.get("Options", ""), headers["Seed"]
    given = record.parse_options(options)
    return start_game(
        GameSettings(key, options=options),
        users=people[: seats_of(GAMES[key], given)],
        seed=bytes.fromhex(seed),
        now=timezone.now(),
    )


def made(game, people, ply, text):
    """Make the next move, or let the time run out."""
    if text == "time":
        flag_fallen(game_id=game.id, now=game.deadline_at + timedelta(seconds=1))
    else:
        play_move(game_id=game.id, user=people[game.turn], ply=ply, text=text, now=timezone.now())
    game.refresh_from_db()


def checked(page, game):
    """Press the button; the lines that it writes."""
    page.goto(f"/games/{game.id}/")
    return pressed(page)


def unfolded(page):
    """Of a finished game the section is there, and folded."""
    if page.locator("#fair[open]").count() == 0:
        page.locator("#fair summary").click()


def pressed(page):
    unfolded(page)
    page.get_by_role("button", name="Check all draws").click()
    lines = page.locator("#fair .verdict li")
    expect(lines.first).to_be_visible()
    return lines.all_inner_texts()


def tampered(page, change):
    """The reader's browser is given the record with a change."""

    def answer(route):
        response = route.fetch()
        text = response.text()
        assert change(text) != text
        route.fulfill(response=response, body=change(text))

    page.route("**/record/", answer)


PRINTED = f"{968:064x}"
"""The first deal of this seed holds the printed example 23, 29, 31, 33 and no other trope."""


def with_header(name, value):
    def change(text):
        (line,) = [line for line in text.splitlines() if line.startswith(f"[{name} ")]
        return text.replace(line, f'[{name} "{value}"]')

    return change


def other_seed(text):
    return "0" * 63 + "1" if text is None else text[:-1] + ("1" if text[-1] != "1" else "2")


SEED = record.parse(SWAPS.read_text()).headers["Seed"]
ONE_DIGIT = other_seed(SEED)


def playing(people):
    """Play a recorded game through the services, all of it or without its last moves."""

    def played(path, without=0):
        written = record.parse(path.read_text())
        game = start(people, written.headers)
        *earlier, last = written.moves[: len(written.moves) - without]
        make_at_once(game, earlier, timezone.now())
        made(game, people, last.ply, last.text)
        return game

    return played
