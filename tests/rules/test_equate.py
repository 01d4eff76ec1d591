"""Plays of Equate: where tiles may lie and what they earn."""

import pytest

from games.rules.refusals import IllegalMove
from tests.rules.equate_refusals import refused

from .equate_positions import made, position

EP1 = "10J 24/3=8"


# --- the first play ---


def test_published_first_play_scores_28():
    """E3, E10, EF6; EP1: the 2 lies on the centre, 2E, and the 8 on 3S."""
    verdict = position(rack="24/381234").check(0, EP1)
    [run] = verdict.runs
    assert (run.text, run.kind, run.value) == ("24/3=8", "complete", 8)
    assert (run.base_points, run.factor, verdict.points) == (14, 2, 28)


def test_first_play_covers_the_centre():
    """E9, EF7."""
    state = position(rack="24/381234")
    with pytest.raises(IllegalMove) as refusal:
        state.check(0, "10K 24/3=8")
    assert (refusal.value.code, refusal.value.squares) == ("centre", ((9, 9),))
    assert str(refusal.value) == "the first play must cover the middle square, 10J"
    assert str(state.first_move_hint) == "the first play covers the middle square, 10J"
    assert state.check(0, "J8 24/3=8").points > 0


def test_first_play_may_be_an_expression_for_no_points():
    """E9."""
    verdict = position(rack="24/381234").check(0, "10J 24/3")
    assert (verdict.points, [run.kind for run in verdict.runs]) == (0, ["expression"])


@pytest.mark.parametrize("tile", ["7", "[1/2]", "?5", "?[7/6]"])
def test_single_tile_as_the_first_play_is_a_number(tile):
    """E22."""
    verdict = position(rack="7[1/2]?").check(0, f"10J {tile}")
    assert (verdict.points, verdict.runs) == (0, ())


@pytest.mark.parametrize("tile", ["+", "/", "=", "?-"])
def test_single_tile_as_the_first_play_is_no_sign(tile):
    """E22."""
    code, said = refused(position(rack="+/?"), f"10J {tile}")
    assert (code, said) == ("malformed", "a single tile as the first play must be a number")


@pytest.mark.parametrize("tile", ["[-2]", "[5^2]"])
def test_negative_numbers_and_powers_are_numbers(tile):
    assert position(rack="[-2][5^2]", options="set=advanced").check(0, f"10J {tile}").points == 0


# --- placement ---


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("9A 2", "not-connected", "the play must touch a tile on the board"),
        ("9P 2", "not-connected", "the play must touch a tile on the board"),
        ("10R 210", "off-board", "the play runs off the board"),
        ("10I 12", "occupied", "there is a tile on 10J already; a point stands for it"),
        ("10P +.", "gap", "there is no tile on 10Q"),
        ("10P< +2", "direction", "lines are read to the right or down in this game"),
        ("10P +", "malformed", "24 ÷ 3 = 8 +: a number is missing after +"),
        ("11N 2", "malformed", "= 2: one side of the equals sign is empty"),
        ("10H -=", "malformed", "− = 24 ÷ 3 = 8: no side may start with −"),
        ("10P /0", "division-by-zero", "24 ÷ 3 = 8 ÷ 0: 8 ÷ 0 divides by zero"),
        ("10P =2", "two-equals", "24 ÷ 3 = 8 = 2: there is more than one equals sign"),
        ("10P -9+2", "negative", "24 ÷ 3 = 8 − 9 + 2: 8 − 9 + 2 goes below zero"),
        ("10P 1", "unequal", "24 ÷ 3 = 81: the left side is 8, the right side is 81"),
        ("10P +44", "not-on-rack", "you do not hold 4 4"),
        ("10P [1/7]", "notation", "there is no tile [1/7] in this game"),
        ("10P [-2]", "notation", "there is no tile [-2] in this game"),
        ("10P ?=1", "notation", "a blank stands for a number or an operation, never for ="),
    ],
)
def test_play_is_refused_with_its_code(text, code, said):
    """E8; and EF19's unattached equations are not played here."""
    assert refused(position(EP1, rack="210+/-9[1/2]?"), text) == (code, said)


def test_refused_play_tells_every_line_with_its_fault():
    with pytest.raises(IllegalMove) as refusal:
        position("10J 12", rack="2*25").check(0, "11F 2*2=5")
    assert [(run.text, run.kind) for run in refusal.value.runs] == [
        ("2*2=5", "illegal"),
        ("15", "expression"),
    ]
    assert refusal.value.squares == ((10, 5), (10, 6), (10, 7), (10, 8), (10, 9))


def test_covered_squares_are_written_between_the_new_tiles_only():
    state = position("10J 2+5=7", rack="77")
    verdict = state.check(0, "10I 7.....7")
    assert verdict.text == "10I 7.....7"
    assert verdict.runs[0].text == "72+5=77"
    assert position("10J 45", rack="+1").check(0, "10J ..+1").text == "10L +1"


# --- points ---


def test_extending_an_equation_scores_all_of_it_without_the_old_premiums():
    """E10, EF13: * is worth 3, the 1 lies on 2S."""
    verdict = position(EP1, rack="*1").check(0, "10P *1")
    [run] = verdict.runs
    assert (run.text, run.base_points, run.factor, verdict.points) == ("24/3=8*1", 15, 1, 15)


def test_expression_play_uses_premiums_up():
    """E10."""
    state = made(position(rack="24/3", others=("8",)), "10J 24/3")
    assert state.check(1, "10N =8").points == 1 + 1 + 5 + 1 + 0 + 3 * 2


def test_both_equations_of_a_double_play_get_the_premium_of_the_common_tile():
    """E10, EF13: the 3 lies on 3S: 2+1=3 earns 6, 3=3 earns 4."""
    verdict = position("10K 2+1=", "O8 3=", rack="3").check(0, "10O 3")
    assert [(run.text, run.points) for run in verdict.runs] == [("2+1=3", 6), ("3=3", 4)]
    assert (verdict.points, verdict.bonus) == (10, 0)


def test_two_double_equations_make_four():
    """E10, EF13: 2E on 3H and 3L, 2S under the times sign on 3J."""
    [run] = position("3G 4", rack="2*2+0").check(0, "3H =2*2+0").runs
    assert (run.text, run.base_points, run.factor) == ("4=2*2+0", 12, 4)


def test_expression_beside_the_play_is_legal_and_earns_nothing():
    """E8, EF12."""
    verdict = position("10J 12", rack="2*24").check(0, "11F 2*2=4")
    assert [(run.text, run.kind, run.points) for run in verdict.runs] == [
        ("2*2=4", "complete", 8),
        ("14", "expression", 0),
    ]
    assert verdict.points == 8


def test_equation_across_an_expression_play_scores():
    """E8: the generous reading."""
    verdict = position("J8 4=", rack="4+1").check(0, "10J 4+1")
    assert [(run.text, run.points) for run in verdict.runs] == [("4+1", 0), ("4=4", 4)]


def test_incomplete_equation_is_illegal_wherever_it_arises():
    """E8: unlike in Numerica, 6+2= may not stand beside a play."""
    code, said = refused(position("J7 6+2", rack="623*"), "10I 6=2*3")
    assert (code, said) == ("malformed", "6 + 2 =: one side of the equals sign is empty")


def test_equals_alone_may_join_two_expressions():
    """E22: it comes from nowhere and costs no tile."""
    state = position("10J 4", "10L 4", rack="123456789")
    move = state.play(0, "10K =")
    assert move.verdict.points == 2
    assert (move.after.racks, move.after.stock.bags) == (state.racks, state.stock.bags)
    assert (move.after.turn, move.after.counts.scoreless_turns) == (1, 0)


def test_equation_of_two_equal_numbers_is_fine():
    """EF11."""
    assert position(rack="44").check(0, "10J 4=4").points == 4


# --- all nine tiles ---


def test_all_nine_tiles_in_one_equation_earn_40_more():
    """E10, EF10: the equals sign is not counted, and the 40 is not multiplied."""
    verdict = position(rack="12+23+136").check(0, "10J 12+23+1=36")
    assert (verdict.runs[0].points, verdict.bonus, verdict.points) == (24, 40, 64)


def test_blanks_count_for_the_nine_tiles():
    assert position(rack="12+2?+136").check(0, "10J 12+2?3+1=36").bonus == 40


def test_eight_tiles_and_an_equals_sign_earn_no_bonus():
    verdict = position(rack="12+246*63").check(0, "10J 12+24=6*6")
    assert (verdict.runs[0].kind, verdict.bonus) == ("complete", 0)


def test_nine_tiles_in_an_expression_earn_no_bonus():
    """E8."""
    verdict = position(rack="12+23+136").check(0, "10J 12+23+136")
    assert (verdict.points, verdict.bonus) == (0, 0)


def test_nine_tiles_beside_an_equation_earn_no_bonus():
    """E8: 1=1 scores across the expression, which holds the nine."""
    verdict = position("J8 1=", rack="12+23+136").check(0, "10J 12+23+136")
    assert (verdict.points, verdict.bonus) == (4, 0)


def test_nine_tiles_with_two_piles_earn_40_too():
    assert position(rack="123530+*+", options="stage=3").check(0, "10J 12+3=5*3+0").bonus == 40


# --- blanks ---


def test_blank_earns_nothing_not_even_on_a_premium():
    """E11."""
    verdict = position(rack="24/3?").check(0, "10J 24/3=?8")
    assert verdict.runs[0].base_points == 8


def test_blank_stays_what_it_stands_for():
    """E11."""
    state = made(position(rack="24/3?", others=("*1",)), "10J 24/3=?8")
    assert state.board[9, 14] == "?8"
    assert state.check(1, "10P *1").runs[0].base_points == 8 + 3 + 2


@pytest.mark.parametrize("options", ["", "set=junior", "set=advanced", "stage=2"])
def test_blank_may_be_any_number_or_operation_of_the_set_in_use(options):
    """E11."""
    state = position(rack="?", options=options)
    means = state.view(0)["stands_for"]
    assert set(means) == {*state.unseen(0)} - {"?"}
    for symbol in means:
        if symbol in ("+", "-", "*", "/"):
            assert refused(state, f"10J ?{symbol}")[0] == "malformed"
        else:
            assert state.check(0, f"10J ?{symbol}").text == f"10J ?{symbol}"


def test_blank_stands_for_nothing_that_the_set_has_not():
    """E11."""
    assert len(position().view(0)["stands_for"]) == 31
    assert refused(position(rack="?", options="set=junior"), "10J ?[7/6]")[0] == "notation"
    assert refused(position(rack="?"), "10J ?[-2]")[0] == "notation"
