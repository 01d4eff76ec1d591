# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The rack, and whether it has the tiles of a part.

What a part takes from the rack is one integer of counters, five bits for each kind of tile on the
rack and one for all kinds that are not; no counter passes 16, as no play has more than ten tiles.
Blanks are what is lacking; which tile is a blank is decided when a play is scored.
"""

import itertools

from games.engine.equations import marks
from games.engine.equations.arrays import array_of, zeros
from games.engine.equations.inputs import BoardAndRack
from games.engine.equations.line_rules import LineRules

COUNTERS = marks.COUNTERS
GUARDS = marks.GUARDS
OTHERS = marks.OTHERS
ONE = 1  # in 64 bits where this file is compiled


class Rack:
    """The tiles of the seat.

    By symbol there are:

    - `counts`: how many the rack has
    - `unused`: the same, less what the member that is being read has taken
    - `counter_unit`: one such tile as a counter, 0 where none is taken

    By number of tiles `best_points` holds the points of the best n tiles together.

    `blanks` are those that may be used, `tiles` and `divisions` the numbers of all tiles and of the
    division signs, blanks included, and `most_new` the most cells that can be new. `counters` are
    the counters of all tiles, with a guard bit in each. `held` has a bit for each symbol on the
    rack but the equals sign, `placeable` for each that may be laid at all; `symbol_of_bit` tells
    which symbol a bit stands for, by the power of two modulo 67. A member that is not the one with
    the most new tiles has at most `most_in_side`.
    """

    def __init__(self, rules: LineRules, given: BoardAndRack) -> None:
        self.rules = rules
        self.blanks = given.blanks
        self.counts = array_of(given.rack)
        self.unused = array_of(given.rack)
        self.tiles = given.blanks
        self.divisions = given.blanks
        if self.rules.divide < self.rules.symbol_count:
            self.divisions += self.counts[self.rules.divide]
        self.counters = GUARDS
        self.counter_unit = zeros(self.rules.symbol_count)
        self._number_kinds()
        self.most_in_side = self.tiles // 2
        self.held = 0
        self.placeable = 0
        self.symbol_of_bit = zeros(67)
        self._note_symbols()
        self._rank_points()

    def _number_kinds(self) -> None:
        """Give each kind of tile on the rack a counter; count them."""
        counter = 0
        for symbol in range(self.rules.symbol_count):
            if symbol == self.rules.equals and self.rules.free_equals:
                continue
            self.counter_unit[symbol] = ONE << 5 * OTHERS
            if self.counts[symbol]:
                self.counter_unit[symbol] = ONE << 5 * counter
                self.counters += self.counts[symbol] << 5 * counter
                self.tiles += self.counts[symbol]
                counter += 1

    def _note_symbols(self) -> None:
        """Which symbols are held, and which may be laid at all."""
        for symbol in range(self.rules.symbol_count):
            bit = ONE << symbol
            self.symbol_of_bit[bit % 67] = symbol
            is_equals = symbol == self.rules.equals
            if self.counts[symbol] and not is_equals:
                self.held |= bit
            if self.counts[symbol] or self.blanks or (is_equals and self.rules.free_equals):
                self.placeable |= bit

    def _rank_points(self) -> None:
        """What the best n tiles of the rack earn together, for each n."""
        points: list[int] = []
        for symbol in range(self.rules.symbol_count):
            points += [self.rules.symbol_points[symbol]] * self.counts[symbol]
        points += [0] * (self.blanks + self.rules.free_equals)
        points.sort(reverse=True)
        self.best_points = array_of([0, *itertools.accumulate(points)])
        self.most_new = len(points)

    def fits(self, use: int) -> bool:
        """Whether the rack has all these tiles, blanks standing in for what is lacking."""
        spare = self.counters - use
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
