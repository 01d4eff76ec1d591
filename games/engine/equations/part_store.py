# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Members and sides of few new tiles, stored under their exact value.

First come the free ones, those of squares without crossing lines, which are good for every line;
then those of the line that is being searched; last those that were just looked up.
"""

from games.engine.equations import marks
from games.engine.equations.cross_checks import BoardAndRack, Wanted
from games.engine.equations.grammar import Grammar
from games.engine.equations.line_bounds import LineBounds
from games.engine.equations.member_reader import Evaluate, small_numbers, zeros

COUNTERS = marks.COUNTERS
GUARDS = marks.GUARDS
AFTER = marks.AFTER
BEFORE = marks.BEFORE
NODES_BETWEEN_LOOKS = marks.NODES_BETWEEN_LOOKS
BUCKETS = 1 << 15
SIDE_BUCKETS = 1 << 13
NONE = 127  # as a number of tiles: there is nothing here


class PartStore(LineBounds):
    """A line with the parts that may stand in it."""

    def __init__(
        self, grammar: Grammar, given: BoardAndRack, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, given, evaluate, wanted)
        self._make_store()

    def _make_store(self) -> None:
        """Room for parts: free sides first, then those of the line, last those just looked up."""
        self.room = 4096
        self.top = 0
        self.part_numerator = zeros(self.room)
        self.part_denominator = zeros(self.room)
        self.part_use = zeros(self.room)
        self.part_tiles = zeros(self.room)
        self.part_most_tiles = zeros(self.room)
        self.part_points = zeros(self.room)
        self.part_factor = zeros(self.room)
        self.part_cross_gain = zeros(self.room)
        self.part_symbols = zeros(self.room)
        self.part_squares = zeros(self.room)
        self.part_near = zeros(self.room)
        self.part_far = zeros(self.room)
        self.part_next = zeros(self.room)
        self.free_head = zeros(BUCKETS)
        self.free_least = small_numbers(BUCKETS, NONE)
        self.side_head = zeros(SIDE_BUCKETS)
        self.side_least = small_numbers(SIDE_BUCKETS, NONE)
        self.sides = 0

    def _collect_free_chains(self, singles: int) -> None:
        """Put a member and an equals sign before each free side, those just made among them."""
        side = 0
        while side < self.top and not self.is_over:
            word = self.equals | self.part_symbols[side] << 6
            cells = self.part_squares[side] + 1
            tiles = self.part_tiles[side] + 1
            use = self.part_use[side] + self.counter_unit[self.equals]
            bucket = self._bucket(self.part_numerator[side], self.part_denominator[side])
            other = self.free_head[bucket]
            while other >= 0 and not self.is_over:
                if (
                    other < singles
                    and self.part_symbols[other] != self.part_symbols[side]
                    and self.part_numerator[other] == self.part_numerator[side]
                    and self.part_denominator[other] == self.part_denominator[side]
                ):
                    size = self.part_tiles[other]
                    most = size if size > self.part_most_tiles[side] else self.part_most_tiles[side]
                    if size + tiles + most <= self.tiles and self._fits(use + self.part_use[other]):
                        self._push(
                            self.part_numerator[side], self.part_denominator[side], use + self.part_use[other],
                            size + tiles, most, 0, 1, 0,
                            self.part_symbols[other] | word << 6 * size, size + cells, 0, 0,
                        )  # fmt: skip
                        self._link_free(self.top - 1)
                other = self.part_next[other]
            side += 1

    def _push(
        self,
        above: int,
        below: int,
        use: int,
        tiles: int,
        most: int,
        raw: int,
        factor: int,
        gain: int,
        word: int,
        cells: int,
        near: int,
        far: int,
    ) -> int:
        """Store one part; its place."""
        self.nodes += 1
        if self.nodes & NODES_BETWEEN_LOOKS == 0:
            self.check_time()
        if self.top == self.room:
            self._make_room()
        i = self.top
        self.part_numerator[i] = above
        self.part_denominator[i] = below
        self.part_use[i] = use
        self.part_tiles[i] = tiles
        self.part_most_tiles[i] = most
        self.part_points[i] = raw
        self.part_factor[i] = factor
        self.part_cross_gain[i] = gain
        self.part_symbols[i] = word
        self.part_squares[i] = cells
        self.part_near[i] = near
        self.part_far[i] = far
        self.top = i + 1
        return i

    def _make_room(self) -> None:
        self.part_numerator = self._longer(self.part_numerator)
        self.part_denominator = self._longer(self.part_denominator)
        self.part_use = self._longer(self.part_use)
        self.part_tiles = self._longer(self.part_tiles)
        self.part_most_tiles = self._longer(self.part_most_tiles)
        self.part_points = self._longer(self.part_points)
        self.part_factor = self._longer(self.part_factor)
        self.part_cross_gain = self._longer(self.part_cross_gain)
        self.part_symbols = self._longer(self.part_symbols)
        self.part_squares = self._longer(self.part_squares)
        self.part_near = self._longer(self.part_near)
        self.part_far = self._longer(self.part_far)
        self.part_next = self._longer(self.part_next)
        self.room *= 2

    def _longer(self, numbers: list[int]) -> list[int]:
        longer = zeros(2 * self.room)
        for place in range(self.room):
            longer[place] = numbers[place]
        return longer

    def _bucket(self, above: int, below: int) -> int:
        """Where a value is kept. Only its low bits count, so no product here is large."""
        return (
            ((above ^ above >> 19) & 0xFFFFF) * 40503 + (below & 0xFFFFF) * 30011 >> 3
        ) & BUCKETS - 1

    def _side_bucket(self, bucket: int, role: int, near: int) -> int:
        return (bucket + (2 * near + role) * 1009) & SIDE_BUCKETS - 1

    def _link_free(self, i: int) -> None:
        bucket = self._bucket(self.part_numerator[i], self.part_denominator[i])
        self.part_next[i] = self.free_head[bucket] if self.free_least[bucket] < NONE else -1
        self.free_head[bucket] = i
        if self.part_tiles[i] < self.free_least[bucket]:
            self.free_least[bucket] = self.part_tiles[i]

    def _fits(self, use: int) -> bool:
        """Whether the rack has all these tiles, blanks standing in for what is lacking."""
        spare = self.rack_counters - use
        if spare & GUARDS == GUARDS:
            return True
        if self.blanks == 0:
            return False
        lacking = 0
        for _ in range(COUNTERS):
            counter = spare & 31
            if counter < 16:
                lacking += 16 - counter
            spare >>= 5
        return lacking <= self.blanks

    def _forget_sides(self) -> None:
        """Empty the table of the sides of this line, and all that is stored of it."""
        for i in range(self.sides, self.top):
            bucket = self._bucket(self.part_numerator[i], self.part_denominator[i])
            self.side_least[
                self._side_bucket(bucket, self.part_near[i] & 1, self.part_near[i] >> 1)
            ] = NONE
        self.top = self.sides

    def _combine(self, a: int, c: int, b: int, near: int, far: int) -> None:
        """Store parts a and b with the equals sign on square c between them as one part."""
        word = self.part_symbols[a]
        cells = self.part_squares[a]
        if self.equals_squares[c]:
            word |= self.equals << 6 * cells
            cells += 1
        most = (
            self.part_most_tiles[a]
            if self.part_most_tiles[a] > self.part_most_tiles[b]
            else self.part_most_tiles[b]
        )
        self._push(
            self.part_numerator[a],
            self.part_denominator[a],
            self.part_use[a] + self.equals_use[c] + self.part_use[b],
            self.part_tiles[a] + self.equals_tiles[c] + self.part_tiles[b],
            most,
            self.part_points[a] + self.equals_points[c] + self.part_points[b],
            self.part_factor[a] * self.equals_factor[c] * self.part_factor[b],
            self.part_cross_gain[a] + self.equals_cross_gain[c] + self.part_cross_gain[b],
            word | self.part_symbols[b] << 6 * cells,
            cells + self.part_squares[b],
            near,
            far,
        )

    def _add_side(self, role: int, i: int, near: int, far: int) -> None:
        """Keep part i as a side whose equals sign stands beyond `near`; with it, longer ones.

        The member with the most tiles is yet to come, so those of the side count twice.
        """
        if self.part_tiles[i] + self.part_most_tiles[i] > self.tiles:
            return
        c = near - 1 if role == AFTER else near + 1
        if not self.equals_fits[c]:
            return
        self._push(
            self.part_numerator[i],
            self.part_denominator[i],
            self.part_use[i],
            self.part_tiles[i],
            self.part_most_tiles[i],
            self.part_points[i],
            self.part_factor[i],
            self.part_cross_gain[i],
            self.part_symbols[i],
            self.part_squares[i],
            2 * near + role,
            far,
        )
        side = self.top - 1
        bucket = self._bucket(self.part_numerator[side], self.part_denominator[side])
        bucket = self._side_bucket(bucket, role, near)
        self.part_next[side] = self.side_head[bucket] if self.side_least[bucket] < NONE else -1
        self.side_head[bucket] = side
        if self.part_tiles[side] < self.side_least[bucket]:
            self.side_least[bucket] = self.part_tiles[side]
        if role == AFTER:
            if self.part_tiles[side] < self.least_after[near]:
                self.least_after[near] = self.part_tiles[side]
        elif self.part_tiles[side] < self.least_before[near]:
            self.least_before[near] = self.part_tiles[side]
        if self.chains_here:
            self._extend_side(role, side, c, far)

    def _extend_side(self, role: int, side: int, c: int, far: int) -> None:
        """The same side with one more free member beyond its equals sign on square c."""
        use = self.part_use[side] + self.equals_use[c]
        room = self.tiles - self.part_tiles[side] - self.equals_tiles[c]
        above = self.part_numerator[side]
        below = self.part_denominator[side]
        bucket = self._bucket(above, below)
        if self.free_least[bucket] > room:
            return
        i = self.free_head[bucket]
        while i >= 0 and not self.is_over:
            size = self.part_tiles[i]
            if (
                size == self.part_most_tiles[i]
                and size <= room
                and self.part_numerator[i] == above
                and self.part_denominator[i] == below
                and self._fits(use + self.part_use[i])
            ):
                if role == AFTER and self.loose_before[c - 1] >= size:
                    self._place(i, c - size)
                    self._combine(self.top - 1, c, side, c - size, far)
                    self._add_side(AFTER, self.top - 1, c - size, far)
                if role == BEFORE and self.loose_after[c + 1] >= size:
                    self._place(i, c + 1)
                    self._combine(side, c, self.top - 1, c + size, far)
                    self._add_side(BEFORE, self.top - 1, c + size, far)
            i = self.part_next[i]

    def _place(self, i: int, first: int) -> None:
        """Store free part i as it lies from square `first`."""
        raw = 0
        factor = 1
        word = self.part_symbols[i]
        last = first + self.part_squares[i] - 1
        for c in range(first, last + 1):
            raw += self.symbol_points[word & 63] * self.tile_factor[c]
            factor *= self.line_factor[c]
            word >>= 6
        self._push(
            self.part_numerator[i],
            self.part_denominator[i],
            self.part_use[i],
            self.part_tiles[i],
            self.part_most_tiles[i],
            raw,
            factor,
            0,
            self.part_symbols[i],
            self.part_squares[i],
            first,
            last,
        )

    def _take_value(self, i: int) -> None:
        """Part i as if it had just been read."""
        self.numerator = self.part_numerator[i]
        self.denominator = self.part_denominator[i]

    def _gather(self, role: int, c: int, use: int, room: int, most: int) -> None:
        """Store all sides beyond the equals sign on square c that have the value just read.

        They have at most so many tiles in all, and in one member.
        """
        bucket = self._bucket(self.numerator, self.denominator)
        near = c + 1 if role == AFTER else c - 1
        room -= self.equals_tiles[c]
        if self.free_least[bucket] <= room:
            self._gather_free(bucket, role, c, use, room, most)
        bucket = self._side_bucket(bucket, role, near)
        if self.side_least[bucket] <= room:
            self._gather_bound(bucket, 2 * near + role, use + self.equals_use[c], room, most)

    def _gather_free(self, bucket: int, role: int, c: int, use: int, room: int, most: int) -> None:
        above = self.numerator
        below = self.denominator
        use += self.equals_use[c]
        space = self.loose_after[c + 1] if role == AFTER else self.loose_before[c - 1]
        i = self.free_head[bucket]
        while i >= 0 and not self.is_over:
            cells = self.part_squares[i]
            if (
                cells <= space
                and self.part_tiles[i] <= room
                and self.part_most_tiles[i] <= most
                and self.part_numerator[i] == above
                and self.part_denominator[i] == below
                and self._fits(use + self.part_use[i])
            ):
                if role == AFTER:
                    if self.finishes[c + cells]:
                        self._place(i, c + 1)
                elif self.begins[c - cells]:
                    self._place(i, c - cells)
                    self.part_far[self.top - 1] = c - cells
            i = self.part_next[i]

    def _gather_bound(self, bucket: int, near: int, use: int, room: int, most: int) -> None:
        above = self.numerator
        below = self.denominator
        i = self.side_head[bucket]
        while i >= 0 and not self.is_over:
            if (
                self.part_near[i] == near
                and self.part_tiles[i] <= room
                and self.part_most_tiles[i] <= most
                and self.part_numerator[i] == above
                and self.part_denominator[i] == below
                and self._fits(use + self.part_use[i])
            ):
                self._push(
                    above,
                    below,
                    self.part_use[i],
                    self.part_tiles[i],
                    self.part_most_tiles[i],
                    self.part_points[i],
                    self.part_factor[i],
                    self.part_cross_gain[i],
                    self.part_symbols[i],
                    self.part_squares[i],
                    near >> 1,
                    self.part_far[i],
                )
            i = self.part_next[i]
