"""Tiles and numbers dragged with the mouse."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import positions, table
from tests.browser.numeria import squares_of
from tests.browser.positions import FIRST


@pytest.fixture
def ada(reader, pair):
    return reader(pair[0])


@pytest.fixture
def ben(reader, pair):
    return reader(pair[1])


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


def test_tiles_are_dragged_to_squares_from_one_to_another_and_change_places(ben, opening):
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


def test_the_order_of_a_rack_changed_by_dragging_outlasts_a_move_and_a_reload(
    reader, ben, pair, opening
):
    table.open_table(ben, opening)
    first, *others = rack(ben)
    table.drag(ben, on_rack(ben, 0), square(ben, "10L"))
    table.drag(ben, square(ben, "10L"), on_rack(ben, 4), position={"x": 4, "y": 20})
    assert drafted(ben) == {}
    order = rack(ben)
    assert order == [*others[:3], first, *others[3:]]
    table.post_move(reader(pair[0]).context.request, opening, FIRST, 1)
    table.expect_ply(ben, 1)
    assert rack(ben) == order
    ben.reload()
    expect(ben.locator("#rack button")).to_have_count(len(order))
    assert rack(ben) == order


def test_escape_gives_a_drag_up(ada, opening):
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


def test_a_tile_dropped_beside_the_board_and_a_blank_taken_back_go_home(ada, opening):
    table.open_table(ada, opening)
    order = rack(ada)
    table.drag(ada, on_rack(ada, 0), ada.locator("#status"))
    assert (drafted(ada), rack(ada)) == ({}, order)
    blank = next(place for place, face in enumerate(order) if not face)
    table.drag(ada, on_rack(ada, blank), square(ada, "8H"))
    ada.locator("#blank-dialog").get_by_role("button", name="Take it back").click()
    assert (drafted(ada), rack(ada)) == ({}, order)


def test_after_the_end_of_the_game_nothing_is_dragged_to_the_board(reader, ada, pair, opening):
    table.open_table(ada, opening)
    table.post_move(reader(pair[0]).context.request, opening, "resign", 1)
    expect(ada.locator("#result h2")).to_be_visible()
    table.drag(ada, on_rack(ada, 0), square(ada, "8H"))
    assert drafted(ada) == {}


def test_what_is_dragged_stays_what_it_is_when_a_move_arrives(reader, ben, pair, opening):
    table.open_table(ben, opening)
    first, second = rack(ben)[:2]
    table.drag(ben, on_rack(ben, 1), square(ben, "8G"))
    on_rack(ben, 0).hover()
    ben.mouse.down()
    square(ben, "9G").hover()
    table.post_move(reader(pair[0]).context.request, opening, FIRST, 1)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator(".ghost b")).to_have_text(first)
    expect(ben.locator("#note")).to_have_text("A tile of yours came home: its square was taken.")
    ben.mouse.up()
    assert drafted(ben) == {"9G": first}
    table.drag(ben, on_rack(ben, 1), square(ben, "8F"))
    expect(ben.locator("#note")).to_have_text("That square is taken.")
    assert drafted(ben) == {"9G": first}
    assert rack(ben)[:2] == ["", second]


@pytest.fixture
def numeria(reader, pair):
    """A game of Numeria on the page of who is to move, and the squares of the next move."""
    game, _, moves = positions.load(positions.RECORDS["numeria"], people=pair)
    page = reader(pair[game.turn])
    table.open_table(page, game)
    return page, *squares_of(moves[0].text)


def test_while_a_number_is_dragged_the_board_shows_where_it_can_go(numeria):
    page, start, end = numeria
    square(page, start).hover()
    page.mouse.down()
    square(page, end).hover()
    expect(page.locator("#board :is(.slide, .jump)")).not_to_have_count(0)
    expect(square(page, end)).to_have_class(re.compile("over"))
    page.locator(f"#board .sq:has(.tile):not(#sq-{start})").first.hover()
    expect(page.locator("#board .over")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#note")).to_contain_text("cannot go there")
    assert drafted(page) == {}


def test_a_dragged_number_is_dragged_back_outlasts_a_reload_and_is_let_go(numeria):
    page, start, end = numeria
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
