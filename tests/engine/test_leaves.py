"""What tiles that stay on the rack are worth: the tables, how they are read, how they are made."""

import os
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from benchmarks.census import RACKS, Met, play
from benchmarks.leaves import blank_premium, fit, rows
from games.engine import best_moves, leaves
from games.engine.leaves import (
    LearnedValues,
    kept_value,
    learned_value,
    learned_values,
    leave_features,
)
from games.engine.lookahead import candidates
from games.engine.lookahead.candidates import SEARCHED, best_swap, choose_candidates
from games.rules import GAMES
from games.rules.tiles import BLANK
from tests.engine.hands import start, with_rack


def test_nothing_is_worth_keeping_when_nothing_is_left_to_draw():
    assert learned_value(with_rack(start("numerica"), "37?", bag=0), ["?"]) == 0


def test_a_game_without_a_table_goes_by_the_values_by_hand(monkeypatch, tmp_path):
    monkeypatch.setattr(leaves, "FOLDER", tmp_path)
    monkeypatch.setattr(leaves, "learned_values", learned_values.__wrapped__)
    state = start("digifeud")
    assert learned_value(state, ["8", "*"]) == kept_value("digifeud", ["8", "*"])


def test_the_column_is_that_of_the_tiles_in_the_bags():
    values = LearnedValues([60, 25, 0], {"7": [100, 200, 300]})
    assert [values.of(["7"], bag) for bag in (92, 60, 59, 25, 24, 1)] == [1, 1, 2, 2, 3, 3]


def test_hundredths_are_added_up_before_they_are_rounded():
    values = LearnedValues([0], {"1": [30], "2": [30], "3": [-260]})
    assert [values.of(kept, 50) for kept in ("1", "12", "3")] == [0, 1, -3]


def test_every_value_of_numerica_is_that_of_tiles_there_are():
    counts = GAMES["numerica"].new(seed=bytes(32), options={}).tiles.counts
    table = learned_values("numerica")
    assert table is not None and table.bands[-1] == 0
    every = leave_features(tile for tile, count in counts.items() for _ in range(count))
    assert table.values.keys() <= every.keys()
    assert all(len(columns) == len(table.bands) for columns in table.values.values())
    assert table.of(BLANK, 50) > table.of("/", 50) > table.of("=", 50) > table.of("===", 50)


def test_candidates_are_in_the_order_of_points_and_leave():
    state = with_rack(start("numerica"), "3+4=7//12")
    found = choose_candidates(state, state.turn, 8, (), None)
    worth = [each.points + each.leave for each in found]
    assert worth == sorted(worth, reverse=True)
    whole = best_moves(state, state.turn, 60).plays
    values = {text: points for text, points in whole}
    assert all(values[each.text] == each.points for each in found if each.points)


def test_of_a_rack_with_a_blank_plays_that_keep_it_are_among_the_candidates():
    """The sixty plays of most points all spend it."""
    state = with_rack(start("numerica"), "12+=78?")
    most = [text for text, _ in best_moves(state, state.turn, SEARCHED).plays]
    found = choose_candidates(state, state.turn, 12, (), None)
    assert all(BLANK in text for text in most)
    assert any(BLANK not in each.text and each.points > 0 for each in found)


def test_both_searches_together_take_no_longer_than_there_is_time(monkeypatch):
    """The clock stands still but in a search, each of which takes two seconds."""
    given, now = [], [0.0]

    def best_moves_in_two_seconds(state, seat, k, time_limit):
        given.append(time_limit)
        now[0] += 2.0
        return best_moves(state, seat, 3)

    monkeypatch.setattr(candidates, "best_moves", best_moves_in_two_seconds)
    monkeypatch.setattr("games.engine.time_limit.time.monotonic", lambda: now[0])
    state = with_rack(start("numerica"), "1+=7?")
    choose_candidates(state, state.turn, 3, (), 3.0)
    assert given == [3.0, 1.0]


def test_without_leaves_the_play_of_most_points_comes_first():
    state = with_rack(start("numerica"), "3+4=7//12")
    found = choose_candidates(state, state.turn, 3, (), None, weighs_leave=False)
    assert found[0].points == best_moves(state, state.turn, 1).plays[0][1]
    assert not any(each.leave for each in found)


def test_a_swap_keeps_what_is_worth_most():
    state = with_rack(start("numerica"), "?/=======")
    text = best_swap(state, state.turn)
    assert text is not None and "?" not in text and "/" not in text


SWAP_OF_SEEDS = """
from hashlib import sha256
from games.engine.lookahead.candidates import best_swap
from games.rules import GAMES
for number in (b"15", b"77"):
    state = GAMES["numerica"].new(seed=sha256(number).digest(), options={})
    print(best_swap(state, state.turn))
"""


@pytest.mark.slow
def test_the_best_swap_is_the_same_in_every_process():
    """Sets of tiles come in an order of their own in each."""
    told = [
        subprocess.run(
            [sys.executable, "-c", SWAP_OF_SEEDS],
            env={**os.environ, "PYTHONHASHSEED": str(number)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in (0, 1, 2)
    ]
    assert told[0].count("swap") == 2 and len(set(told)) == 1


def test_a_swap_gives_of_each_kind_no_more_than_its_bag_holds():
    state = GAMES["equate"].new(seed=bytes(32), options={"stage": "2"})
    numbers, signs = state.stock.bags
    bags = (numbers, replace(signs, pile=()))
    short = state.with_stock(replace(state.stock, bags=bags))
    text = best_swap(short, short.turn)
    assert text is not None and short.check(short.turn, text).kind == "swap"


# --- how the tables are made ---


def made_up(count):
    """Boards on which a 7 earns 20 and a second one 10 less."""
    chance = Random("made up")
    boards = []
    for _ in range(count):
        base = chance.randrange(50, 150)
        racks = [chance.choices("1234567", k=7) for _ in range(RACKS)]
        worth = [20 * min(1, rack.count("7")) - 10 * (rack.count("7") == 2) for rack in racks]
        valued = [(rack, base + more) for rack, more in zip(racks, worth, strict=True)]
        boards.append(Met(50, valued, [(racks[0], base), ([BLANK, *racks[0][1:]], base + 30)]))
    return boards


@pytest.mark.slow
def test_values_are_found_again():
    boards = made_up(200)
    middle = {name: columns[1] for name, columns in fit(rows(boards, [60, 25, 0], 400), 3).items()}
    assert middle["7"] == max(middle.values())
    assert middle["7"] > 500 and middle["7 7"] == min(middle.values()) < -200
    assert blank_premium(boards, 400) == 3000


def test_points_above_the_most_that_count_do_not():
    board = Met(50, [(["7"], 5000), (["1"], 100)], [])
    assert {more for _, (_, more) in rows([board], [0], 400)} == {300, -300}
    assert blank_premium([board], 400) is None


@pytest.mark.slow
def test_the_racks_of_a_census_are_of_tiles_off_the_board_and_hold_no_blank():
    [first, *_] = boards = play("digifeud", "test", 0)
    assert [board.in_bags for board in boards] == sorted(
        (board.in_bags for board in boards), reverse=True
    )
    assert len(first.racks) == RACKS
    assert not any(BLANK in rack for board in boards for rack, _ in board.racks)
    assert len({tuple(rack) for rack, _ in first.racks}) > 1


@pytest.mark.parametrize("kept", ["", "7", "77", "777", "=/+", "?1234567"])
def test_every_tile_counts_once_as_kept(kept):
    assert leave_features(kept).get("any", 0) == len(kept)
