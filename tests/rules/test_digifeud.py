"""Hands, bags, passes, options and endings of Digifeud, and what is known."""

import hashlib
import hmac
import json
from dataclasses import replace

import pytest

from games.rules.digifeud import State
from games.rules.digifeud.constants import NUMBERS, SIGNS
from games.rules.refusals import IllegalMove, NotationError
from games.rules.tiles import Bag, pile_to_json
from games.rules.turn_counts import PassesBySeat
from tests.rules.digifeud_hands import DP1, refusal_of

from .digifeud_positions import SEED, points, position, with_all_tiles


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
    assert state.counts.passes == (0, 1)
    assert state.play(1, "pass").after.outcome.reason == "passes"


def test_the_page_knows_that_a_pass_would_end_the_game():
    state = position(DP1)
    assert not state.view(0)["actions"]["pass_ends"]
    state = state.play(0, "pass").after.play(1, "pass").after
    assert state.view(0)["actions"]["pass_ends"]
    assert not state.view(1)["actions"]["pass_ends"]
    assert not state.view(None)["actions"]["pass_ends"]


def test_equal_totals_are_a_tie():
    state = replace(
        position(DP1, numbers="3", other="3", scores=(7, 7)), counts=PassesBySeat((1, 0))
    )
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


def test_no_draw_can_be_agreed_upon():
    with pytest.raises(NotationError):
        position().leave(0, "agreement")


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
