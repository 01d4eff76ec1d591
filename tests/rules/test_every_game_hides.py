"""What no State of any game tells: hidden tiles, and secrets of a running game."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.interface import State
from games.rules.tiles import Bag
from tests.rules.walks import (
    NOBODYS,
    cheap,
    every_game,
    every_game_with_racks,
    plain,
    posted,
    recorded,
    viewers,
    walks,
)


def exchanged(state: State, viewer: int | None, number: int) -> State:
    """The same to this viewer: foreign racks and the bag dealt differently, another seed."""
    foreign = [seat for seat in range(state.seats) if seat != viewer]
    stock = state.stock
    racks, bags = [list(rack) for rack in stock.racks], []
    for kind, (supply, bag) in enumerate(zip(stock.supplies, stock.bags, strict=True)):
        pool = [*bag.pile, *(tile for seat in foreign for tile in racks[seat][kind])]
        pool.sort(key=lambda tile: (ord(tile[0]) * 7919 + number) % 101)
        turned = number % len(pool) if pool else 0
        pool = pool[turned:] + pool[:turned]
        for seat in foreign:
            count = len(racks[seat][kind])
            racks[seat][kind], pool = tuple(pool[:count]), pool[count:]
        bags.append(Bag(supply.tiles.sort(pool), bag.drawn, bag.label))
    seed = bytes([number % 256]) * 32
    other = replace(stock, racks=tuple(map(tuple, racks)), bags=tuple(bags), seed=seed)
    return replace(state, stock=other)


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data(), number=st.integers(0, 10**6))
def test_hidden_tiles_make_no_difference_to_a_viewer(key, data, number):
    state = data.draw(walks(key)).states[-1]
    if state.outcome is not None:
        return
    for viewer in viewers(state):
        other = exchanged(state, viewer, number)
        assert other.seen_by(viewer) == state.seen_by(viewer)
        assert plain(other.seen_by(viewer)) == plain(state.seen_by(viewer))
        assert json.dumps(other.view(viewer)) == json.dumps(state.view(viewer))


@every_game_with_racks
def test_the_exchange_of_hidden_tiles_does_exchange_them(key):
    """Else the law above would compare a State with itself."""
    state = recorded(key)[0].states[4]
    others = [exchanged(state, 0, n).stock.racks for n in range(5)]
    assert any(racks[1] != state.stock.racks[1] for racks in others)
    assert all(racks[0] == state.stock.racks[0] for racks in others)


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_no_view_of_a_running_game_holds_a_secret(key, data):
    for state in data.draw(walks(key)).states:
        if state.outcome is not None:
            continue
        for viewer in viewers(state):
            view = state.view(viewer)
            assert state.stock.seed.hex() not in json.dumps(view)
            assert all(isinstance(count, int) for count in view["bags"].values())
            for seat, rack in enumerate(view["racks"]):
                assert seat == viewer or isinstance(rack, int) or not state.stock.supplies
            seen = state.seen_by(viewer)
            assert seen.stock.seed is None
            assert json.dumps(seen.view(viewer)) == json.dumps(view)


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_a_seat_judges_its_own_moves_from_what_it_sees(key, data):
    """Drafts are judged alike by the referee and by the player's page."""
    walk = data.draw(walks(key))
    for before, move in zip(walk.states, walk.moves, strict=False):
        if move.verdict.kind not in NOBODYS:
            assert before.seen_by(move.seat).check(move.seat, posted(move)) == move.verdict
