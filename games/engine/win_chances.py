"""The chance to win from a lead: how often it came out, in games of the computer with itself.

The tables hold, for each number of tiles that do not lie on the board, how far the lead of the
seat to move still went up or down until the end: SWINGS of them from least to most, evenly
chosen. One game tells about every lead that there could have been. `benchmarks/win_chances.py`
makes them.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from games.engine.prospects import CERTAIN
from games.rules.interface import State

SWINGS = 200
FOLDER = Path(__file__).with_name("swings")

STRETCH = {"numerica": 120, "equate": 100, "digifeud": 106}
"""What a point counts by which a lead differs from the even one, in percent: who is ahead is so by
more than chance, and goes on better. Chosen on the 5,000 games that the tables are made from, in
Equate on the 1,000 that an earlier table was made from.
"""

Swings = Mapping[int, Sequence[int]]
"""Swings in points, sorted, by the number of tiles that do not lie on the board."""


@cache
def swings_of(game: str) -> Swings:
    """The table of the game with this key; empty for a game without one."""
    path = FOLDER / f"{game}.json"
    if not path.exists():
        return {}
    return {int(tiles): swings for tiles, swings in json.loads(path.read_text("utf-8")).items()}


def tiles_off_board(state: State) -> int:
    """How many tiles do not lie on the board: in bags, and on racks of seats in the game."""
    stock = state.stock
    held = (stock.count_held_by(seat) for seat in range(state.seats) if seat not in state.departed)
    return sum(stock.bag_sizes().values()) + sum(held)


def win_chance(game: str, tiles: int, lead: int) -> int:
    """The chance of the seat to move to win, in thousandths, a tie counted half.

    `tiles` do not lie on the board, `lead` is in points. The nearest number of tiles that the
    table knows counts.
    """
    swings = swings_of(game)
    nearest = min(swings, key=lambda known: (abs(known - tiles), known))
    return chance_of(swings[nearest], lead, STRETCH[game])


def chance_of(swings: Sequence[int], lead: int, stretch: int = 100) -> int:
    """How many of a thousand of these swings leave a lead above 0, those that leave 0 half.

    The lead counts as if it were `stretch` percent as far from the even one, at which both win as
    often.

    >>> chance_of([-10, 0, 10], 0), chance_of([-10, 0, 10], 5), chance_of([-10, 0, 10], -11)
    (500, 666, 0)
    >>> chance_of([-10, 0, 10], 9), chance_of([-10, 0, 10], 9, stretch=120)
    (666, 833)
    """
    middle = swings[(len(swings) - 1) // 2] + swings[len(swings) // 2]
    even = -middle // 2
    counted = even + (lead - even) * stretch // 100
    behind, not_ahead = bisect_left(swings, -counted), bisect_right(swings, -counted)
    return CERTAIN * (2 * len(swings) - behind - not_ahead) // (2 * len(swings))
