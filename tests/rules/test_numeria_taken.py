"""Which tropes a move of Numeria takes."""

import pytest

from games.rules.refusals import IllegalMove
from tests.rules.numeria_positions import FIVE, READY, board, code, names, played, position, refusal

# --- M7: claiming ---


def test_one_trope_is_taken_at_once():
    """M7, M9."""
    move = position(**READY).play(0, "d4-d1")
    assert move.verdict.text == "d4-d1 x a1-d1"
    assert (move.verdict.kind, move.verdict.points, move.verdict.choices) == ("play", 1, ())
    (run,) = move.verdict.runs
    assert (run.text, run.points, run.kind) == ("1,2,3,4", 1, "complete")
    assert names(run.squares) == ["a1", "b1", "c1", "d1"]
    assert str(run.label) == "consecutive numbers"
    assert names(move.verdict.squares) == ["d4", "d1", "a1", "b1", "c1"]
    assert move.after.numbers == board(h8=30)
    assert move.after.scores == (1, 0)
    assert move.after.turn == 1


def test_a_move_without_a_trope_is_plain():
    verdict = position(**READY).check(0, "d4-d2")
    assert (verdict.text, verdict.points, verdict.runs) == ("d4-d2", 0, ())
    assert names(verdict.squares) == ["d4", "d2"]


@pytest.mark.parametrize(
    "line",
    [
        {"a1": 1, "b1": 2, "c1": 3, "d1": 4},  # across
        {"a1": 1, "a2": 2, "a3": 3, "a4": 4},  # up
        {"a1": 1, "b2": 2, "c3": 3, "d4": 4},  # diagonal
        {"d1": 1, "c2": 2, "b3": 3, "a4": 4},  # the other diagonal
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_trope_lies_in_any_of_the_four_directions_both_ways(line, turned):
    """M1."""
    numbers = list(line.values())[:: -1 if turned else 1]
    squares = list(line)
    placed = dict(zip(squares, numbers, strict=True))
    last = placed.pop(squares[-1])
    free = "g7" if squares[-1] == "d4" else {"d1": "d8", "a4": "h4"}[squares[-1]]
    move = position(**placed, **{free: last}).play(0, f"{free}-{squares[-1]}")
    assert move.verdict.text.endswith(f"x {squares[0]}-{squares[-1]}")
    assert move.verdict.runs[0].text == ",".join(map(str, numbers))
    assert move.after.numbers == {}


def test_four_tiles_with_a_gap_are_no_trope():
    """M1."""
    state = position(a1=1, b1=2, c1=3, e4=4)
    assert state.check(0, "e4-e1").points == 0
    assert code(state, "e4-e1 x a1-d1") == "not-a-trope"
    error = refusal(state, "e4-e1 x b1-e1")
    assert error.code == "not-a-trope"
    assert str(error) == "not every square of b1-e1 holds a tile"
    assert code(state, "e4-e1 x a1-e1") == "not-a-trope"


@pytest.mark.parametrize("ends", ["b1-e1", "a1-a4", "a1-c1", "a1-e1", "a1-d2", "a1-a1", "h8-h5"])
def test_ends_that_name_no_trope_of_the_move_are_refused(ends):
    assert code(position(**READY), f"d4-d1 x {ends}") == "not-a-trope"


def test_numbers_out_of_order_are_no_trope():
    state = position(a1=2, b1=3, c1=1, d4=4)
    error = refusal(state, "d4-d1 x a1-d1")
    assert (error.code, str(error)) == ("not-a-trope", "2, 3, 1, 4 is no trope")
    assert names(error.squares) == ["a1", "b1", "c1", "d1"]
    assert state.check(0, "d4-d1").points == 0


def test_of_five_in_a_line_the_player_takes_one_of_two_tropes():
    """M7."""
    verdict = FIVE.check(0, "c4-c1")
    assert verdict.choices == ("c4-c1 x a1-d1", "c4-c1 x b1-e1")
    assert (verdict.text, verdict.points) == ("c4-c1", 1)
    assert [run.text for run in verdict.runs] == ["1,2,3,4", "2,3,4,5"]
    assert set(names(verdict.squares)) == {"c4", "c1", "a1", "b1", "d1", "e1"}
    assert played(FIVE, "c4-c1 x d1-a1").numbers == board(e1=5)
    assert played(FIVE, "c4-c1 x b1-e1").numbers == board(a1=1)
    assert played(FIVE, "c4-c1 x b1-e1").scores == (1, 0)


def test_two_tropes_and_none_named_is_refused():
    """M7."""
    error = refusal(FIVE, "c4-c1")
    assert isinstance(error, IllegalMove)
    assert error.code == "must-choose"
    assert str(error) == ("this move makes 2 tropes; name one: c4-c1 x a1-d1, c4-c1 x b1-e1")


def test_every_choice_is_a_whole_move():
    for text in FIVE.check(0, "c4-c1").choices:
        verdict = FIVE.check(0, text)
        assert (verdict.text, verdict.points, verdict.choices) == (text, 1, ())


def test_crossing_tropes_are_a_choice_too():
    state = position(a1=1, b1=2, c1=3, h1=4, d2=8, d3=12, d4=16)
    assert state.check(0, "h1-d1").choices == ("h1-d1 x a1-d1", "h1-d1 x d1-d4")
    after = played(state, "h1-d1 x d4-d1")
    assert after.numbers == board(a1=1, b1=2, c1=3)
    assert after.taken[0][0].numbers == (4, 8, 12, 16)


def test_a_ban_can_leave_one_of_two_tropes():
    state = position(a1=1, b1=2, c4=3, d1=4, e1=5, last="e1")
    assert state.play(0, "c4-c1").verdict.text == "c4-c1 x a1-d1"


def test_a_move_is_final_when_it_is_made():
    """M11."""
    state = played(position(**READY), "d4-d2")
    assert code(state, "d2-d1") == "not-your-turn"


def test_a_trope_may_not_be_declined():
    """One is removed at once: the move without its trope is the same move."""
    assert position(**READY).check(0, "d4-d1") == position(**READY).check(0, "d4-d1 x a1-d1")


# --- M8: old lines ---


def test_a_line_that_was_complete_before_is_not_taken():
    """M8."""
    state = position(a1=1, b1=2, c1=3, d1=4, h8=30)
    assert played(state, "h8-h1").scores == (0, 0)
    assert code(state, "h8-h1 x a1-d1") == "not-a-trope"
    assert code(state, "h8-e5 x a1-d1") == "not-a-trope"


def test_an_old_trope_is_taken_when_a_move_completes_it_anew():
    """M8."""
    state = position(a1=1, b1=2, c1=3, d1=4, h8=30)
    after = played(state, "d1-d2", "h8-h7", "d2-d1")
    assert after.scores == (1, 0)
