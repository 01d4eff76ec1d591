"""Positions that differ only in what a seat does not see."""

from collections import Counter
from dataclasses import replace

from games.rules.stock import Stock


def with_other_hidden_tiles(state, seat):
    """The same position with the tiles of the other seat and those of the bag exchanged."""
    stock: Stock = state.stock
    bags, hand = [], []
    for supply, bag, pile in zip(stock.supplies, stock.bags, stock.racks[1 - seat], strict=True):
        tiles = supply.tiles.sort([*bag.pile, *pile])
        taken = tiles[:: max(1, len(tiles) // len(pile))][: len(pile)]
        rest = supply.tiles.sort((Counter(tiles) - Counter(taken)).elements())
        hand.append(taken)
        bags.append(replace(bag, pile=rest))
    racks = tuple(tuple(hand) if who == 1 - seat else rack for who, rack in enumerate(stock.racks))
    return state.with_stock(replace(stock, bags=tuple(bags), racks=racks))
