# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Members and sides of few new tiles, stored under their exact value.

First come the free ones, those of squares without crossing lines, which are good for every line;
then those of the line that is being searched; last those that were just looked up.
"""

from games.engine.equations import marks
from games.engine.equations.crossing import Position, Wanted
from games.engine.equations.grammar import Grammar
from games.engine.equations.line import Line
from games.engine.equations.reading import Evaluate, small_numbers, zeros

COUNTERS = marks.COUNTERS
GUARDS = marks.GUARDS
RIGHT = marks.RIGHT
LEFT = marks.LEFT
NODES_BETWEEN_LOOKS = marks.NODES_BETWEEN_LOOKS
BUCKETS = 1 << 15
SIDE_BUCKETS = 1 << 13
NONE = 127  # as a number of tiles: there is nothing here


class Parts(Line):
    """A line with the parts that may stand in it."""

    def __init__(
        self, grammar: Grammar, position: Position, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, position, evaluate, wanted)
        self._make_store()

    def _make_store(self) -> None:
        """Room for parts: free sides first, then those of the line, last those just looked up."""
        self.room = 4096
        self.top = 0
        self.s_above = zeros(self.room)
        self.s_below = zeros(self.room)
        self.s_use = zeros(self.room)
        self.s_tiles = zeros(self.room)
        self.s_most = zeros(self.room)
        self.s_raw = zeros(self.room)
        self.s_factor = zeros(self.room)
        self.s_gain = zeros(self.room)
        self.s_word = zeros(self.room)
        self.s_cells = zeros(self.room)
        self.s_near = zeros(self.room)
        self.s_far = zeros(self.room)
        self.s_next = zeros(self.room)
        self.free_head = zeros(BUCKETS)
        self.free_least = small_numbers(BUCKETS, NONE)
        self.side_head = zeros(SIDE_BUCKETS)
        self.side_least = small_numbers(SIDE_BUCKETS, NONE)
        self.sides = 0

    def _collect_free_chains(self, singles: int) -> None:
        """Put a member and an equals sign before each free side, those just made among them."""
        side = 0
        while side < self.top and not self.late:
            word = self.equals | self.s_word[side] << 6
            cells = self.s_cells[side] + 1
            tiles = self.s_tiles[side] + 1
            use = self.s_use[side] + self.unit[self.equals]
            bucket = self._bucket(self.s_above[side], self.s_below[side])
            other = self.free_head[bucket]
            while other >= 0 and not self.late:
                if (
                    other < singles
                    and self.s_word[other] != self.s_word[side]
                    and self.s_above[other] == self.s_above[side]
                    and self.s_below[other] == self.s_below[side]
                ):
                    size = self.s_tiles[other]
                    most = size if size > self.s_most[side] else self.s_most[side]
                    if size + tiles + most <= self.tiles and self._fits(use + self.s_use[other]):
                        self._push(
                            self.s_above[side], self.s_below[side], use + self.s_use[other],
                            size + tiles, most, 0, 1, 0,
                            self.s_word[other] | word << 6 * size, size + cells, 0, 0,
                        )  # fmt: skip
                        self._link_free(self.top - 1)
                other = self.s_next[other]
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
            self.is_late()
        if self.top == self.room:
            self._make_room()
        i = self.top
        self.s_above[i] = above
        self.s_below[i] = below
        self.s_use[i] = use
        self.s_tiles[i] = tiles
        self.s_most[i] = most
        self.s_raw[i] = raw
        self.s_factor[i] = factor
        self.s_gain[i] = gain
        self.s_word[i] = word
        self.s_cells[i] = cells
        self.s_near[i] = near
        self.s_far[i] = far
        self.top = i + 1
        return i

    def _make_room(self) -> None:
        self.s_above = self._longer(self.s_above)
        self.s_below = self._longer(self.s_below)
        self.s_use = self._longer(self.s_use)
        self.s_tiles = self._longer(self.s_tiles)
        self.s_most = self._longer(self.s_most)
        self.s_raw = self._longer(self.s_raw)
        self.s_factor = self._longer(self.s_factor)
        self.s_gain = self._longer(self.s_gain)
        self.s_word = self._longer(self.s_word)
        self.s_cells = self._longer(self.s_cells)
        self.s_near = self._longer(self.s_near)
        self.s_far = self._longer(self.s_far)
        self.s_next = self._longer(self.s_next)
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
        bucket = self._bucket(self.s_above[i], self.s_below[i])
        self.s_next[i] = self.free_head[bucket] if self.free_least[bucket] < NONE else -1
        self.free_head[bucket] = i
        if self.s_tiles[i] < self.free_least[bucket]:
            self.free_least[bucket] = self.s_tiles[i]

    def _fits(self, use: int) -> bool:
        """Whether the rack has all these tiles, blanks standing in for what is lacking."""
        spare = self.full - use
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
            bucket = self._bucket(self.s_above[i], self.s_below[i])
            self.side_least[self._side_bucket(bucket, self.s_near[i] & 1, self.s_near[i] >> 1)] = (
                NONE
            )
        self.top = self.sides

    def _combine(self, a: int, c: int, b: int, near: int, far: int) -> None:
        """Store parts a and b with the equals sign on square c between them as one part."""
        word = self.s_word[a]
        cells = self.s_cells[a]
        if self.eq_cells[c]:
            word |= self.equals << 6 * cells
            cells += 1
        most = self.s_most[a] if self.s_most[a] > self.s_most[b] else self.s_most[b]
        self._push(
            self.s_above[a],
            self.s_below[a],
            self.s_use[a] + self.eq_use[c] + self.s_use[b],
            self.s_tiles[a] + self.eq_tiles[c] + self.s_tiles[b],
            most,
            self.s_raw[a] + self.eq_raw[c] + self.s_raw[b],
            self.s_factor[a] * self.eq_factor[c] * self.s_factor[b],
            self.s_gain[a] + self.eq_gain[c] + self.s_gain[b],
            word | self.s_word[b] << 6 * cells,
            cells + self.s_cells[b],
            near,
            far,
        )

    def _add_side(self, role: int, i: int, near: int, far: int) -> None:
        """Keep part i as a side whose equals sign stands beyond `near`; with it, longer ones.

        The member with the most tiles is yet to come, so those of the side count twice.
        """
        if self.s_tiles[i] + self.s_most[i] > self.tiles:
            return
        c = near - 1 if role == RIGHT else near + 1
        if not self.eq_ok[c]:
            return
        self._push(
            self.s_above[i],
            self.s_below[i],
            self.s_use[i],
            self.s_tiles[i],
            self.s_most[i],
            self.s_raw[i],
            self.s_factor[i],
            self.s_gain[i],
            self.s_word[i],
            self.s_cells[i],
            2 * near + role,
            far,
        )
        side = self.top - 1
        bucket = self._bucket(self.s_above[side], self.s_below[side])
        bucket = self._side_bucket(bucket, role, near)
        self.s_next[side] = self.side_head[bucket] if self.side_least[bucket] < NONE else -1
        self.side_head[bucket] = side
        if self.s_tiles[side] < self.side_least[bucket]:
            self.side_least[bucket] = self.s_tiles[side]
        if role == RIGHT:
            if self.s_tiles[side] < self.least_right[near]:
                self.least_right[near] = self.s_tiles[side]
        elif self.s_tiles[side] < self.least_left[near]:
            self.least_left[near] = self.s_tiles[side]
        if self.chains_here:
            self._extend_side(role, side, c, far)

    def _extend_side(self, role: int, side: int, c: int, far: int) -> None:
        """The same side with one more free member beyond its equals sign on square c."""
        use = self.s_use[side] + self.eq_use[c]
        room = self.tiles - self.s_tiles[side] - self.eq_tiles[c]
        above = self.s_above[side]
        below = self.s_below[side]
        bucket = self._bucket(above, below)
        if self.free_least[bucket] > room:
            return
        i = self.free_head[bucket]
        while i >= 0 and not self.late:
            size = self.s_tiles[i]
            if (
                size == self.s_most[i]
                and size <= room
                and self.s_above[i] == above
                and self.s_below[i] == below
                and self._fits(use + self.s_use[i])
            ):
                if role == RIGHT and self.loose_before[c - 1] >= size:
                    self._place(i, c - size)
                    self._combine(self.top - 1, c, side, c - size, far)
                    self._add_side(RIGHT, self.top - 1, c - size, far)
                if role == LEFT and self.loose_after[c + 1] >= size:
                    self._place(i, c + 1)
                    self._combine(side, c, self.top - 1, c + size, far)
                    self._add_side(LEFT, self.top - 1, c + size, far)
            i = self.s_next[i]

    def _place(self, i: int, first: int) -> None:
        """Store free part i as it lies from square `first`."""
        raw = 0
        factor = 1
        word = self.s_word[i]
        last = first + self.s_cells[i] - 1
        for c in range(first, last + 1):
            raw += self.points[word & 63] * self.tile_factor[c]
            factor *= self.line_factor[c]
            word >>= 6
        self._push(
            self.s_above[i],
            self.s_below[i],
            self.s_use[i],
            self.s_tiles[i],
            self.s_most[i],
            raw,
            factor,
            0,
            self.s_word[i],
            self.s_cells[i],
            first,
            last,
        )

    def _take_value(self, i: int) -> None:
        """Part i as if it had just been read."""
        self.above = self.s_above[i]
        self.below = self.s_below[i]

    def _gather(self, role: int, c: int, use: int, room: int, most: int) -> None:
        """Store all sides beyond the equals sign on square c that have the value just read.

        They have at most so many tiles in all, and in one member.
        """
        bucket = self._bucket(self.above, self.below)
        near = c + 1 if role == RIGHT else c - 1
        room -= self.eq_tiles[c]
        if self.free_least[bucket] <= room:
            self._gather_free(bucket, role, c, use, room, most)
        bucket = self._side_bucket(bucket, role, near)
        if self.side_least[bucket] <= room:
            self._gather_bound(bucket, 2 * near + role, use + self.eq_use[c], room, most)

    def _gather_free(self, bucket: int, role: int, c: int, use: int, room: int, most: int) -> None:
        above = self.above
        below = self.below
        use += self.eq_use[c]
        space = self.loose_after[c + 1] if role == RIGHT else self.loose_before[c - 1]
        i = self.free_head[bucket]
        while i >= 0 and not self.late:
            cells = self.s_cells[i]
            if (
                cells <= space
                and self.s_tiles[i] <= room
                and self.s_most[i] <= most
                and self.s_above[i] == above
                and self.s_below[i] == below
                and self._fits(use + self.s_use[i])
            ):
                if role == RIGHT:
                    if self.finishes[c + cells]:
                        self._place(i, c + 1)
                elif self.begins[c - cells]:
                    self._place(i, c - cells)
                    self.s_far[self.top - 1] = c - cells
            i = self.s_next[i]

    def _gather_bound(self, bucket: int, near: int, use: int, room: int, most: int) -> None:
        above = self.above
        below = self.below
        i = self.side_head[bucket]
        while i >= 0 and not self.late:
            if (
                self.s_near[i] == near
                and self.s_tiles[i] <= room
                and self.s_most[i] <= most
                and self.s_above[i] == above
                and self.s_below[i] == below
                and self._fits(use + self.s_use[i])
            ):
                self._push(
                    above,
                    below,
                    self.s_use[i],
                    self.s_tiles[i],
                    self.s_most[i],
                    self.s_raw[i],
                    self.s_factor[i],
                    self.s_gain[i],
                    self.s_word[i],
                    self.s_cells[i],
                    near >> 1,
                    self.s_far[i],
                )
            i = self.s_next[i]
