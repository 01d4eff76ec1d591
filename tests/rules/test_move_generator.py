"""The slow enumerator finds exactly what trying everything finds."""

from itertools import permutations, product

import pytest

from games.rules.grid import ACROSS, DOWN, move_on
from games.rules.move_generator import TileState, candidates, plays_up_to
from games.rules.notation import COVERED, Play
from games.rules.refusals import Refusal
from games.rules.tiles import BLANK
from tests.tiers import but_for_certainty

from . import equate_positions
from .positions import position

POSITIONS = {
    "the empty board": position(rack="2=1+1"),
    "one equality": position("8F 3+3=6", rack="+0="),
    "one equality and a blank": position("8F 3+3=6", rack="?=0"),
    "two crossing": position("8F 3+3=6", "J8 .=4+2", rack="+0-"),
    "a blank on the board": position("8F ?3+3=6", "J8 .=4+2", rack="+04"),
    "at the edge": position("8K 2=1+1", "O4 7-6=.", rack="-0*"),
    "a crowded middle": position("8F 3+3=6", "J8 .=4+2", "11H 3+.=7", "F8 .=1*3", rack="1=?"),
    "a gap for an equals sign": position("8F 3+3", "8J 6", rack="?0"),
    "a gap for two minus signs": position("8F 5", "8J =8", rack="--3"),
    "four tiles": position("8F 3+3=6", "J8 .=4+2", rack="=1/2"),
    "Equate, the empty board": equate_positions.position(rack="[1/2]2/"),
    "Equate, one equation": equate_positions.position("10I 2/4=[1/2]", rack="1-"),
    "Equate, a sign that stands in a column only": equate_positions.position(
        "K8 1", "K10 6=6", rack="*"
    ),
    "Equate, a blank": equate_positions.position("10J 4+1", rack="?"),
    "Equate, nothing but an equals sign": equate_positions.position("10J 4", "10L 4", rack=""),
    "Equate, the Advanced set": equate_positions.position(
        "10J 4-3=1", rack="[-2][3^2]", options="set=advanced"
    ),
    "Equate, separate equations": equate_positions.position(
        "2A 1+2=3", rack="44", options="stage=1"
    ),
}


def every_play(state: TileState, most_tiles: int) -> set[str]:
    """All orders of all tiles from all squares in both directions, through the rules alone."""
    found = set()
    for tiles in held_faces(state, most_tiles):
        for start, step in product(state.layout.squares(), (ACROSS, DOWN)):
            text = spread(state, start, step, tiles)
            try:
                found.add(state.check(0, text).text)
            except Refusal:
                pass
    return found


def held_faces(state: TileState, most_tiles: int) -> set[tuple[str, ...]]:
    meant = [BLANK + symbol for symbol in state.tiles.counts if symbol != BLANK]
    return {
        faces
        for count in range(1, most_tiles + 1)
        for tiles in permutations((*state.racks[0], *state.free), count)
        for faces in product(*(meant if tile == BLANK else [tile] for tile in tiles))
    }


def spread(
    state: TileState, start: tuple[int, int], step: tuple[int, int], faces: tuple[str, ...]
) -> str:
    """The faces laid from this square on, stepping over what lies there."""
    tokens, square, left = [], start, list(faces)
    while left:
        tokens.append(COVERED if square in state.board else left.pop(0))
        square = move_on(square, step)
    return str(Play(start, step, tuple(tokens)))


@pytest.mark.slow
@pytest.mark.parametrize("name", but_for_certainty(list(POSITIONS), [*POSITIONS][::6]))
def test_small_plays_are_those_that_trying_everything_finds(name):
    state = POSITIONS[name]
    most_tiles = len(state.racks[0]) + len(state.free)
    plays = list(plays_up_to(state, 0, most_tiles))
    assert len(plays) == len(set(plays))
    assert set(plays) == every_play(state, most_tiles)
    assert plays


@pytest.mark.slow
def test_no_play_has_more_tiles_than_asked_for():
    state = POSITIONS["four tiles"]
    assert set(plays_up_to(state, 0, 2)) == every_play(state, 2)


def test_every_meaning_of_a_blank_is_a_play_of_its_own():
    state = position("8F 3+3=6", rack="?+")
    assert {"8K +?0", "8K ?-0", "8K ?*1"} & set(plays_up_to(state, 0, 2)) == {"8K +?0"}


def test_plays_come_one_by_one():
    asked: list[object] = []

    def note(found):
        return (asked.append(candidate) or candidate for candidate in found)

    plays = plays_up_to(POSITIONS["four tiles"], 0, 2, order=note)
    next(plays)
    at_first = len(asked)
    assert list(plays)
    assert 0 < at_first < len(asked)


def test_order_decides_which_plays_come_first():
    state = POSITIONS["two crossing"]
    forward = list(plays_up_to(state, 0, 3))
    backward = list(plays_up_to(state, 0, 3, order=lambda found: found[::-1]))
    assert forward != backward
    assert sorted(forward) == sorted(backward)
    assert list(plays_up_to(state, 0, 3, order=lambda found: [])) == []


def test_a_single_square_is_a_candidate_once():
    state = position("8F 3+3=6", rack="1")
    ones = [window for _, _, window in candidates(state, 1)]
    assert len(ones) == len(set(ones)) == 12


def test_an_unknown_rack_has_no_plays_to_list():
    with pytest.raises(ValueError, match="not known"):
        next(plays_up_to(position(rack="1").seen_by(1), 0, 1))
