"""A position is drawn as people write it down: board, scores, racks, bags, and who is to move."""

from dataclasses import replace

from games.rules import GAMES
from games.rules.drawing import board_lines

from .positions import position

SEED = bytes(range(32))


def test_a_position_draws_the_board_the_scores_and_the_racks():
    state = position("8F 3+3=6", rack="12?", other="4", bag="77", scores=(13, 0))
    lines = str(state).splitlines()
    assert lines[0] == "   A B C D E F G H I J K L M N O"
    assert lines[8] == " 8 . . . . . 3 + 3 = 6 . . . . ."
    assert lines[16:] == [
        "seat 0  13  1 2 ?",
        "seat 1   0  4",
        "bag draw: 2 tiles",
        "seat 0 is to move",
    ]


def test_a_position_as_strangers_know_it_draws_no_tile_of_a_rack():
    lines = str(position(rack="123", other="45", bag="77").seen_by(None)).splitlines()
    assert lines[16:18] == ["seat 0  0  3 tiles", "seat 1  0  2 tiles"]


def test_an_ended_game_tells_how_it_ended():
    state = position(rack="1", other="2").leave(0, "resign").after
    assert str(state).splitlines()[-1] == "ended by resign: ((1,), (0,))"


def test_blanks_and_tiles_of_several_characters_are_drawn_without_brackets():
    layout = GAMES["equate"].layout
    row = board_lines(layout, {"1A": "[1/2]", "1B": "?[3/4]", "1C": "7"})[1]
    assert row.split()[:4] == ["1", "1/2", "?3/4", "7"]


def test_a_chessboard_is_drawn_with_its_own_names():
    state = GAMES["numeria"].new(seed=SEED, options={})
    lines = str(state).splitlines()
    assert lines[0].split() == list("abcdefgh")
    assert [line.split()[0] for line in lines[1:9]] == list("87654321")
    assert lines[8].split()[1] == str(state.numbers[7, 0])


def test_two_positions_that_differ_by_a_tile_are_drawn_differently():
    state = position("8F 3+3=6", rack="1")
    assert str(state) != str(replace(state, board={**state.board, (0, 0): "7"}))
