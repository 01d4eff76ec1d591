"""Tiles, the bag, and draws that anyone can check with a few lines of their own."""

import hashlib
import hmac

import pytest

from games.rules.numerica import TILES, State
from games.rules.tiles import (
    Bag,
    TileSet,
    commitment,
    first_seat,
    hide,
    is_blank,
    missing_tiles,
    pile_from_json,
    pile_to_json,
    refill,
    remove_tiles,
    seeded_number,
    size,
    symbol_of,
    tile_of,
)

SEEDS = [bytes(32), bytes(range(32)), hashlib.sha256(b"Ada").digest(), b"\xff" * 32]


def number(seed: bytes, label: str) -> int:
    """The rule of the notation, written down a second time."""
    return int.from_bytes(hmac.new(seed, label.encode(), hashlib.sha256).digest(), "big")


@pytest.mark.parametrize("seed", SEEDS)
def test_draws_can_be_recomputed_from_the_seed(seed):
    bag = list(
        "0" * 7 + "1" * 7 + "2" * 7 + "3" * 7 + "4" * 7 + "5" * 7 + "6" * 7 + "7" * 7
        + "8" * 7 + "9" * 7 + "+" * 7 + "-" * 4 + "*" * 7 + "/" * 4 + "=" * 16 + "?" * 2
    )  # fmt: skip
    drawn = [bag.pop(number(seed, f"draw:{n}") % len(bag)) for n in range(18)]
    state = State.new(seed=seed, options={})
    assert state.racks == (tuple(drawn[:9]), tuple(drawn[9:]))
    assert state.stock.bags == (Bag(tuple(bag), 18),)


@pytest.mark.parametrize("seed", SEEDS)
def test_first_seat_can_be_recomputed_from_the_seed(seed):
    assert State.new(seed=seed, options={}).turn == number(seed, "first") % 2
    assert first_seat(seed, 3) == number(seed, "first") % 3


def test_both_seats_come_to_start():
    seeds = [hashlib.sha256(b"%d" % n).digest() for n in range(40)]
    starters = [State.new(seed=seed, options={}).turn for seed in seeds]
    assert 10 < sum(starters) < 30


def test_commitment_is_the_hash_of_the_seed():
    for seed in SEEDS:
        assert commitment(seed) == "sha256:" + hashlib.sha256(seed).hexdigest()


def test_commitment_of_the_record_in_the_notation():
    seed = bytes.fromhex("e6abc04e5ec61b2114ab68de90b2ed45595e91958117b285878aaca6ce7305ca")
    assert commitment(seed) == (
        "sha256:c4af85cfeff95c91482c880ca212a5716375af985efb6f401a982567a2c32f8f"
    )
    assert State.new(seed=seed, options={}).turn == 1  # [First "2"]


def test_labels_count_on_their_own():
    seed = SEEDS[1]
    numbers, _ = Bag(tuple("123"), label="draw").draw(seed, 3)
    signs, after = Bag(tuple("123"), label="sign").draw(seed, 2)
    left = list("123")
    expected = [left.pop(number(seed, f"sign:{n}") % len(left)) for n in range(2)]
    assert signs == tuple(expected)
    assert after == Bag(tuple(left), 2, "sign")
    assert sorted(numbers) == ["1", "2", "3"]


def test_seeded_number_is_the_hmac():
    assert seeded_number(SEEDS[2], "draw:7") == number(SEEDS[2], "draw:7")


def test_a_bag_gives_no_more_than_it_holds():
    drawn, bag = Bag(("1", "2")).draw(SEEDS[0], 9)
    assert sorted(drawn) == ["1", "2"]
    assert len(bag) == 0
    assert bag.draw(SEEDS[0], 4) == ((), bag)


def test_a_bag_without_a_seed_is_only_counted():
    assert Bag(5).draw(None, 3) == (3, Bag(2, 3))
    assert Bag(2).draw(None, 3) == (2, Bag(0, 2))
    assert Bag(2).put_back(3, TILES) == Bag(5)
    assert Bag(("1",)).put_back(("0",), TILES) == Bag(("0", "1"))


def test_the_bag_is_sorted_as_the_rules_list_the_tiles():
    assert TILES.full_bag() == TILES.sort(reversed(TILES.full_bag()))
    assert TILES.sort("?=/*-+90") == tuple("09+-*/=?")


def test_tiles_are_taken_from_a_rack_each_as_often_as_named():
    assert missing_tiles(("1", "1", "?"), "11") == ()
    assert missing_tiles(("1", "?"), "11") == ("1",)
    assert remove_tiles(("1", "2", "1", "3"), "11") == ("2", "3")
    assert refill(("1", "2", "1", "3"), ("1",), ("9",)) == ("2", "1", "3", "9")
    assert refill(9, ("1", "2"), 1) == 8


@pytest.mark.parametrize(
    ("face", "tile", "symbol", "points"),
    [
        ("5", "5", "5", 4),
        ("?5", "?", "5", 0),
        ("=", "=", "=", 1),
        ("?=", "?", "=", 0),
        ("?9", "?", "9", 0),
    ],
)
def test_blank_shows_a_symbol_and_scores_nothing(face, tile, symbol, points):
    assert tile_of(face) == tile
    assert symbol_of(face) == symbol
    assert TILES.points_of(face) == points
    assert is_blank(face) == (tile == "?")


def test_blank_on_a_rack_counts_nothing():
    assert TILES.total_points("95?") == 12


@pytest.mark.parametrize("pile", [("1", "?"), (), 4, 0])
def test_pile_survives_json(pile):
    assert pile_from_json(pile_to_json(pile)) == pile


def test_hidden_pile_keeps_its_size_alone():
    assert hide(("1", "2")) == 2 == hide(2)
    assert size(("1", "2")) == 2


def test_tile_set_is_read_from_its_table():
    tiles = TileSet.from_table("7 3 5\n ? 1 0")
    assert tiles.full_bag() == ("7", "7", "7", "?")
    assert tiles.points == {"7": 5, "?": 0}
