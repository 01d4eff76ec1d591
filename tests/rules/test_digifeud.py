"""The rules of Digifeud that no worked example of docs/rules/digifeud.md shows."""

import hashlib
import hmac
import json
from dataclasses import replace

import pytest

from games.rules.digifeud import State
from games.rules.digifeud.constants import NUMBERS, SIGNS
from games.rules.refusals import IllegalMove, NotationError, Refusal
from games.rules.tiles import Bag, pile_to_json

from .digifeud_positions import SEED, points, position, with_all_tiles

DP1 = "7E 8*9=[72]"


def refusal_of(state: State, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        state.check(0, text)
    return caught.value


def drawn(label: str, bag: list[str], counter: int, count: int) -> list[str]:
    """Draw `count` tiles from the bag and return them, by the published rule alone."""
    taken = []
    for number in range(counter, counter + count):
        digest = hmac.new(SEED, f"{label}:{number}".encode(), hashlib.sha256).digest()
        taken.append(bag.pop(int.from_bytes(digest, "big") % len(bag)))
    return taken


# --- tiles and hands ---


def test_there_are_as_many_tiles_as_the_source_says():
    """DF4, DF5."""
    assert sum(NUMBERS.counts.values()) == 50
    assert {symbols: sum(signs.counts.values()) for symbols, signs in SIGNS.items()} == {
        "+-": 48,
        "+-*": 40,
        "+-*/": 48,
    }


@pytest.mark.parametrize("symbols", SIGNS)
def test_seats_draw_eight_numbers_and_three_signs_each_from_two_bags(symbols):
    """DF6."""
    numbers, signs = list(NUMBERS.full_bag()), list(SIGNS[symbols].full_bag())
    state = State.new(seed=SEED, options={"symbols": symbols})
    for seat in range(2):
        assert list(state.stock.racks[seat][0]) == drawn("draw", numbers, 8 * seat, 8)
        assert list(state.stock.racks[seat][1]) == drawn("sign", signs, 3 * seat, 3)
    assert state.view(None)["bags"] == {"draw": 34, "sign": len(signs)}


def test_a_turn_refills_numbers_and_signs():
    """D6."""
    state = position(DP1, numbers="12345678", signs="+-*", bag="0099", sign_bag="//")
    after = state.play(0, "G7 .-2=7").after
    numbers, signs = after.stock.racks[0]
    assert numbers[:6] == tuple("134568") and len(numbers) == 8
    assert signs == ("+", "*", "/")
    assert after.stock.bag_sizes() == {"draw": 2, "sign": 1}
    assert after.turn == 1


def test_a_turn_refills_as_far_as_the_bags_go():
    """D6."""
    after = position(DP1, numbers="275", signs="-", bag="0", sign_bag="").play(0, "G7 .-2=7").after
    assert after.outcome is None
    assert after.stock.racks[0] == (("5", "0"), ())


def test_an_equals_sign_is_always_at_hand():
    """DF6."""
    state = position()
    assert state.view(0)["free"] == ["="]
    assert "=" not in state.racks[0]
    assert points(state, DP1) == 81


# --- passing ---


def test_a_pass_puts_the_signs_back_first_and_draws_three():
    """D6."""
    state = State.new(seed=SEED, options={"starter": "1"})
    signs = SIGNS["+-*"].sort([*state.stock.bags[1].pile, *state.stock.racks[0][1]])
    after = state.play(0, "pass").after
    assert list(after.stock.racks[0][1]) == drawn("sign", list(signs), 6, 3)
    assert after.stock.racks[0][0] == state.stock.racks[0][0]
    assert after.stock.racks[1] == state.stock.racks[1]
    assert after.stock.bag_sizes() == state.stock.bag_sizes()


def test_a_pass_with_an_empty_bag_gives_the_same_signs_back():
    after = position(DP1, signs="+-", sign_bag="").play(0, "pass").after
    assert sorted(after.stock.racks[0][1]) == ["+", "-"]


def test_a_pass_goes_on_where_tiles_are_only_counted():
    state = State.unseeded(first=0, options={})
    after = state.play(0, "pass").after
    assert after.stock.racks == state.stock.racks
    assert after.stock.bag_sizes() == {"draw": 34, "sign": 34}


def test_only_passes_of_one_seat_in_a_row_end_the_game():
    """D7."""
    state = position(DP1, numbers="27", signs="---", sign_bag="------")
    for seat, text in ((0, "pass"), (1, "pass"), (0, "G7 .-2=7")):
        state = state.play(seat, text).after
        assert state.outcome is None
    assert state.passes == (0, 1)
    assert state.play(1, "pass").after.outcome.reason == "passes"


def test_the_page_knows_that_a_pass_would_end_the_game():
    state = position(DP1)
    assert not state.view(0)["actions"]["pass_ends"]
    state = state.play(0, "pass").after.play(1, "pass").after
    assert state.view(0)["actions"]["pass_ends"]
    assert not state.view(1)["actions"]["pass_ends"]
    assert not state.view(None)["actions"]["pass_ends"]


def test_equal_totals_are_a_tie():
    state = replace(position(DP1, numbers="3", other="3", scores=(7, 7)), passes=(1, 0))
    assert state.play(0, "pass").after.outcome.ranking == ((0, 1),)


def test_there_is_no_swap():
    refusal = refusal_of(position(DP1), "swap 77")
    assert isinstance(refusal, NotationError)
    assert "not swapped" in str(refusal)
    assert position(DP1).view(0)["actions"]["swap"] == 0
    with pytest.raises(NotationError):
        position(DP1).play(0, "swap 1")


# --- going out ---


def test_signs_left_over_do_not_keep_a_player_in_the_game():
    """D8."""
    state = with_all_tiles(position("7G 9", "7K 8", numbers="1", signs="-+", bag="", other="5"))
    after = state.play(0, "7G .-1=.").after
    assert after.outcome.reason == "out"
    assert after.outcome.adjustments == (5, -5)


def test_a_number_in_the_bag_keeps_the_game_going():
    """D8."""
    state = position("7G 9", "7K 8", numbers="1", bag="5", sign_bag="")
    after = state.play(0, "7G .-1=.").after
    assert after.outcome is None
    assert after.stock.racks[0][0] == ("5",)


def test_nobody_can_leave_a_game_that_is_over():
    over = position().leave(0, "resign").after
    for seat in (0, 1):
        with pytest.raises(IllegalMove) as refusal:
            over.leave(seat, "time")
        assert refusal.value.code == "game-over"


def test_a_game_that_is_called_off_changes_no_score():
    after = position(scores=(250, 90)).leave(0, "aborted").after
    assert after.scores == (250, 90)
    assert after.outcome.ranking == ()
    assert not after.outcome.rated


def test_nothing_is_agreed_upon():
    with pytest.raises(NotationError):
        position().leave(0, "agreement")


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
    ("text", "lacking"),
    [
        ("7G 8-6=2", "6"),
        ("7G 8-2=[16]", "1 6"),
        ("7G 4+4=8", "4"),
        ("7G ?4+?4=8", "?"),
        ("7G 8*2=4", "×"),
        ("7G 8+2=4", None),
    ],
)
def test_tiles_must_be_on_the_hand(text, lacking):
    refusal = refusal_of(position(numbers="248?", signs="+-"), text)
    if lacking is None:
        assert refusal.code == "unequal"
    else:
        assert refusal.code == "not-on-rack"
        assert str(refusal) == f"you do not hold {lacking}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7K 8+9=[17]", "off-board"),
        ("K11 8+9=[17]", "off-board"),
        ("G5 1+8=3", "occupied"),
        ("7I [73]-9=[63]", "occupied"),
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


# --- options ---


def test_the_option_says_who_starts():
    """DF2."""
    for seed in (bytes([n]) * 32 for n in range(6)):
        assert State.new(seed=seed, options={"starter": "1"}).turn == 0
        assert State.new(seed=seed, options={"starter": "2"}).turn == 1
        first = int.from_bytes(hmac.digest(seed, b"first", "sha256"), "big") % 2
        assert State.new(seed=seed, options={}).turn == first


def test_who_starts_does_not_change_the_tiles():
    one, two = (State.new(seed=SEED, options={"starter": seat}) for seat in ("1", "2"))
    assert one.stock == two.stock


def test_a_record_cannot_say_that_another_starts():
    assert State.unseeded(first=1, options={"starter": "2"}).turn == 1
    with pytest.raises(NotationError, match="player 2 starts"):
        State.unseeded(first=0, options={"starter": "2"})


def test_the_options_have_words():
    for option in State.options:
        assert set(option.words) == set(option.values)


# --- what is known ---


@pytest.mark.parametrize("symbols", SIGNS)
@pytest.mark.parametrize("directions", ["2", "4"])
def test_a_state_survives_json(symbols, directions):
    options = {"symbols": symbols, "directions": directions}
    state = State.new(seed=SEED, options=options)
    state = state.play(state.turn, "pass").after
    for known in (state, *(state.seen_by(viewer) for viewer in (None, 0, 1))):
        assert State.from_json(json.loads(json.dumps(known.to_json()))) == known
    over = state.play(state.turn, "resign").after
    assert State.from_json(json.loads(json.dumps(over.to_json()))) == over


def test_a_seat_sees_its_own_tiles_and_counts_the_others():
    state = State.new(seed=SEED, options={})
    seen = state.seen_by(0)
    assert seen.stock.racks == (state.stock.racks[0], (8, 3))
    assert seen.stock.seed is None
    assert all(isinstance(bag.pile, int) for bag in seen.stock.bags)
    assert state.seen_by(None).stock.racks == ((8, 3), (8, 3))
    view = state.view(0)
    assert view["racks"] == [pile_to_json(state.racks[0]), 11]
    assert sum(view["unseen"].values()) == 90 - 11
    assert view == seen.view(0)


def test_a_state_without_a_seed_counts_its_tiles():
    state = State.unseeded(first=1, options={"symbols": "+-"})
    assert state.stock.racks == ((8, 3), (8, 3))
    assert [bag for bag in state.stock.bags] == [Bag(34, 16), Bag(42, 6, "sign")]
    after = state.play(1, "7E 9-8=1").after
    assert after.stock.racks == ((8, 3), (8, 3))
    assert after.stock.bag_sizes() == {"draw": 31, "sign": 41}


def test_without_a_seed_nobody_holds_more_tiles_than_there_are():
    state = State.unseeded(first=0, options={})
    assert refusal_of(state, "7E ?1+?1=?2").code == "not-on-rack"
    assert points(state, "7E ?1+?1=2") == 3
