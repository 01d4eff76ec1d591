"""Bags and hands of a game with two kinds of tiles, drawn once more by hand."""

import json
from dataclasses import replace

import pytest

from games.rules.refusals import IllegalMove
from games.rules.stock import Stock, Supply
from games.rules.tiles import Bag, TileSet, seeded_number

SEED = bytes(range(32))
NUMBERS = TileSet.from_table("1 6 1\n2 6 2\n3 6 3\n? 2 0")
SIGNS = TileSet.from_table("+ 4 1\n- 4 2")
SUPPLIES = (Supply("draw", NUMBERS, 4), Supply("sign", SIGNS, 3))
LOOKERS = [0, 1, None]


def full() -> dict[str, list[str]]:
    """Both bags before the first draw, sorted as the rules list the tiles, blanks last."""
    return {"draw": list("111111222222333333??"), "sign": list("++++----")}


def drawn(bag: list[str], label: str, numbers: range) -> tuple[str, ...]:
    """Take the tiles of these draws from the bag, as the notation says."""
    return tuple(bag.pop(seeded_number(SEED, f"{label}:{n}") % len(bag)) for n in numbers)


def stock(racks: tuple[tuple[str, str], ...], numbers: str, signs: str, seed=SEED) -> Stock:
    """These hands and bags, after 8 draws of numbers and 6 of signs."""
    bags = (Bag(tuple(numbers), 8), Bag(tuple(signs), 6, "sign"))
    return Stock(SUPPLIES, bags, tuple(tuple(map(tuple, rack)) for rack in racks), seed)


def dealt(seats: int = 2) -> Stock:
    return Stock.deal(SUPPLIES, seats, SEED)


def refused(found: Stock, seat: int, tiles: str, on_board: str = "") -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refusal:
        found.require_held(seat, tuple(tiles), tuple(on_board))
    return refusal.value.code, str(refusal.value)


# --- the deal ---


@pytest.mark.parametrize("seats", [1, 2])
def test_each_seat_in_turn_draws_its_numbers_and_its_signs(seats):
    bags, racks = full(), []
    for seat in range(seats):
        four = drawn(bags["draw"], "draw", range(4 * seat, 4 * seat + 4))
        racks.append((four, drawn(bags["sign"], "sign", range(3 * seat, 3 * seat + 3))))
    found = dealt(seats)
    assert found.racks == tuple(racks)
    assert found.bags == (
        Bag(tuple(bags["draw"]), 4 * seats),
        Bag(tuple(bags["sign"]), 3 * seats, "sign"),
    )


def test_deal_ends_where_a_bag_is_empty():
    """Eight signs for three hands: 3, 3 and 2."""
    found = dealt(3)
    assert [len(signs) for _, signs in found.racks] == [3, 3, 2]
    assert found.bag_sizes() == {"draw": 8, "sign": 0}
    assert not found.are_bags_empty()


def test_deal_without_a_seed_is_counted():
    found = Stock.deal(SUPPLIES, 3, None)
    assert found.racks == ((4, 3), (4, 3), (4, 2))
    assert found.bags == (Bag(8, 12), Bag(0, 8, "sign"))
    assert found == dealt(3).seen_by(None)


# --- play, swap, exchange ---


def test_play_refills_each_kind_from_its_own_bag():
    found = stock((("1123", "++-"), ("2233", "---")), "111?", "+-")
    after = found.play(0, tuple("1+2"))
    numbers, signs = list("111?"), list("+-")
    two, one = drawn(numbers, "draw", range(8, 10)), drawn(signs, "sign", range(6, 7))
    assert after.racks == (((*"13", *two), (*"+-", *one)), found.racks[1])
    assert after.bags == (Bag(tuple(numbers), 10), Bag(tuple(signs), 7, "sign"))


def test_play_refills_as_far_as_each_bag_goes():
    after = stock((("1123", "++-"), ("", "")), "?", "+--").play(0, tuple("112++-"))
    assert after.racks[0][0] == ("3", "?")
    assert sorted(after.racks[0][1]) == ["+", "-", "-"]
    assert after.bag_sizes() == {"draw": 0, "sign": 0}
    assert (after.bags[0].drawn, after.bags[1].drawn) == (9, 9)
    assert after.are_bags_empty()


def test_game_is_drawn_out_when_both_bags_are_empty():
    racks = (("1", "+"), ("2", "-"))
    assert not stock(racks, "1", "").are_bags_empty()
    assert not stock(racks, "", "+").are_bags_empty()
    assert stock(racks, "", "").are_bags_empty()


def test_swap_draws_before_the_old_tiles_go_back():
    """The bags hold none of the kinds given back: a later draw might get them again."""
    found = stock((("1112", "+++"), ("", "")), "333", "---")
    after = found.swap(0, tuple("11+1+"))
    assert after.racks[0] == (("2", "3", "3", "3"), ("+", "-", "-"))
    assert after.bags == (Bag(tuple("111"), 11), Bag(tuple("++-"), 8, "sign"))


def test_swap_draws_each_kind_under_its_own_label():
    found = dealt()
    rack, bags = found.racks[1], {bag.label: list(bag.pile) for bag in found.bags}
    after = found.swap(1, (rack[1][0], rack[0][2], rack[0][0]))
    two, one = drawn(bags["draw"], "draw", range(8, 10)), drawn(bags["sign"], "sign", range(6, 7))
    assert after.racks == (found.racks[0], ((rack[0][1], rack[0][3], *two), (*rack[1][1:], *one)))
    assert after.bags == (
        Bag(NUMBERS.sort([*bags["draw"], rack[0][2], rack[0][0]]), 10),
        Bag(SIGNS.sort([*bags["sign"], rack[1][0]]), 7, "sign"),
    )


def test_exchange_puts_back_before_it_draws():
    """D6: after a pass the signs go back first; from an empty bag the same come again."""
    after = stock((("1112", "++-"), ("3", "-")), "333", "").exchange(0, "sign")
    left = list("++-")
    again = drawn(left, "sign", range(6, 9))
    assert after.racks == ((tuple("1112"), again), (("3",), ("-",)))
    assert after.bags == (Bag(tuple("333"), 8), Bag((), 9, "sign"))


def test_exchange_leaves_the_other_kind_alone():
    found = dealt()
    after = found.exchange(1, "sign")
    bag = list(SIGNS.sort([*found.bags[1].pile, *found.racks[1][1]]))
    three = drawn(bag, "sign", range(6, 9))
    assert after.racks == (found.racks[0], (found.racks[1][0], three))
    assert after.bags == (found.bags[0], Bag(tuple(bag), 9, "sign"))


def test_tiles_that_are_not_known_are_counted():
    found = dealt()
    rack = (*found.racks[0][0][:2], found.racks[0][1][0])
    for act in (
        lambda one: one.play(0, rack),
        lambda one: one.swap(0, rack),
        lambda one: one.exchange(0, "sign"),
    ):
        assert act(found.seen_by(None)) == act(found).seen_by(None)
        assert act(found.seen_by(1)) == act(found).seen_by(1)


# --- what a seat may do ---


def test_seat_holds_each_tile_as_often_as_it_lies_there():
    found = stock((("112?", "+-"), ("3", "")), "1", "+")
    found.require_held(0, tuple("-1?+1"), ())
    assert refused(found, 0, "111+") == ("not-on-rack", "this takes more than you hold: 1")
    assert refused(found, 0, "3++") == ("not-on-rack", "you do not hold 3 +")
    assert refused(found, 1, "3+") == ("not-on-rack", "you do not hold +")


def test_an_unknown_rack_may_hold_any_tile_not_placed_elsewhere():
    """Of six 3s four lie on the board and one on the rack that is known."""
    seen = dealt().seen_by(None)
    seen = replace(seen, racks=((tuple("1123"), tuple("++-")), (4, 3)))
    seen.require_held(1, tuple("3++"), tuple("3333"))
    assert refused(seen, 1, "33", "3333") == ("not-on-rack", "you do not hold 3")
    assert refused(seen, 1, "+++", "3333") == ("not-on-rack", "you do not hold +")
    seen.require_held(0, tuple("3++"), tuple("3333"))
    assert refused(seen, 0, "33", "") == ("not-on-rack", "this takes more than you hold: 3")


def test_unknown_rack_holds_no_more_of_a_kind_than_its_number():
    seen = replace(dealt().seen_by(None), racks=((4, 3), (2, 3)))
    seen.require_held(1, tuple("12---"), ())
    assert refused(seen, 1, "112") == ("not-on-rack", "you do not hold 1 1 2")
    assert refused(seen, 1, "12++++") == ("not-on-rack", "you do not hold + + + +")


@pytest.mark.parametrize(
    ("numbers", "signs", "most"),
    [("111111", "----", 7), ("11", "----", 5), ("111111", "", 4), ("1", "+", 2), ("", "", 0)],
)
def test_each_bag_limits_the_swap_of_its_own_kind(numbers, signs, most):
    found = stock((("1123", "++-"), ("", "")), numbers, signs)
    assert found.largest_swap(0) == most
    assert found.largest_swap(1) == 0
    assert found.seen_by(None).largest_swap(0) == most


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("12+", ""),
        ("123", "the bag of numbers has 2 tiles, you want to swap 3"),
        ("1++", "the bag of signs has 1 tiles, you want to swap 2"),
    ],
)
def test_no_more_of_a_kind_is_swapped_than_its_bag_holds(tiles, said):
    found = stock((("1123", "++-"), ("", "")), "33", "-")
    if not said:
        found.require_swappable(tuple(tiles))
        return
    with pytest.raises(IllegalMove) as refusal:
        found.require_swappable(tuple(tiles))
    assert (refusal.value.code, str(refusal.value)) == ("bag-too-small", said)


def test_an_only_bag_is_just_the_bag():
    found = Stock(SUPPLIES[:1], (Bag(("3",), 8),), ((tuple("1123"),),), SEED)
    with pytest.raises(IllegalMove) as refusal:
        found.require_swappable(tuple("12"))
    assert str(refusal.value) == "the bag has 1 tiles, you want to swap 2"


# --- what a seat knows ---


@pytest.mark.parametrize("looker", LOOKERS)
def test_looker_knows_one_hand_at_most_and_no_bag(looker):
    found = dealt()
    seen = found.seen_by(looker)
    assert seen.seed is None
    assert seen.bags == (Bag(12, 8), Bag(2, 6, "sign"))
    assert seen.racks == tuple(found.racks[seat] if seat == looker else (4, 3) for seat in range(2))
    assert seen.hands == tuple(
        found.racks[seat][0] + found.racks[seat][1] if seat == looker else 7 for seat in range(2)
    )
    assert seen.seen_by(looker) == seen


def test_a_rack_holds_the_tiles_of_all_its_piles():
    found = stock((("112", "+-"), ("3?", "")), "", "")
    assert found.hands == (tuple("112+-"), tuple("3?"))
    assert (found.count_held_by(0), found.count_held_by(1)) == (5, 2)
    assert found.seen_by(0).hands == (tuple("112+-"), 2)
    assert found.seen_by(0).count_held_by(1) == 2


def test_points_of_a_rack_count_only_known_tiles():
    """1 + 1 + 2 and a blank of nothing, + at 1 and - at 2."""
    found = stock((("112?", "+-"), ("3", "")), "", "")
    assert (found.points_held_by(0), found.points_held_by(1)) == (7, 3)
    assert (found.seen_by(0).points_held_by(0), found.seen_by(0).points_held_by(1)) == (7, 0)


def test_tiles_of_both_kinds_lie_somewhere_off_the_board():
    found = dealt()
    lying = tuple("113?--")
    left = {"1": 4, "2": 6, "3": 5, "?": 1, "+": 4, "-": 2}
    assert found.unseen(None, lying) == left
    off = found.tiles_off_board(lying)
    assert {tile: off.count(tile) for tile in left} == left
    own = stock((("12", "+"), ("33", "--")), "", "")
    assert own.unseen(0, lying) == {**left, "1": 3, "2": 5, "+": 3}
    assert own.seen_by(0).unseen(1, lying) == left


# --- as plain values ---


@pytest.mark.parametrize("found", [dealt(), *map(dealt().seen_by, LOOKERS)])
def test_stock_survives_json(found):
    assert Stock.from_json(SUPPLIES, json.loads(json.dumps(found.to_json()))) == found


def test_json_lists_bags_and_piles_by_kind():
    assert stock((("12", "+"), ("3", "")), "1?", "-").to_json() == {
        "seed": SEED.hex(),
        "bags": [[["1", "?"], 8], [["-"], 6]],
        "racks": [[["1", "2"], ["+"]], [["3"], []]],
    }
    seen = stock((("12", "+"), ("3", "")), "1?", "-").seen_by(0)
    assert seen.to_json() == {
        "seed": None,
        "bags": [[2, 8], [1, 6]],
        "racks": [[["1", "2"], ["+"]], [1, 0]],
    }
