"""Boards that are alike enough for help on one to be help on the other."""

import pytest

from games.engine.position_links import read_link
from games.engine.resemblance import is_alike

SIZE = 15
BOARD = read_link(
    "numerica",
    {"board": ". . . . . . .......2+2=4 .....3+3=6 .....+...+ .....4...1 .....=...= .....7...7"},
).board


def moved(board, by=(0, 0), way=lambda row, column: (row, column)):
    """A board whose squares go elsewhere."""
    turned = {way(*square): face for square, face in board.items()}
    return {(row + by[0], column + by[1]): face for (row, column), face in turned.items()}


WAYS = {
    "mirrored": lambda row, column: (row, SIZE - 1 - column),
    "upside down": lambda row, column: (SIZE - 1 - row, SIZE - 1 - column),
    "across and down exchanged": lambda row, column: (column, row),
    "turned by a quarter": lambda row, column: (column, SIZE - 1 - row),
}


def test_a_board_is_like_itself():
    assert is_alike(BOARD, dict(BOARD))


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_board_is_known_again_however_it_is_turned(way):
    assert is_alike(moved(BOARD, way=way), BOARD)


def test_a_board_is_known_again_when_it_is_moved():
    assert is_alike(moved(BOARD, by=(1, 2)), BOARD)


def test_a_blank_is_like_what_it_stands_for():
    typed = {square: f"?{face}" for square, face in BOARD.items()}
    assert is_alike(typed, BOARD) and is_alike(BOARD, typed)


def test_tiles_more_in_a_corner_hide_nothing():
    assert is_alike({**BOARD, (0, 0): "9", (0, 14): "8", (14, 0): "=", (14, 14): "1"}, BOARD)


def test_a_part_of_a_board_is_that_board():
    part = dict(list(BOARD.items())[:12])
    assert is_alike(part, BOARD)
    assert is_alike({**part, (0, 0): "9"}, BOARD)


def test_some_tiles_exchanged_hide_nothing():
    changed = dict(BOARD)
    for square in list(BOARD)[:4]:
        changed[square] = "0"
    assert is_alike(changed, BOARD)


def test_the_empty_board_is_like_the_empty_board_alone():
    assert is_alike({}, {}) and not is_alike({}, BOARD) and not is_alike(BOARD, {})


def test_a_board_with_the_same_first_equation_goes_its_own_way():
    other = {square: face for square, face in BOARD.items() if square[0] == 7}
    other |= {(8, 7): "-", (9, 7): "1", (10, 7): "=", (11, 7): "2", (9, 8): "+", (9, 9): "5"}
    other |= {(9, 10): "=", (9, 11): "6", (11, 8): "*", (11, 9): "4", (11, 10): "=", (11, 11): "8"}
    assert not is_alike(other, BOARD)
