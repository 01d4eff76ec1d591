"""How a game of Numeria ends."""

import pytest

from games.rules.refusals import IllegalMove, NotationError
from tests.rules.numeria_positions import READY, START, played, position, refusal

# --- M9, M10: the end ---


def test_three_tropes_win():
    """M9."""
    state = position(
        a1=1, b1=2, c1=3, d4=4,
        a8=5, b8=6, c8=7, h8=8,
        e2=9, f2=10, g2=11, h5=12,
        a4=20, a5=30,
    )  # fmt: skip
    state = played(state, "d4-d1", "a4-b4", "h8-d8", "a5-a6")
    assert state.scores == (2, 0)
    assert state.outcome is None
    state = played(state, "h5-h2")
    assert state.scores == (3, 0)
    assert state.turn is None
    outcome = state.outcome
    assert (outcome.ranking, outcome.reason, outcome.rated) == (((0,), (1,)), "tropes", True)
    assert outcome.adjustments == (0, 0)
    assert refusal(state, "a6-a7").code == "game-over"


def test_a_hundred_turns_without_a_trope_end_the_game():
    """M10."""
    state = position(a1=1, h8=2, scoreless_turns=98)
    state = played(state, "a1-a2")
    assert state.outcome is None
    state = played(state, "h8-h7")
    assert (state.outcome.reason, state.outcome.ranking) == ("no-trope", ((0, 1),))
    assert state.turn is None


def test_more_tropes_win_after_a_hundred_turns():
    state = played(position(**READY, g5=20, g6=33), "d4-d1")
    assert state.scoreless_turns == 0
    for _ in range(100):
        assert state.outcome is None
        state = played(state, next(iter(state.legal_moves())))
    assert (state.outcome.reason, state.outcome.ranking) == ("no-trope", ((0,), (1,)))


def test_a_trope_on_the_hundredth_turn_lets_the_game_go_on():
    state = played(position(**READY, scoreless_turns=99), "d4-d1")
    assert (state.outcome, state.scoreless_turns) == (None, 0)


def test_the_seat_that_resigns_or_runs_out_of_time_loses():
    resigned = START.play(START.turn, "resign")
    assert (resigned.verdict.text, resigned.verdict.points) == ("resign", 0)
    assert resigned.after.outcome.ranking == ((1 - START.turn,), (START.turn,))
    for seat in (0, 1):
        outcome = START.leave(seat, "time").after.outcome
        assert (outcome.ranking, outcome.reason, outcome.rated) == (
            ((1 - seat,), (seat,)),
            "time",
            True,
        )


def test_a_seat_that_resigns_with_more_tropes_loses():
    state = played(position(**READY), "d4-d1", "h8-h7")
    assert state.play(0, "resign").after.outcome.ranking == ((1,), (0,))


def test_a_draw_by_agreement_is_a_tie_whatever_was_taken():
    """M10."""
    state = played(position(**READY), "d4-d1")
    move = state.leave(0, "agreement")
    outcome = move.after.outcome
    assert (outcome.ranking, outcome.reason, outcome.rated) == (((0, 1),), "agreement", True)
    assert (move.verdict.text, move.verdict.points, move.after.scores) == ("agreement", 0, (1, 0))


def test_an_aborted_game_has_no_ranking():
    outcome = START.leave(0, "aborted").after.outcome
    assert (outcome.ranking, outcome.reason, outcome.rated) == ((), "aborted", False)


def test_nothing_else_ends_a_game_and_nothing_ends_it_twice():
    with pytest.raises(NotationError):
        START.leave(0, "passes")
    ended = START.leave(0, "agreement").after
    for reason in ("time", "agreement", "aborted", "resign"):
        with pytest.raises(IllegalMove) as caught:
            ended.leave(0, reason)
        assert caught.value.code == "game-over"
