"""The rules of Numerica as its source states them, sentence by sentence.

Each test names the rule and the sentence of that rule (`r06_3` is the third sentence of rule 6).
Rule 1 is lost. Where docs/rules/numerica.md overrules or completes a sentence, the test says so.
"""

import pytest

from games.rules.clock import USUAL_DAYS
from games.rules.numerica import TILES, State
from games.rules.refusals import IllegalMove

from .positions import SEED, position


def refused(state: State, text: str, seat: int = 0) -> str:
    with pytest.raises(IllegalMove) as refusal:
        state.play(seat, text)
    return refusal.value.code


def test_r02_1_the_starter_is_drawn_at_random():
    """NF1."""
    starters = {State.new(seed=bytes([n]) * 32, options={}).turn for n in range(20)}
    assert starters == {0, 1}


@pytest.mark.parametrize(
    ("text", "covers"),
    [("8D 3+3=6", True), ("8C 3+3=6", False), ("H8 3+3=6", True), ("H9 3+3=6", False)],
)
def test_r02_2_the_first_tiles_cover_the_middle_cell(text, covers):
    """NF1, N3."""
    state = position(rack="3+3=6")
    if covers:
        assert state.check(0, text).points
    else:
        assert refused(state, text) == "centre"


@pytest.mark.parametrize(("text", "reads"), [("8F 3+3=6", "3+3=6"), ("H8 3+3=6", "3+3=6")])
def test_r03_1_equalities_read_to_the_right_or_down(text, reads):
    (run,) = position(rack="3+3=6").check(0, text).runs
    assert (run.text, run.kind) == (reads, "complete")


@pytest.mark.parametrize("text", ["8J< 3+3=6", "H8< 3+3=6"])
def test_r03_1_equalities_read_in_no_other_direction(text):
    assert refused(position(rack="3+3=6"), text) == "direction"


def test_r03_2_every_play_forms_a_complete_equality():
    """NF4, N4."""
    assert position(rack="2=1+1=3-1").check(0, "8F 2=1+1=3-1").runs[0].kind == "complete"
    assert refused(position(rack="2+1"), "8F 2+1") == "no-equality"
    assert refused(position("8F 3+3=6", rack="0"), "9F 0") == "no-equality"


def test_r03_2_no_tile_forms_an_invalid_expression_with_its_neighbours():
    """NP12: a 1 under the + of 3+3=6 would read +1, though 2=1+1 is valid by itself."""
    assert refused(position("8F 3+3=6", rack="2=1+1"), "9E 2=1+1") == "malformed"


@pytest.mark.parametrize("text", ["8K *=6", "8K =*6"])
def test_r03_3_times_never_stands_next_to_equals(text):
    assert refused(position("8F 3+3=6", rack="*=6"), text) == "malformed"


def test_r04_1_neighbours_may_form_incomplete_equalities():
    """NP11: `=2` and `6=` stand beside the play."""
    kinds = [run.kind for run in position("8F 3+3=6", rack="2=1+1").check(0, "9I 2=1+1").runs]
    assert kinds == ["complete", "incomplete", "incomplete"]


@pytest.mark.parametrize(("beside", "column"), [("H9 6+2", "=6+2"), ("H5 6+2", "6+2=")])
def test_r04_2_an_incomplete_equality_has_one_empty_member(beside, column):
    """NF5: the = of the play across starts or ends what stands in its column."""
    verdict = position(beside, rack="6=2*3").check(0, "8G 6=2*3")
    assert (column, "incomplete") in [(run.text, run.kind) for run in verdict.runs]


def test_r04_2_two_empty_members_are_no_incomplete_equality():
    """N4: exactly one member is empty."""
    state = position("H9 8=", rack="6=2*3")
    assert refused(state, "8G 6=2*3") == "malformed"  # =8=


def test_r04_3_six_plus_two_equals_is_allowed():
    verdict = position("H5 6+2", rack="6=2*3").check(0, "8G 6=2*3")
    assert ("6+2=", "incomplete") in [(run.text, run.kind) for run in verdict.runs]


def test_r04_3_six_plus_two_equals_nine_minus_is_not_allowed():
    """NF5."""
    state = position("H3 6+2=9", rack="6-2=4")
    assert refused(state, "8G 6-2=4") == "malformed"


def test_r04_4_an_incomplete_equality_earns_nothing():
    verdict = position("H5 6+2", rack="6=2*3").check(0, "8G 6=2*3")
    assert [run.points for run in verdict.runs if run.kind == "incomplete"] == [0]


def test_r05_1_times_goes_before_plus():
    """NF6, N5."""
    assert position(rack="1+6*2=13").check(0, "8F 1+6*2=13").points
    assert refused(position(rack="1+6*2=14"), "8F 1+6*2=14") == "unequal"


def test_r06_1_equalities_on_the_board_can_be_extended():
    assert position("8F 3+3=6", rack="+0").check(0, "8K +0").runs[0].text == "3+3=6+0"


def test_r06_2_an_extension_may_change_the_numbers_of_an_equality():
    (run,) = position("8F 2=1+1", rack="29+2").check(0, "8E 2.....9+2").runs
    assert run.text == "22=1+19+2"


@pytest.mark.parametrize("line", ["4=4", "3=4-1=3", "-2=-2"])
def test_r06_3_repetitions_are_not_accepted(line):
    """NF8, N7: anywhere in one equality, not only when it is extended."""
    assert refused(position(rack=line), f"8G {line}") == "repeated"


def test_r06_4_the_same_member_cannot_be_added():
    assert refused(position("8F 3+3=6", rack="6="), "8D 6=") == "repeated"


@pytest.mark.parametrize("text", ["8F 06=3+3", "8F +3=2+1", "8F 6=03+3", "8F 6=+3+3"])
def test_r06_5_leading_zeros_and_leading_plus_signs_are_not_accepted(text):
    """NF8."""
    assert refused(position(rack=text[3:]), text) == "malformed"


@pytest.mark.parametrize("line", ["06=3+3", "+3=2+1"])
def test_r06_6_the_examples_of_leading_signs_are_rejected(line):
    assert refused(position(rack=line), f"8F {line}") == "malformed"


def test_r06_7_an_extension_scores_the_whole_equality_without_old_premiums():
    """NF7, as NP5: 18 again, though 8M doubled it before, and the new 0 on 2P twice."""
    state = position(rack="1+6*2=13", other="+0")
    first = state.play(0, "8F 1+6*2=13")
    assert first.verdict.points == 36
    assert first.after.play(1, "8N +0").verdict.points == 18 + 2 + 1 * 2


def test_r07_1_a_play_touches_a_tile_on_the_board():
    """N3."""
    state = position("8F 3+3=6", rack="2=1+1")
    assert refused(state, "10F 2=1+1") == "not-connected"
    assert refused(state, "7K 2=1+1") == "not-connected"  # a corner is no side
    assert state.check(0, "9J 2=1+1").points


def test_r07_2_the_first_play_goes_through_the_middle_instead():
    assert position(rack="2=1+1").check(0, "8H 2=1+1").points
    assert refused(position(rack="2=1+1"), "9H 2=1+1") == "centre"


def test_r07_3_equalities_may_be_modified_while_they_stay_valid():
    state = position("8F 2=1+1", rack="29+2")
    assert state.check(0, "8E 2.....9+2").points
    assert refused(state, "8E 2.....9") == "unequal"


def test_r08_1_each_player_starts_with_nine_tiles():
    assert [len(rack) for rack in State.new(seed=SEED, options={}).racks] == [9, 9]


@pytest.mark.parametrize(("bag", "held"), [("77777788", 9), ("777", 7), ("", 4)])
def test_r08_1_the_rack_is_refilled_to_nine_while_the_bag_lasts(bag, held):
    """NF2."""
    after = position(rack="3+3=61234", other="1", bag=bag).play(0, "8F 3+3=6").after
    assert len(after.racks[0]) == held


def test_r08_2_there_are_110_tiles():
    """NF2."""
    assert len(TILES.full_bag()) == 110


@pytest.mark.parametrize(
    ("tile", "count", "points"),
    [
        ("0", 7, 1), ("1", 7, 1), ("2", 7, 2), ("3", 7, 3), ("4", 7, 3), ("5", 7, 4),
        ("6", 7, 4), ("7", 7, 5), ("8", 7, 5), ("9", 7, 8), ("+", 7, 2), ("-", 4, 3),
        ("*", 7, 4), ("/", 4, 5), ("=", 16, 1), ("?", 2, 0),
    ],
)  # fmt: skip
def test_r08_table_of_tiles(tile, count, points):
    """NF3."""
    assert (TILES.counts[tile], TILES.points[tile]) == (count, points)


def test_r09_1_an_equality_counts_the_sum_of_its_tiles():
    assert position(rack="3+3=6").check(0, "8F 3+3=6").points == 3 + 2 + 3 + 1 + 4


def test_r09_2_the_game_is_over_when_all_tiles_are_used():
    """N11: it is enough that one player has none and the bag is empty."""
    end = position("8F 3+3=6", rack="=4+2", other="1", bag="").play(0, "J9 =4+2").after
    assert end.outcome.reason == "out"


def test_r09_3_one_resigns_on_ones_own_turn():
    """NF14 says only there; the notation allows any other time as well."""
    for seat in (0, 1):
        assert position().play(seat, "resign").after.outcome.reason == "resign"


def test_r09_4_the_player_who_resigns_loses_whatever_the_points():
    """NF14, N13."""
    end = position(scores=(400, 3)).play(0, "resign").after
    assert end.outcome.ranking == ((1,), (0,))


def test_r10_1_a_turn_lasts_72_hours():
    """N13, NF14."""
    assert USUAL_DAYS * 24 == 72


def test_r10_2_the_player_who_exceeds_the_time_loses():
    """N13, NF14."""
    end = position(scores=(400, 3)).leave(0, "time").after
    assert (end.outcome.ranking, end.outcome.reason) == (((1,), (0,)), "time")


@pytest.mark.parametrize(
    ("rack", "text", "points"),
    [
        ("3+3=?", "8F 3+3=?6", 9),
        ("3?3=6", "8F 3?+3=6", 11),
        ("3+3?6", "8F 3+3?=6", 12),
        ("??3=6", "8F ?3?+3=6", 8),
    ],
)
def test_r11_1_a_blank_is_any_symbol_and_earns_nothing(rack, text, points):
    assert position(rack=rack).check(0, text).points == points


def test_r12_1_2_2p_doubles_a_tile():
    """9I is 2P under the 2: 2 more points; 9L under the + too."""
    points = position("8F 3+3=6", rack="2=1+1").check(0, "9I 2=1+1").points
    assert points == 2 * 2 + 1 + 1 + 2 * 2 + 1


def test_r13_1_3p_triples_a_tile():
    """10M is 3P under the last 6."""
    verdict = position("9I 3", rack="3+3=6").check(0, "10I 3+3=6")
    assert verdict.points == 3 + 2 + 3 + 1 + 3 * 4


def test_r14_1_2e_doubles_the_equality():
    """8M is 2E."""
    assert position(rack="1+6*2=13").check(0, "8F 1+6*2=13").points == 2 * 18


def test_r15_1_3e_triples_the_equality():
    """4A is 3E: the play reads A4 down."""
    verdict = position("B8 3", rack="3+3=6").check(0, "A4 3+3=6")
    assert verdict.runs[0].points == 3 * (3 + 2 + 3 + 1 + 2 * 4)  # 8A is 2P


def test_r16_1_tiles_are_multiplied_before_the_equality():
    """NF9, as NP8: 8M is 2E, 8O is 2P under the 3."""
    verdict = position(rack="4/-6=-2/3").check(0, "8G 4/-6=-2/3")
    assert verdict.points - 40 - 50 == (29 + 3) * 2


def test_r17_1_nine_tiles_in_one_play_are_a_bingo():
    assert position(rack="4/-6=-2/3").check(0, "8E 4/-6=-2/3").bonus == 50
    assert position(rack="1+6*2=13").check(0, "8F 1+6*2=13").bonus == 0


def test_r17_2_a_bingo_adds_fifty_points():
    """NF10, N9: added at the end, never multiplied."""
    assert position(rack="4/-6=-2/3").check(0, "8E 4/-6=-2/3").points == 29 * 2 + 40 + 50


def test_r18_1_an_equality_of_fractions_earns_extra_points():
    assert position(rack="1/2=2/4").check(0, "8F 1/2=2/4").points == 19 + 20
    assert position(rack="4/2=2/1").check(0, "8F 4/2=2/1").runs[0].bonus == 0


def test_r18_2_the_fraction_is_reduced_first():
    (run,) = position(rack="4/-6=-2/3").check(0, "8E 4/-6=-2/3").runs
    assert (run.value.numerator, run.value.denominator) == (-2, 3)


@pytest.mark.parametrize(
    ("line", "denominator"), [("1/2=2/4", 2), ("2/3=4/6", 3), ("1/8=2/16", 8), ("1/43=2/86", 43)]
)
def test_r18_3_the_bonus_is_twenty_times_the_denominator_less_one(line, denominator):
    """NF11."""
    (run,) = position(rack=line).check(0, f"8E {line}").runs
    assert run.bonus == 20 * (denominator - 1)


def test_r18_4_minus_two_thirds_earn_forty():
    """NF11, N8: the source's `2 × (3 − 1)` is a slip for 20 × (3 − 1)."""
    (run,) = position(rack="4/-6=-2/3").check(0, "8E 4/-6=-2/3").runs
    assert run.bonus == 40


def test_r19_1_one_may_pass():
    """N12: nobody checks that there was really no play."""
    after = position(rack="3+3=6").play(0, "pass").after
    assert (after.turn, after.scores) == (1, (0, 0))


def test_r19_2_three_passes_in_a_row_end_the_game_and_most_points_win():
    """NF12, N12: of both players together, without any adjustment."""
    state = position(rack="9", other="9", scores=(7, 8))
    for seat in (0, 1, 0):
        assert state.outcome is None
        state = state.play(seat, "pass").after
    assert (state.outcome.reason, state.scores) == ("passes", (7, 8))
    assert state.outcome.ranking == ((1,), (0,))


@pytest.mark.parametrize("tiles", ["7", "78", "?78999999"])
def test_r20_1_one_or_more_tiles_may_be_swapped_instead_of_playing(tiles):
    after = position(rack="?78999999").play(0, f"swap {tiles}").after
    assert (after.turn, len(after.racks[0]), after.scores) == (1, 9, (0, 0))


def test_r20_2_no_more_tiles_are_swapped_than_the_bag_holds():
    """NF13."""
    state = position(rack="7777", bag="00")
    assert refused(state, "swap 777") == "bag-too-small"
    assert state.play(0, "swap 77").after.stock.bags[0].pile == tuple("77")


def test_r21_1_the_game_ends_when_one_player_and_the_bag_have_no_tiles():
    """N11: the player who went out gains what the other holds."""
    out = position("8F 3+3=6", rack="=4+2", other="9", bag="").play(0, "J9 =4+2").after
    assert (out.outcome.reason, out.turn) == ("out", None)
    for rack, bag in (("=4+2", "1"), ("=4+21", "")):
        state = position("8F 3+3=6", rack=rack, other="9", bag=bag)
        assert state.play(0, "J9 =4+2").after.outcome is None
