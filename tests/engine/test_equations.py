"""The search for equations: equal to brute force, compiled equal to uncompiled, known best plays."""

import json
from pathlib import Path

import pytest

from games.engine import best_moves, equations, speed
from games.engine.equations import loading
from games.rules import GAMES, notation
from games.rules.arithmetic import symbols
from games.rules.laying import placed
from tests.engine.brute_force import all_plays
from tests.engine.random_positions import random_position, with_rack

ALL = 10**6
SETS = [
    ("numerica", {}, 500),
    ("equate", {"set": "standard"}, 200),
    ("equate", {"set": "junior"}, 120),
    ("equate", {"set": "advanced"}, 60),
    ("equate", {"stage": "1"}, 40),
    ("equate", {"stage": "2"}, 40),
    ("equate", {"stage": "3"}, 40),
]
POSITIONS = [
    pytest.param(json.loads(line), id=json.loads(line)["name"])
    for path in sorted(Path(__file__).with_name("positions").glob("*.jsonl"))
    for line in path.read_text().splitlines()
]


@pytest.fixture
def source(monkeypatch):
    """The search runs uncompiled."""
    monkeypatch.setattr(equations, "kernel", loading.from_source())
    assert speed() == "uncompiled"


def small_position(key, options, seed):
    """A board of up to five plays and a small rack: what trying can do in a blink.

    Numerica has 2 to 4 tiles, up to two of them blanks. Equate has 1 to 3 and the equals sign; its
    blanks stand for many more symbols and come now and then.
    """
    if key == "numerica":
        blanks = (0, 1, 0, 2, 1)[seed % 5]
        tiles = 3 if blanks == 2 else max(blanks + 1, 2 + seed % 3)
    else:
        blanks = (1, 0, 0, 0, 0, 0, 0, 2, 0, 0)[seed % 10]
        tiles = 2 if blanks else 1 + seed % 3
    return random_position(key, options, seed % 6, tiles, blanks, seed, best_moves)


def require_all_found(state):
    """The search for any number of plays finds what trying finds, with the points of the rules."""
    search = best_moves(state.seen_by(0), 0, ALL)
    assert search.exact
    for text, points in search.plays:
        verdict = state.check(0, text)
        assert (verdict.text, verdict.points) == (text, points)
    assert sorted(search.plays) == sorted(all_plays(state))


@pytest.mark.parametrize(("key", "options", "count"), SETS)
def test_finds_every_play_that_trying_finds(key, options, count):
    for seed in range(count if speed() == "compiled" else count // 10):
        require_all_found(small_position(key, options, seed))


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize(("key", "options", "count"), SETS)
def test_finds_every_play_uncompiled_too(key, options, count):
    for seed in range(1000, 1000 + count // 20 + 1):
        require_all_found(small_position(key, options, seed))


@pytest.mark.skipif(speed() == "uncompiled", reason="no C compiler here")
@pytest.mark.parametrize(("key", "options"), [entry[:2] for entry in SETS])
def test_compiled_and_uncompiled_find_the_same(key, options, monkeypatch):
    tiles, number = (6, 100) if key == "numerica" else (4, 17)
    positions = [
        random_position(
            key, options, seed % 9, tiles - is_with_blank, is_with_blank, seed, best_moves
        )
        for seed in range(2000, 2000 + number)
        for is_with_blank in [seed % 6 == 5]
    ]
    compiled = [best_moves(state, 0, 5) for state in positions]
    monkeypatch.setattr(equations, "kernel", loading.from_source())
    assert [best_moves(state, 0, 5) for state in positions] == compiled


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
        board |= placed(board, state.layout, play)
    return with_rack(state.__class__(**{**vars(state), "board": board}), symbols(position["rack"]))


def test_best_plays_are_the_first_of_all_plays():
    state = small_position("numerica", {}, 2)
    every = [points for _, points in best_moves(state, 0, ALL).plays]
    assert [points for _, points in best_moves(state, 0, 3).plays] == every[:3]
    assert every == sorted(every, reverse=True)


def test_deadline_gives_the_best_so_far():
    state = random_position("numerica", {}, 5, 9, 2, 1, best_moves)
    search = best_moves(state, 0, 1, 0.0)
    assert not search.exact
    for text, points in search.plays:
        assert state.check(0, text).points == points


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


def test_nothing_found_where_nothing_is_legal():
    start = GAMES["numerica"].unseeded(first=0, options={})
    assert best_moves(with_rack(start, ("+", "*", "/")), 0).plays == []
