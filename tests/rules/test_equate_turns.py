"""Racks, piles, trades, options and stages of Equate, and what a seat knows."""

import json

import pytest

from games.rules.equate import State
from games.rules.refusals import IllegalMove, NotationError
from games.rules.tiles import seeded_number
from tests.rules.equate_refusals import refused

from .equate_positions import SEED, made, position

# --- stage 1 ---


STAGE_1 = "stage=1"


def test_in_stage_1_equations_lie_anywhere():
    state = position(rack="1231*+", options=STAGE_1)
    assert (
        str(state.first_move_hint) == "every play is an equation across that touches no other tile"
    )
    verdict = state.check(0, "2A 1+2=3")
    assert [run.kind for run in verdict.runs] == ["complete"]
    assert verdict.runs[0].factor == 2
    later = made(position(rack="123+", others=("224*",), options=STAGE_1), "2A 1+2=3")
    assert later.check(1, "10J 2*2=4").points == 12


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("A15 2*2=4", "stage", "in stage 1 equations are read across only"),
        ("11J 2*2=4", "stage", "in stage 1 an equation may not touch what is on the board"),
        ("9J 2*2=4", "stage", "in stage 1 an equation may not touch what is on the board"),
        ("10O +0", "stage", "in stage 1 an equation may not touch what is on the board"),
        ("10I 1.", "stage", "in stage 1 an equation may not touch what is on the board"),
        ("2A 2*2", "stage", "in stage 1 every play must be an equation"),
        ("2A 4", "stage", "in stage 1 every play must be an equation"),
        ("2A 2*2=5", "unequal", "2 × 2 = 5: the left side is 4, the right side is 5"),
        ("2A 4/2=2", "notation", "there is no tile / in this game"),
    ],
)
def test_a_play_that_stage_1_forbids_is_refused(text, code, said):
    """E21."""
    state = position("10J 4+3=7", rack="2224150*+", options=STAGE_1)
    assert refused(state, text) == (code, said)


def test_in_stage_1_a_corner_does_not_touch():
    """E21."""
    state = position("10J 4+3=7", rack="224*", options=STAGE_1)
    assert state.check(0, "11O 2*2=4").points == 6
    assert state.check(0, "9E 2*2=4").runs[0].text == "2*2=4"


# --- stages 2 and 3 ---


@pytest.mark.parametrize("stage", ["2", "3"])
def test_stages_2_and_3_are_placed_as_without_a_stage(stage):
    state = position(rack="2438+/", options=f"stage={stage}")
    assert refused(state, "10K 24/3=8")[0] == "centre"
    assert state.check(0, "J10 24/3=8").points
    assert state.check(0, "10J 24/3").points == 0


@pytest.mark.parametrize(("stage", "code"), [("2", "notation"), ("3", "not-on-rack")])
def test_thirds_are_left_out_in_stage_2_only(stage, code):
    assert refused(position(rack="1", options=f"stage={stage}"), "10J [1/3]")[0] == code


# --- options ---


def test_options_are_those_of_the_notation():
    values = {option.name: (option.values, option.default) for option in State.options}
    assert values == {
        "players": (("2", "3", "4"), "2"),
        "set": (("standard", "junior", "advanced"), "standard"),
        "stage": (("none", "1", "2", "3"), "none"),
    }


@pytest.mark.parametrize("stage", ["1", "2", "3"])
@pytest.mark.parametrize("name", ["junior", "advanced"])
def test_stage_goes_with_the_standard_set_only(name, stage):
    """E21."""
    options = {"set": name, "stage": stage}
    with pytest.raises(NotationError, match="a stage goes with the standard tiles only"):
        State.new(seed=SEED, options=options)
    with pytest.raises(NotationError, match="a stage goes with the standard tiles only"):
        State.unseeded(first=0, options=options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_gets_nine_tiles(players):
    """EF1, EF8; E23: the seed decides who starts, not EF9's highest number."""
    state = State.new(seed=SEED, options={"players": str(players)})
    assert (state.seats, state.scores) == (players, (0,) * players)
    assert [len(rack) for rack in state.racks] == [9] * players
    assert state.stock.bag_sizes() == {"draw": 150 - 9 * players}
    assert state.turn == seeded_number(SEED, "first") % players


def test_with_a_stage_a_hand_is_six_numbers_and_three_operations():
    state = State.new(seed=SEED, options={"players": "3", "stage": "2"})
    piles = {"draw": list(state.stock.supplies[0].tiles.full_bag())}
    piles["sign"] = list(state.stock.supplies[1].tiles.full_bag())
    drawn = {"draw": 0, "sign": 0}
    for seat in range(3):
        hand = []
        for label, count in (("draw", 6), ("sign", 3)):
            for _ in range(count):
                number = seeded_number(SEED, f"{label}:{drawn[label]}")
                hand.append(piles[label].pop(number % len(piles[label])))
                drawn[label] += 1
        assert state.racks[seat] == tuple(hand)
    assert state.view(0)["bags"] == {label: len(pile) for label, pile in piles.items()}


def test_hand_is_refilled_kind_by_kind_as_far_as_the_piles_go():
    state = position(rack="244438+/-", others=("1",), bag="9-", options="stage=3")
    after = made(state, "10J 24/3=8")
    assert after.racks[0] == (*"449", *"+--")
    assert after.stock.are_bags_empty()


# --- trades ---


def test_swap_draws_first_then_returns_the_old_tiles():
    """E13."""
    state = position(rack="77+[1/2]", others=("1",), bag="000")
    after = made(state, "swap 77[1/2]")
    assert after.racks[0] == ("+", "0", "0", "0")
    assert after.stock.bags[0].pile == ("7", "7", "[1/2]")
    assert (after.turn, after.scores, after.counts.passes, after.counts.scoreless_turns) == (
        1,
        (0, 0),
        0,
        1,
    )


@pytest.mark.parametrize(
    ("rack", "bag", "options", "text", "code"),
    [
        ("123", "99", "", "swap 123", "bag-too-small"),
        ("123", "999", "", "swap 44", "not-on-rack"),
        ("123", "999", "", "swap =", "not-on-rack"),
        ("123", "999", "", "swap 1=", "not-on-rack"),
        ("123", "999", "", "swap", "notation"),
        ("12++", "999-", "stage=3", "swap 1++", "bag-too-small"),
        ("12++", "-----", "stage=3", "swap 1+", "bag-too-small"),
    ],
)
def test_swap_is_refused_with_its_code(rack, bag, options, text, code):
    """E13."""
    state = position(rack=rack, others=("5",), bag=bag, options=options)
    assert refused(state, text)[0] == code


def test_each_pile_limits_the_swap_of_its_own_kind():
    """E21."""
    state = position(rack="123+*", others=("5",), bag="99-", options="stage=3")
    assert state.view(0)["actions"]["swap"] == 3
    after = made(state, "swap +12")
    assert after.racks[0] == ("3", "9", "9", "*", "-")
    assert [bag.pile for bag in after.stock.bags] == [("1", "2"), ("+",)]


def test_swap_keeps_the_order_in_which_it_was_typed():
    assert position(rack="77+?").check(0, "swap + 7 ?").text == "swap +7?"


# --- what pages see ---


def test_view_lists_what_a_seat_may_know():
    state = State.new(seed=SEED, options={"players": "3"})
    view = state.view(1)
    assert set(view) == {
        "game", "board", "racks", "free", "bags", "unseen", "stands_for", "turn", "scores",
        "passes", "idle", "left", "outcome", "actions",
    }  # fmt: skip
    assert [view["racks"][0], view["racks"][2], view["bags"]] == [9, 9, {"draw": 123}]
    assert view["racks"][1] == list(state.racks[1])
    assert view["free"] == ["="]
    assert "=" not in view["unseen"]
    assert sum(view["unseen"].values()) == 141
    assert json.loads(json.dumps(view)) == view


def test_equals_is_worth_nothing_and_counts_nowhere():
    """E12, EF8."""
    state = made(position(rack="24/38"), "10J 24/3=8")
    assert state.points_of("=") == 0
    assert state.tiles.counts["="] == 0
    assert sum(state.unseen(None).values()) == 150 - 5


def test_seat_judges_its_drafts_off_turn():
    state = position(rack="24/38", others=("35+8",))
    assert state.check(1, "10J 3+5=8").points == 12
    assert refused(state, "10J 3+5=8")[0] == "not-on-rack"


def test_record_without_a_seed_knows_board_and_points_only():
    state = State.unseeded(first=1, options={"players": "3", "stage": "2"})
    assert (state.racks, state.view(None)["bags"]) == ((9, 9, 9), {"draw": 77, "sign": 29})
    after = made(state, "10J 24/3=8", "swap 12+", "pass")
    assert after.racks == (9, 9, 9)
    assert after.scores == (0, 28, 0)
    with pytest.raises(IllegalMove) as refusal:
        after.check(0, "10P +0+0+0+0")
    assert refusal.value.code == "not-on-rack"
