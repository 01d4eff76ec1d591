"""What a game tells when it is over, so that anybody can make its draws again."""

import json

import pytest

from games.rules import GAMES
from games.rules.record import replay

from .playthroughs import HERE, records

SEED = bytes(range(32))


def draws(key: str, **options: str) -> dict:
    """What is told of a game that ends at once."""
    state = GAMES[key].new(seed=SEED, options=options)
    return state.play(state.turn, "resign").after.draws()


@pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)
def test_it_is_plain_and_tells_every_hand_and_every_bag(path):
    state = replay(path.read_bytes()).state
    told = state.draws()
    assert json.loads(json.dumps(told)) == told
    assert len(told["racks"]) == state.seats
    for seat, rack in enumerate(told["racks"]):
        assert sum(rack, []) == list(state.stock.rack(seat))
    assert {one["label"]: one["left"] for one in told["supplies"]} == state.stock.bag_sizes()


def test_the_tiles_are_listed_in_the_order_of_the_bag():
    state = GAMES["equate"].new(seed=SEED, options={"stage": "1"})
    for one, supply in zip(state.draws()["supplies"], state.stock.supplies, strict=True):
        bag = [tile for tile, count in one["tiles"] for _ in range(count)]
        assert bag == list(supply.tiles.full_bag())


@pytest.mark.parametrize(
    ("key", "options", "hands"),
    [
        ("numerica", {}, {"draw": 9}),
        ("equate", {}, {"draw": 9}),
        ("equate", {"stage": "2"}, {"draw": 6, "sign": 3}),
        ("digifeud", {}, {"draw": 8, "sign": 3}),
        ("numeria", {}, {}),
    ],
)
def test_each_bag_fills_its_part_of_a_hand(key, options, hands):
    assert {one["label"]: one["hand"] for one in draws(key, **options)["supplies"]} == hands


@pytest.mark.parametrize("key", ["equate", "digifeud"])
def test_the_equals_sign_comes_from_no_rack(key):
    told = draws(key)
    assert told["free"] == ["="]
    assert "=" not in [tile for one in told["supplies"] for tile, _ in one["tiles"]]


def test_the_equals_sign_of_numerica_comes_from_a_rack():
    assert "free" not in draws("numerica")


def test_a_pass_in_digifeud_exchanges_the_signs():
    """D6; nothing is exchanged in the other games."""
    told = {key: draws(key).get("exchanged_on_pass") for key in GAMES}
    assert told == {"numerica": None, "equate": None, "digifeud": "sign", "numeria": None}


@pytest.mark.parametrize(("starter", "first"), [("random", None), ("1", 0), ("2", 1)])
def test_the_options_of_digifeud_may_say_who_starts(starter, first):
    state = GAMES["digifeud"].new(seed=SEED, options={"starter": starter})
    kept = GAMES["digifeud"].from_json(json.loads(json.dumps(state.to_json())))
    assert state.draws()["first"] == kept.draws()["first"] == first


@pytest.mark.parametrize(("strict", "count"), [("off", 253), ("on", 252)])
def test_a_deal_of_numeria_names_each_trope_of_its_own_list_once(strict, count):
    """M3, M8; they are listed from the lowest number."""
    tropes = draws("numeria", strict_primes=strict)["deal"]["tropes"]
    fours = [tuple(map(int, trope.split(","))) for trope in tropes]
    assert len(fours) == len(set(fours)) == count
    assert all(tuple(sorted(four)) == four for four in fours)
    assert ((23, 29, 31, 33) in fours) is (strict == "off")


def test_a_deal_of_numeria_says_where_each_tile_goes():
    """From b7 to g7 down to g2; d5, e5, d4 and e4 go to the corners."""
    state = replay((HERE / "numeria-tropes.game").read_bytes()).state
    deal = state.draws()["deal"]
    names = [state.layout.name(tuple(square)) for square in deal["squares"]]
    assert names[:7] == ["b7", "c7", "d7", "e7", "f7", "g7", "b6"]
    assert names[12:18] == ["b5", "c5", "a8", "h8", "f5", "g5"]
    assert names[18:24] == ["b4", "c4", "a1", "h1", "f4", "g4"]
    assert names[-1] == "g2"
    assert deal["tiles"] == [[str(number), 1] for number in range(1, 37)]
    assert (deal["label"], deal["setup"]) == ("draw", state.initial_position)
