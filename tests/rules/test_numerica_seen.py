"""What a seat of Numerica knows, may do and is told of the state."""

import hashlib
import json
from dataclasses import replace

import pytest

from games.rules.numerica import State
from games.rules.refusals import IllegalMove
from games.rules.turn_counts import TurnsInARow
from tests.rules.numerica_games import NP1, made

from .positions import position


def test_seat_sees_its_own_rack_alone():
    state = position(NP1, rack="12345", other="6789?")
    assert state.seen_by(0).racks == (tuple("12345"), 5)
    assert state.seen_by(1).racks == (5, tuple("6789?"))
    assert state.seen_by(None).racks == (5, 5)
    for seat in (0, 1, None):
        seen = state.seen_by(seat)
        assert seen.stock.seed is None
        assert seen.stock.bags[0].pile == len(state.stock.bags[0])
        assert seen.board == state.board


def test_everything_is_open_after_the_end():
    end = made(position(rack="1", other="2"), "resign")
    assert end.seen_by(None) == end


def test_stranger_may_do_nothing():
    actions = position(rack="12").view(None)["actions"]
    assert not any(actions.values())


def test_seat_on_turn_may_act_and_the_other_may_draft():
    state = position(rack="12", other="345", bag="0")
    assert state.view(0)["actions"] == {
        "draft": True,
        "play": True,
        "swap": 1,
        "pass": True,
        "resign": True,
        "pass_ends": False,
        "swap_ends": False,
    }
    assert state.view(1)["actions"] == {
        "draft": True,
        "play": False,
        "swap": 0,
        "pass": False,
        "resign": True,
        "pass_ends": False,
        "swap_ends": False,
    }


@pytest.mark.parametrize(
    ("passes", "scoreless_turns", "pass_ends", "swap_ends"),
    [(0, 0, False, False), (2, 2, True, False), (0, 8, False, False), (0, 9, True, True)],
)
def test_a_move_that_would_end_the_game_is_announced(passes, scoreless_turns, pass_ends, swap_ends):
    state = replace(
        position(NP1, rack="12", other="345", bag="0"),
        counts=TurnsInARow(passes, scoreless_turns),
    )
    actions = state.view(0)["actions"]
    assert (actions["pass_ends"], actions["swap_ends"]) == (pass_ends, swap_ends)
    assert (made(state, "pass").outcome is not None) == pass_ends
    assert (made(state, "swap 1").outcome is not None) == swap_ends


def test_nobody_acts_after_the_end():
    end = made(position(rack="1", other="2"), "resign")
    for seat in (0, 1, None):
        assert not any(end.view(seat)["actions"].values())


def test_unseen_tiles_are_those_neither_on_the_board_nor_on_ones_rack():
    state = position(NP1, rack="33", other="9?")
    assert state.view(0)["unseen"]["3"] == 7 - 2 - 2
    assert state.view(1)["unseen"]["3"] == 7 - 2
    assert state.view(1)["unseen"]["?"] == 1
    assert state.view(None)["unseen"]["9"] == 7
    assert sum(state.view(None)["unseen"].values()) == 105


def test_a_state_seen_by_a_seat_judges_its_plays_alike():
    state = position(NP1, rack="=4+2", other="=4+2")
    assert state.seen_by(0).check(0, "J9 =4+2") == state.check(0, "J9 =4+2")


def test_an_unknown_rack_may_hold_only_unseen_tiles():
    seen = position(NP1, rack="??", other="12345").seen_by(0)
    assert seen.check(1, "8K +0").points == 13 + 2 + 1
    with pytest.raises(IllegalMove) as refusal:
        seen.check(1, "8K ?+0")
    assert refusal.value.code == "not-on-rack"
    with pytest.raises(IllegalMove) as refusal:
        seen.check(1, "swap 012345")
    assert refusal.value.code == "not-on-rack"


def test_view_is_plain_json():
    state = position(NP1, rack="=4+2", other="95?")
    for seat in (0, 1, None):
        assert json.loads(json.dumps(state.view(seat))) == state.view(seat)


def test_state_of_a_real_game_survives_json():
    state = State.new(seed=hashlib.sha256(b"json").digest(), options={})
    state = made(state, "pass", "pass")
    assert State.from_json(json.loads(json.dumps(state.to_json()))) == state
    seen = state.seen_by(1)
    assert State.from_json(json.loads(json.dumps(seen.to_json()))) == seen
