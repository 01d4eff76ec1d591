# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Whole lines: a member with the sides that have its value, offered where they are a play."""

from games.engine.equations import marks
from games.engine.equations.cross_checks import BoardAndRack, Wanted
from games.engine.equations.grammar import Grammar
from games.engine.equations.member_reader import Evaluate
from games.engine.equations.sides import Sides

AFTER = marks.AFTER
BEFORE = marks.BEFORE
NODES_BETWEEN_LOOKS = marks.NODES_BETWEEN_LOOKS


class WholeLines(Sides):
    """The member just read and the line just made of it.

    The member begins on square `start` and ends on `member_end`. Its figures and those of the
    line, `member_…` and `whole_…`, are the same as those of a part, see `part_store.py`.
    """

    def __init__(
        self, grammar: Grammar, given: BoardAndRack, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, given, evaluate, wanted)
        self.member_end = 0
        self.member_use = 0
        self.member_tiles = 0
        self.member_points = 0
        self.member_factor = 1
        self.member_cross_gain = 0
        self.member_symbols = 0
        self.whole_use = 0
        self.whole_tiles = 0
        self.whole_squares = 0
        self.whole_points = 0
        self.whole_factor = 1
        self.whole_cross_gain = 0

    def _join(self) -> None:
        """The member just read with the sides that have its value, or by itself."""
        top = self.top
        if self.scoring or self.open_before or self.open_after:
            self._join_sides(top)
        if not self.scoring and self.begins[self.start] and self.finishes[self.member_end]:
            self._consider(-1, -1)
        self.top = top

    def _join_sides(self, top: int) -> None:
        """The member just read with each side, and each two sides, that have its value."""
        s = self.start
        e = self.member_end
        room = self.tiles - self.member_tiles
        if self.equals_fits[e + 1]:
            self._gather(AFTER, e + 1, self.member_use, room, self.member_tiles)
        middle = self.top
        if self.equals_fits[s - 1] and self.member_tiles > 0:
            self._gather(BEFORE, s - 1, self.member_use, room, self.member_tiles - 1)
        end = self.top
        if self.begins[s]:
            for after in range(top, middle):
                self._consider(-1, after)
        for before in range(middle, end):
            if self.finishes[e]:
                self._consider(before, -1)
            if self.chains:
                for after in range(top, middle):
                    self._consider(before, after)

    def _consider(self, before: int, after: int) -> None:
        """One whole line: offered if it is a play that may be among the best.

        `before` and `after` are the sides, -1 for none.
        """
        self.nodes += 1
        if self.nodes & NODES_BETWEEN_LOOKS == 0:
            self.check_time()
        self._begin_line()
        first = self.start
        last = self.member_end
        if before >= 0:
            self._add_to_line(before, first - 1)
            first = self.part_far[before]
        if after >= 0:
            self._add_to_line(after, last + 1)
            last = self.part_far[after]
        if self.open_before:
            first -= 1
            self._add_open_equals(first)
        if self.open_after:
            last += 1
            self._add_open_equals(last)
        if self.whole_tiles > self.tiles or self.whole_squares < 2:
            return
        if self.anchors_up_to[last] == self.anchors_up_to[first - 1]:
            return
        points = self._points_of_line()
        if points <= self.threshold or not self._fits(self.whole_use):
            return
        factor = self.whole_factor if self.scoring else 0
        self._offer(points, factor, first, last, self._symbols_of_line(before, after))

    def _begin_line(self) -> None:
        """The figures of a line that is the member alone."""
        self.whole_use = self.member_use
        self.whole_tiles = self.member_tiles
        self.whole_squares = self.member_tiles
        self.whole_points = self.member_points
        self.whole_factor = self.member_factor
        self.whole_cross_gain = self.member_cross_gain

    def _add_to_line(self, side: int, c: int) -> None:
        """The figures of the line with one more side and its equals sign on square c."""
        self.whole_use += self.part_use[side] + self.equals_use[c]
        self.whole_tiles += self.part_tiles[side] + self.equals_tiles[c]
        self.whole_squares += self.part_squares[side] + self.equals_squares[c]
        self.whole_points += self.part_points[side] + self.equals_points[c]
        self.whole_factor *= self.part_factor[side] * self.equals_factor[c]
        self.whole_cross_gain += self.part_cross_gain[side] + self.equals_cross_gain[c]

    def _add_open_equals(self, c: int) -> None:
        """The figures of the line with an equals sign at one of its ends, on square c."""
        self.whole_use += self.equals_use[c]
        self.whole_tiles += self.equals_tiles[c]
        self.whole_squares += self.equals_squares[c]
        self.whole_cross_gain += self.equals_cross_gain[c]

    def _points_of_line(self) -> int:
        """The points of the line as if no tile were a blank; -1 where it is no play."""
        points = self.whole_cross_gain >> 4
        if self.scoring:
            points += self.whole_points * self.whole_factor + self._bonus()
        elif self.whole_cross_gain & 15 == 0 and not self.zero_counts:
            return -1
        if self.whole_tiles == self.hand and (self.scoring or not self.bingo_in_line):
            points += self.bingo
        return points

    def _symbols_of_line(self, before: int, after: int) -> int:
        """The new symbols of a whole line in the order of reading, six bits each."""
        word = 0
        cells = 0
        if self.open_before and self.equals_squares[self._first_square(before) - 1]:
            word = self.equals
            cells = 1
        if before >= 0:
            word |= self.part_symbols[before] << 6 * cells
            cells += self.part_squares[before]
            if self.equals_squares[self.start - 1]:
                word |= self.equals << 6 * cells
                cells += 1
        word |= self.member_symbols << 6 * cells
        cells += self.member_tiles
        if after >= 0:
            if self.equals_squares[self.member_end + 1]:
                word |= self.equals << 6 * cells
                cells += 1
            word |= self.part_symbols[after] << 6 * cells
            cells += self.part_squares[after]
        last = self.part_far[after] if after >= 0 else self.member_end
        if self.open_after and self.equals_squares[last + 1]:
            word |= self.equals << 6 * cells
        return word

    def _first_square(self, before: int) -> int:
        return self.part_far[before] if before >= 0 else self.start
