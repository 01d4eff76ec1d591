"""Numeria: the tile moved last, passing, how a move is written, and what is shown."""

import json
from collections.abc import Mapping

import pytest

from games.rules.numeria import LAYOUT, State
from games.rules.numeria.movement import destinations
from games.rules.refusals import NotationError
from tests.rules.numeria_positions import (
    READY,
    SEED,
    START,
    board,
    names,
    played,
    position,
    refusal,
    ways,
)

ON = {"strict_primes": "on"}


# --- M6: the last tile standing ---


def test_the_tile_moved_last_cannot_be_moved():
    """M6."""
    state = played(START, "a8-c8")
    error = refusal(state, "c8-d8", seat=state.turn)
    assert error.code == "frozen-tile"
    assert names(error.squares) == ["c8"]
    assert state.view(None)["frozen"] == "c8"
    assert "c8" not in state.view(state.turn)["moves"]


def test_a_tile_can_be_moved_again_two_turns_after_it_was_moved():
    state = played(position(a1=1, h8=2), "a1-a3", "h8-h7", "a3-a4")
    assert state.numbers == board(a4=1, h7=2)


def test_there_is_no_ban_on_the_first_turn():
    """M6."""
    assert START.frozen(START.turn) is None
    assert START.view(None)["frozen"] is None
    assert set(START.destinations(START.turn)) == {
        square for square in START.numbers if destinations(START.numbers, square)
    }


def test_the_tile_moved_last_cannot_be_part_of_a_trope():
    """M6."""
    state = position(**READY, last="b1")
    verdict = state.check(0, "d4-d1")
    assert (verdict.text, verdict.points, verdict.runs) == ("d4-d1", 0, ())
    after = played(state, "d4-d1")
    assert after.scores == (0, 0)
    assert len(after.numbers) == 5


def test_a_trope_named_with_the_tile_moved_last_is_refused():
    error = refusal(position(**READY, last="b1"), "d4-d1 x a1-d1")
    assert error.code == "frozen-tile"
    assert names(error.squares) == ["b1"]


def test_a_frozen_tile_may_be_jumped_over():
    """M6."""
    assert ways(position(a1=1, b1=2, last="b1"), "a1")["c1"] == "jump"
    assert position(a1=1, b1=2, last="b1").check(0, "a1-c1").points == 0


def test_a_tile_that_left_with_a_trope_bans_nothing():
    """M6."""
    state = played(position(**READY, g5=20), "d4-d1")
    assert state.scores == (1, 0)
    assert state.frozen(1) is None
    assert state.view(1)["frozen"] is None
    assert set(state.view(1)["moves"]) == {"g5", "h8"}


def test_the_ban_stays_after_a_turn_was_skipped():
    """M6: seat 2 moved h8, seat 1 moved a tile, seat 2 cannot move: h8 is still banned for seat 1."""
    state = position(a1=1, last="a1")
    stuck = played(state, "pass")
    assert stuck.turn == 1
    assert stuck.frozen(0) == LAYOUT.parse_square("a1")
    moved = played(stuck, "a1-a2")  # seat 2 was never banned from it
    assert names([moved.frozen(0)]) == ["a2"]


def test_the_tile_that_the_opponent_moved_last_stays_frozen_over_a_pass():
    state = position(a1=1, last="a1")
    again = played(state, "pass", "a1-a2", "pass", "a2-a3", "pass")
    assert (again.turn, names([again.frozen(0)])) == (1, ["a3"])
    assert again.frozen(1) is None


# --- M5: passing ---


def test_one_may_not_pass_while_a_tile_can_be_moved():
    """M5."""
    for state in (START, position(a1=1, b1=2, last="b1")):
        error = refusal(state, "pass", seat=state.turn)
        assert error.code == "notation"
        assert state.view(state.turn)["actions"]["pass"] is False


def test_one_passes_when_no_tile_can_be_moved():
    """M5."""
    state = position(a1=1, last="a1")
    assert list(state.legal_moves()) == ["pass"]
    assert state.view(0)["moves"] == {}
    actions = state.view(0)["actions"]
    assert (actions["pass"], actions["play"], actions["pass_ends"]) == (True, False, False)
    move = state.play(0, "pass")
    assert (move.verdict.kind, move.verdict.points) == ("pass", 0)
    assert (move.after.turn, move.after.scoreless_turns, move.after.numbers) == (
        1,
        1,
        state.numbers,
    )
    assert state.check(0, "pass").text == "pass"


def test_a_pass_counts_towards_the_hundred_turns():
    state = position(a1=1, last="a1", scoreless_turns=99)
    assert state.view(0)["actions"]["pass_ends"] is True
    assert played(state, "pass").outcome.reason == "no-trope"


# --- the text of a move ---


@pytest.mark.parametrize(
    "text",
    [
        "d4-d1",
        "D4-D1",
        " d4 - d1 ",
        "d4–d1",
        "d4−d1",
        "d4-d1 x a1-d1",
        "d4-d1 x d1-a1",
        "d4-d1xa1-d1",
        "d4-d1 × a1–d1",
        "D4-D1 X A1-D1",
    ],
)
def test_people_type_a_move_in_many_ways(text):
    assert position(**READY).play(0, text).verdict.text == "d4-d1 x a1-d1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d4",
        "d4-",
        "d4d1",
        "d4-d1 x",
        "d4-d1 x a1",
        "d4-d1 a1-d1",
        "d4-d1 x a1-d1 x a1-d1",
        "dd-d1",
        "4d-1d",
        "d4-d١",
        "d-d1",
        "8H 3",
        "swap 1",
        "pass 1",
        "resign now",
        "time",
        "agreement",
        "d4-d1" + " " * 200,
    ],
)
def test_text_that_is_no_move_is_refused(text):
    for act in (position(**READY).check, position(**READY).play):
        with pytest.raises(NotationError):
            act(0, text)


@pytest.mark.parametrize("text", ["d4-d9", "d4-d0", "d4-i1", "k1-d1", "d4-d10", "d4-d1 x a1-d0"])
def test_a_square_off_the_board_is_refused(text):
    error = refusal(position(**READY), text)
    assert (error.code, str(error)) == ("off-board", "the squares of this board run from a1 to h8")


@pytest.mark.parametrize(
    ("text", "code_of_it", "sentence", "squares"),
    [
        ("e5-e6", "empty-square", "there is no tile on e5", ["e5"]),
        ("a1-b1", "occupied", "there is a tile on b1 already", ["b1"]),
        ("e5-b1", "occupied", "there is a tile on b1 already", ["b1"]),
        ("a1-h7", "unreachable", "the 1 can neither slide nor jump from a1 to h7", ["a1", "h7"]),
        ("d4-d1 x a1-e1", "not-a-trope", None, None),
    ],
)
def test_a_refusal_says_why_and_where(text, code_of_it, sentence, squares):
    error = refusal(position(**READY), text)
    assert error.code == code_of_it
    if sentence is not None:
        assert str(error) == sentence
        assert names(error.squares) == squares


def test_turn_and_end_come_before_the_board():
    assert refusal(START, "e5-e6", seat=1 - START.turn).code == "not-your-turn"
    assert refusal(START, "e5", seat=1 - START.turn).code == "notation"
    ended = START.leave(0, "aborted").after
    assert refusal(ended, "e5-e6").code == "game-over"
    assert refusal(ended, "k9-e6").code == "game-over"


def test_a_move_is_checked_off_turn_too():
    other = 1 - START.turn
    assert START.check(other, "a8-b8").text == "a8-b8"


# --- what is shown ---


def test_the_view_lists_where_each_tile_can_go():
    view = START.view(START.turn)
    assert sum(map(len, view["moves"].values())) == 228
    assert view["moves"]["b7"] == {
        "b8": "slide",
        "c8": "slide",
        "a7": "slide",
        "a6": "slide",
        "d5": "jump",
    }
    assert START.view(1 - START.turn)["moves"] == {}
    assert START.view(None)["moves"] == {}
    assert START.leave(0, "aborted").after.view(START.turn)["moves"] == {}


def test_the_view_names_the_tropes_taken():
    state = played(position(a1=3, b1=6, c1=9, d4=12, h8=30), "d4-d1")
    assert state.view(None)["taken"] == [
        [
            {
                "numbers": [3, 6, 9, 12],
                "squares": ["a1", "b1", "c1", "d1"],
                "name": "multiples of %(step)s",
                "values": {"step": 3},
            }
        ],
        [],
    ]
    assert state.view(None)["scores"] == [1, 0]
    assert state.view(None)["board"] == {"h8": "30"}


def test_the_actions_of_the_start():
    actions = START.view(START.turn)["actions"]
    assert actions == {
        "draft": False,
        "play": True,
        "swap": 0,
        "pass": False,
        "pass_ends": False,
        "swap_ends": False,
        "resign": True,
        "draw": True,
    }
    waiting = START.view(1 - START.turn)["actions"]
    assert [name for name, may in waiting.items() if may] == ["resign", "draw"]
    assert not any(START.view(None)["actions"].values())
    assert not any(START.leave(0, "aborted").after.view(0)["actions"].values())


def test_the_seed_is_hidden_until_the_end_and_nothing_else_is():
    for viewer in (None, 0, 1):
        seen = START.seen_by(viewer)
        assert seen.stock.seed is None
        assert (seen.numbers, seen.initial_position, seen.turn) == (
            START.numbers,
            START.initial_position,
            START.turn,
        )
        assert SEED.hex() not in json.dumps(START.view(viewer))
        assert seen.view(viewer) == START.view(viewer)
    ended = START.leave(0, "time").after
    assert ended.seen_by(None).stock.seed == SEED


def test_a_game_goes_on_alike_for_those_who_do_not_know_the_seed():
    text = next(iter(START.legal_moves()))
    assert START.seen_by(0).play(START.turn, text).after == replaced_seed(played(START, text))


def replaced_seed(state: State) -> State:
    return state.seen_by(None)


STATES: Mapping[str, State] = {
    "start": START,
    "strict": State.new(seed=SEED, options=ON),
    "taken": played(position(**READY), "d4-d1", "h8-h7"),
    "frozen": position(**READY, last="b1", scoreless_turns=7),
    "over": START.leave(1, "time").after,
    "unseeded": State.unseeded(first=1, options=ON, initial_position=START.initial_position),
}


@pytest.mark.parametrize("name", STATES)
def test_a_state_survives_json(name):
    state = STATES[name]
    again = State.from_json(json.loads(json.dumps(state.to_json())))
    assert again == state
    assert list(again.numbers) == list(state.numbers)
