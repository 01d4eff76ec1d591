# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The search for the plays that earn most on one board, exact for every grammar it is given.

A line of members with equals signs between them is found member by member, not tile by tile:

1. For every empty square and direction it is known once which symbols the crossing line takes and
   what that earns (`CrossChecks`).
2. No line is searched that cannot earn more than what is found, and no member grows where it could
   not be part of such a play (`LineBounds`); the most promising line comes first.
3. Members of few new tiles are stored under their exact value: those on squares without crossing
   lines once for the whole board ("free"), the others line by line. Joined by equals signs they
   make *sides*: all that stands left or right of a member (`PartStore`).
4. Of all members of a line one has the most new tiles, the first of several. It is never stored
   but looked up as it is found, among the sides of the same value (`_join`).
"""

from games.engine.equations import marks
from games.engine.equations.cross_checks import BoardAndRack, Found, Wanted
from games.engine.equations.grammar import Grammar
from games.engine.equations.member_reader import Evaluate
from games.engine.equations.whole_lines import WholeLines

__all__ = ["BoardAndRack", "Found", "Kernel", "Wanted", "is_compiled"]

NEVER = marks.NEVER
AFTER = marks.AFTER
BEFORE = marks.BEFORE
NODES_BETWEEN_LOOKS = marks.NODES_BETWEEN_LOOKS
FREE, BOUND, STREAM = 0, 1, 2  # what becomes of the members that are found


def is_compiled() -> bool:
    """Whether this file runs compiled."""
    return not __file__.endswith(".py")


class Kernel(WholeLines):
    """One search: made for a position, run once."""

    def __init__(
        self, grammar: Grammar, given: BoardAndRack, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, given, evaluate, wanted)
        self.mode = FREE
        self.bounded = False

    def run(self) -> list[Found]:
        """The best plays, best first; see `is_exact`.

        Plays that differ only in which of two equal symbols is a blank are one play.
        """
        self._cross_checks()
        if not self.apart:
            self._single_tiles()
        self._collect_free()
        self._search()
        if not self.best and not self.must_equal and not self.is_over:
            self.zero_counts = True
            self.threshold = -1
            if not self.apart:
                self._single_tiles()
            self._search()
        return [found for _, _, found in sorted(self.best, reverse=True)]

    def is_exact(self) -> bool:
        """Whether the search came to its end."""
        return not self.is_over

    def _search(self) -> None:
        for open_before, open_after, scoring in (
            (False, False, True),
            (False, False, False),
            (True, False, False),
            (False, True, False),
        ):
            if (open_before or open_after) and not self.open_ends:
                continue
            if self.apart and not scoring:
                continue
            self.open_before, self.open_after, self.scoring = open_before, open_after, scoring
            for most, direction, number in self._lines():
                if self.check_time():
                    return
                if most > self.threshold:
                    self._search_line(direction, number)

    def _lines(self) -> list[tuple[int, int, int]]:
        """All lines and what they can earn at most, the most promising first."""
        lines = [
            (self._most_of_line(direction, number), direction, number)
            for direction in range(1 if self.apart else 2)
            for number in range(self.size)
        ]
        if self.scoring:
            lines.sort(key=lambda line: -line[0])
        return lines

    def _most_of_line(self, direction: int, number: int) -> int:
        """Lines that score only by those that cross them are judged when they are searched."""
        if not self.scoring:
            return NEVER
        if not self._load(direction, number):
            return -1
        return self.most_of_line + NEVER * self.fractions_here

    def _collect_free(self) -> None:
        """All small members of squares without crossing lines, and what they make together."""
        for c in range(self.size + 4):
            self.fixed[c] = -1 if 1 <= c <= self.most_in_side else -2
            self.takes[c] = self.placeable
            self.tile_factor[c] = 1
            self.line_factor[c] = 1
            self.cross_index[c] = 0
        self.mode = FREE
        self.bounded = False
        self.most_new_here = self.most_in_side
        self.begin(1)
        self._grow(1, 0, 0, self.blanks, self.held, 0, 1, 0, 0)
        if self.chains and self.placeable >> self.equals & 1:
            self._collect_free_chains(self.top)
        self.sides = self.top

    def _grow(
        self,
        c: int,
        use: int,
        tiles: int,
        blanks: int,
        avail: int,
        raw: int,
        factor: int,
        gain: int,
        word: int,
    ) -> bool:
        """Every way to go on with the member from square c; True when the time is up."""
        self.nodes += 1
        if self.nodes & NODES_BETWEEN_LOOKS == 0:
            self.check_time()
        if self.is_over:
            return True
        state = self.state[c]
        x = self.fixed[c]
        if self.ends[state] and (x < 0 or x == self.equals):
            self._member_ends(c - 1, use, tiles, raw, factor, gain, word)
        if x >= 0:
            if not self.follow[state] >> x & 1 or not self.step(c, x):
                return False
            return self._grow(
                c + 1, use, tiles, blanks, avail, raw + self.fixed_points[c], factor, gain, word
            )
        if x == -2 or tiles >= self.most_new_here:
            return False
        if self.bounded and self.most_points[self.most_row + c] <= self.threshold:
            return False
        if not self.scoring and self.mode == STREAM and self._is_hopeless(c, gain):
            return False
        return self._grow_new(c, use, tiles, blanks, avail, raw, factor, gain, word)

    def _grow_new(
        self,
        c: int,
        use: int,
        tiles: int,
        blanks: int,
        avail: int,
        raw: int,
        factor: int,
        gain: int,
        word: int,
    ) -> bool:
        """The same with each symbol that may be laid on square c, which is empty."""
        state = self.state[c]
        mask = self.takes[c] & self.follow[state]
        if blanks == 0:
            mask &= avail
        while mask:
            low = mask & -mask
            mask ^= low
            x = self.symbol_of_bit[low % 67]
            if not self.step(c, x):
                continue
            rest = blanks
            others = avail
            if avail & low:
                self.unused[x] -= 1
                if self.unused[x] == 0:
                    others ^= low
            else:
                rest -= 1
            late = self._grow(
                c + 1,
                use + self.counter_unit[x],
                tiles + 1,
                rest,
                others,
                raw + self.symbol_points[x] * self.tile_factor[c],
                factor * self.line_factor[c],
                gain + self.cross_gain[self.cross_index[c] + x],
                word | x << 6 * tiles,
            )
            if avail & low:
                self.unused[x] += 1
            if late:
                return True
        return False

    def _member_ends(
        self, e: int, use: int, tiles: int, raw: int, factor: int, gain: int, word: int
    ) -> bool:
        """A member from `start` to square e: store it, or look for what it makes.

        False if it is of no use.
        """
        if self.mode == BOUND and self.bound_up_to[e] == self.bound_up_to[self.start - 1]:
            return False
        if not self.close(e + 1):
            return False
        if self.mode != FREE and self.scoring:
            if self.most_points[self.most_row + e] + self._bonus() <= self.threshold:
                return False
        if self.mode == STREAM:
            self.member_end = e
            self.member_use = use
            self.member_tiles = tiles
            self.member_points = raw
            self.member_factor = factor
            self.member_cross_gain = gain
            self.member_symbols = word
            self._join()
            return True
        self._push(
            self.numerator,
            self.denominator,
            use,
            tiles,
            tiles,
            raw,
            factor,
            gain,
            word,
            tiles,
            self.start,
            e,
        )
        if self.mode == FREE:
            self._link_free(self.top - 1)
        return True

    def _search_line(self, direction: int, number: int) -> None:
        if not self._load(direction, number):
            return
        self.top = self.sides
        self.bounded = self.scoring and not self.fractions_here
        if self.scoring or self.open_before or self.open_after:
            self._collect_bound()
        if not self.is_over:
            self._stream()
        self._forget_sides()

    def _collect_bound(self) -> None:
        """All small members with a square that is covered or crossed, and the sides they make."""
        for c in range(1, self.size + 1):
            self.least_after[c] = NEVER
            self.least_before[c] = NEVER
        self._has_equals()
        self.mode = BOUND
        self.most_new_here = self.most_in_side
        members = self.top
        for s in range(1, self.size + 1):
            if not self._starts_bound(s):
                continue
            self.begin(s)
            self.most_row = s * self.row_length
            if self._grow(s, 0, 0, self._free_blanks(s), self.held, 0, 1, 0, 0):
                return
        end = self.top
        if self.chains_here:
            self._join_free_around_equals()
        for i in range(members, end):
            if self.is_over:
                return
            self._add_sides_before(i)
        for i in range(end - 1, members - 1, -1):
            if self.is_over:
                return
            self._add_sides_after(i)

    def _starts_bound(self, s: int) -> bool:
        """Whether a small member from square s may be one of a side, and holds a bound square."""
        if not self.equals_fits[s - 1] and not self.begins[s]:
            return False
        if self.fixed[s] == self.equals:
            return False
        return self.loose_after[s] <= self.most_in_side

    def _stream(self) -> None:
        """Every member of the line as the one with the most new tiles."""
        self.mode = STREAM
        room = self.tiles + self.free_equals
        least = NEVER
        joins = self.scoring or self.open_before or self.open_after
        for s in range(self.size, 0, -1):
            if joins and s < self.size and self.equals_fits[s + 1]:
                cost = self.equals_tiles[s + 1] + self._least_beyond(AFTER, s + 1)
                if cost < least:
                    least = cost
            self.most_new_here = -1
            if self.fixed[s] == self.equals:
                continue
            ahead = self.gap_after[s] <= room
            if self.begins[s] and (ahead or self.open_before and self.gap_before[s] <= room):
                self.most_new_here = self.tiles - (least if self.scoring else 0)
            if joins and self.equals_fits[s - 1] and (ahead or self.gap_before[s] <= room):
                cost = self.equals_tiles[s - 1] + self._least_beyond(BEFORE, s - 1)
                if self.tiles - cost > self.most_new_here:
                    self.most_new_here = self.tiles - cost
            if self.most_new_here < 0:
                continue
            self.hope_before = self.hope_from[1] - self.hope_from[s] if joins else 0
            self.begin(s)
            self.most_row = s * self.row_length
            blanks = self._free_blanks(s) if self.scoring else self.blanks
            if self._grow(s, 0, 0, blanks, self.held, 0, 1, 0, 0):
                return
