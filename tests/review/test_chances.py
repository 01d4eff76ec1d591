"""How large a miss is by the chance to win, and what is no miss because it may be chance."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.engine import best_moves
from games.engine.prospects import weigh_moves
from games.presentation.chance_text import told
from games.review import chance_lost, size_of, weigh_move
from games.rules import GAMES
from tests.engine.hands import start
from tests.engine.hands import with_rack as with_tiles
from tests.games.deepened import chances
from tests.review.hidden import with_other_hidden_tiles

RACKS = 8


def lost(best, made, *, margin=0, proven=(False, False)):
    """What a move lost whose chance is `made`, beside one whose chance is `best`."""
    moves = [("best", 0, best, 0, proven[0]), ("made", 0, made, margin, proven[1])]
    return chance_lost(chances(*moves, made=1))


@pytest.mark.parametrize(
    ("thousandths", "size"),
    [(0, ""), (4, ""), (5, "small"), (29, "small"), (30, "medium"), (69, "medium"), (70, "large")],
)
def test_the_size_of_a_miss_is_that_of_the_chance_it_lost(thousandths, size):
    found = lost(600, 600 - thousandths)
    assert size_of(found, 0) == size and found.counted == thousandths


@pytest.mark.parametrize("margin", [0, 5, 31, 80])
def test_within_the_margin_there_is_no_size_and_nothing_is_counted(margin):
    for difference in range(150):
        found = lost(600, 600 - difference, margin=margin)
        assert found.counted == (difference if difference > margin else 0)
        if difference <= margin:
            assert size_of(found, 999) == ""


@pytest.mark.slow
def test_where_the_time_was_over_before_racks_were_met_no_chance_is_told():
    """And none of 0 for every move."""
    state = GAMES["numerica"].new(seed=bytes(32), options={})
    made, _points = best_moves(state, state.turn, 1).plays[0]
    assert weigh_move(state, state.turn, made, RACKS, time_limit=0.0) is None
    assert weigh_move(state, state.turn, made, 1) is None
    assert weigh_move(state, state.turn, made, 2)["racks"] == 2


def test_an_end_that_is_too_wide_to_solve_has_chances_all_the_same():
    """The rack of the other is known, so nothing says that racks were imagined."""
    first = start("numerica")
    used = {at: "8" for at in list(first.layout.squares())[:5]}
    state = with_tiles(replace(first, board=used), "?12+=37", bag=0)
    [other] = [seat for seat in range(2) if seat != state.turn]
    racks = tuple((1,) if seat == other else rack for seat, rack in enumerate(state.stock.racks))
    state = state.with_stock(replace(state.stock, racks=racks))
    found = weigh_move(state, state.turn, "pass", RACKS)
    assert found is not None and found["racks"] == found["error"] == 0
    found_lost = chance_lost(found)
    assert found_lost.margin == 0 and not found_lost.is_proven and found_lost.counted
    assert "rack" not in told(found_lost, "large")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["numerica", "equate", "digifeud"])
def test_the_margin_is_two_standard_errors_of_the_differences_with_the_same_racks(key):
    """Never rounded down; so no size is given to what the choice of racks may have made."""
    starts = (GAMES[key].new(seed=bytes([number] * 32), options={}) for number in range(99))
    state = next(state for state in starts if len(best_moves(state, state.turn, 9).plays) == 9)
    seat = state.turn
    made = best_moves(state, seat, 9).plays[-1][0]
    found = weigh_move(state, seat, made, RACKS)
    weighed = {each.text: each for each in weigh_moves(state, seat, RACKS, [made]).moves}
    best = weighed[found["moves"][0][0]]
    for text, points, win, margin, _ in found["moves"]:
        move = weighed[text]
        assert (points, win) == (move.points, move.win)
        pairs = list(zip(best.by_rack, move.by_rack, strict=True))
        differences = [Fraction(one - two) for one, two in pairs]
        mean = sum(differences) / RACKS
        square = sum((each - mean) ** 2 for each in differences) / (RACKS - 1) / RACKS
        assert margin**2 >= 4 * square and (margin == 0 or (margin - 1) ** 2 < 4 * square)
    assert found["moves"][found["made"]][0] == made


@pytest.mark.slow
@pytest.mark.parametrize("key", ["numerica", "equate", "digifeud"])
def test_tiles_that_the_seat_does_not_see_make_no_difference(key):
    """The same public history with another rack of the other seat and another bag."""
    state = GAMES[key].new(seed=bytes(range(1, 33)), options={})
    for _ in range(4):
        play = best_moves(state, state.turn, 20).plays[-1][0]
        state = state.play(state.turn, play).after
    seat = state.turn
    made = best_moves(state, seat, 20).plays[-1][0]
    other = with_other_hidden_tiles(state, seat)
    assert other.stock != state.stock and other.seen_by(seat) == state.seen_by(seat)
    assert weigh_move(other, seat, made, 4) == weigh_move(state, seat, made, 4)


@pytest.mark.slow
def test_a_swap_and_a_pass_are_weighed_as_moves():
    state = GAMES["numerica"].new(seed=bytes(range(32)), options={})
    seat = state.turn
    for made in (f"swap {state.racks[seat][0]}", "pass"):
        found = weigh_move(state, seat, made, 4)
        assert found["moves"][found["made"]][0] == made
        assert chance_lost(found).best >= chance_lost(found).made > 0


@pytest.mark.parametrize(("best", "made"), [(990, 960), (40, 10), (951, 951)])
@pytest.mark.parametrize(
    ("points", "size"),
    [(0, ""), (4, ""), (5, "small"), (14, "small"), (15, "medium"), (29, "medium"), (30, "large")],
)
def test_where_the_game_is_decided_points_give_the_size(best, made, points, size):
    found = lost(best, made)
    assert found.is_decided and size_of(found, points) == size
    assert size_of(found, None) == ""  # a game that is not about points


@pytest.mark.parametrize(("best", "made"), [(990, 950), (990, 40), (50, 10), (500, 490)])
def test_a_game_that_a_move_may_turn_is_not_decided(best, made):
    found = lost(best, made)
    assert not found.is_decided and size_of(found, 999) == size_of(found, 0)


def test_only_what_is_proven_on_both_sides_is_told_as_proven():
    assert lost(1000, 0, proven=(True, True)).is_proven
    assert not lost(1000, 0, proven=(True, False)).is_proven


def test_the_best_move_loses_nothing():
    found = chance_lost(chances(("best", 0, 700, 0, False), ("other", 0, 650, 20, False)))
    assert (found.counted, found.margin) == (0, 0) and size_of(found, 999) == ""


def test_a_move_after_which_the_game_is_lost_counts_though_the_best_chance_is_an_estimate():
    """That there was some chance is certain: the best is not proven lost."""
    found = lost(129, 0, margin=162, proven=(False, True))
    assert found.is_lost and found.counted == 129 and size_of(found, None) == "large"
    assert told(found, "large").startswith("Proven: after it the game is lost.")
    assert not lost(0, 0, margin=0, proven=(True, True)).is_lost
    assert lost(129, 0, margin=162).counted == 0


def test_a_difference_that_is_the_same_with_every_rack_has_no_error_to_tell():
    said = told(lost(600, 580), "small")
    assert "with every rack that was imagined" in said and "±" not in said
    assert "±" in told(lost(600, 580, margin=5), "small")
