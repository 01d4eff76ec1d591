"""Four equal ways to move: each alone ends a game of every kind; and what people type, drawn."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import GameSettings, canonical_json
from games.services.start import start_game
from tests.browser import positions, table
from tests.browser.numeria import focus_square, squares_of
from tests.tiers import but_for_certainty, some_of


@pytest.fixture
def ada(reader, pair):
    return reader(pair[0])


@pytest.fixture
def ben(reader, pair):
    return reader(pair[1])


def hold(game, tiles):
    """Give Ada these tiles and the turn."""
    data = game.position.to_json()
    data["turn"] = game.turn = 0
    data["stock"]["racks"][0] = [tiles]
    game.state = canonical_json(data)
    game.save()


def laid(way):
    return lambda page, move: way(page, move.text, move.points)


def expect_announced(page, move):
    expect(page.locator("#move")).to_have_value("-".join(squares_of(move.text)))
    expect(page.locator("#board .draft")).to_have_count(1)
    expect(page.locator("#verdict [data-points]")).to_have_attribute(
        "data-points", str(move.points)
    )


def moved_by_taps(page, move):
    for name in squares_of(move.text):
        table.press_square(page, name)
    expect_announced(page, move)
    table.send(page)


def moved_by_keys(page, move):
    start, end = squares_of(move.text)
    focus_square(page, start)
    table.press_enter(page)
    focus_square(page, end)
    page.keyboard.press("Enter")
    expect_announced(page, move)
    page.keyboard.press("Enter")


def moved_by_a_drag(page, move):
    start, end = squares_of(move.text)
    table.drag(page, page.locator(f"#sq-{start}"), page.locator(f"#sq-{end}"))
    expect_announced(page, move)
    table.send(page)


def moved_by_text(page, move):
    page.locator("#move").fill("-".join(squares_of(move.text)))
    expect_announced(page, move)
    table.press_enter(page)


LAYING = {
    "taps": laid(table.play_by_tapping),
    "keys": laid(table.play_by_keyboard),
    "drags": laid(table.play_by_dragging),
    "text": laid(table.play_by_notation),
}
MOVING = {
    "taps": moved_by_taps,
    "keys": moved_by_keys,
    "drags": moved_by_a_drag,
    "text": moved_by_text,
}


@pytest.mark.wider
@pytest.mark.parametrize("key", but_for_certainty(list(positions.RECORDS), ["numerica"]))
def test_each_way_alone_plays_to_the_end(key, ada, ben, pair):
    ways = MOVING if key == "numeria" else LAYING
    for two_ways in (("taps", "keys"), ("drags", "text")):
        game, _, moves = positions.load(positions.RECORDS[key], some_of(4, 6), people=pair)
        for page in (ada, ben):
            table.open_table(page, game)
        for move in moves:
            ways[two_ways[game.turn]]((ada, ben)[game.turn], move)
            for page in (ada, ben):
                expect(page.locator("#live")).to_have_attribute("data-ply", str(move.ply))
            game.refresh_from_db()
        for page in (ada, ben):
            expect(page.locator("#result h2")).to_be_visible()
            shown = table.scores(page)
            assert tuple(shown[user.username] for user in pair) == game.position.scores


def drafted(page):
    """What is drafted where."""
    return page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("#board .draft")]
           .map((tile) => [tile.parentElement.id.slice(3), tile.querySelector("b").textContent]))"""
    )


def test_signs_as_people_write_them_are_drawn_too(ada, pair):
    game = start_game(
        GameSettings("equate", options="set=advanced"),
        users=pair,
        seed=bytes(32),
        now=timezone.now(),
    )
    hold(game, ["[5^2]", "[2^-1]", "[1/2]", "[-2]", "-", "*", "/", "3", "?"])
    table.open_table(ada, game)
    for typed, tokens in {
        "10I 5²=3": "[5^2] = 3",
        "10I ½×3": "[1/2] * 3",
        "10I 2⁻¹÷3−3": "",
        "10I 2⁻¹÷3": "[2^-1] / 3",
        "10I 3−[−2]": "3 - [-2]",
        "10I ?½:3": "?[1/2] / 3",
    }.items():
        ada.locator("#move").fill(typed)
        expect(ada.locator("#board .draft")).to_have_count(len(tokens.split()))
    table.focus_square(ada, "10L")
    ada.keyboard.press("Backspace")
    expect(ada.locator("#move")).to_have_value("10I ?[1/2]/")


def test_a_tile_that_one_does_not_hold_is_named(ada, pair):
    game = start_game(
        GameSettings("equate", options=""), users=pair, seed=bytes(32), now=timezone.now()
    )
    hold(game, ["1", "1", "1", "+", "-", "*", "/", "3", "3"])
    table.open_table(ada, game)
    table.focus_square(ada, "10J")
    expect(ada.locator("#note")).to_contain_text("Type your tiles")
    ada.keyboard.press("7")
    expect(ada.locator("#note")).to_have_text("You do not hold this tile: 7.")
    assert drafted(ada) == {}
    ada.keyboard.press("3")
    expect(ada.locator("#note")).to_have_text("")
    assert drafted(ada) == {"10J": "3"}
