"""Plays of Numerica in their positions, and why some are refused."""

import pytest

from games.rules.numerica import State
from games.rules.refusals import IllegalMove, NotationError, Refusal
from tests.rules.numerica_games import NP1

from .positions import SEED, position

NP4 = "8F 1+6*2=13"


# --- positions (docs/rules/numerica.md, Worked examples) ---


@pytest.mark.parametrize(
    ("before", "rack", "text", "points"),
    [
        pytest.param([], "3+3=6", "8F 3+3=6", 13, id="NP1"),
        pytest.param([], "3+?=6", "8F 3+?3=6", 10, id="NP2"),
        pytest.param([], "?+3=6", "8F ?3+3=6", 10, id="NP2-the-other-3"),
        pytest.param([], "1+6*2=13", "8F 1+6*2=13", 36, id="NP4"),
        pytest.param([NP4], "+0", "8N +0", 22, id="NP5"),
        pytest.param(["8F 2=1+1"], "29+2", "8E 2.....9+2", 42, id="NP6"),
        pytest.param([], "4/-6=-2/3", "8E 4/-6=-2/3", 148, id="NP7"),
        pytest.param([], "4/-6=-2/3", "8G 4/-6=-2/3", 154, id="NP8"),
        pytest.param([NP1], "=4+2", "J9 =4+2", 12, id="NP9"),
        pytest.param([NP1], "2=1+1", "9J 2=1+1", 8, id="NP10"),
        pytest.param([NP1], "2=1+1", "9I 2=1+1", 11, id="NP11"),
    ],
)
def test_play_of_the_worked_examples_is_legal(before, rack, text, points):
    verdict = position(*before, rack=rack).check(0, text)
    assert verdict.text == text
    assert verdict.points == points


@pytest.mark.parametrize(
    ("before", "rack", "text", "code"),
    [
        pytest.param([], "3+3=6", "8I 3+3=6", "centre", id="NP3"),
        *[
            pytest.param([NP1], symbol, f"9G {symbol}", "malformed", id=f"NP12 {symbol}")
            for symbol in "0123456789+-*/="
        ],
        pytest.param([NP1], "1=01", "9G 1=0+1", "not-on-rack", id="NP12 not held"),
        pytest.param([NP1], "1=0+", "9E 0+1=", "malformed", id="NP12 in a longer play"),
        pytest.param([NP1], "=6", "8K =6", "repeated", id="NP13"),
        pytest.param([NP1], "=", "8K =", "no-equality", id="NP14"),
    ],
)
def test_play_of_the_worked_examples_is_illegal(before, rack, text, code):
    """N3, N4, N7."""
    with pytest.raises(IllegalMove) as refusal:
        position(*before, rack=rack).check(0, text)
    assert refusal.value.code == code


def test_cross_lines_of_the_worked_examples_are_shown():
    """NP10 and NP11: what stands beside the play is told with its kind and earns nothing."""
    verdict = position(NP1, rack="2=1+1").check(0, "9J 2=1+1")
    assert [(run.text, run.kind, run.points) for run in verdict.runs] == [
        ("2=1+1", "complete", 8),
        ("62", "expression", 0),
    ]
    verdict = position(NP1, rack="2=1+1").check(0, "9I 2=1+1")
    assert [(run.text, run.kind, run.points) for run in verdict.runs] == [
        ("2=1+1", "complete", 11),
        ("=2", "incomplete", 0),
        ("6=", "incomplete", 0),
    ]


def test_bonuses_are_shown_apart():
    """NP7: 29 points doubled, 40 for the fraction, 50 for nine tiles."""
    verdict = position(rack="4/-6=-2/3").check(0, "8E 4/-6=-2/3")
    (run,) = verdict.runs
    assert (run.base_points, run.factor, run.bonus, run.points) == (29, 2, 40, 98)
    assert (verdict.bonus, verdict.points) == (50, 148)


def test_eight_tiles_that_complete_nine_squares_are_no_bingo():
    verdict = position("8M 3", rack="4/-6=-2/").check(0, "8E 4/-6=-2/.")
    assert (verdict.text, len(verdict.squares)) == ("8E 4/-6=-2/", 8)
    assert verdict.bonus == 0
    assert verdict.points == 29 + 40  # 8M is 2E, but was covered before


def test_bonus_for_nine_tiles_is_given_once_for_two_equalities():
    """N9: the play makes 4/-6=-2/3 across and 4=1+3 down."""
    verdict = position("E9 =1+3", rack="4/-6=-2/3").check(0, "8E 4/-6=-2/3")
    assert [run.points for run in verdict.runs] == [29 * 2 + 40, 3 + 1 + 1 + 2 + 3]
    assert (verdict.bonus, verdict.points) == (50, 98 + 10 + 50)


def test_bonus_for_fractions_is_given_again_when_the_equality_grows():
    """N8: the whole extended equality is scored, its fraction too."""
    verdict = position("8E 1/2=2/4", rack="=3/6").check(0, "8L =3/6")
    (run,) = verdict.runs
    assert (run.text, run.base_points, run.factor, run.bonus) == ("1/2=2/4=3/6", 36, 2, 20)
    assert verdict.points == 36 * 2 + 20  # 8M is 2E, 8O is 2P


def test_two_doubles_make_four():
    """N9: 5E and 5K are 2E."""
    assert position("5G 2=4", rack="1+-1").check(0, "5E 1+...-1").points == 13 * 4


def test_two_triples_make_nine():
    """N9: 1D and 1L are 3E; the 2P between them was covered before."""
    verdict = position("1F 1+2=4", rack="1++0").check(0, "1D 1+.....+0")
    assert verdict.points == 15 * 9


def test_tile_on_a_premium_counts_in_both_its_equalities():
    """N9: the 2 on 9I, 2P, ends 3-1=2 down and starts 2=1+1 across; 9L is 2P too."""
    verdict = position("I5 3-1=", rack="2=1+1").check(0, "9I 2=1+1")
    assert [run.points for run in verdict.runs] == [4 + 1 + 1 + 4 + 1, 3 + 3 + 1 + 1 + 4]


def test_premium_of_the_line_doubles_both_equalities():
    """N9: the 2 on 8M, 2E, ends 1+1=2 across and 3-1=2 down."""
    verdict = position("M4 3-1=", "8I 1+1=", rack="2").check(0, "8M 2")
    assert [run.points for run in verdict.runs] == [7 * 2, 10 * 2]


def test_blank_scores_nothing_even_on_a_premium():
    """N10: 9I is 2P; the 2 on it adds 4, a blank nothing."""
    with_tile = position(NP1, rack="2=1+1").check(0, "9I 2=1+1").points
    with_blank = position(NP1, rack="?=1+1").check(0, "9I ?2=1+1").points
    assert with_tile - with_blank == 4


def test_blank_still_doubles_the_line_it_lies_on():
    """8M is 2E: the line counts double, the blank on it nothing."""
    assert position(rack="1+6*2=1?").check(0, "8F 1+6*2=1?3").points == (18 - 3) * 2


def test_premium_is_spent_even_by_a_tile_that_scored_nothing():
    """N9: the 1 on 8M, 2E, stands in 1+2, which earns nothing; 1+2=3 later counts once."""
    state = position("10I 1+1=", rack="1+2", other="=3")
    move = state.play(0, "M8 1+2")
    assert [(run.text, run.points) for run in move.verdict.runs] == [
        ("1+2", 0),
        ("1+1=2", 1 + 2 + 1 + 1 + 2 * 3),  # 10M is 3P
    ]
    assert move.after.play(1, "M11 =3").verdict.points == 1 + 2 + 2 + 1 + 3


def test_lines_may_cross_an_equality_of_another_play():
    """N4: the complete equality may be the cross line; the play itself reads 62."""
    verdict = position("8F 3+3=", rack="62").check(0, "J8 62")
    assert [(run.text, run.kind) for run in verdict.runs] == [
        ("62", "expression"),
        ("3+3=6", "complete"),
    ]
    assert verdict.points == 13


@pytest.mark.parametrize("symbol", "0123456789+-*/=")
def test_blank_may_stand_for_every_symbol(symbol):
    """N10; the line that takes the blank is made so that it is an equality."""
    lines = {
        **{digit: f"{digit}+2=2+?{digit}" for digit in "13456789"},
        "2": "2+1=1+?2",
        "0": "6=6+?0",
        "+": "3?+3=6",
        "-": "5?-3=2",
        "*": "2?*3=6",
        "/": "6?/3=2",
        "=": "2?=1+1",
    }
    line = lines[symbol]
    assert f"?{symbol}" in line
    rack = line.replace(f"?{symbol}", "?")
    after = position(rack=rack).play(0, f"8F {line}").after
    assert f"?{symbol}" in after.board.values()


def test_blank_keeps_its_meaning():
    """N10: a blank laid as 6 is no 8 later."""
    state = position("8F 3+3=?6", rack="=2+6")
    with pytest.raises(IllegalMove, match="the sides are 6, 6, 8"):
        state.check(0, "8K =2+6")


# --- refusals ---


@pytest.mark.parametrize(
    ("before", "rack", "text", "code", "squares", "sentence"),
    [
        ([], "3+3=6", "hello", "notation", (), "this is not a move; a move reads like 8F 12+3=15, swap 77+, pass"),
        ([], "12", "8F 3+3=6", "not-on-rack", (), "you do not hold 3 3 + = 6"),
        ([], "3+3=", "8F 3+3=?6", "not-on-rack", (), "you do not hold ?"),
        ([], "3+=6?", "8F 3+3=6", "not-on-rack", (), "this takes more than you hold: 3"),
        ([NP1], "4=17", "J8 6=9+-3", "not-on-rack", ((7, 9),), "you do not hold all of this, and on 8J lies a tile already, for which a point stands"),
        ([], "77", "swap 7-", "not-on-rack", (), "you do not hold −"),
        ([], "3+3=6", "8M 3+3=6", "off-board", (), "the play runs off the board"),
        ([NP1], "5", "8H 5", "occupied", ((7, 7),), "there is a tile on 8H already; a point stands for it"),
        ([NP1], "3", "8H 3", "occupied", ((7, 7),), "there is a tile on 8H already; a point stands for it"),
        ([NP1], "=6", "8J .=.6", "gap", ((7, 11),), "there is no tile on 8L"),
        ([], "3+3=6", "8H< 3+3=6", "direction", (), "lines are read to the right or down in this game"),
        ([], "3+3=6", "H8< 3+3=6", "direction", (), "lines are read to the right or down in this game"),
        ([], "3+3=6", "8A 3+3=6", "centre", ((7, 7),), "the first play must cover the middle square, 8H"),
        ([NP1], "2=1+1", "1A 2=1+1", "not-connected", tuple((0, c) for c in range(5)), "the play must touch a tile on the board"),
        ([NP1], "2=1+1", "9K 2=1+1", "not-connected", tuple((8, c) for c in range(10, 15)), "the play must touch a tile on the board"),
        ([NP1], "+", "8K +", "malformed", tuple((7, c) for c in range(5, 11)), "3 + 3 = 6 +: a number is missing after +"),
        ([NP1], "0", "8E 0", "malformed", tuple((7, c) for c in range(4, 10)), "03 + 3 = 6: the number 03 starts with a zero"),
        ([NP1], "/0=", "J9 /0=", "division-by-zero", tuple((r, 9) for r in range(7, 11)), "6 ÷ 0 =: 6 ÷ 0 divides by zero"),
        ([], "3*4=14", "8F 3*4=14", "unequal", tuple((7, c) for c in range(5, 11)), "3 × 4 = 14: the left side is 12, the right side is 14"),
        ([NP1], "=7", "8K =7", "unequal", tuple((7, c) for c in range(5, 12)), "3 + 3 = 6 = 7: the sides are 6, 6, 7"),
        ([NP1], "=6", "8K =6", "repeated", tuple((7, c) for c in range(5, 12)), "3 + 3 = 6 = 6: two sides are written the same, 6; that is not allowed"),
        ([NP1], "2", "J9 2", "no-equality", (), "the play forms no complete equality"),
        ([], "6+2=", "8F 6+2=", "no-equality", (), "the play forms no complete equality"),
        ([], "3", "8H 3", "no-equality", (), "the play forms no complete equality"),
    ],
)  # fmt: skip
def test_play_is_refused_with_code_squares_and_sentence(
    before, rack, text, code, squares, sentence
):
    with pytest.raises(Refusal) as refusal:
        position(*before, rack=rack).check(0, text)
    assert refusal.value.code == code
    assert refusal.value.squares == squares
    assert str(refusal.value) == sentence


def test_a_sentence_keeps_its_values_for_the_translators():
    with pytest.raises(IllegalMove) as refusal:
        position(rack="3*4=14").check(0, "8F 3*4=14")
    message = refusal.value.message
    assert message.id == "%(line)s: %(fault)s"
    assert message.values["line"] == "3 × 4 = 14"
    assert message.values["fault"].values == {"left": "12", "right": "14"}


@pytest.mark.parametrize(
    ("before", "rack", "text", "code"),
    [
        ([], "12", "8M 3+3=6", "not-on-rack"),  # also off the board
        ([NP1], "5", "8H 6", "not-on-rack"),  # also occupied
        ([NP1], "123456789", "8H 123456789", "off-board"),  # also occupied
        ([NP1], "5", "8J 5.", "occupied"),  # also a gap
        ([], "3", "8I 3.", "gap"),  # also misses the centre
        ([NP1], "3", "1A 3.", "gap"),  # also not connected
        ([], "+", "1A +", "centre"),  # also malformed
        ([NP1], "3==", "1A 3==", "not-connected"),  # also malformed
        ([NP1], "+", "8K +", "malformed"),  # also no equality
        ([NP1], "/0=06", "J9 /0=06", "malformed"),  # also a division by zero in the same line
        ([NP1], "5/0=1", "8K /0=1", "division-by-zero"),  # also unequal
        ([NP1], "=7=6", "8K =7=6", "unequal"),  # also repeated
        ([NP1], "=6", "8K =6", "repeated"),
    ],
)
def test_of_several_reasons_the_first_of_the_table_is_told(before, rack, text, code):
    with pytest.raises(IllegalMove) as refusal:
        position(*before, rack=rack).check(0, text)
    assert refusal.value.code == code


def test_refused_play_shows_every_line_with_its_own_verdict():
    with pytest.raises(IllegalMove) as refusal:
        position(NP1, rack="2=1+3").check(0, "9J 2=1+3")
    assert [(run.text, run.kind, run.fault_code) for run in refusal.value.runs] == [
        ("2=1+3", "illegal", "unequal"),
        ("62", "expression", ""),
    ]


def test_a_play_may_be_checked_off_turn_but_not_made():
    state = position(NP1, other="=4+2")
    assert state.check(1, "J9 =4+2").points == 12
    with pytest.raises(IllegalMove) as refusal:
        state.play(1, "J9 =4+2")
    assert (refusal.value.code, str(refusal.value)) == ("not-your-turn", "it is not your turn")


@pytest.mark.parametrize("text", ["pass", "resign", "swap 1", "8F 3+3=6"])
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_played_after_the_end(seat, text):
    state = position(rack="3+3=61", other="3+3=61").play(0, "resign").after
    with pytest.raises(IllegalMove) as refusal:
        state.play(seat, text)
    assert (refusal.value.code, str(refusal.value)) == ("game-over", "the game is over")
    with pytest.raises(IllegalMove, match="the game is over"):
        state.leave(seat, "time")


def test_text_that_is_no_move_is_told_before_turn_and_end():
    state = position()
    with pytest.raises(NotationError):
        state.play(1, "hello")
    with pytest.raises(NotationError):
        state.play(0, "resign").after.play(0, "hello")


def test_there_are_no_options():
    """N2: the number of players is none either."""
    assert State.options == ()
    for options in ({"players": "2"}, {"": ""}):
        with pytest.raises(NotationError, match="there is no option"):
            State.new(seed=SEED, options=options)
