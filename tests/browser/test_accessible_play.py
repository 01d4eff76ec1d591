"""The last six plies of each game through the accessibility tree alone: roles and names."""

import re

import pytest
from playwright.sync_api import expect

from games.presentation import sentences
from games.rules.digifeud.constants import STEPS
from games.rules.notation import parse
from games.rules.tiles import is_blank, symbol_of, tile_of
from tests.browser import table
from tests.browser.positions import RECORDS, load
from tests.tiers import but_for_certainty

PLIES = 6


def square(page, name):
    """A square of the board, by how its words begin."""
    grid = page.get_by_role("grid", name="Board")
    return grid.get_by_role("gridcell", name=re.compile(rf"^{name}, "))


def rack_tile(page, face):
    said = re.escape(sentences.spoken(tile_of(face)))
    rack = page.get_by_role("list", name="Your rack")
    return rack.get_by_role("button", name=re.compile(rf"^{said}(,|$)")).first


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def lay_tile_by_tile(page, text):
    """Press a tile, then its square, as somebody does who browses the page with a screen reader."""
    for name, face in table.new_tiles(parse(text, table.TILES)):
        rack_tile(page, face).press("Space")
        square(page, name).press("Space")
        if is_blank(face):
            dialog = page.get_by_role("dialog", name="What does the blank stand for?")
            said = sentences.spoken(symbol_of(face))
            dialog.get_by_role("button", name=said, exact=True).press("Space")


def lay_by_typing(page, text):
    """Type on the board's squares: the direction with Space, then a key for each tile."""
    play = parse(text, table.TILES)
    placed = table.new_tiles(play)
    square(page, placed[0][0]).focus()
    for _ in range(list(STEPS["4"]).index(play.step)):
        page.keyboard.press("Space")
    for _, face in placed:
        if is_blank(face):
            page.keyboard.press("b")
        table.type_symbol(page, symbol_of(face))


def said_of(page, words):
    """The one region that says, when there is time, what was played and what that means.

    Nothing interrupts it: an alert would cut the move off.
    """
    return page.get_by_role("status").filter(has_text=words)


def move_a_number(page, text):
    """Press the tile that moves, then the square it goes to."""
    start, end = text.split(" ")[0].split("-")
    square(page, start).press("Space")
    expect(square(page, start)).to_have_accessible_name(re.compile("picked$"))
    square(page, end).press("Space")
    expect(square(page, end)).to_have_accessible_name(re.compile("not played yet$"))


@pytest.mark.parametrize("key", but_for_certainty(list(RECORDS), ["numeria"]))
def test_the_last_six_plies_by_roles_and_names_alone(reader, key):
    game, people, moves = load(RECORDS[key], PLIES)
    pages = [reader(person) for person in people]
    for page in pages:
        table.open_table(page, game)
    lays = (lay_tile_by_tile, lay_by_typing)
    for move in moves:
        game.refresh_from_db()
        mover, waiter = pages[game.turn], pages[1 - game.turn]
        expect(said_of(mover, "Your turn.")).to_have_count(1)
        expect(said_of(waiter, "Your turn.")).to_have_count(0)
        if key == "numeria":
            move_a_number(mover, move.text)
            earned = "Play · trope" if move.points else "Play"
        else:
            lays[game.turn](mover, move.text)
            earned = f"Play · {move.points}"
        expect(mover.get_by_role("list", name="Verdict").get_by_role("listitem")).not_to_have_count(
            0
        )
        button(mover, earned).press("Space")
        for page, name in ((mover, "You"), (waiter, people[game.turn].username)):
            told = re.compile(rf"^\s*{name} (played|moved) ")
            expect(said_of(page, told)).to_have_count(1)
    game.refresh_from_db()
    result = re.compile(" (won|lost), ")
    for page in pages:
        expect(said_of(page, result)).to_have_count(1)
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("heading", name=result)).to_be_visible()
        for player in game.players.all():
            told = page.get_by_role("article", name=player.shown_name)
            expect(told).to_contain_text(re.compile(rf"(^|\D){player.score}(\D|$)"))
