# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What the crossing lines allow and earn: for every empty square, in both directions."""

from games.engine.equations import grammar as kinds
from games.engine.equations.arrays import zeros
from games.engine.equations.board import Board
from games.engine.equations.line_judge import LineJudge
from games.engine.equations.line_rules import LineRules
from games.engine.equations.rack import Rack
from games.engine.equations.search_clock import SearchClock

COMPLETE = kinds.COMPLETE
ONE = 1  # in 64 bits where this file is compiled


class CrossChecks:
    """All that is the same for each line of a position.

    A crossing line is the run that a tile on an empty square becomes part of, in a direction: 0
    across, 1 down. At the index direction times `squares` plus square there are:

    - `allowed`: bits, the symbols that the crossing line takes there
    - `is_crossed`: whether there is a crossing line of two squares or more
    - `most_points`: the most that it earns with any symbol

    At that index times the number of symbols, plus symbol:

    - `cross_gain`: what it earns with this symbol: points times 16, plus 1 where it is complete
    - `blank_loss`: the points of it that a blank does not earn

    By square there is `is_anchor`: whether a play may join what lies there, or begin.
    """

    def __init__(
        self, rules: LineRules, judge: LineJudge, board: Board, rack: Rack, clock: SearchClock
    ) -> None:
        self.rules = rules
        self.judge = judge
        self.board = board
        self.rack = rack
        self.clock = clock
        self.squares = self.board.squares
        self.allowed = zeros(2 * self.squares)
        self.is_crossed = zeros(2 * self.squares)
        self.most_points = zeros(2 * self.squares)
        self.cross_gain = zeros(2 * self.squares * self.rules.symbol_count)
        self.blank_loss = zeros(2 * self.squares * self.rules.symbol_count)
        self.is_anchor = zeros(self.squares)

    def fill(self) -> None:
        """Look at all squares, until the time is up."""
        if self.rules.apart:
            self._fill_apart()
            return
        self._find_anchors()
        for direction in range(2):
            for number in range(self.board.size):
                if self.clock.look():
                    return
                self._fill_line(direction, number)

    def _fill_apart(self) -> None:
        """Stage 1: a play may touch nothing that lies there, and there are no crossing lines."""
        for square in range(self.squares):
            self.is_anchor[square] = True
            allowed = 0 if self.board.touches(square) else self.rack.placeable
            self.allowed[square] = allowed
            self.allowed[self.squares + square] = allowed

    def _find_anchors(self) -> None:
        for square in range(self.squares):
            self.is_anchor[square] = self.board.touches(square)
        if self.board.is_empty:
            self.is_anchor[self.squares // 2] = True

    def _fill_line(self, direction: int, number: int) -> None:
        """The empty squares of one row or column."""
        step = self.board.size if direction else 1
        first = number if direction else number * self.board.size
        for place in range(self.board.size):
            if self.board.symbols[first + place * step] < 0:
                self._fill_square(direction, first, step, place)

    def _fill_square(self, direction: int, first: int, step: int, place: int) -> None:
        """One empty square, `place` steps from the first of its line."""
        symbols = self.board.symbols
        low = place
        high = place
        while low > 0 and symbols[first + (low - 1) * step] >= 0:
            low -= 1
        while high < self.board.size - 1 and symbols[first + (high + 1) * step] >= 0:
            high += 1
        square = first + place * step
        index = direction * self.squares + square
        if low == high:
            self.allowed[index] = self.rack.placeable
            return
        self.is_crossed[index] = 1
        points = 0
        for other in range(low, high + 1):
            self.judge.line[other - low] = symbols[first + other * step]
            points += self.board.points[first + other * step]
        for symbol in range(self.rules.symbol_count):
            if self.rack.placeable >> symbol & 1:
                self.judge.line[place - low] = symbol
                self._fill_symbol(index, square, symbol, self.judge.judge(high - low + 1), points)

    def _fill_symbol(self, index: int, square: int, symbol: int, kind: int, points: int) -> None:
        """What a crossing line of this kind earns; its old tiles have these points."""
        if kind:
            self.allowed[index] |= ONE << symbol
        if kind != COMPLETE:
            return
        line_factor = self.board.line_factors[square]
        tile = self.rules.symbol_points[symbol] * self.board.tile_factors[square]
        points = (points + tile) * line_factor + self.rules.bonus(self.judge.denominator)
        self.cross_gain[index * self.rules.symbol_count + symbol] = points << 4 | 1
        self.blank_loss[index * self.rules.symbol_count + symbol] = tile * line_factor
        if points > self.most_points[index]:
            self.most_points[index] = points
