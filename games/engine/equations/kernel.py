# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The search for the plays that earn most on one board, exact for every grammar it is given.

A line of members with equals signs between them is found member by member, not tile by tile:

1. For every empty square and direction it is known once which symbols the crossing line takes and
   what that earns (`_cross_checks`).
2. Members of few new tiles are stored under their exact value: those on squares without crossing
   lines once for the whole board ("free"), the others line by line. Joined by equals signs they
   make *sides*: all that stands left or right of a member.
3. Of all members of a line one has the most new tiles, the first of several. It is never stored
   but looked up as it is found, among the sides of the same value (`_join`).

What a part takes from the rack is one integer of counters, five bits for each kind of tile on the
rack and one for all kinds that are not; no counter passes 16, as no play has more than ten tiles.
Blanks are what is lacking (`_fits`); which tile is a blank is decided when a play is scored.
"""

import heapq
import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.equations import grammar as kinds
from games.engine.equations.grammar import Grammar
from games.engine.equations.reading import Evaluate, Reader, filled, small_numbers, zeros

__all__ = ["Kernel", "Position", "is_compiled"]

START = kinds.START
COMPLETE = kinds.COMPLETE
DIVIDE = kinds.DIVIDE
ONE = 1  # in 64 bits where this file is compiled
COUNTERS = 10
OTHERS = 9  # the counter of all kinds that are not on the rack
GUARDS = sum(16 << 5 * counter for counter in range(COUNTERS))
BUCKETS = 1 << 15
SIDE_BUCKETS = 1 << 13
NONE = 127  # as a number of tiles: there is nothing here
NEVER = 1 << 40
RIGHT, LEFT = 0, 1
FREE, BOUND, STREAM = 0, 1, 2  # what becomes of the members that are found
NODES_BETWEEN_LOOKS = 1023

Found = tuple[int, int, tuple[tuple[int, int, bool], ...]]
"""Points, direction (0 across, 1 down), and the new tiles: square, symbol, whether a blank."""


def is_compiled() -> bool:
    """Whether this file runs compiled."""
    return not __file__.endswith(".py")


@dataclass(frozen=True)
class Position:
    """A board as lists of its squares, row by row, and a rack as counts of each symbol.

    `board` holds the number of a symbol or -1, `worth` what that tile earns.
    """

    size: int
    board: list[int]
    worth: list[int]
    tile_factors: list[int]
    line_factors: list[int]
    rack: list[int]
    blanks: int


class Kernel(Reader):
    """One search: made for a position, run once."""

    def __init__(
        self, grammar: Grammar, position: Position, evaluate: Evaluate, k: int, until: int | None
    ) -> None:
        super().__init__(grammar, position.size + 2, evaluate)
        self.k = k
        self.until = until  # nanoseconds of the monotonic clock
        self.nodes = 0
        self.late = False
        self._take_rules(grammar)
        self._take_position(position)
        self._take_rack(position)
        self._make_line()
        self._make_store()
        self.best: list[tuple[int, int, Found]] = []
        self.serial = 0
        self.threshold = -1 if self.must_equal else 0
        self.zero_counts = False

    def _take_rules(self, grammar: Grammar) -> None:
        self.points = filled([symbol.points for symbol in grammar.symbols])
        self.count = len(grammar.symbols)
        self.bingo = grammar.bingo
        self.hand = grammar.hand
        self.bingo_in_line = grammar.bingo_in_line
        self.must_equal = grammar.must_equal
        self.free_equals = grammar.free_equals
        self.fraction_bonus = grammar.fraction_bonus
        self.fraction_cap = NEVER if grammar.fraction_cap is None else grammar.fraction_cap
        self.apart = grammar.apart

    def _take_position(self, position: Position) -> None:
        squares = position.size * position.size
        self.size = position.size
        self.squares = squares
        self.board = filled(position.board)
        self.worth = filled(position.worth)
        self.tile_factors = filled(position.tile_factors)
        self.line_factors = filled(position.line_factors)
        self.is_empty = max(position.board) < 0
        self.may = zeros(2 * squares)
        self.crossed = zeros(2 * squares)
        self.most_gain = zeros(2 * squares)
        self.gain = zeros(2 * squares * self.count)
        self.loss = zeros(2 * squares * self.count)
        self.anchor = zeros(squares)

    def _take_rack(self, position: Position) -> None:
        """Counters, what is left of each symbol, and what may be laid at all."""
        self.blanks = position.blanks
        self.rack = filled(position.rack)
        self.left = filled(position.rack)  # less what the member being read has taken
        self.unit = zeros(self.count)
        self.full = GUARDS
        self.held = 0
        self.placeable = 0
        self.tiles = position.blanks
        self.slashes = position.blanks
        counter = 0
        for x in range(self.count):
            if x == self.equals and self.free_equals:
                self.placeable |= ONE << x
                continue
            self.unit[x] = ONE << 5 * OTHERS
            if self.left[x]:
                self.unit[x] = ONE << 5 * counter
                self.full += self.left[x] << 5 * counter
                self.tiles += self.left[x]
                self.slashes += self.left[x] if self.kind[x] == DIVIDE else 0
                counter += 1
                self.held |= (ONE << x) if x != self.equals else 0
            if self.left[x] or self.blanks:
                self.placeable |= ONE << x
        self.bit = zeros(67)
        for x in range(self.count):
            self.bit[(ONE << x) % 67] = x
        self.most_in_side = self.tiles // 2
        self._rank_values()

    def _rank_values(self) -> None:
        """What the best n tiles of the rack earn together, for each n."""
        values = [self.points[x] for x in range(self.count) for _ in range(self.rack[x])]
        values += [0] * (self.blanks + self.free_equals)
        values.sort(reverse=True)
        self.best_values = filled([0, *itertools.accumulate(values)])
        self.most_new = len(values)

    def _make_line(self) -> None:
        """Room for one line: squares 1 to `size`, and what lies beyond at both ends."""
        room = self.size + 4
        self.direction = 0
        self.at = zeros(room)
        self.fixed = zeros(room)
        self.takes = zeros(room)
        self.tile_factor = zeros(room)
        self.line_factor = zeros(room)
        self.earned = zeros(room)
        self.cross = zeros(room)
        self.loose_after = zeros(room)
        self.loose_before = zeros(room)
        self.bound_up_to = zeros(room)
        self.anchors_up_to = zeros(room)
        self.gap_after = zeros(room)
        self.gap_before = zeros(room)
        self.hope_from = zeros(room)
        self.eq_ok = zeros(room)
        self.eq_use = zeros(room)
        self.eq_tiles = zeros(room)
        self.eq_cells = zeros(room)
        self.eq_raw = zeros(room)
        self.eq_factor = zeros(room)
        self.eq_gain = zeros(room)
        self.begins = zeros(room)
        self.finishes = zeros(room)
        self.least_right = zeros(room)
        self.least_left = zeros(room)
        self.cap = 0
        self.mode = FREE
        self.scoring = True
        self.open_left = False
        self.open_right = False
        self.chains_here = False
        self.hope_before = 0
        self.wide = room
        self.most_here = zeros(room * room)
        self.most_from = 0
        self.most_of_line = 0
        self.fractions_here = False
        self.bounded = False

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
        self.p_end = 0
        self.p_use = 0
        self.p_tiles = 0
        self.p_raw = 0
        self.p_factor = 1
        self.p_gain = 0
        self.p_word = 0

    # --- the whole search ---

    def run(self) -> list[Found]:
        """The best plays, best first; see `is_exact`."""
        self._cross_checks()
        self._collect_free()
        self._search()
        if not self.best and not self.must_equal and not self.late:
            self.zero_counts = True
            self.threshold = -1
            self._search()
        return [found for _, _, found in sorted(self.best, reverse=True)]

    def is_exact(self) -> bool:
        """Whether the search came to its end."""
        return not self.late

    def _search(self) -> None:
        if not self.apart:
            self._single_tiles()
        for open_left, open_right, scoring in (
            (False, False, True),
            (False, False, False),
            (True, False, False),
            (False, True, False),
        ):
            if (open_left or open_right) and not self.open_ends:
                continue
            if self.apart and not scoring:
                continue
            self.open_left, self.open_right, self.scoring = open_left, open_right, scoring
            for most, direction, number in self._lines():
                if self.late:
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
        if not self.scoring:
            return NEVER
        if not self._load(direction, number):
            return -1
        return self.most_of_line + NEVER * self.fractions_here

    def is_late(self) -> bool:
        """Whether the time is up; asked now and then."""
        if self.until is not None and time.monotonic_ns() >= self.until:
            self.late = True
        return self.late

    # --- crossing lines ---

    def _cross_checks(self) -> None:
        for square in range(self.squares):
            touches = self._touches(square)
            self.anchor[square] = touches
            if self.is_empty:
                self.anchor[square] = square == self.squares // 2
            if self.apart:
                self.anchor[square] = True
                self.may[square] = 0 if touches else self.placeable
                self.may[self.squares + square] = self.may[square]
        if self.apart:
            return
        for direction in range(2):
            step = self.size if direction else 1
            for number in range(self.size):
                first = number if direction else number * self.size
                for place in range(self.size):
                    if self.board[first + place * step] < 0:
                        self._cross_check(direction, first, step, place)

    def _touches(self, square: int) -> bool:
        """Whether one of the four squares beside this one is covered."""
        row = square // self.size
        column = square - row * self.size
        return (
            (row > 0 and self.board[square - self.size] >= 0)
            or (row < self.size - 1 and self.board[square + self.size] >= 0)
            or (column > 0 and self.board[square - 1] >= 0)
            or (column < self.size - 1 and self.board[square + 1] >= 0)
        )

    def _cross_check(self, direction: int, first: int, step: int, place: int) -> None:
        """What may lie on one empty square for the line in this direction, and what it earns."""
        low = place
        high = place
        while low > 0 and self.board[first + (low - 1) * step] >= 0:
            low -= 1
        while high < self.size - 1 and self.board[first + (high + 1) * step] >= 0:
            high += 1
        square = first + place * step
        index = direction * self.squares + square
        if low == high:
            self.may[index] = self.placeable
            return
        self.crossed[index] = 1
        worth = 0
        for other in range(low, high + 1):
            self.line[other - low] = self.board[first + other * step]
            worth += self.worth[first + other * step]
        for x in range(self.count):
            if not self.placeable >> x & 1:
                continue
            self.line[place - low] = x
            kind = self.judge(high - low + 1)
            if kind:
                self.may[index] |= ONE << x
            if kind == COMPLETE:
                tile = self.points[x] * self.tile_factors[square]
                points = (worth + tile) * self.line_factors[square] + self._bonus()
                self.gain[index * self.count + x] = points << 4 | 1
                self.loss[index * self.count + x] = tile * self.line_factors[square]
                if points > self.most_gain[index]:
                    self.most_gain[index] = points

    def _bonus(self) -> int:
        """What the value just read earns by its denominator."""
        bonus = self.fraction_bonus * (self.below - 1)
        return bonus if bonus < self.fraction_cap else self.fraction_cap

    # --- plays of one tile ---

    def _single_tiles(self) -> None:
        for square in range(self.squares):
            if self.board[square] >= 0 or not self.anchor[square]:
                continue
            mask = self.may[square] & self.may[self.squares + square]
            for x in range(self.count):
                if mask >> x & 1:
                    self._single_tile(square, x)

    def _single_tile(self, square: int, x: int) -> None:
        across = square * self.count + x
        down = (self.squares + square) * self.count + x
        gain = self.gain[across] + self.gain[down]
        if gain & 15 == 0 and not self.zero_counts:
            return
        if self.is_empty and not self.ends[self._after(x)]:
            return
        is_free = x == self.equals and self.free_equals
        if is_free or self.left[x]:
            self._record(gain >> 4, 0, ((square, x, False),))
        if self.blanks and not is_free:
            loss = self.loss[across] + self.loss[down]
            self._record((gain >> 4) - loss, 0, ((square, x, True),))

    def _after(self, x: int) -> int:
        """What stands before the next square when a line begins with this symbol."""
        self.begin(0)
        if not self.follow[START] >> x & 1 or not self.step(0, x):
            return START
        return self.state[1]

    # --- members ---

    def _collect_free(self) -> None:
        """All small members of squares without crossing lines, and what they make together."""
        for c in range(self.size + 4):
            self.fixed[c] = -1 if 1 <= c <= self.most_in_side else -2
            self.takes[c] = self.placeable
            self.tile_factor[c] = 1
            self.line_factor[c] = 1
            self.cross[c] = 0
        self.mode = FREE
        self.bounded = False
        self.cap = self.most_in_side
        self.begin(1)
        self._grow(1, 0, 0, self.blanks, self.held, 0, 1, 0, 0)
        if self.chains and self.placeable >> self.equals & 1:
            self._collect_free_chains(self.top)
        self.sides = self.top

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
            while other >= 0:
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
            if side & NODES_BETWEEN_LOOKS == 0:
                self.is_late()

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
        if self.nodes & NODES_BETWEEN_LOOKS == 0 and self.is_late():
            return True
        state = self.state[c]
        x = self.fixed[c]
        if self.ends[state] and (x < 0 or x == self.equals):
            self._member_ends(c - 1, use, tiles, raw, factor, gain, word)
        if x >= 0:
            if not self.follow[state] >> x & 1 or not self.step(c, x):
                return False
            return self._grow(
                c + 1, use, tiles, blanks, avail, raw + self.earned[c], factor, gain, word
            )
        if x == -2 or tiles >= self.cap:
            return False
        if self.bounded and self.most_here[self.most_from + c] <= self.threshold:
            return False
        if not self.scoring and self.mode == STREAM and self._is_hopeless(c, gain):
            return False
        mask = self.takes[c] & self.follow[state]
        if blanks == 0:
            mask &= avail
        while mask:
            low = mask & -mask
            mask ^= low
            x = self.bit[low % 67]
            if not self.step(c, x):
                continue
            rest = blanks
            others = avail
            if avail & low:
                self.left[x] -= 1
                if self.left[x] == 0:
                    others ^= low
            else:
                rest -= 1
            late = self._grow(
                c + 1,
                use + self.unit[x],
                tiles + 1,
                rest,
                others,
                raw + self.points[x] * self.tile_factor[c],
                factor * self.line_factor[c],
                gain + self.gain[self.cross[c] + x],
                word | x << 6 * tiles,
            )
            if avail & low:
                self.left[x] += 1
            if late:
                return True
        return False

    def _is_hopeless(self, c: int, gain: int) -> bool:
        """Whether no crossing line from square c on makes a play that scores by those alone."""
        if self.zero_counts:
            return self.threshold >= 0
        hope = self.hope_from[c] + self.hope_before
        if gain == 0 and hope == 0:
            return True
        if self.tiles >= self.hand and not self.bingo_in_line:
            hope += self.bingo
        return (gain >> 4) + hope <= self.threshold

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
            if self.most_here[self.most_from + e] + self._bonus() <= self.threshold:
                return False
        if self.mode == STREAM:
            self.p_end = e
            self.p_use = use
            self.p_tiles = tiles
            self.p_raw = raw
            self.p_factor = factor
            self.p_gain = gain
            self.p_word = word
            self._join()
            return True
        self._push(
            self.above, self.below, use, tiles, tiles, raw, factor, gain, word, tiles, self.start, e
        )
        if self.mode == FREE:
            self._link_free(self.top - 1)
        return True

    # --- parts that are stored ---

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

    # --- one line ---

    def _search_line(self, direction: int, number: int) -> None:
        if not self._load(direction, number):
            return
        self.top = self.sides
        self.bounded = self.scoring and not self.fractions_here
        if self.scoring or self.open_left or self.open_right:
            self._collect_bound()
        if not self.late:
            self._stream()
        self._forget_sides()

    def _forget_sides(self) -> None:
        """Empty the table of the sides of this line, and all that is stored of it."""
        for i in range(self.sides, self.top):
            bucket = self._bucket(self.s_above[i], self.s_below[i])
            self.side_least[self._side_bucket(bucket, self.s_near[i] & 1, self.s_near[i] >> 1)] = (
                NONE
            )
        self.top = self.sides

    def _load(self, direction: int, number: int) -> bool:
        """Take up one line; False where nothing can be found."""
        self.direction = direction
        step = self.size if direction else 1
        first = number if direction else number * self.size
        crossing = (1 - direction) * self.squares
        self.fixed[0] = -2
        self.fixed[self.size + 1] = -2
        self.fixed[self.size + 2] = -2
        for c in range(1, self.size + 1):
            square = first + (c - 1) * step
            index = crossing + square
            x = self.board[square]
            self.at[c] = square
            self.fixed[c] = x
            self.earned[c] = self.worth[square]
            self.takes[c] = self.may[index] if x < 0 else 0
            self.tile_factor[c] = self.tile_factors[square]
            self.line_factor[c] = self.line_factors[square]
            self.cross[c] = index * self.count
            is_bound = x >= 0 or self.crossed[index] or self.takes[c] != self.placeable
            self.bound_up_to[c] = self.bound_up_to[c - 1] + is_bound
            is_anchor = x >= 0 or self.anchor[square]
            self.anchors_up_to[c] = self.anchors_up_to[c - 1] + is_anchor
            self.gap_before[c] = self._gap_after_one(c - 1, self.gap_before[c - 1])
            self.loose_before[c] = 0 if is_bound else self.loose_before[c - 1] + 1
            self._load_equals(c, index)
        if self.anchors_up_to[self.size] == 0:
            return False
        self._load_backwards(crossing)
        if self.scoring:
            if not self._has_equals():
                return False
            self._load_most(crossing)
            self.fractions_here = self.fraction_bonus > 0 and self._slashes() > 1
            return True
        self.hope_before = 0
        return self.zero_counts or self.hope_from[1] > 0 and not self._is_hopeless(1, 0)

    def _gap_after_one(self, c: int, gap: int) -> int:
        """How many empty squares lead from beyond square c to the nearest anchor on that side."""
        if c < 1 or c > self.size:
            return NEVER
        if self.anchors_up_to[c] > self.anchors_up_to[c - 1]:
            return 0 if self.fixed[c] >= 0 else 1
        return gap + 1

    def _load_backwards(self, crossing: int) -> None:
        """What has to be counted from the other end."""
        self.loose_after[self.size + 1] = 0
        self.hope_from[self.size + 1] = 0
        gap = NEVER
        for c in range(self.size, 0, -1):
            is_bound = self.bound_up_to[c] > self.bound_up_to[c - 1]
            self.loose_after[c] = 0 if is_bound else self.loose_after[c + 1] + 1
            gap = self._gap_after_one(c, gap)
            self.gap_after[c] = gap
            most = self.most_gain[crossing + self.at[c]]
            self.hope_from[c] = self.hope_from[c + 1] + most
        for c in range(1, self.size + 1):
            self.begins[c] = self.fixed[c - 1] < 0
            self.finishes[c] = self.fixed[c + 1] < 0
            if self.open_left:
                self.begins[c] = self.eq_ok[c - 1] and c > 1 and self.fixed[c - 2] < 0
            if self.open_right:
                self.finishes[c] = self.eq_ok[c + 1] and self.fixed[c + 2] < 0

    def _load_most(self, crossing: int) -> None:
        """What a play that covers all squares from one to another can earn at most.

        Its new tiles are the best of the rack, the best of them on the best squares.
        """
        wide = self.wide
        self.most_of_line = -1
        for place in range(wide * wide):
            self.most_here[place] = -1
        for first in range(1, self.size + 1):
            if self.fixed[first - 1] < 0:
                self._load_most_from(first, crossing)
        for s in range(1, self.size + 1):
            for e in range(self.size, s - 1, -1):
                here = s * wide + e
                most = self.most_here[here]
                if self.most_here[here - wide] > most:
                    most = self.most_here[here - wide]
                if self.most_here[here + 1] > most:
                    most = self.most_here[here + 1]
                self.most_here[here] = most
                if most > self.most_of_line:
                    self.most_of_line = most

    def _slashes(self) -> int:
        """How many division signs this line may have: fewer than two, and its value is whole."""
        slashes = self.slashes
        for c in range(1, self.size + 1):
            slashes += self.fixed[c] >= 0 and self.kind[self.fixed[c]] == DIVIDE
        return slashes

    def _load_most_from(self, first: int, crossing: int) -> None:
        raw = 0
        factor = 1
        gain = 0
        new = 0
        doubled = 0
        tripled = 0
        for c in range(first, self.size + 2):
            if self.fixed[c] >= 0:
                raw += self.earned[c]
                continue
            if self.anchors_up_to[c - 1] > self.anchors_up_to[first - 1]:
                most = raw + self.best_values[new] + self.best_values[doubled]
                most = (most + self.best_values[tripled]) * factor + gain
                if new >= self.hand:
                    most += self.bingo
                self.most_here[first * self.wide + c - 1] = most
            if new == self.most_new or self.takes[c] == 0 or c > self.size:
                return
            new += 1
            factor *= self.line_factor[c]
            gain += self.most_gain[crossing + self.at[c]]
            doubled += self.tile_factor[c] > 1
            tripled += self.tile_factor[c] > 2

    def _load_equals(self, c: int, index: int) -> None:
        """Whether an equals sign stands or may stand on square c, and what it does."""
        x = self.fixed[c]
        self.eq_use[c] = 0
        self.eq_tiles[c] = 0
        self.eq_cells[c] = 0
        self.eq_raw[c] = self.earned[c]
        self.eq_factor[c] = 1
        self.eq_gain[c] = 0
        self.eq_ok[c] = x == self.equals
        if x < 0 and self.takes[c] >> self.equals & 1:
            self.eq_ok[c] = 1
            self.eq_use[c] = self.unit[self.equals]
            self.eq_tiles[c] = 0 if self.free_equals else 1
            self.eq_cells[c] = 1
            self.eq_raw[c] = self.points[self.equals] * self.tile_factor[c]
            self.eq_factor[c] = self.line_factor[c]
            self.eq_gain[c] = self.gain[index * self.count + self.equals]

    def _has_equals(self) -> bool:
        """Whether a complete equality is possible at all; notes whether a chain is."""
        laid = 0
        possible = 0
        for c in range(1, self.size + 1):
            laid += self.fixed[c] == self.equals
            possible += self.eq_ok[c]
        on_rack = self.left[self.equals] + self.blanks
        self.chains_here = self.chains and possible > 1 and laid + on_rack > 1
        return possible > 0

    # --- sides of a line ---

    def _collect_bound(self) -> None:
        """All small members with a square that is covered or crossed, and the sides they make."""
        for c in range(1, self.size + 1):
            self.least_right[c] = NEVER
            self.least_left[c] = NEVER
        self._has_equals()
        self.mode = BOUND
        self.cap = self.most_in_side
        members = self.top
        for s in range(1, self.size + 1):
            if not self._starts_bound(s):
                continue
            self.begin(s)
            self.most_from = s * self.wide
            if self._grow(s, 0, 0, self._free_blanks(s), self.held, 0, 1, 0, 0):
                return
        end = self.top
        if self.chains_here:
            self._join_free_around_equals()
        for i in range(members, end):
            self._add_member_left(i)
        for i in range(end - 1, members - 1, -1):
            self._add_member_right(i)

    def _starts_bound(self, s: int) -> bool:
        """Whether a small member from square s may be one of a side, and holds a bound square."""
        if not self.eq_ok[s - 1] and not self.begins[s]:
            return False
        if self.fixed[s] == self.equals:
            return False
        return self.loose_after[s] <= self.most_in_side

    def _add_member_right(self, i: int) -> None:
        """The sides that begin with a stored member and go on to the right."""
        x = self.s_near[i]
        y = self.s_far[i]
        if not self.eq_ok[x - 1]:
            return
        if self.finishes[y]:
            self._add_side(RIGHT, i, x, y)
        if self.chains_here and self.eq_ok[y + 1]:
            top = self.top
            self._take_value(i)
            self._gather(RIGHT, y + 1, self.s_use[i], self.tiles - self.s_tiles[i], self.tiles)
            end = self.top
            for other in range(top, end):
                self._combine(i, y + 1, other, self.s_near[i], self.s_far[other])
                self._add_side(RIGHT, self.top - 1, x, self.s_far[other])

    def _add_member_left(self, i: int) -> None:
        """The sides that end with a stored member and go on to the left."""
        x = self.s_near[i]
        y = self.s_far[i]
        if not self.eq_ok[y + 1]:
            return
        if self.begins[x]:
            self._add_side(LEFT, i, y, x)
        if self.chains_here and self.eq_ok[x - 1]:
            top = self.top
            self._take_value(i)
            self._gather(LEFT, x - 1, self.s_use[i], self.tiles - self.s_tiles[i], self.tiles)
            end = self.top
            for other in range(top, end):
                self._combine(other, x - 1, i, y, self.s_far[other])
                self._add_side(LEFT, self.top - 1, y, self.s_far[other])

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
        self.nodes += 1
        if self.nodes & NODES_BETWEEN_LOOKS == 0 and self.is_late():
            return
        bucket = self._bucket(above, below)
        if self.free_least[bucket] > room:
            return
        i = self.free_head[bucket]
        while i >= 0:
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

    def _join_free_around_equals(self) -> None:
        """Sides of free members on both sides of an equals sign that is covered or crossed."""
        for c in range(2, self.size):
            is_bound = self.bound_up_to[c] > self.bound_up_to[c - 1]
            if not self.eq_ok[c] or not is_bound:
                continue
            if self.loose_before[c - 1] == 0 or self.loose_after[c + 1] == 0:
                continue
            for i in range(self.sides):
                size = self.s_tiles[i]
                if size != self.s_most[i]:
                    break
                if self.late:
                    return
                if self.loose_before[c - 1] >= size:
                    self._join_free_at(i, c, c - size, RIGHT)
                if self.loose_after[c + 1] >= size:
                    self._join_free_at(i, c, c + 1, LEFT)

    def _join_free_at(self, i: int, c: int, first: int, role: int) -> None:
        """Free member i from square `first`, and what may stand beyond the equals sign on c."""
        top = self.top
        self._place(i, first)
        member = top
        self._take_value(member)
        bucket = self._bucket(self.above, self.below)
        room = self.tiles - self.s_tiles[i] - self.eq_tiles[c]
        if self.free_least[bucket] <= room:
            self._gather_free(bucket, role, c, self.s_use[member], room, self.tiles)
        end = self.top
        for other in range(top + 1, end):
            far = self.s_far[other]
            if role == RIGHT:
                self._combine(member, c, other, first, far)
                self._add_side(RIGHT, self.top - 1, first, far)
            else:
                near = first + self.s_cells[member] - 1
                self._combine(other, c, member, near, far)
                self._add_side(LEFT, self.top - 1, near, far)

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
        while i >= 0:
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
        while i >= 0:
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

    # --- whole lines ---

    def _stream(self) -> None:
        """Every member of the line as the one with the most new tiles."""
        self.mode = STREAM
        room = self.tiles + self.free_equals
        least = NEVER
        joins = self.scoring or self.open_left or self.open_right
        for s in range(self.size, 0, -1):
            if joins and s < self.size and self.eq_ok[s + 1]:
                cost = self.eq_tiles[s + 1] + self._least_beyond(RIGHT, s + 1)
                if cost < least:
                    least = cost
            self.cap = -1
            if self.fixed[s] == self.equals:
                continue
            ahead = self.gap_after[s] <= room
            if self.begins[s] and (ahead or self.open_left and self.gap_before[s] <= room):
                self.cap = self.tiles - (least if self.scoring else 0)
            if joins and self.eq_ok[s - 1] and (ahead or self.gap_before[s] <= room):
                cost = self.eq_tiles[s - 1] + self._least_beyond(LEFT, s - 1)
                if self.tiles - cost > self.cap:
                    self.cap = self.tiles - cost
            if self.cap < 0:
                continue
            self.hope_before = self.hope_from[1] - self.hope_from[s] if joins else 0
            self.begin(s)
            self.most_from = s * self.wide
            blanks = self._free_blanks(s) if self.scoring else self.blanks
            if self._grow(s, 0, 0, blanks, self.held, 0, 1, 0, 0):
                return

    def _free_blanks(self, s: int) -> int:
        """The blanks that a member from square s may use: one must be the equals sign beside it
        if the rack has none and none lies at hand."""
        if self.free_equals or self.blanks == 0 or self.rack[self.equals]:
            return self.blanks
        empty = 0
        c = s - 1
        while c <= self.size and empty <= self.cap:
            if self.fixed[c] == self.equals:
                return self.blanks
            empty += c >= s and self.fixed[c] < 0
            c += 1
        return self.blanks - 1

    def _least_beyond(self, role: int, c: int) -> int:
        """The fewest tiles of a side beyond the equals sign on square c."""
        if role == RIGHT:
            bound = self.least_right[c + 1] if c < self.size else NEVER
            return 1 if bound > 1 and self.loose_after[c + 1] else bound
        bound = self.least_left[c - 1] if c > 1 else NEVER
        return 1 if bound > 1 and self.loose_before[c - 1] else bound

    def _join(self) -> None:
        """The member just read with the sides that have its value, or by itself."""
        s = self.start
        e = self.p_end
        top = self.top
        if self.scoring or self.open_left or self.open_right:
            room = self.tiles - self.p_tiles
            if self.eq_ok[e + 1]:
                self._gather(RIGHT, e + 1, self.p_use, room, self.p_tiles)
            middle = self.top
            if self.eq_ok[s - 1] and self.p_tiles > 0:
                self._gather(LEFT, s - 1, self.p_use, room, self.p_tiles - 1)
            end = self.top
            if self.begins[s]:
                for right in range(top, middle):
                    self._consider(-1, right)
            for left in range(middle, end):
                if self.finishes[e]:
                    self._consider(left, -1)
                if self.chains:
                    for right in range(top, middle):
                        self._consider(left, right)
        if not self.scoring and self.begins[s] and self.finishes[e]:
            self._consider(-1, -1)
        self.top = top

    def _consider(self, left: int, right: int) -> None:
        """One whole line: offered if it is a play that may be among the best."""
        s = self.start
        e = self.p_end
        first = self.s_far[left] if left >= 0 else s
        last = self.s_far[right] if right >= 0 else e
        use = self.p_use
        tiles = self.p_tiles
        cells = self.p_tiles
        raw = self.p_raw
        factor = self.p_factor
        gain = self.p_gain
        if left >= 0:
            use += self.s_use[left] + self.eq_use[s - 1]
            tiles += self.s_tiles[left] + self.eq_tiles[s - 1]
            cells += self.s_cells[left] + self.eq_cells[s - 1]
            raw += self.s_raw[left] + self.eq_raw[s - 1]
            factor *= self.s_factor[left] * self.eq_factor[s - 1]
            gain += self.s_gain[left] + self.eq_gain[s - 1]
        if right >= 0:
            use += self.s_use[right] + self.eq_use[e + 1]
            tiles += self.s_tiles[right] + self.eq_tiles[e + 1]
            cells += self.s_cells[right] + self.eq_cells[e + 1]
            raw += self.s_raw[right] + self.eq_raw[e + 1]
            factor *= self.s_factor[right] * self.eq_factor[e + 1]
            gain += self.s_gain[right] + self.eq_gain[e + 1]
        if self.open_left:
            first -= 1
            use += self.eq_use[first]
            tiles += self.eq_tiles[first]
            cells += self.eq_cells[first]
            gain += self.eq_gain[first]
        if self.open_right:
            last += 1
            use += self.eq_use[last]
            tiles += self.eq_tiles[last]
            cells += self.eq_cells[last]
            gain += self.eq_gain[last]
        if tiles > self.tiles or cells < 2:
            return
        if self.anchors_up_to[last] == self.anchors_up_to[first - 1]:
            return
        points = gain >> 4
        if self.scoring:
            points += raw * factor + self._bonus()
        elif gain & 15 == 0 and not self.zero_counts:
            return
        if tiles == self.hand and (self.scoring or not self.bingo_in_line):
            points += self.bingo
        if points <= self.threshold or not self._fits(use):
            return
        self._offer(points, factor if self.scoring else 0, first, last, self._word(left, right))

    def _word(self, left: int, right: int) -> int:
        """The new symbols of a whole line in the order of reading, six bits each."""
        word = 0
        cells = 0
        if self.open_left and self.eq_cells[self._first(left) - 1]:
            word = self.equals
            cells = 1
        if left >= 0:
            word |= self.s_word[left] << 6 * cells
            cells += self.s_cells[left]
            if self.eq_cells[self.start - 1]:
                word |= self.equals << 6 * cells
                cells += 1
        word |= self.p_word << 6 * cells
        cells += self.p_tiles
        if right >= 0:
            if self.eq_cells[self.p_end + 1]:
                word |= self.equals << 6 * cells
                cells += 1
            word |= self.s_word[right] << 6 * cells
            cells += self.s_cells[right]
        last = self.s_far[right] if right >= 0 else self.p_end
        if self.open_right and self.eq_cells[last + 1]:
            word |= self.equals << 6 * cells
        return word

    def _first(self, left: int) -> int:
        return self.s_far[left] if left >= 0 else self.start

    # --- what is found ---

    def _offer(self, points: int, factor: int, first: int, last: int, word: int) -> None:
        """A legal line, unless a member stands twice; `points` as if no tile were a blank."""
        new = []
        for c in range(first, last + 1):
            x = self.fixed[c]
            if x < 0:
                x = word & 63
                word >>= 6
                tile = self.points[x] * self.tile_factor[c] * factor
                new.append((self.at[c], x, tile + self.loss[self.cross[c] + x]))
            self.line[c - first] = x
        if self.chains and self.repeats(last - first + 1):
            return
        symbols = [x for _, x, _ in new]
        for places in self._blank_places(new):
            lost = sum(new[place][2] for place in places)
            if points - lost > self.threshold:
                if all(
                    symbols.count(x) - sum(symbols[place] == x for place in places) <= self.rack[x]
                    for x in set(symbols)
                    if x != self.equals or not self.free_equals
                ):
                    tiles = enumerate(new)
                    laid = tuple((at, x, place in places) for place, (at, x, _) in tiles)
                    self._record(points - lost, self.direction, laid)

    def _blank_places(self, new: list[tuple[int, int, int]]) -> Iterator[tuple[int, ...]]:
        """Every choice of new tiles that may be blanks."""
        places = [
            place for place, (_, x, _) in enumerate(new) if x != self.equals or not self.free_equals
        ]
        for count in range(min(self.blanks, len(places)) + 1):
            yield from itertools.combinations(places, count)

    def _record(self, points: int, direction: int, laid: tuple[tuple[int, int, bool], ...]) -> None:
        """Keep a play that is among the best k so far."""
        if points <= self.threshold:
            return
        self.serial -= 1
        heapq.heappush(self.best, (points, self.serial, (points, direction, laid)))
        if len(self.best) > self.k:
            heapq.heappop(self.best)
        if len(self.best) == self.k:
            self.threshold = self.best[0][0]
