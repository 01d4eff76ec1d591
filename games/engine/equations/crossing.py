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
from games.engine.equations.grammar import Grammar
from games.engine.equations.reading import Evaluate, Reader, filled, zeros

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


class Crossings(Reader):
    """A position with all that is the same for each of its lines."""

    def __init__(
        self, grammar: Grammar, position: Position, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, position.size + 2, evaluate)
        self.k = wanted.k
        self.ends_at = wanted.ends_at
        self.nodes = 0
        self.late = False
        self._take_rules(grammar)
        self._take_position(position)
        self._take_rack(position)
        self.best: list[tuple[int, int, Found]] = []
        self.serial = 0
        self.threshold = max(wanted.floor, -1 if self.must_equal else 0)
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

    def is_late(self) -> bool:
        """Whether the time is up; asked now and then."""
        if self.ends_at is not None and time.monotonic() >= self.ends_at:
            self.late = True
        return self.late

    def _cross_checks(self) -> None:
        """Where a play may join what lies there, and what each empty square takes."""
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
                if self.is_late():
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

    def _single_tiles(self) -> None:
        """The plays of one tile: they score by crossing lines alone, in both directions."""
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
        else:
            loss = self.loss[across] + self.loss[down]
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
