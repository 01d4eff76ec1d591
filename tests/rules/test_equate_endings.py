"""Equate: passes, scoreless turns, going out, and leaving a game of two, three or four (E14-E20)."""

import json
from dataclasses import replace

import pytest

from games.rules.equate import State
from games.rules.refusals import IllegalMove, NotationError
from games.rules.turn_counts import TurnsInARow

from .equate_positions import SEED, made, position

THREE = ("18", "5+")


def leave(state: State, *reasons: str) -> State:
    """The position after the seats to move left one after the other."""
    for reason in reasons:
        state = state.leave(state.turn, reason).after
    return state


# --- going out ---


def test_an_empty_rack_gains_the_points_of_all_other_racks():
    """E15, EF14: the first worked example: A 120 + 5 + 6 = 131, B 113, C 84."""
    state = position("10J 7", rack="7", others=("7*", "[1/3]?"), bag="", scores=(120, 118, 90))
    after = made(state, "10K 7")
    assert after.scores == (131, 113, 84)
    assert after.outcome.reason == "out"
    assert after.outcome.adjustments == (11, -5, -6)
    assert after.outcome.ranking == ((0,), (1,), (2,))
    assert after.turn is None


def test_an_expression_play_counts_for_going_out():
    """E15."""
    after = made(position("10J 7", rack="+7", others=("1",), bag=""), "10K +7")
    assert (after.outcome.reason, after.scores) == ("out", (1, -1))


def test_nobody_is_out_while_the_pile_has_tiles():
    after = made(position("10J 7", rack="7", others=("1",), bag="2"), "10K 7")
    assert (after.outcome, after.racks[0]) == (None, ("2",))


def test_with_a_stage_nobody_is_out_while_one_pile_has_tiles():
    state = position("10J 7", rack="7", others=("1",), bag="+", options="stage=3")
    assert made(state, "10K 7").outcome is None


def test_equals_at_hand_does_not_keep_anybody_in():
    """E15."""
    after = made(position("10J 7", rack="7", others=("18",), bag=""), "10K =7")
    assert after.outcome.reason == "out"
    assert after.scores == (4 + 3, -3)


def test_equal_totals_are_a_tie():
    state = position("10J 7", rack="7", others=("1",), bag="", scores=(8, 10))
    assert made(state, "10K 7").outcome.ranking == ((0, 1),)


# --- passes ---


def test_with_an_empty_pile_one_pass_of_everybody_ends_the_game():
    """E14, EF14: the second worked example: A 100 - 5, B 99 - 3, B wins."""
    state = position("10J 7", rack="/", others=("18",), bag="", scores=(100, 99))
    assert state.view(0)["actions"]["pass_ends"] is False
    after = made(state, "pass")
    assert after.outcome is None
    assert after.view(1)["actions"]["pass_ends"] is True
    after = made(after, "pass")
    assert after.scores == (95, 96)
    assert (after.outcome.reason, after.outcome.adjustments) == ("passes", (-5, -3))
    assert after.outcome.ranking == ((1,), (0,))


@pytest.mark.parametrize(("bag", "passes"), [("", 3), ("1", 6)])
def test_three_pass_once_with_an_empty_pile_and_twice_else(bag, passes):
    """E14."""
    state = position("10J 7", rack="/", others=THREE, bag=bag)
    before = made(state, *["pass"] * (passes - 1))
    assert before.outcome is None
    assert made(before, "pass").outcome.reason == "passes"


def test_with_a_stage_both_piles_must_be_empty():
    state = position("10J 7", rack="/", others=("18",), bag="+", options="stage=3")
    assert made(state, "pass", "pass").outcome is None


def test_play_and_trade_break_a_row_of_passes():
    state = position("10J 7", rack="11", others=("18",))
    after = made(state, "pass", "pass", "pass", "swap 1", "pass", "pass", "pass")
    assert (after.outcome, after.counts.passes) == (None, 3)
    after = made(after, "10K 8", "pass", "pass", "pass")
    assert (after.outcome, after.counts.passes) == (None, 3)


# --- scoreless turns ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_turns_of_everybody_without_a_play_end_the_game(players):
    """E19."""
    others = ("18", "5+", "3-")[: players - 1]
    after = position("10J 7", rack="//", others=others, bag="99")
    for turn in range(5 * players - 1):
        after = made(after, "pass" if turn % 2 else f"swap {after.racks[after.turn][0]}")
        assert after.outcome is None
    assert after.counts.scoreless_turns == 5 * players - 1
    actions = after.view(after.turn)["actions"]
    assert (actions["pass_ends"], actions["swap_ends"]) == (True, True)
    held = [after.stock.points_held_by(seat) for seat in range(players)]
    ended = made(after, "pass")
    assert ended.outcome.reason == "idle"
    assert ended.outcome.adjustments == tuple(-points for points in held)


def test_a_turn_that_ends_the_game_both_ways_ends_it_by_passes():
    """E20."""
    state = position("10J 7", rack="/", others=("18",), bag="99", counts=TurnsInARow(3, 9))
    assert made(state, "pass").outcome.reason == "passes"


# --- leaving ---


@pytest.mark.parametrize("reason", ["resign", "time"])
def test_with_two_players_leaving_ends_the_game_and_scores_stay(reason):
    state = position("10J 7", rack="/", others=("18",), scores=(50, 20))
    after = leave(state, reason)
    assert (after.scores, after.turn) == ((50, 20), None)
    assert (after.outcome.reason, after.outcome.adjustments) == (reason, (0, 0))
    assert after.outcome.ranking == ((1,), (0,))


def test_the_turn_goes_on_when_the_seat_to_move_resigns():
    state = position("10J 7", rack="/", others=THREE, scores=(50, 20, 30))
    move = state.play(0, "resign")
    assert (move.verdict.text, move.after.departed, move.after.turn) == ("resign", (0,), 1)


def test_the_turn_stays_where_it_was_when_another_seat_resigns():
    state = position("10J 7", rack="/", others=THREE, scores=(50, 20, 30))
    move = replace(state, counts=TurnsInARow(2, 3)).play(1, "resign")
    assert (move.verdict.text, move.verdict.points) == ("resign 2", 0)
    after = move.after
    assert (after.departed, after.turn, after.counts.passes, after.counts.scoreless_turns) == (
        (1,),
        0,
        0,
        0,
    )
    assert (after.scores, after.outcome) == ((50, 20, 30), None)
    assert made(after, "pass").turn == 2


def test_a_resignation_out_of_turn_that_leaves_one_player_ends_the_game():
    state = position("10J 7", rack="/", others=THREE, scores=(50, 20, 30))
    after = state.play(2, "resign").after.play(1, "resign").after
    assert (after.turn, after.outcome.reason, after.outcome.ranking) == (
        None,
        "resign",
        ((0,), (1,), (2,)),
    )


def test_a_departed_seat_cannot_resign_again():
    state = position("10J 7", rack="/", others=THREE).play(1, "resign").after
    with pytest.raises(IllegalMove) as refusal:
        state.play(1, "resign")
    assert refusal.value.code == "not-your-turn"
    over = state.play(2, "resign").after
    with pytest.raises(IllegalMove) as refusal:
        over.play(1, "resign")
    assert refusal.value.code == "game-over"


def test_nobody_runs_out_of_time_off_turn():
    for others in (("18",), THREE):
        with pytest.raises(IllegalMove) as refusal:
            position("10J 7", rack="/", others=others).leave(1, "time")
        assert refusal.value.code == "not-your-turn"


def test_a_departed_seat_is_skipped_and_keeps_its_score():
    """E20."""
    state = position("10J 7", rack="11", others=("18", "5+", "33"), bag="", scores=(9, 8, 7, 6))
    after = leave(state, "time")
    assert (after.turn, after.departed, after.scores, after.outcome) == (
        1,
        (0,),
        (9, 8, 7, 6),
        None,
    )
    turns = []
    for _ in range(2):
        turns.append(after.turn)
        after = made(after, "pass")
    assert turns == [1, 2]
    assert after.turn == 3
    after = leave(after, "resign")
    assert (after.turn, after.departed) == (1, (0, 3))


def test_both_counters_start_again_when_somebody_leaves():
    """E20."""
    state = position("10J 7", rack="11", others=("18", "5+"), bag="", counts=TurnsInARow(2, 14))
    after = leave(state, "resign")
    assert (after.counts.passes, after.counts.scoreless_turns) == (0, 0)


def test_passes_count_the_seats_still_in():
    state = leave(position("10J 7", rack="11", others=("18", "5+"), bag=""), "time")
    assert made(state, "pass", "pass").outcome.reason == "passes"
    state = leave(position("10J 7", rack="11", others=("18", "5+"), bag="9"), "time")
    assert made(state, *["pass"] * 4).outcome.reason == "passes"


def test_scoreless_turns_count_the_seats_still_in():
    state = leave(position("10J 7", rack="1", others=("88", "55"), bag="6699"), "time")
    for _ in range(9):
        state = made(state, f"swap {state.racks[state.turn][0]}")
    assert state.outcome is None
    assert made(state, f"swap {state.racks[state.turn][0]}").outcome.reason == "idle"


def test_the_last_player_left_has_won_at_once_without_adjustments():
    state = position("10J 7", rack="11", others=("18", "5+"), scores=(90, 80, 10))
    after = leave(state, "resign", "time")
    assert after.outcome.reason == "time"
    assert after.outcome.ranking == ((2,), (1,), (0,))
    assert after.outcome.adjustments == (0, 0, 0)
    assert (after.scores, after.turn) == ((90, 80, 10), None)


def test_the_first_to_leave_ranks_last_of_all():
    """E20."""
    state = position("10J 7", rack="11", others=("18", "5+", "2"), bag="", scores=(99, 98, 3, 4))
    after = made(leave(state, "resign", "time"), "pass", "pass")
    assert after.scores == (99, 98, 3 - 3, 4 - 1)
    assert after.outcome.ranking == ((3,), (2,), (1,), (0,))


def test_an_empty_rack_gains_only_from_remaining_seats():
    state = position("10J 7", rack="11", others=("7", "5+"), bag="", scores=(50, 20, 30))
    after = made(leave(state, "resign"), "10K 7")
    assert after.outcome.adjustments == (0, 3, -3)
    assert after.scores == (50, 23, 27)
    assert after.outcome.ranking == ((2,), (1,), (0,))


def test_in_a_stalemate_a_departed_seat_loses_nothing():
    state = position("10J 7", rack="99", others=("18", "5+"), bag="", scores=(50, 20, 30))
    after = made(leave(state, "resign"), "pass", "pass")
    assert after.outcome.adjustments == (0, -3, -3)


def test_tiles_of_a_departed_seat_stay_hidden_and_count_as_unseen():
    state = position("10J 7", rack="99", others=("18", "5+"))
    before, after = state, leave(state, "resign")
    assert after.view(1)["racks"] == [2, ["1", "8"], 2]
    assert after.view(1)["unseen"] == before.view(1)["unseen"]
    assert after.view(None)["left"] == [0]
    assert after.stock.bags == before.stock.bags
    ended = leave(after, "resign")
    assert ended.view(None)["racks"] == [["9", "9"], ["1", "8"], ["5", "+"]]


def test_a_departed_seat_may_do_nothing():
    after = leave(position("10J 7", rack="99", others=THREE), "resign")
    assert not any(after.view(0)["actions"].values())
    assert after.view(1)["actions"]["play"] is True
    assert after.view(2)["actions"]["draft"] is True
    with pytest.raises(IllegalMove) as refusal:
        after.play(0, "pass")
    assert refusal.value.code == "not-your-turn"


def test_aborted_game_ends_for_all_without_a_ranking():
    state = leave(position("10J 7", rack="99", others=THREE, scores=(5, 6, 7)), "resign")
    after = state.leave(0, "aborted").after
    assert (after.outcome.ranking, after.outcome.rated, after.turn) == ((), False, None)
    assert after.scores == (5, 6, 7)


def test_no_draw_can_be_agreed_upon():
    with pytest.raises(NotationError):
        position(rack="1").leave(0, "agreement")


def test_after_the_end_nothing_can_be_done():
    ended = leave(position(rack="1", others=("2",)), "time")
    for act in (lambda: ended.play(1, "pass"), lambda: ended.leave(1, "time")):
        with pytest.raises(IllegalMove) as refusal:
            act()
        assert refusal.value.code == "game-over"
    assert not any(ended.view(1)["actions"].values())


# --- without a seed, and as plain values ---


def test_without_a_seed_passes_end_the_game_with_nothing_subtracted():
    state = State.unseeded(first=2, options={"players": "3"})
    after = made(state, *["pass"] * 6)
    assert after.outcome.reason == "passes"
    assert after.outcome.adjustments == (0, 0, 0)


@pytest.mark.parametrize("options", [{}, {"players": "4", "stage": "2"}, {"set": "advanced"}])
def test_state_survives_json(options):
    state = State.new(seed=SEED, options=options)
    for each in (state, state.seen_by(1), state.seen_by(None), leave(state, "time")):
        assert State.from_json(json.loads(json.dumps(each.to_json()))) == each
