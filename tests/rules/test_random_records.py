"""Records of random games lead through the same positions; `random_records` tries many more."""

from dataclasses import replace
from random import Random

import pytest

from games.rules import GAMES
from tests.tiers import times

from .random_records import Fault, main, played, require_round_trip, some_options

COUNT = dict.fromkeys(GAMES, times(2, 20, 2500))

every_game = pytest.mark.parametrize("key", GAMES)


@pytest.mark.fault("F14")
@pytest.mark.slow
@pytest.mark.wider
@every_game
def test_random_records_come_back_as_they_were_written(key, figures):
    plays = 0
    for number in range(figures.add("games", COUNT[key])):
        game = played(key, number)
        require_round_trip(game)
        plays += sum(move.verdict.kind == "play" for move in game.moves)
    assert figures.add("plays", plays) > COUNT[key]


@every_game
def test_chance_tries_every_value_of_every_option(key):
    tried = [some_options(key, Random(number)).items() for number in range(100)]
    values = {(option.name, value) for option in GAMES[key].options for value in option.values}
    assert set().union(*tried) == values


@pytest.mark.slow
@every_game
def test_a_game_follows_from_its_number(key):
    assert played(key, 1) == played(key, 1) != played(key, 2)


@pytest.fixture
def game():
    return played("digifeud", 0)


def test_a_move_that_earns_other_points_is_a_fault(game):
    ply = next(n for n, move in enumerate(game.moves) if move.verdict.points)
    move = game.moves[ply]
    wrong = replace(move, verdict=replace(move.verdict, points=move.verdict.points + 1))
    moves = (*game.moves[:ply], wrong, *game.moves[ply + 1 :])
    with pytest.raises(Fault, match="earns"):
        require_round_trip(replace(game, moves=moves))


@pytest.mark.slow
def test_another_position_is_a_fault(game):
    before = replace(game.moves[0].after, scores=(99, 99))
    moves = (replace(game.moves[0], after=before), *game.moves[1:])
    with pytest.raises(Fault, match="position after move 1"):
        require_round_trip(replace(game, moves=moves))


@pytest.mark.slow
def test_another_seed_is_a_fault(game):
    with pytest.raises(Fault):
        require_round_trip(replace(game, seed=bytes(32)))


def test_the_command_counts_what_it_tried(capsys):
    assert main(["--count", "2", "--game", "numeria", "--from", "3"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("numeria: 2 records; ") and said[-1] == "0 faults"


def test_the_command_tells_which_game_has_a_fault(monkeypatch, capsys):
    monkeypatch.setattr("tests.rules.random_records.replay", lambda text: 1 / 0)
    assert main(["--count", "1", "--game", "numeria"]) == 1
    assert capsys.readouterr().out.startswith("numeria 0: ZeroDivisionError")
