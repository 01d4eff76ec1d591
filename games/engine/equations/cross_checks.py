# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The position, what the crossing lines allow and earn, and the best plays found so far.

What a part takes from the rack is one integer of counters, five bits for each kind of tile on the
rack and one for all kinds that are not; no counter passes 16, as no play has more than ten tiles.
Blanks are what is lacking; which tile is a blank is decided when a play is scored.
"""

import heapq
import itertools
import time
from dataclasses import dataclass

from games.engine.equations import grammar as kinds
from games.engine.equations import marks
from games.engine.equations.arrays import array_of, zeros
from games.engine.equations.grammar import Grammar
from games.engine.equations.member_reader import Evaluate, MemberReader

START = kinds.START
COMPLETE = kinds.COMPLETE
DIVIDE = kinds.DIVIDE
ONE = 1  # in 64 bits where this file is compiled
OTHERS = marks.OTHERS
GUARDS = marks.GUARDS
NEVER = marks.NEVER

Found = tuple[int, int, tuple[tuple[int, int, bool], ...]]
"""Points, direction (0 across, 1 down), and the new tiles: square, symbol, whether a blank."""


@dataclass(frozen=True)
class BoardAndRack:
    """A board as lists of its squares, row by row, and a rack as counts of each symbol.

    `board` holds the number of a symbol or -1, `worth` what that tile earns.
    """

    size: int
    board: list[int]
    square_points: list[int]
    tile_factors: list[int]
    line_factors: list[int]
    rack: list[int]
    blanks: int


@dataclass(frozen=True)
class Wanted:
    """What to search for.

    - `k`: the number of plays
    - `floor`: the points that each must exceed
    - `ends_at`: when to stop, in seconds of the monotonic clock; None for no limit
    """

    k: int
    floor: int
    ends_at: float | None


class CrossChecks(MemberReader):
    """A position with all that is the same for each of its lines."""

    def __init__(
        self, grammar: Grammar, given: BoardAndRack, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, given.size + 2, evaluate)
        self.k = wanted.k
        self.ends_at = wanted.ends_at
        self.nodes = 0
        self.is_over = False
        self._take_rules(grammar)
        self._take_position(given)
        self._take_rack(given)
        self.best: list[tuple[int, int, Found]] = []
        self.serial = 0
        self.threshold = max(wanted.floor, -1 if self.must_equal else 0)
        self.zero_counts = False

    def _take_rules(self, grammar: Grammar) -> None:
        self.symbol_points = array_of([symbol.points for symbol in grammar.symbols])
        self.count = len(grammar.symbols)
        self.bingo = grammar.bingo
        self.hand = grammar.hand
        self.bingo_in_line = grammar.bingo_in_line
        self.must_equal = grammar.must_equal
        self.free_equals = grammar.free_equals
        self.fraction_bonus = grammar.fraction_bonus
        self.fraction_cap = NEVER if grammar.fraction_cap is None else grammar.fraction_cap
        self.apart = grammar.apart

    def _take_position(self, given: BoardAndRack) -> None:
        squares = given.size * given.size
        self.size = given.size
        self.squares = squares
        self.board = array_of(given.board)
        self.square_points = array_of(given.square_points)
        self.tile_factors = array_of(given.tile_factors)
        self.line_factors = array_of(given.line_factors)
        self.is_empty = max(given.board) < 0
        self.allowed = zeros(2 * squares)
        self.is_crossed = zeros(2 * squares)
        self.most_cross_gain = zeros(2 * squares)
        self.cross_gain = zeros(2 * squares * self.count)
        self.blank_loss = zeros(2 * squares * self.count)
        self.is_anchor = zeros(squares)

    def _take_rack(self, given: BoardAndRack) -> None:
        """Counters, what is left of each symbol, and what may be laid at all."""
        self.blanks = given.blanks
        self.rack = array_of(given.rack)
        self.unused = array_of(given.rack)  # less what the member being read has taken
        self.counter_unit = zeros(self.count)
        self.rack_counters = GUARDS
        self.held = 0
        self.placeable = 0
        self.tiles = given.blanks
        self.divisions = given.blanks
        counter = 0
        for x in range(self.count):
            if x == self.equals and self.free_equals:
                self.placeable |= ONE << x
                continue
            self.counter_unit[x] = ONE << 5 * OTHERS
            if self.unused[x]:
                self.counter_unit[x] = ONE << 5 * counter
                self.rack_counters += self.unused[x] << 5 * counter
                self.tiles += self.unused[x]
                self.divisions += self.unused[x] if self.kind[x] == DIVIDE else 0
                counter += 1
                self.held |= (ONE << x) if x != self.equals else 0
            if self.unused[x] or self.blanks:
                self.placeable |= ONE << x
        self.symbol_of_bit = zeros(67)
        for x in range(self.count):
            self.symbol_of_bit[(ONE << x) % 67] = x
        self.most_in_side = self.tiles // 2
        self._rank_values()

    def _rank_values(self) -> None:
        """What the best n tiles of the rack earn together, for each n."""
        values = [self.symbol_points[x] for x in range(self.count) for _ in range(self.rack[x])]
        values += [0] * (self.blanks + self.free_equals)
        values.sort(reverse=True)
        self.best_tile_points = array_of([0, *itertools.accumulate(values)])
        self.most_new = len(values)

    def check_time(self) -> bool:
        """Whether the time is up; asked now and then."""
        if self.ends_at is not None and time.monotonic() >= self.ends_at:
            self.is_over = True
        return self.is_over

    def _cross_checks(self) -> None:
        """Where a play may join what lies there, and what each empty square takes."""
        for square in range(self.squares):
            touches = self._touches(square)
            self.is_anchor[square] = touches
            if self.is_empty:
                self.is_anchor[square] = square == self.squares // 2
            if self.apart:
                self.is_anchor[square] = True
                self.allowed[square] = 0 if touches else self.placeable
                self.allowed[self.squares + square] = self.allowed[square]
        if self.apart:
            return
        for direction in range(2):
            step = self.size if direction else 1
            for number in range(self.size):
                if self.check_time():
                    return
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
            self.allowed[index] = self.placeable
            return
        self.is_crossed[index] = 1
        worth = 0
        for other in range(low, high + 1):
            self.line[other - low] = self.board[first + other * step]
            worth += self.square_points[first + other * step]
        for x in range(self.count):
            if not self.placeable >> x & 1:
                continue
            self.line[place - low] = x
            kind = self.judge(high - low + 1)
            if kind:
                self.allowed[index] |= ONE << x
            if kind == COMPLETE:
                tile = self.symbol_points[x] * self.tile_factors[square]
                points = (worth + tile) * self.line_factors[square] + self._bonus()
                self.cross_gain[index * self.count + x] = points << 4 | 1
                self.blank_loss[index * self.count + x] = tile * self.line_factors[square]
                if points > self.most_cross_gain[index]:
                    self.most_cross_gain[index] = points

    def _bonus(self) -> int:
        """What the value just read earns by its denominator."""
        bonus = self.fraction_bonus * (self.denominator - 1)
        return bonus if bonus < self.fraction_cap else self.fraction_cap

    def _single_tiles(self) -> None:
        """The plays of one tile: they score by crossing lines alone, in both directions."""
        for square in range(self.squares):
            if self.board[square] >= 0 or not self.is_anchor[square]:
                continue
            mask = self.allowed[square] & self.allowed[self.squares + square]
            for x in range(self.count):
                if mask >> x & 1:
                    self._single_tile(square, x)

    def _single_tile(self, square: int, x: int) -> None:
        across = square * self.count + x
        down = (self.squares + square) * self.count + x
        gain = self.cross_gain[across] + self.cross_gain[down]
        if gain & 15 == 0 and not self.zero_counts:
            return
        if self.is_empty and not self.ends[self._after(x)]:
            return
        is_free = x == self.equals and self.free_equals
        if is_free or self.unused[x]:
            self._record(gain >> 4, 0, ((square, x, False),))
        else:
            loss = self.blank_loss[across] + self.blank_loss[down]
            self._record((gain >> 4) - loss, 0, ((square, x, True),))

    def _after(self, x: int) -> int:
        """What stands before the next square when a line begins with this symbol."""
        self.begin(0)
        if not self.follow[START] >> x & 1 or not self.step(0, x):
            return START
        return self.state[1]

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
