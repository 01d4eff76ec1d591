"""Four equal ways to move: each alone ends a game of every kind; drags, and what guards a move."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings, canonical_json
from games.services.start import start_game
from tests.browser import positions, table
from tests.browser.test_numeria import focus_square, squares_of
from tests.tiers import but_for_certainty, some_of

# The seed and the first move of tests/records/whole-game.game.
SEED = bytes.fromhex("bc935d506d6a034cc511f1c79b94b2c5713932af29014564f7b526912e5a950b")
FIRST = "8D 3?=6-3"


@pytest.fixture
def people():
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben")]


@pytest.fixture
def ada(reader, people):
    return reader(people[0])


@pytest.fixture
def ben(reader, people):
    return reader(people[1])


@pytest.fixture
def opening(people):
    """A game of Numerica before its first move, which is Ada's."""
    return start_game(GameSettings("numerica"), users=people, seed=SEED, now=timezone.now())


def hold(game, tiles):
    """Give Ada these tiles and the turn."""
    data = game.position.to_json()
    data["turn"] = game.turn = 0
    data["stock"]["racks"][0] = [tiles]
    game.state = canonical_json(data)
    game.save()


# --- each way alone ---


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
def test_each_way_alone_plays_to_the_end(key, ada, ben, people):
    ways = MOVING if key == "numeria" else LAYING
    for pair in (("taps", "keys"), ("drags", "text")):
        game, _, moves = positions.load(positions.RECORDS[key], some_of(4, 6), people=people)
        for page in (ada, ben):
            table.open_table(page, game)
        for move in moves:
            ways[pair[game.turn]]((ada, ben)[game.turn], move)
            for page in (ada, ben):
                expect(page.locator("#live")).to_have_attribute("data-ply", str(move.ply))
            game.refresh_from_db()
        for page in (ada, ben):
            expect(page.locator("#result h2")).to_be_visible()
            shown = table.scores(page)
            assert tuple(shown[user.username] for user in people) == game.position.scores


# --- dragging ---


def rack(page):
    """The kinds of tiles on the rack in their order; nothing for a place that is empty."""
    return [
        re.sub(r"\s\d+$", "", text.replace("\n", " "))
        for text in page.locator("#rack li").all_inner_texts()
    ]


def on_rack(page, place):
    return page.locator("#rack li").nth(place)


def square(page, name):
    return page.locator(f"#sq-{name}")


def drafted(page):
    """What is drafted where."""
    return page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("#board .draft")]
           .map((tile) => [tile.parentElement.id.slice(3), tile.querySelector("b").textContent]))"""
    )


def test_a_tile_is_dragged_to_squares_back_home_and_along_the_rack(reader, ben, people, opening):
    table.open_table(ben, opening)  # it is not Ben's turn: he drafts while Ada thinks
    first, second, *others = rack(ben)
    table.drag(ben, on_rack(ben, 0), square(ben, "8L"))
    assert drafted(ben) == {"8L": first}
    assert rack(ben) == ["", second, *others]
    table.drag(ben, square(ben, "8L"), square(ben, "9L"))
    table.drag(ben, on_rack(ben, 1), square(ben, "10L"))
    assert drafted(ben) == {"9L": first, "10L": second}
    table.drag(ben, square(ben, "9L"), square(ben, "10L"))
    assert drafted(ben) == {"9L": second, "10L": first}, "two drafted tiles change places"
    table.drag(ben, on_rack(ben, 2), square(ben, "9L"))
    assert drafted(ben) == {"9L": others[0], "10L": first}, "what was drafted there goes home"
    assert rack(ben) == ["", second, "", *others[1:]]
    square(ben, "9L").click(button="right")
    assert drafted(ben) == {"10L": first}
    table.drag(ben, square(ben, "10L"), on_rack(ben, 4), position={"x": 4, "y": 20})
    assert drafted(ben) == {}
    order = rack(ben)
    assert order == [second, *others[:2], first, *others[2:]]
    table.post_move(reader(people[0]).context.request, opening, FIRST, 1)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    assert rack(ben) == order
    ben.reload()
    expect(ben.locator("#rack button")).to_have_count(len(order))
    assert rack(ben) == order


def test_a_drag_given_up_or_dropped_where_nothing_goes_changes_nothing(
    reader, ada, people, opening
):
    table.open_table(ada, opening)
    order = rack(ada)
    on_rack(ada, 0).hover()
    ada.mouse.down()
    square(ada, "8H").hover()
    expect(ada.locator(".ghost")).to_have_count(1)
    expect(square(ada, "8H")).to_have_class(re.compile("over"))
    ada.keyboard.press("Escape")
    expect(ada.locator(".ghost")).to_have_count(0)
    ada.mouse.up()
    assert (drafted(ada), rack(ada)) == ({}, order)
    table.drag(ada, on_rack(ada, 0), ada.locator("#status"))
    assert (drafted(ada), rack(ada)) == ({}, order)
    blank = next(place for place, face in enumerate(order) if not face)
    table.drag(ada, on_rack(ada, blank), square(ada, "8H"))
    ada.locator("#blank-dialog").get_by_role("button", name="Take it back").click()
    assert (drafted(ada), rack(ada)) == ({}, order)
    table.post_move(reader(people[0]).context.request, opening, "resign", 1)
    expect(ada.locator("#result h2")).to_be_visible()
    table.drag(ada, on_rack(ada, 0), square(ada, "8H"))
    assert drafted(ada) == {}


def test_what_is_dragged_stays_what_it_is_when_a_move_arrives(reader, ben, people, opening):
    table.open_table(ben, opening)
    first, second = rack(ben)[:2]
    table.drag(ben, on_rack(ben, 1), square(ben, "8G"))
    on_rack(ben, 0).hover()
    ben.mouse.down()
    square(ben, "9G").hover()
    table.post_move(reader(people[0]).context.request, opening, FIRST, 1)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator(".ghost b")).to_have_text(first)
    expect(ben.locator("#note")).to_have_text("A tile of yours came home: its square was taken.")
    ben.mouse.up()
    assert drafted(ben) == {"9G": first}
    table.drag(ben, on_rack(ben, 1), square(ben, "8F"))
    expect(ben.locator("#note")).to_have_text("That square is taken.")
    assert drafted(ben) == {"9G": first}
    assert rack(ben)[:2] == ["", second]


def test_a_number_is_dragged_only_where_it_can_go(reader, people):
    game, _, moves = positions.load(positions.RECORDS["numeria"], people=people)
    page = reader(people[game.turn])
    table.open_table(page, game)
    start, end = squares_of(moves[0].text)
    page.locator(f"#sq-{start}").hover()
    page.mouse.down()
    page.locator(f"#sq-{end}").hover()
    expect(page.locator("#board :is(.slide, .jump)")).not_to_have_count(0)
    expect(square(page, end)).to_have_class(re.compile("over"))
    covered = page.locator(f"#board .sq:has(.tile):not(#sq-{start})").first
    covered.hover()
    expect(page.locator("#board .over")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#note")).to_contain_text("cannot go there")
    assert drafted(page) == {}
    table.drag(page, square(page, start), square(page, end))
    expect(page.locator("#move")).to_have_value(f"{start}-{end}")
    table.drag(page, square(page, end), square(page, start))
    expect(page.locator("#move")).to_have_value("")
    table.drag(page, square(page, start), square(page, end))
    page.reload()
    expect(page.locator("#move")).to_have_value(f"{start}-{end}")
    expect(square(page, end).locator(".draft")).to_be_visible()
    expect(page.locator("#verdict [data-ok='1']")).to_have_count(1)
    square(page, end).click(button="right")
    expect(page.locator("#move")).to_have_value("")
    assert drafted(page) == {}


# --- what people type, drawn ---


def test_signs_as_people_write_them_are_drawn_too(ada, people):
    game = start_game(
        GameSettings("equate", options="set=advanced"),
        users=people,
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


def test_a_tile_that_one_does_not_hold_is_named(ada, people):
    game = start_game(
        GameSettings("equate", options=""), users=people, seed=bytes(32), now=timezone.now()
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
