# cython: language_level=3, annotation_typing=False
"""The best plays found so far, and what a play must earn to be one of them."""

import heapq

from games.engine.equations.inputs import Wanted

LaidTile = tuple[int, int, bool]
"""A new tile: the index of its square, its symbol, and whether it is a blank."""

Found = tuple[int, int, tuple[LaidTile, ...]]
"""A play: its points, its direction (0 across, 1 down), and its new tiles."""


class BestPlays:
    """At most `k` plays.

    - `found`: a heap of points, serial number and play
    - `serial`: counts down, so that of plays of equal points the earlier stays
    - `threshold`: the points that a play must exceed
    - `least`: the tiles of the rack that a play lays at least
    - `zero_counts`: whether plays of 0 points are wanted, as there are no others
    """

    def __init__(self, wanted: Wanted, must_equal: bool) -> None:
        self.k = wanted.k
        self.least = wanted.least
        self.found: list[tuple[int, int, Found]] = []
        self.serial = 0
        self.threshold = max(wanted.floor, -1 if must_equal else 0)
        self.zero_counts = False

    def want_zero(self) -> None:
        """From now on plays of 0 points count."""
        self.zero_counts = True
        self.threshold = -1

    def record(self, points: int, direction: int, laid: tuple[LaidTile, ...]) -> None:
        """Keep a play that is among the best k so far."""
        if points <= self.threshold:
            return
        self.serial -= 1
        heapq.heappush(self.found, (points, self.serial, (points, direction, laid)))
        if len(self.found) > self.k:
            heapq.heappop(self.found)
        if len(self.found) == self.k:
            self.threshold = self.found[0][0]

    def in_order(self) -> list[Found]:
        """The plays, best first; of equal ones the earlier first."""
        return [found for _, _, found in sorted(self.found, reverse=True)]
