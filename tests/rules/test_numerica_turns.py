"""Turns, racks and bag of Numerica, and how a game ends."""

import hmac
from dataclasses import replace

import pytest

from games.rules.numerica import State
from games.rules.refusals import IllegalMove, NotationError
from games.rules.tiles import Bag
from games.rules.turn_counts import TurnsInARow
from tests.rules.numerica_games import NP1, made

from .positions import SEED, position

# --- turns, racks, bag ---


def test_game_starts_with_nine_tiles_each_and_an_empty_board():
    """N2, NF2: for two players."""
    state = State.new(seed=SEED, options={})
    assert [len(rack) for rack in state.racks] == [9, 9]
    assert state.stock.bag_sizes() == {"draw": 92}
    assert (state.board, state.scores, state.outcome) == ({}, (0, 0), None)


def test_play_refills_the_rack_from_the_bag():
    state = position(rack="3+3=61234", bag="0123456789")
    after = state.play(0, NP1).after
    drawn = list("0123456789")
    picked = [
        drawn.pop(int.from_bytes(hmac.digest(SEED, b"draw:%d" % n, "sha256"), "big") % len(drawn))
        for n in range(5)
    ]
    assert after.racks[0] == (*"1234", *picked)
    assert after.stock.bags == (Bag(tuple(drawn), 5),)
    assert after.turn == 1
    assert after.scores == (13, 0)


def test_play_refills_as_far_as_the_bag_goes():
    after = position(rack="3+3=61234", other="1", bag="88").play(0, NP1).after
    assert after.racks[0] == tuple("123488")
    assert after.stock.are_bags_empty()
    assert after.outcome is None


def test_swap_draws_before_the_old_tiles_go_back():
    state = position(rack="77+", other="1", bag="000")
    after = state.play(0, "swap 77+").after
    assert after.racks[0] == tuple("000")
    assert after.stock.bags[0].pile == tuple("77+")
    assert (after.turn, after.scores, after.counts.passes, after.counts.scoreless_turns) == (
        1,
        (0, 0),
        0,
        1,
    )


@pytest.mark.parametrize(
    ("bag", "swap", "is_allowed"),
    [("00", "77", True), ("0", "77", False), ("", "7", False), ("0", "7", True)],
)
def test_no_more_tiles_are_swapped_than_the_bag_holds(bag, swap, is_allowed):
    state = position(rack="77+", other="1", bag=bag)
    if is_allowed:
        assert state.play(0, f"swap {swap}").verdict.points == 0
        return
    with pytest.raises(IllegalMove) as refusal:
        state.play(0, f"swap {swap}")
    assert refusal.value.code == "bag-too-small"
    assert str(refusal.value) == f"the bag has {len(bag)} tiles, you want to swap {len(swap)}"


def test_nine_tiles_may_be_swapped_blank_included():
    after = position(rack="77+12345?").play(0, "swap ?7712345+").after
    assert len(after.racks[0]) == 9
    assert after.stock.bag_sizes() == {"draw": 101}


# --- endings ---


def nearly_over(rack: str, other: str, scores: tuple[int, int]) -> State:
    """The bag is empty; all other tiles lie at the top and at the bottom, beside nothing."""
    [bag] = position(NP1, rack=rack, other=other).stock.bags
    state = position(NP1, rack=rack, other=other, bag="", scores=scores)
    places = [(r, c) for r in (0, 1, 2, 3, 4, 13, 14) for c in range(15)]
    lying = [f"{tile}0" if tile == "?" else tile for tile in bag.pile]
    rest = dict(zip(places, lying, strict=False))
    return replace(state, board={**state.board, **rest})


def test_the_empty_rack_gains_what_the_other_seat_loses():
    """N11: the other holds 9, 5 and a blank: 8 + 4 + 0."""
    end = made(nearly_over("=4+2", "95?", (20, 60)), "J9 =4+2")
    assert end.turn is None
    assert end.outcome.reason == "out"
    assert end.outcome.adjustments == (12, -12)
    assert end.scores == (20 + 12 + 12, 60 - 12)
    assert end.outcome.ranking == ((1,), (0,))


def test_going_out_may_win_the_game():
    end = made(nearly_over("=4+2", "95", (30, 60)), "J9 =4+2")
    assert (end.scores, end.outcome.ranking) == ((54, 48), ((0,), (1,)))


def test_an_ending_by_empty_rack_counts_an_unknown_rack():
    state = nearly_over("=4+2", "95?", (0, 0))
    assert state.seen_by(0).racks == (tuple("=4+2"), 3)
    assert made(state.seen_by(0), "J9 =4+2").outcome.adjustments == (12, -12)


def test_last_tile_with_a_full_bag_is_no_end():
    assert made(position(NP1, rack="=4+2", other="9", bag="1"), "J9 =4+2").outcome is None


def test_three_passes_end_the_game_without_adjustment():
    state = position(NP1, rack="9", other="85", scores=(31, 30))
    assert made(state, "pass", "pass").outcome is None
    end = made(state, "pass", "pass", "pass")
    assert end.outcome.reason == "passes"
    assert end.outcome.adjustments == (0, 0)
    assert end.scores == (31, 30)
    assert end.outcome.ranking == ((0,), (1,))
    assert end.turn is None


def test_equal_scores_are_a_tie():
    """N11."""
    end = made(position(scores=(30, 30)), "pass", "pass", "pass")
    assert end.outcome.ranking == ((0, 1),)
    assert end.outcome.rated


def test_swap_resets_the_count_of_passes():
    """N12."""
    state = position(rack="77777", other="88888")
    after = made(state, "pass", "pass", "swap 7", "pass", "pass")
    assert (after.outcome, after.counts.passes) == (None, 2)
    assert made(after, "pass").outcome.reason == "passes"


def test_play_resets_the_count_of_passes_and_scoreless_turns():
    state = position(rack="3+3=6", other="1")
    after = made(state, *["pass"] * 2, NP1)
    assert (after.counts.passes, after.counts.scoreless_turns) == (0, 0)


def test_ten_scoreless_turns_end_the_game():
    """N12: swaps and passes of both players together."""
    state = position(NP1, rack="1234567", other="1234567", scores=(5, 9)).seen_by(None)
    nine = made(state, *["swap 7", "swap 8"] * 3, "pass", "swap 8", "swap 7")
    assert (nine.outcome, nine.counts.scoreless_turns) == (None, 9)
    end = made(nine, "pass")
    assert end.outcome.reason == "idle"
    assert (end.scores, end.outcome.adjustments) == ((5, 9), (0, 0))
    assert end.outcome.ranking == ((1,), (0,))
    assert made(nine, "swap 8").outcome.reason == "idle"


def test_third_pass_counts_as_passes_even_on_the_tenth_scoreless_turn():
    state = replace(position(NP1), counts=TurnsInARow(passes=2, scoreless_turns=9))
    assert made(state, "pass").outcome.reason == "passes"


@pytest.mark.parametrize("scores", [(0, 0), (500, 1)])
def test_the_seat_that_resigns_loses_whatever_the_scores(scores):
    end = made(position(scores=scores), "resign")
    assert end.outcome.ranking == ((1,), (0,))
    assert end.outcome.reason == "resign"
    assert end.scores == scores
    assert end.outcome.adjustments == (0, 0)


def test_the_seat_that_resigns_out_of_turn_loses_and_is_named():
    move = position(scores=(1, 500)).play(1, "resign")
    assert (move.seat, move.verdict.text, move.verdict.kind) == (1, "resign 2", "resign")
    outcome = move.after.outcome
    assert (outcome.ranking, outcome.reason, move.after.turn) == (((0,), (1,)), "resign", None)


def test_the_seat_that_runs_out_of_time_loses_whatever_the_scores():
    end = position(scores=(500, 1)).leave(0, "time").after
    assert end.outcome.ranking == ((1,), (0,))
    assert (end.outcome.reason, end.scores, end.turn) == ("time", (500, 1), None)
    assert end.outcome.rated


def test_aborted_game_has_no_ranking_and_is_not_rated():
    end = position(scores=(500, 1)).leave(0, "aborted").after
    assert end.outcome.ranking == ()
    assert not end.outcome.rated
    assert (end.outcome.reason, end.turn) == ("aborted", None)


@pytest.mark.parametrize("reason", ["agreement", "tropes", "passes", "", "nonsense"])
def test_game_ends_by_nothing_else_without_a_move(reason):
    with pytest.raises(NotationError):
        position().leave(0, reason)
