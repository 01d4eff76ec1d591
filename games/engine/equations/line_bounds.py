# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""One line of the board: what its squares take, where plays may lie, what they can earn at most."""

import itertools
from collections.abc import Iterator

from games.engine.equations import grammar as kinds
from games.engine.equations import marks
from games.engine.equations.arrays import zeros
from games.engine.equations.cross_checks import BoardAndRack, CrossChecks, Wanted
from games.engine.equations.grammar import Grammar
from games.engine.equations.member_reader import Evaluate

DIVIDE = kinds.DIVIDE
NEVER = marks.NEVER
AFTER = marks.AFTER


class LineBounds(CrossChecks):
    """A position and the line of it that is being searched: squares 1 to `size`."""

    def __init__(
        self, grammar: Grammar, given: BoardAndRack, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, given, evaluate, wanted)
        self._make_line()

    def _make_line(self) -> None:
        """Room for one line: squares 1 to `size`, and what lies beyond at both ends."""
        room = self.size + 4
        self.direction = 0
        self.square_of = zeros(room)
        self.fixed = zeros(room)
        self.takes = zeros(room)
        self.tile_factor = zeros(room)
        self.line_factor = zeros(room)
        self.fixed_points = zeros(room)
        self.cross_index = zeros(room)
        self.loose_after = zeros(room)
        self.loose_before = zeros(room)
        self.bound_up_to = zeros(room)
        self.anchors_up_to = zeros(room)
        self.gap_after = zeros(room)
        self.gap_before = zeros(room)
        self.hope_from = zeros(room)
        self.equals_fits = zeros(room)
        self.equals_use = zeros(room)
        self.equals_tiles = zeros(room)
        self.equals_squares = zeros(room)
        self.equals_points = zeros(room)
        self.equals_factor = zeros(room)
        self.equals_cross_gain = zeros(room)
        self.begins = zeros(room)
        self.finishes = zeros(room)
        self.least_after = zeros(room)
        self.least_before = zeros(room)
        self.most_new_here = 0
        self.scoring = True
        self.open_before = False
        self.open_after = False
        self.chains_here = False
        self.hope_before = 0
        self.row_length = room
        self.most_points = zeros(room * room)
        self.most_row = 0
        self.most_of_line = 0
        self.fractions_here = False

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
            self.square_of[c] = square
            self.fixed[c] = x
            self.fixed_points[c] = self.square_points[square]
            self.takes[c] = self.allowed[index] if x < 0 else 0
            self.tile_factor[c] = self.tile_factors[square]
            self.line_factor[c] = self.line_factors[square]
            self.cross_index[c] = index * self.count
            is_bound = x >= 0 or self.is_crossed[index] or self.takes[c] != self.placeable
            self.bound_up_to[c] = self.bound_up_to[c - 1] + is_bound
            is_anchor = x >= 0 or self.is_anchor[square]
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
            self.fractions_here = self.fraction_bonus > 0 and self._most_divisions() > 1
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
            most = self.most_cross_gain[crossing + self.square_of[c]]
            self.hope_from[c] = self.hope_from[c + 1] + most
        for c in range(1, self.size + 1):
            self.begins[c] = self.fixed[c - 1] < 0
            self.finishes[c] = self.fixed[c + 1] < 0
            if self.open_before:
                self.begins[c] = self.equals_fits[c - 1] and c > 1 and self.fixed[c - 2] < 0
            if self.open_after:
                self.finishes[c] = self.equals_fits[c + 1] and self.fixed[c + 2] < 0

    def _load_most(self, crossing: int) -> None:
        """What a play that covers all squares from one to another can earn at most.

        That is without what a fraction earns, which knows no bounds.
        """
        wide = self.row_length
        self.most_of_line = -1
        for place in range(wide * wide):
            self.most_points[place] = -1
        for first in range(1, self.size + 1):
            if self.fixed[first - 1] < 0:
                self._load_most_from(first, crossing)
        for s in range(1, self.size + 1):
            for e in range(self.size, s - 1, -1):
                here = s * wide + e
                most = self.most_points[here]
                if self.most_points[here - wide] > most:
                    most = self.most_points[here - wide]
                if self.most_points[here + 1] > most:
                    most = self.most_points[here + 1]
                self.most_points[here] = most
                if most > self.most_of_line:
                    self.most_of_line = most

    def _load_most_from(self, first: int, crossing: int) -> None:
        """The same for the plays that begin on one square, by where they end.

        The best tiles of the rack are new, the best of them on the best squares, which double or
        triple them; and each crossing line earns the most that it can.
        """
        raw = 0
        factor = 1
        gain = 0
        new = 0
        doubled = 0
        tripled = 0
        for c in range(first, self.size + 2):
            if self.fixed[c] >= 0:
                raw += self.fixed_points[c]
                continue
            if self.anchors_up_to[c - 1] > self.anchors_up_to[first - 1]:
                most = raw + self.best_tile_points[new] + self.best_tile_points[doubled]
                most = (most + self.best_tile_points[tripled]) * factor + gain
                if new >= self.hand:
                    most += self.bingo
                self.most_points[first * self.row_length + c - 1] = most
            if new == self.most_new or self.takes[c] == 0 or c > self.size:
                return
            new += 1
            factor *= self.line_factor[c]
            gain += self.most_cross_gain[crossing + self.square_of[c]]
            doubled += self.tile_factor[c] > 1
            tripled += self.tile_factor[c] > 2

    def _most_divisions(self) -> int:
        """How many division signs this line may have; with fewer than two its value is whole."""
        slashes = self.divisions
        for c in range(1, self.size + 1):
            slashes += self.fixed[c] >= 0 and self.kind[self.fixed[c]] == DIVIDE
        return slashes

    def _load_equals(self, c: int, index: int) -> None:
        """Whether an equals sign stands or may stand on square c, and what it does."""
        x = self.fixed[c]
        self.equals_use[c] = 0
        self.equals_tiles[c] = 0
        self.equals_squares[c] = 0
        self.equals_points[c] = self.fixed_points[c]
        self.equals_factor[c] = 1
        self.equals_cross_gain[c] = 0
        self.equals_fits[c] = x == self.equals
        if x < 0 and self.takes[c] >> self.equals & 1:
            self.equals_fits[c] = 1
            self.equals_use[c] = self.counter_unit[self.equals]
            self.equals_tiles[c] = 0 if self.free_equals else 1
            self.equals_squares[c] = 1
            self.equals_points[c] = self.symbol_points[self.equals] * self.tile_factor[c]
            self.equals_factor[c] = self.line_factor[c]
            self.equals_cross_gain[c] = self.cross_gain[index * self.count + self.equals]

    def _has_equals(self) -> bool:
        """Whether a complete equality is possible at all; notes whether a chain is."""
        laid = 0
        possible = 0
        for c in range(1, self.size + 1):
            laid += self.fixed[c] == self.equals
            possible += self.equals_fits[c]
        on_rack = self.unused[self.equals] + self.blanks
        self.chains_here = self.chains and possible > 1 and laid + on_rack > 1
        return possible > 0

    def _free_blanks(self, s: int) -> int:
        """The blanks that a member from square s may use: one must be the equals sign beside it
        if the rack has none and none lies at hand."""
        if self.free_equals or self.blanks == 0 or self.rack[self.equals]:
            return self.blanks
        empty = 0
        c = s - 1
        while c <= self.size and empty <= self.most_new_here:
            if self.fixed[c] == self.equals:
                return self.blanks
            empty += c >= s and self.fixed[c] < 0
            c += 1
        return self.blanks - 1

    def _least_beyond(self, role: int, c: int) -> int:
        """The fewest tiles of a side beyond the equals sign on square c."""
        if role == AFTER:
            bound = self.least_after[c + 1] if c < self.size else NEVER
            return 1 if bound > 1 and self.loose_after[c + 1] else bound
        bound = self.least_before[c - 1] if c > 1 else NEVER
        return 1 if bound > 1 and self.loose_before[c - 1] else bound

    def _offer(self, points: int, factor: int, first: int, last: int, word: int) -> None:
        """A legal line, unless a member stands twice; `points` as if no tile were a blank."""
        new = []
        for c in range(first, last + 1):
            x = self.fixed[c]
            if x < 0:
                x = word & 63
                word >>= 6
                tile = self.symbol_points[x] * self.tile_factor[c] * factor
                new.append((self.square_of[c], x, tile + self.blank_loss[self.cross_index[c] + x]))
            self.line[c - first] = x
        if self.chains and self.has_repeated_member(last - first + 1):
            return
        lost, blanks = min(
            (sum(new[place][2] for place in places), places) for places in self._blank_places(new)
        )
        laid = tuple((at, x, place in blanks) for place, (at, x, _) in enumerate(new))
        self._record(points - lost, self.direction, laid)

    def _blank_places(self, new: list[tuple[int, int, int]]) -> Iterator[tuple[int, ...]]:
        """Every choice of as few blanks as will do, so that the rack has the other new tiles.

        All of them look the same on the board, and only the one that earns most is a play.
        """
        symbols = [x for _, x, _ in new]
        choices = []
        for x in set(symbols):
            if x != self.equals or not self.free_equals:
                places = [place for place, symbol in enumerate(symbols) if symbol == x]
                lacking = max(0, len(places) - self.rack[x])
                choices.append(itertools.combinations(places, lacking))
        for chosen in itertools.product(*choices):
            yield tuple(itertools.chain.from_iterable(chosen))
