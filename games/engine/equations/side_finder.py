# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Looking up the sides that may stand beside a member: those stored under its value."""

from games.engine.equations import marks
from games.engine.equations.line import Line
from games.engine.equations.line_rules import LineRules
from games.engine.equations.part import Part
from games.engine.equations.part_store import PartStore
from games.engine.equations.rack import Rack
from games.engine.equations.search_clock import SearchClock

AFTER = marks.AFTER
BEFORE = marks.BEFORE


class SideFinder:
    """Finds the sides of the line that is being searched, free ones and bound ones.

    What is found is stored at the top of `store`, as it lies in the line. The equals sign of a
    side is the one between the member and the side.
    """

    def __init__(
        self, rules: LineRules, rack: Rack, line: Line, store: PartStore, clock: SearchClock
    ) -> None:
        self.rules = rules
        self.rack = rack
        self.line = line
        self.store = store
        self.clock = clock

    def find(self, role: int, place: int, member: Part, most: int) -> None:
        """Store all sides beyond the equals sign on this place that have the member's value.

        Together with the member and the sign they have no more tiles than the rack, and in one
        member at most `most`.
        """
        room = self.rack.tiles - member.tiles - self.line.equals_tiles[place]
        if self.store.free_least[member.bucket] <= room:
            self.find_free(role, place, member, most)
        near = place + 1 if role == AFTER else place - 1
        key = 2 * near + role
        bucket = self.store.side_bucket(member.bucket, key)
        if self.store.side_least[bucket] <= room:
            self._find_bound(bucket, key, place, member, most)

    def _find_bound(self, bucket: int, key: int, place: int, member: Part, most: int) -> None:
        """The same for the bound sides alone; `key` is that of their bucket, see `PartStore`."""
        room = self.rack.tiles - member.tiles - self.line.equals_tiles[place]
        use = member.use + self.line.equals_use[place]
        index = self.store.side_head[bucket]
        while index >= 0:
            if (
                self.store.near[index] == key
                and self.store.tiles[index] <= room
                and self.store.most_tiles[index] <= most
                and self.store.numerator[index] == member.numerator
                and self.store.denominator[index] == member.denominator
                and self.rack.fits(use + self.store.use[index])
            ):
                self.store.add_copy(index, key >> 1, self.store.far[index])
                if self.clock.is_over:
                    break
            index = self.store.next[index]

    def find_free(self, role: int, place: int, member: Part, most: int) -> None:
        """The same for the free sides alone."""
        room = self.rack.tiles - member.tiles - self.line.equals_tiles[place]
        use = member.use + self.line.equals_use[place]
        space = self.line.loose_after[place + 1]
        if role == BEFORE:
            space = self.line.loose_before[place - 1]
        index = -1
        if self.store.free_least[member.bucket] <= room:
            index = self.store.free_head[member.bucket]
        while index >= 0:
            if (
                self.store.squares[index] <= space
                and self.store.tiles[index] <= room
                and self.store.most_tiles[index] <= most
                and self.store.numerator[index] == member.numerator
                and self.store.denominator[index] == member.denominator
                and self.rack.fits(use + self.store.use[index])
            ):
                self._place_side(role, place, index)
                if self.clock.is_over:
                    break
            index = self.store.next[index]

    def _place_side(self, role: int, place: int, side: int) -> None:
        """Store a free side beyond the equals sign on this place, if a run may end there."""
        if role == AFTER:
            if self.line.finishes[place + self.store.squares[side]]:
                self.place_free(side, place + 1)
        else:
            first = place - self.store.squares[side]
            if self.line.begins[first]:
                placed = self.place_free(side, first)  # may give `far` more room: a new array
                self.store.far[placed] = first

    def place_free(self, part: int, first: int) -> int:
        """Store a free part as it lies from this place on; its index."""
        symbols = self.store.symbols[part]
        last = first + self.store.squares[part] - 1
        points = 0
        factor = 1
        for place in range(first, last + 1):
            points += self.rules.symbol_points[symbols & 63] * self.line.tile_factor[place]
            factor *= self.line.line_factor[place]
            symbols >>= 6
        placed = self.store.add_copy(part, first, last)
        self.store.points[placed] = points
        self.store.factor[placed] = factor
        self.store.cross_gain[placed] = 0
        return placed
