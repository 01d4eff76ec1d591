"""Squares, lines and layouts."""

import pytest

from games.rules.grid import (
    ACROSS,
    DOWN,
    Layout,
    Premium,
    crossing,
    line_through,
    move_on,
    neighbours,
    parse_square,
    play_start_name,
    square_name,
)

from .positions import board


@pytest.mark.parametrize(
    ("square", "name"), [((0, 0), "1A"), ((7, 7), "8H"), ((14, 14), "15O"), ((18, 18), "19S")]
)
def test_square_has_a_name_of_row_and_column(square, name):
    assert square_name(square) == name
    assert parse_square(name) == square


def test_every_square_of_the_largest_board_has_its_own_name():
    squares = [(row, column) for row in range(19) for column in range(19)]
    assert [parse_square(square_name(square)) for square in squares] == squares
    assert len({square_name(square) for square in squares}) == 361


def test_row_first_is_across_and_column_first_is_down():
    assert play_start_name((7, 5), ACROSS) == "8F"
    assert play_start_name((7, 5), DOWN) == "F8"


def test_line_ends_at_gaps_and_edges():
    faces = board("8K 2=1+1", "8A 62")
    assert line_through(faces, (7, 12), ACROSS) == tuple((7, c) for c in range(10, 15))
    assert line_through(faces, (7, 0), ACROSS) == ((7, 0), (7, 1))
    assert line_through(faces, (7, 0), DOWN) == ((7, 0),)


def test_line_down_reads_from_the_top():
    faces = board("J8 6=4+2")
    assert line_through(faces, (10, 9), DOWN) == tuple((r, 9) for r in range(7, 12))


def test_steps_and_crossings():
    assert move_on((3, 4), DOWN, 2) == (5, 4)
    assert move_on((3, 4), ACROSS, -1) == (3, 3)
    assert crossing(ACROSS) == DOWN
    assert crossing(DOWN) == ACROSS


def test_four_squares_share_a_side():
    assert set(neighbours((3, 4))) == {(2, 4), (4, 4), (3, 3), (3, 5)}


def test_layout_is_read_from_its_drawing():
    layout = Layout.from_text("d..\n...\n..D", {"d": Premium("2P", 2), "D": Premium("2E", 1, 2)})
    assert layout.size == 3
    assert layout.centre == (1, 1)
    assert layout.premiums == {(0, 0): Premium("2P", 2, 1), (2, 2): Premium("2E", 1, 2)}
    assert len(list(layout.squares())) == 9
    assert layout.holds((2, 2))
    assert not any(layout.holds(square) for square in [(-1, 0), (0, -1), (3, 0), (0, 3)])
