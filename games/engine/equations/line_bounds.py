# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What the plays of a line can earn at most, and how many tiles their members can have.

A bound may leave out only what cannot be among the best; docs/engine.md tells why each is right.
"""

from games.engine.equations import marks
from games.engine.equations.arrays import zeros
from games.engine.equations.best_plays import BestPlays
from games.engine.equations.line import Line
from games.engine.equations.line_rules import LineRules
from games.engine.equations.rack import Rack

NEVER = marks.NEVER
AFTER = marks.AFTER


class LineBounds:
    """The bounds of the line that is being searched, in points and in tiles.

    By place there are:

    - `hope_from`: the most points of all crossing lines from here to the right end
    - `least_after`, `least_before`: the fewest tiles of a bound side that begins here, read away
      from the member that it belongs to

    `most_points` holds, at the index first place times `row_length` plus last place, the most
    points of a play that covers all squares between, without what a fraction earns; -1 for none.
    `most_of_line` is the highest of them. `fractions_here` tells whether a value that is not whole
    is possible. Of the member that is being read `most_row` is where its row of `most_points`
    begins, and `hope_before` the most points of all crossing lines before it.
    """

    def __init__(self, rules: LineRules, rack: Rack, line: Line, best: BestPlays) -> None:
        self.rules = rules
        self.rack = rack
        self.line = line
        self.best = best
        self.row_length = self.line.size + 4
        self.hope_from = zeros(self.row_length)
        self.hope_before = 0
        self.least_after = zeros(self.row_length)
        self.least_before = zeros(self.row_length)
        self.most_points = zeros(self.row_length * self.row_length)
        self.most_row = 0
        self.most_of_line = 0
        self.fractions_here = False

    def load(self) -> bool:
        """Find the bounds of a line that was just taken up; False where nothing can be found."""
        self._load_hope()
        self.hope_before = 0
        if not self.line.scoring:
            if self.best.zero_counts:
                return True
            return self.hope_from[1] > 0 and not self.is_hopeless(1, 0)
        if not self.line.has_equals:
            return False
        self._load_most()
        self.fractions_here = self.rules.fraction_bonus > 0 and self._most_divisions() > 1
        return True

    def begin_member(self, first: int) -> None:
        """A member is read from this place on."""
        self.most_row = first * self.row_length
        self.hope_before = self.hope_from[1] - self.hope_from[first] if self.line.joins else 0

    def is_hopeless(self, place: int, cross_gain: int) -> bool:
        """Whether no crossing line from here on makes a play that scores by those alone.

        `cross_gain` is what the squares of the play before this place have gained.
        """
        if self.best.zero_counts:
            return self.best.threshold >= 0
        hope = self.hope_from[place] + self.hope_before
        if cross_gain == 0 and hope == 0:
            return True
        if self.rack.tiles >= self.rules.hand and not self.rules.bingo_in_line:
            hope += self.rules.bingo
        return (cross_gain >> 4) + hope <= self.best.threshold

    def _load_hope(self) -> None:
        self.hope_from[self.line.size + 1] = 0
        for place in range(self.line.size, 0, -1):
            self.hope_from[place] = self.hope_from[place + 1] + self.line.most_cross_points[place]

    def _load_most(self) -> None:
        """What a play that covers all squares from one to another can earn at most.

        That is without what a fraction earns, which knows no bounds. A play that covers more
        squares covers these as well.
        """
        wide = self.row_length
        most_points = self.most_points
        self.most_of_line = -1
        for index in range(wide * wide):
            most_points[index] = -1
        for first in range(1, self.line.size + 1):
            if self.line.fixed[first - 1] < 0:
                self._load_most_from(first)
        for first in range(1, self.line.size + 1):
            for last in range(self.line.size, first - 1, -1):
                here = first * wide + last
                most = most_points[here]
                if most_points[here - wide] > most:
                    most = most_points[here - wide]
                if most_points[here + 1] > most:
                    most = most_points[here + 1]
                most_points[here] = most
                if most > self.most_of_line:
                    self.most_of_line = most

    def _load_most_from(self, first: int) -> None:
        """The same for the plays that begin on one square, by where they end.

        The best tiles of the rack are new, the best of them on the best squares, which double or
        triple them; and each crossing line earns the most that it can.
        """
        line = self.line
        best = self.rack.best_points
        points = 0
        factor = 1
        cross_points = 0
        new = 0
        doubled = 0
        tripled = 0
        for place in range(first, line.size + 2):
            if line.fixed[place] >= 0:
                points += line.fixed_points[place]
                continue
            if line.has_anchor(first, place - 1):
                most = points + best[new] + best[doubled] + best[tripled]
                most = most * factor + cross_points
                if new >= self.rules.hand:
                    most += self.rules.bingo
                self.most_points[first * self.row_length + place - 1] = most
            if new == self.rack.most_new or line.takes[place] == 0 or place > line.size:
                return
            new += 1
            factor *= line.line_factor[place]
            cross_points += line.most_cross_points[place]
            doubled += line.tile_factor[place] > 1
            tripled += line.tile_factor[place] > 2

    def _most_divisions(self) -> int:
        """How many division signs this line may have; with fewer than two its value is whole."""
        divisions = self.rack.divisions
        for place in range(1, self.line.size + 1):
            divisions += self.line.fixed[place] == self.rules.divide
        return divisions

    def blanks_for_member(self, first: int, most_new: int) -> int:
        """The blanks that a member from this place with at most `most_new` new tiles may use.

        One must be the equals sign beside it if the rack has none and none lies at hand.
        """
        if self.rules.free_equals or self.rack.blanks == 0 or self.rack.counts[self.rules.equals]:
            return self.rack.blanks
        empty = 0
        place = first - 1
        while place <= self.line.size and empty <= most_new:
            if self.line.fixed[place] == self.rules.equals:
                return self.rack.blanks
            empty += place >= first and self.line.fixed[place] < 0
            place += 1
        return self.rack.blanks - 1

    def forget_sides(self) -> None:
        """No bound sides are known yet."""
        for place in range(1, self.line.size + 1):
            self.least_after[place] = NEVER
            self.least_before[place] = NEVER

    def note_side(self, role: int, near: int, tiles: int) -> None:
        """A bound side of this role, with this place next to its member, has `tiles` tiles."""
        if role == AFTER:
            if tiles < self.least_after[near]:
                self.least_after[near] = tiles
        elif tiles < self.least_before[near]:
            self.least_before[near] = tiles

    def least_beyond(self, role: int, place: int) -> int:
        """The fewest tiles of a side beyond the equals sign on this place."""
        if role == AFTER:
            bound = self.least_after[place + 1] if place < self.line.size else NEVER
            return 1 if bound > 1 and self.line.loose_after[place + 1] else bound
        bound = self.least_before[place - 1] if place > 1 else NEVER
        return 1 if bound > 1 and self.line.loose_before[place - 1] else bound
