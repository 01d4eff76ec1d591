"""The search for equations: equal to brute force, compiled equal to uncompiled, known best plays."""

import itertools
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine import best_moves, equations, speed
from games.engine.positions import read_position
from games.rules import GAMES, notation
from games.rules.placement import place_tiles
from games.rules.tokens import split_symbols
from tests.engine.compare import (
    ALL,
    larger_position,
    require_all_found,
    require_same_uncompiled,
    shares,
    small_position,
)
from tests.engine.random_positions import random_position, with_rack
from tests.tiers import some_of

POSITIONS = [
    pytest.param(json.loads(line), id=json.loads(line)["name"])
    for path in sorted(Path(__file__).with_name("positions").glob("*.jsonl"))
    for line in path.read_text().splitlines()
]


@pytest.fixture
def source():
    """The search runs uncompiled."""
    with equations.from_source():
        assert speed() == "uncompiled"
        yield


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize(("key", "options", "count"), shares(some_of(12, 40)))
def test_finds_every_play_that_trying_finds(key, options, count):
    """Part of them: `python -m tests.engine.compare` has 500 of each game."""
    for seed in range(count if speed() == "compiled" else count // 4):
        require_all_found(small_position(key, options, seed))


@pytest.mark.usefixtures("source")
@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize(("key", "options", "count"), shares(some_of(2, 10)))
def test_finds_every_play_uncompiled_too(key, options, count):
    for seed in range(1000, 1000 + count):
        require_all_found(small_position(key, options, seed))


@pytest.mark.skipif(speed() == "uncompiled", reason="no C compiler here")
@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize(("key", "options", "count"), shares(some_of(12, 24)))
def test_compiled_and_uncompiled_find_the_same(key, options, count):
    """Part of them: `python -m tests.engine.compare` has 200 of each game."""
    seeds = range(2000, 2000 + count)
    require_same_uncompiled([larger_position(key, options, seed) for seed in seeds])


@pytest.mark.slow
@pytest.mark.usefixtures("source")
def test_the_source_stores_more_sides_than_there_was_room_for_at_first():
    """The room is doubled while a side is being placed before its member."""
    rows = [
        *["." * 19] * 4,
        "..................4",
        "................[1/4].2",
        "................*./",
        "................7.[3/2]",
        "..............6.+.=",
        ".........2=?0*6[1/6]*[7/4]+2",
        "..............*.=.9",
        "..............6.1.-",
        "..............=.+.6",
        "..............0.1./",
        "..............+.*.6",
        "..............3.[5/2]..",
        *[f"..............{face}...." for face in "9-2"],
    ]
    state = read_position({"game": "equate", "board": rows, "rack": "+44-397/0"})
    search = best_moves(state, 0, 1)
    assert search.exact
    assert state.check(0, search.plays[0][0]).points == search.plays[0][1]


@pytest.mark.parametrize("position", POSITIONS)
def test_known_best_play(position):
    state = read(position)
    search = best_moves(state.seen_by(0), 0, 1)
    assert search.exact
    assert search.plays[0][1] == position["points"]
    assert state.check(0, position["play"]).points == position["points"]


def read(position):
    """A position of the files: the tiles on the board as plays, and a rack."""
    state = GAMES[position["game"]].unseeded(first=0, options=position.get("options", {}))
    board = {}
    for text in position["board"]:
        play = notation.parse(text, state.tiles.counts)
        board |= place_tiles(board, state.layout, play)
    return with_rack(
        state.__class__(**{**vars(state), "board": board}), split_symbols(position["rack"])
    )


def test_best_plays_are_the_first_of_all_plays():
    state = small_position("numerica", {}, 2)
    every = [points for _, points in best_moves(state, 0, ALL).plays]
    assert [points for _, points in best_moves(state, 0, 3).plays] == every[:3]
    assert every == sorted(every, reverse=True)


class Clock:
    """A clock that goes a second on whenever somebody looks."""

    def __init__(self, monkeypatch):
        self.looks = 0
        monkeypatch.setattr(time, "monotonic", self.look)

    def look(self):
        self.looks += 1
        return float(self.looks)


@pytest.mark.parametrize("key", ["numerica", "equate"])
def test_a_search_out_of_time_returns_the_best_so_far(key, monkeypatch):
    """Whenever it passes, even while the crossing lines are looked at: nobody looks on after it."""
    state = random_position(key, {}, 5, 7, 1, 1, best_moves)
    whole = best_moves(state, 0, 3)
    found = []
    for seconds in (0, *(2**n for n in range(20))):
        clock = Clock(monkeypatch)
        search = best_moves(state, 0, 3, seconds)
        if search.exact:
            break
        assert clock.looks <= seconds + 3
        for text, points in search.plays:
            assert state.check(0, text).points == points
        found.append(search.plays[0][1] if search.plays else 0)
    assert search == whole
    assert found == sorted(found)
    assert found[0] == 0 < found[-1]


def test_rack_must_be_known():
    state = GAMES["numerica"].unseeded(first=0, options={})
    with pytest.raises(ValueError, match="not known"):
        best_moves(state, 0)


def test_nothing_but_the_own_rack_and_the_board_counts():
    state = GAMES["numerica"].new(seed=bytes(32), options={})
    assert best_moves(state, 0, 3) == best_moves(state.seen_by(0), 0, 3)


def test_equate_plays_an_expression_only_where_no_equation_is_possible():
    start = GAMES["equate"].unseeded(first=0, options={})
    assert best_moves(with_rack(start, ("7", "8")), 0).plays[0][1] == 0
    assert best_moves(with_rack(start, ("7", "7")), 0).plays[0][1] > 0


def test_which_of_two_equal_symbols_is_a_blank_makes_no_other_play():
    """The blank lies where it costs least: O8 doubles a 7 and makes it part of an old equality."""
    board = ["8B ?0-?0+4/2=2+0*9"]
    state = read({"game": "numerica", "board": board, "rack": "=78?"})
    plays = best_moves(state, 0, ALL).plays
    looks = [text.replace("?", "") for text, _ in plays]
    assert len(looks) == len(set(looks)) > 100
    assert ("O8 7?7", 43) in plays
    assert state.check(0, "O8 ?77").points == 33


def test_boards_of_nonsense_are_searched_as_they_are():
    """Whatever lies there, what is found is legal: a full board, long numbers, signs in a row."""
    for key, options in (("numerica", {}), ("equate", {"set": "advanced"})):
        start = GAMES[key].unseeded(first=0, options=options)
        squares = list(start.layout.squares())
        size = start.layout.size
        for faces in (
            ["9"],
            ["9", "+", "/"],
            ["=", "0"],
            ["9"] * (size - 1) + [None],
            ["*"] * 3 + [None],
        ):
            board = {
                square: face
                for square, face in zip(squares, itertools.cycle(faces), strict=False)
                if face is not None
            }
            state = with_rack(replace(start, board=board), split_symbols("9=?/"))
            for text, points in best_moves(state, 0, 20, 1.0).plays:
                assert state.check(0, text).points == points


def test_nothing_found_where_nothing_is_legal():
    start = GAMES["numerica"].unseeded(first=0, options={})
    assert best_moves(with_rack(start, ("+", "*", "/")), 0).plays == []
