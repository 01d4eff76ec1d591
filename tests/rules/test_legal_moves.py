"""Every game lists the legal moves of the seat to move."""

from itertools import islice

import pytest

from games.rules import GAMES
from games.rules.refusals import Refusal
from tests.rules.plays import legal_plays

from .positions import position

SEED = bytes(range(32))
every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_each_legal_move_can_be_made(key):
    state = GAMES[key].new(seed=SEED, options={})
    moves = list(islice(state.legal_moves(max_tiles=1), 300))
    assert len(moves) == len(set(moves)) > 0
    for text in moves:
        assert state.play(state.turn, text).verdict.text == text


@every_game
def test_nobody_has_a_legal_move_after_the_end(key):
    state = GAMES[key].new(seed=SEED, options={}).leave(0, "aborted").after
    assert list(state.legal_moves()) == []


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].has_racks])
def test_the_moves_of_a_hidden_rack_cannot_be_listed(key):
    with pytest.raises(ValueError, match="not known"):
        next(GAMES[key].unseeded(first=0, options={}).legal_moves())


def test_all_plays_all_swaps_and_the_pass_are_listed():
    state = position("8F 3+3=6", rack="1=1", other="2", bag="00")
    moves = set(state.legal_moves())
    assert moves == {*legal_plays(state, 0, 3), "pass"} | {
        "swap 1",
        "swap =",
        "swap 11",
        "swap 1=",
    }


def test_a_swap_that_the_bag_does_not_allow_is_no_legal_move():
    state = position("8F 3+3=6", rack="11", other="2", bag="0")
    swaps = [text for text in state.legal_moves() if text.startswith("swap")]
    assert swaps == ["swap 1"]
    with pytest.raises(Refusal):
        state.play(0, "swap 11")
