# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Sides: all that stands before or after a member, found by value and joined by equals signs."""

from games.engine.equations import marks
from games.engine.equations.part_store import PartStore

AFTER = marks.AFTER
BEFORE = marks.BEFORE
NONE = marks.NONE


class Sides(PartStore):
    """The search for sides in the parts that are stored."""

    def _collect_free_chains(self, singles: int) -> None:
        """Put a member and an equals sign before each free side, those just made among them.

        The first `singles` parts are members.
        """
        side = 0
        while side < self.top and not self.is_over:
            bucket = self._bucket(self.part_numerator[side], self.part_denominator[side])
            other = self.free_head[bucket]
            while other >= 0 and not self.is_over:
                if (
                    other < singles
                    and self.part_symbols[other] != self.part_symbols[side]
                    and self.part_numerator[other] == self.part_numerator[side]
                    and self.part_denominator[other] == self.part_denominator[side]
                ):
                    self._chain_free(other, side)
                other = self.part_next[other]
            side += 1

    def _chain_free(self, member: int, side: int) -> None:
        """Store a member, an equals sign and a free side as one, if the rack has the tiles."""
        size = self.part_tiles[member]
        tiles = size + self.part_tiles[side] + 1
        most = size if size > self.part_most_tiles[side] else self.part_most_tiles[side]
        use = self.part_use[member] + self.counter_unit[self.equals] + self.part_use[side]
        if tiles + most > self.tiles or not self._fits(use):
            return
        rest = self.equals | self.part_symbols[side] << 6
        self._push(
            self.part_numerator[side],
            self.part_denominator[side],
            use,
            tiles,
            most,
            0,
            1,
            0,
            self.part_symbols[member] | rest << 6 * size,
            size + self.part_squares[side] + 1,
            0,
            0,
        )
        self._link_free(self.top - 1)

    def _forget_sides(self) -> None:
        """Empty the table of the sides of this line, and all that is stored of it."""
        for i in range(self.sides, self.top):
            near = self.part_near[i]
            bucket = self._bucket(self.part_numerator[i], self.part_denominator[i])
            self.side_least[self._side_bucket(bucket, near & 1, near >> 1)] = NONE
        self.top = self.sides

    def _add_side(self, role: int, i: int, near: int, far: int) -> None:
        """Keep part i as a side whose equals sign stands beyond `near`; with it, longer ones.

        The member with the most tiles is yet to come, so those of the side count twice.
        """
        if self.part_tiles[i] + self.part_most_tiles[i] > self.tiles:
            return
        c = near - 1 if role == AFTER else near + 1
        if not self.equals_fits[c]:
            return
        self._copy(i, 2 * near + role, far)
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

    def _add_sides_after(self, i: int) -> None:
        """The sides that begin with a stored member and go on to the right."""
        x = self.part_near[i]
        y = self.part_far[i]
        if not self.equals_fits[x - 1]:
            return
        if self.finishes[y]:
            self._add_side(AFTER, i, x, y)
        if self.chains_here and self.equals_fits[y + 1]:
            top = self.top
            self._take_value(i)
            self._gather(
                AFTER, y + 1, self.part_use[i], self.tiles - self.part_tiles[i], self.tiles
            )
            end = self.top
            for other in range(top, end):
                if self.is_over:
                    return
                self._combine(i, y + 1, other, self.part_near[i], self.part_far[other])
                self._add_side(AFTER, self.top - 1, x, self.part_far[other])

    def _add_sides_before(self, i: int) -> None:
        """The sides that end with a stored member and go on to the left."""
        x = self.part_near[i]
        y = self.part_far[i]
        if not self.equals_fits[y + 1]:
            return
        if self.begins[x]:
            self._add_side(BEFORE, i, y, x)
        if self.chains_here and self.equals_fits[x - 1]:
            top = self.top
            self._take_value(i)
            self._gather(
                BEFORE, x - 1, self.part_use[i], self.tiles - self.part_tiles[i], self.tiles
            )
            end = self.top
            for other in range(top, end):
                if self.is_over:
                    return
                self._combine(other, x - 1, i, y, self.part_far[other])
                self._add_side(BEFORE, self.top - 1, y, self.part_far[other])

    def _join_free_around_equals(self) -> None:
        """Sides of free members on both sides of an equals sign that is covered or crossed."""
        for c in range(2, self.size):
            is_bound = self.bound_up_to[c] > self.bound_up_to[c - 1]
            if not self.equals_fits[c] or not is_bound:
                continue
            if self.loose_before[c - 1] == 0 or self.loose_after[c + 1] == 0:
                continue
            for i in range(self.sides):
                size = self.part_tiles[i]
                if size != self.part_most_tiles[i]:
                    break
                if self.is_over:
                    return
                if self.loose_before[c - 1] >= size:
                    self._join_free_at(i, c, c - size, AFTER)
                if self.loose_after[c + 1] >= size:
                    self._join_free_at(i, c, c + 1, BEFORE)

    def _join_free_at(self, i: int, c: int, first: int, role: int) -> None:
        """Free member i from square `first`, and what may stand beyond the equals sign on c."""
        top = self.top
        self._place(i, first)
        member = top
        self._take_value(member)
        bucket = self._bucket(self.numerator, self.denominator)
        room = self.tiles - self.part_tiles[i] - self.equals_tiles[c]
        if self.free_least[bucket] <= room:
            self._gather_free(bucket, role, c, self.part_use[member], room, self.tiles)
        end = self.top
        for other in range(top + 1, end):
            far = self.part_far[other]
            if role == AFTER:
                self._combine(member, c, other, first, far)
                self._add_side(AFTER, self.top - 1, first, far)
            else:
                near = first + self.part_squares[member] - 1
                self._combine(other, c, member, near, far)
                self._add_side(BEFORE, self.top - 1, near, far)

    def _gather(self, role: int, c: int, use: int, room: int, most: int) -> None:
        """Store all sides beyond the equals sign on square c that have the value just read.

        With the equals sign they have at most `room` tiles, and in one member at most `most`.
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
                self._copy(i, near >> 1, self.part_far[i])
            i = self.part_next[i]
