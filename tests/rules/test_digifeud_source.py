"""Every worked example of docs/rules/digifeud.md."""

import pytest

from games.rules.digifeud import LAYOUT
from games.rules.refusals import Refusal

from .digifeud_positions import points, position, with_all_tiles

DP1 = "7E 8*9=[72]"

# --- scoring: old numbers stand where a colour would come in that the example does not have ---


@pytest.mark.parametrize(
    ("lying", "text", "earned"),
    [
        pytest.param("1E 7", "1C 3+.=[10]", 10, id="3+7=10, no colours"),
        pytest.param("1A 8", "1A .-6=2", 4, id="8-6=2, 2 on red"),
        pytest.param("3E 5", "3E .+8=[13]", 21, id="5+8=13, 8 on blue"),
        pytest.param("1C 4", "1A 2*.=8", 18, id="2x4=8, 8 on red, 2 on blue"),
        pytest.param("1C 8", "1C .*5=[40]", 50, id="8x5=40, 5 on red"),
        pytest.param("3C 3", "3C .+7=[10]", 10, id="3+7=10, 10 on blue only"),
        pytest.param("1A 9", "1A .*9=[81]", 162, id="9x9=81, 81 on red"),
        pytest.param("1G 4", "1E 4-.=0", 8, id="4-4=0, first 4 on red"),
    ],
)
def test_scoring_example(lying, text, earned):
    """D5, DF3, DF10."""
    assert points(position(lying), text) == earned


# --- legality ---


def code(state, text: str) -> str | int:
    """The points, or why it is refused."""
    try:
        return points(state, text)
    except Refusal as refusal:
        return refusal.code


@pytest.mark.parametrize(
    ("lying", "text", "in_two", "in_four"),
    [
        pytest.param("7G 4", "7G .=7-3", "malformed", "malformed", id="4=7-3 to the right"),
        pytest.param("7K 3", "7K< .-7=4", "direction", "unequal", id="4=7-3 to the left"),
        pytest.param("7G 4", "7G .=3-7", "malformed", "malformed", id="4=3-7 to the right"),
        pytest.param("7K 7", "7K< .-3=4", "direction", 4, id="4=3-7 to the left"),
        pytest.param("7G 7", "7G .-3=4", 4, 4, id="7-3=4"),
        pytest.param("7K 3", "7G [10]=7+.", "malformed", "malformed", id="10=7+3 to the right"),
        pytest.param("7K 3", "7K< .+7=[10]", "direction", 10, id="10=7+3 to the left"),
        pytest.param("G11 3", "G11< .+7=[10]", "direction", 10, id="10=7+3 upward"),
        pytest.param("7G 3", "7G .-7=4", "unequal", "unequal", id="3-7=4 to the right"),
        pytest.param("7K 4", "7K< .=7-3", "malformed", "malformed", id="3-7=4 to the left"),
        pytest.param("1C 3", "1A [12]+.=[15]", "malformed", "malformed", id="12+3=15, all new"),
        pytest.param("7G [12]", "7G .+3=[15]", 15, 15, id="12+3=15, 12 an old field"),
        pytest.param("7G [99]", "7G .+1=[100]", "notation", "notation", id="99+1=100"),
        pytest.param("7G 2", "7G .+3=[05]", "malformed", "malformed", id="2+3=05"),
        pytest.param("7G 7", "7G ./2=3", "not-whole", "not-whole", id="7/2"),
        pytest.param("7G 1", "7G .+2+3=6", "malformed", "malformed", id="1+2+3=6"),
    ],
)
def test_legality_example(lying, text, in_two, in_four):
    """D1, D3, D4, DF7."""
    assert code(position(lying, directions="2"), text) == in_two
    assert code(position(lying, directions="4"), text) == in_four


# --- positions on the board ---


@pytest.mark.parametrize(
    ("lying", "text", "expected"),
    [
        pytest.param((), DP1, 81, id="DP1"),
        pytest.param((), "7C 8*9=[72]", 80, id="DP2"),
        pytest.param((), "7F 3+7=[10]", "centre", id="DP3"),
        pytest.param((DP1,), "G7 .-2=7", 7, id="DP4"),
        pytest.param((DP1,), "G3 1+8=.", 10, id="DP5"),
        pytest.param((DP1,), "7I .-9=[63]", 72, id="DP6"),
        pytest.param((DP1,), "7G .+1=[10]", "occupied", id="DP7"),
        pytest.param((DP1,), "9E 1+1=2", "not-connected", id="DP8"),
    ],
)
def test_position_example(lying, text, expected):
    """D2, DF8, DF9."""
    assert code(position(*lying), text) == expected


# --- the board ---


def test_the_board_has_the_colours_that_the_rules_count():
    """D11, DF1."""
    labels = [premium.label for premium in LAYOUT.premiums.values()]
    assert (LAYOUT.size, labels.count("B"), labels.count("R")) == (13, 13, 12)
    assert LAYOUT.premiums[LAYOUT.centre].label == "B"
    assert all(row % 2 == column % 2 == 0 for row, column in LAYOUT.premiums)


def test_the_board_has_all_eight_symmetries():
    """D11."""
    colours = LAYOUT.premiums
    assert {(column, row): colour for (row, column), colour in colours.items()} == colours
    assert {(12 - row, column): colour for (row, column), colour in colours.items()} == colours


# --- the end of the game ---


def test_the_seat_with_an_empty_rack_gains_the_other_racks_points():
    """D8, DF12: A plays his last number and has 210 then, B has 205 and holds 9, 4 and a blank."""
    before = with_all_tiles(
        position("7G 9", "7K 8", numbers="1", other="94?", bag="", scores=(202, 205))
    )
    for state in (before, before.seen_by(0), before.seen_by(None)):
        after = state.play(0, "7G .-1=.").after
        assert after.outcome.reason == "out"
        assert after.outcome.adjustments == (13, -13)
        assert after.scores == (223, 192)
        assert after.outcome.ranking == ((0,), (1,))
        assert after.outcome.rated


def test_after_two_passes_each_gains_the_other_racks_points():
    """D7, DF11, DF12: B passes twice in a row: A (100) holds 8 and 7, B (104) holds 1."""
    b, a = 0, 1
    state = position("7G 9", numbers="1", other="87", scores=(104, 100))
    for seat in (b, a, b):
        assert state.outcome is None
        state = state.play(seat, "pass").after
    assert state.outcome.reason == "passes"
    assert (state.scores[a], state.scores[b]) == (101, 119)
    assert state.outcome.ranking == ((b,), (a,))
    assert state.outcome.rated


@pytest.mark.parametrize("reason", ["resign", "time"])
def test_a_seat_that_leaves_ends_with_one_point(reason):
    """D9, DF12: A leaves at 250 to 90."""
    after = position("7G 9", scores=(250, 90)).leave(0, reason).after
    assert after.scores == (1, 90)
    assert after.outcome.adjustments == (-249, 0)
    assert after.outcome.ranking == ((1,), (0,))
    assert not after.outcome.rated


def test_the_remaining_seat_wins_even_without_a_point():
    """D9."""
    after = position().play(0, "resign").after
    assert after.scores == (1, 0)
    assert after.outcome.ranking == ((1,), (0,))
