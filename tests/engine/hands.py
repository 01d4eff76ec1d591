"""Games as a level of the computer meets them, and hands that a test deals."""

from dataclasses import replace

from games.rules import GAMES
from games.rules.interface import State
from games.rules.stock import Stock


def start(key: str, number: int = 0) -> State:
    return GAMES[key].new(seed=bytes([number]) * 32, options={})


def with_rack(state: State, *piles: str, bag: int | None = None) -> State:
    """Give the seat on turn these tiles; each bag keeps its number of tiles, or holds `bag`."""
    stock: Stock = state.stock.seen_by(None)
    racks = tuple(
        tuple(map(tuple, piles)) if seat == state.turn else rack
        for seat, rack in enumerate(stock.racks)
    )
    bags = stock.bags if bag is None else tuple(replace(each, pile=bag) for each in stock.bags)
    return replace(state, stock=replace(stock, racks=racks, bags=bags))
