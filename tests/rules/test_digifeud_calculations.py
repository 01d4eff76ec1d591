"""How a calculation of Digifeud is written, where it may lie, and what it earns."""

import pytest

from tests.rules.digifeud_hands import DP1, refusal_of

from .digifeud_positions import points, position

# --- points ---


def test_a_blank_counts_as_its_digit():
    """D5."""
    assert points(position(), "7E 8*?9=[7?2]") == 81


def test_a_colour_works_once():
    """D5, DF10: the 9 of DP1 on the blue middle square earns nothing any more."""
    assert points(position(DP1), "G7 .-2=7") == 7
    assert points(position(DP1), "G3 1+8=.") == 10


def test_how_the_points_came_is_told():
    run = position("1C 9", numbers="9?1").check(0, "1A 9*.=[?81]").runs[0]
    assert (run.text, run.kind, run.value) == ("9*9=81", "complete", 81)
    assert (run.base_points, run.factor, run.bonus, run.points) == (81, 2, 9, 171)
    assert run.squares == ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))


def test_an_old_outcome_earns_its_points_without_its_colour():
    """D5."""
    assert points(position("1E 7"), "1A 3+4=.") == 7 + 3


def test_the_points_are_added_to_the_score():
    move = position(scores=(5, 6)).play(0, DP1)
    assert move.after.scores == (86, 6)
    assert move.verdict.bonus == 0


# --- the form of a move ---


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("7i [72]-9=[63]", "7I .-9=[63]"),
        ("7I [7?2]−9=[63]", "7I .-9=[63]"),
        ("7I . - 9 = [63]", "7I .-9=[63]"),
        ("G3 1+8=9", "G3 1+8=."),
        ("G3 1+8=?9", "G3 1+8=."),
        ("g7 9-2=7", "G7 .-2=7"),
    ],
)
def test_all_five_squares_are_written_and_old_numbers_are_points(typed, written):
    assert position(DP1).check(0, typed).text == written
    assert position(DP1).play(0, typed).verdict.text == written


def test_the_new_squares_of_a_play_are_told():
    assert position(DP1).check(0, "G3 1+8=.").squares == ((2, 6), (3, 6), (4, 6), (5, 6))


def test_a_direction_is_kept_as_it_was_read():
    """From the left these squares say `2=2-0`, from the right `0-2=2`: only the text can tell."""
    state = position("7I 2", directions="4")
    assert state.check(0, "7K< 4-.=2").text == "7K< 4-.=2"
    assert state.check(0, "7G 2+.=4").text == "7G 2+.=4"


def test_a_number_of_two_digits_is_one_square():
    after = position(DP1).play(0, "7I .-9=[6?3]").after
    assert after.board[6, 12] == "[6?3]"
    assert after.view(None)["board"]["7M"] == "[6?3]"
    assert after.stock.racks[0][0].count("?") == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7I .-9", "malformed"),
        ("7I .-9=[63]1", "malformed"),
        ("7I .+-=[63]", "malformed"),
        ("7I .=9-[63]", "malformed"),
        ("7I .-?=[63]", "malformed"),
        ("7I .?-9=[63]", "malformed"),
        ("7I .-9?=[63]", "malformed"),
        ("7I .-9=?[63]", "malformed"),
        ("7I .-9=[63", "notation"),
        ("7I .-9=[]", "notation"),
        ("7I .-9=[6]", "notation"),
        ("7I .-9=[063]", "notation"),
        ("7I .-9=[-3]", "notation"),
        ("7I .-9=[?0?3]", "malformed"),
        ("7I .-9=[00]", "malformed"),
        ("7I .-9=½", "notation"),
        ("7I .^9=[63]", "notation"),
    ],
)
def test_a_malformed_calculation_is_refused(text, code):
    assert refusal_of(position(DP1), text).code == code


def test_a_sign_that_is_not_in_the_game_is_no_tile():
    for symbols, text in (("+-", "7G 2*3=6"), ("+-*", "7G 6/3=2")):
        assert refusal_of(position(symbols=symbols), text).code == "notation"
        assert points(position(symbols="+-*/"), text) > 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7G 8-6=2", "you do not hold 6"),
        ("7G 8-2=[16]", "you do not hold 1 6"),
        ("7G 4+4=8", "this takes more than you hold: 4"),
        ("7G ?4+?4=8", "this takes more than you hold: ?"),
        ("7G 8*2=4", "you do not hold ×"),
    ],
)
def test_tiles_must_be_on_the_hand(text, said):
    refusal = refusal_of(position(numbers="248?", signs="+-"), text)
    assert (refusal.code, str(refusal)) == ("not-on-rack", said)


def test_what_is_on_the_hand_is_judged():
    assert refusal_of(position(numbers="248?", signs="+-"), "7G 8+2=4").code == "unequal"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7K 8+9=[17]", "off-board"),
        ("K11 8+9=[17]", "off-board"),
        ("G5 1+8=3", "occupied"),
        ("7I [73]-9=[63]", "occupied"),
        ("G7 [09]-1=8", "occupied"),
        ("7I .-9=.", "gap"),
        ("G3 .+8=.", "gap"),
        ("G3 1+8..", "gap"),
        ("7E ..9=[72]", "malformed"),
        ("7E .....", "malformed"),
        ("7A .....", "notation"),
        ("8H 1+1=2", "not-connected"),
        ("F7 .+1=2", "not-connected"),
        ("A1 1+1=2", "not-connected"),
        ("G7 .-0=[0?9]", "malformed"),
        ("G7 .-0=8", "unequal"),
        ("G7 ./0=8", "division-by-zero"),
        ("G7 ./2=4", "not-whole"),
        ("G7 .-[12]=3", "malformed"),
        ("7I 7+.=9", "occupied"),
    ],
)
def test_a_play_in_a_wrong_place_is_refused(text, code):
    """D2, D4, DF9."""
    assert refusal_of(position(DP1), text).code == code


def test_the_two_sides_are_told():
    refusal = refusal_of(position(DP1), "G7 .-2=8")
    assert "7" in str(refusal) and "8" in str(refusal)
    assert refusal.runs[0].fault_code == "unequal"
    assert refusal.squares == tuple((row, 6) for row in range(6, 11))


def test_a_negative_outcome_cannot_be_written():
    """D4."""
    assert refusal_of(position("7G 3"), "7G .-7=4").code == "unequal"
    assert refusal_of(position("7G 3"), "7G .-7=[-4]").code == "notation"


def test_an_outcome_of_zero_is_allowed():
    """D4."""
    assert points(position("7G 3"), "7G .-3=0") == 0


def test_the_first_calculation_may_put_any_of_its_numbers_on_the_middle():
    """D2, DF8."""
    for text in ("7G 1+1=2", "7E 1+1=2", "7C 1+1=2", "G7 1+1=2", "G5 1+1=2", "G3 1+1=2"):
        position().check(0, text)
    for text in ("7F 1+1=2", "7D 1+1=2", "7H 1+1=2", "9G 1+1=2", "F7 1+1=2"):
        refusal = refusal_of(position(), text)
        assert (refusal.code, refusal.squares) == ("centre", ((6, 6),))


def test_a_line_may_be_continued_from_its_outcome():
    """D2: `3+7=10`, then `10-4=6` beginning with the same 10."""
    assert points(position("7C 3+7=[10]"), "7G .-4=6") == 6


def test_a_calculation_may_be_made_of_old_numbers_alone():
    state = position("7G 9", "7I 2", "7K 7")
    assert points(state, "7G .-.=.") == 7
