# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""One line of the board: what its squares take, and where a run may begin and end."""

from games.engine.equations import marks
from games.engine.equations.arrays import zeros
from games.engine.equations.board import Board
from games.engine.equations.cross_checks import CrossChecks
from games.engine.equations.line_rules import LineRules
from games.engine.equations.member_reader import MemberReader
from games.engine.equations.part import Part
from games.engine.equations.rack import Rack

EMPTY = marks.EMPTY
OUTSIDE = marks.OUTSIDE
NEVER = marks.NEVER


class Line:
    """The line that is being searched, and the form of the runs that are sought in it.

    Its squares have the places 1 to `size`; 0 and those above lie outside. By place there are:

    - `square_of`: the square of the board
    - `fixed`: the code of what lies there, EMPTY or OUTSIDE
    - `fixed_points`: the points of that tile
    - `takes`: bits, the symbols that may be laid there
    - `tile_factor`, `line_factor`: the premium
    - `gain_index`: where `CrossChecks.cross_gain` and `blank_loss` of its crossing line begin
    - `most_cross_points`: the most that its crossing line earns
    - `bound_up_to`, `anchors_up_to`: how many bound squares, and anchors, there are up to here
    - `loose_after`, `loose_before`: how many free squares in a row begin, and end, here
    - `gap_after`, `gap_before`: new squares on the way to the nearest anchor: from here to the
      right, and from beyond here to the left
    - `equals_fits`: whether an equals sign stands or may stand there
    - `equals_use`, `equals_tiles`, `equals_squares`, `equals_points`, `equals_factor`,
      `equals_cross_gain`: the figures of that sign, as in a `Part`
    - `begins`, `finishes`: whether a run of this form may begin, or end, with a member there

    A square is bound if it is covered, is crossed, or does not take all that can be laid; else it
    is free. The form is a complete equality (`scoring`), a line with an equals sign at one end
    (`open_before`, `open_after`), or an expression. `joins` tells that members have sides in it.
    `has_equals` and `chains_here` tell whether one equals sign, and two, are possible.
    """

    def __init__(self, rules: LineRules, board: Board, rack: Rack, checks: CrossChecks) -> None:
        self.rules = rules
        self.board = board
        self.rack = rack
        self.checks = checks
        self.size = self.board.size
        self.direction = 0
        self._make_arrays(self.size + 4)
        self.has_equals = False
        self.chains_here = False
        self.take_form(scoring=True, open_before=False, open_after=False)

    def _make_arrays(self, room: int) -> None:
        self.square_of = zeros(room)
        self.fixed = zeros(room)
        self.fixed_points = zeros(room)
        self.takes = zeros(room)
        self.tile_factor = zeros(room)
        self.line_factor = zeros(room)
        self.gain_index = zeros(room)
        self.most_cross_points = zeros(room)
        self.bound_up_to = zeros(room)
        self.anchors_up_to = zeros(room)
        self.loose_after = zeros(room)
        self.loose_before = zeros(room)
        self.gap_after = zeros(room)
        self.gap_before = zeros(room)
        self.equals_fits = zeros(room)
        self.equals_use = zeros(room)
        self.equals_tiles = zeros(room)
        self.equals_squares = zeros(room)
        self.equals_points = zeros(room)
        self.equals_factor = zeros(room)
        self.equals_cross_gain = zeros(room)
        self.begins = zeros(room)
        self.finishes = zeros(room)

    def take_form(self, scoring: bool, open_before: bool, open_after: bool) -> None:
        """Seek runs of this form."""
        self.scoring = scoring
        self.open_before = open_before
        self.open_after = open_after
        self.joins = scoring or open_before or open_after

    def load_free(self, length: int) -> None:
        """Let the line be this many free squares without premiums."""
        for place in range(self.size + 4):
            self.fixed[place] = EMPTY if 1 <= place <= length else OUTSIDE
            self.takes[place] = self.rack.placeable
            self.tile_factor[place] = 1
            self.line_factor[place] = 1
            self.gain_index[place] = 0

    def load(self, direction: int, number: int) -> bool:
        """Take up one row or column; False where no play can lie."""
        self.direction = direction
        step = self.size if direction else 1
        square = number if direction else number * self.size
        self.fixed[0] = OUTSIDE
        self.fixed[self.size + 1] = OUTSIDE
        self.fixed[self.size + 2] = OUTSIDE
        for place in range(1, self.size + 1):
            self._load_square(place, square)
            self._load_equals(place)
            square += step
        if self.anchors_up_to[self.size] == 0:
            return False
        self._load_backwards()
        self._load_ends()
        self._count_equals()
        return True

    def _load_square(self, place: int, square: int) -> None:
        """What is known of one square, and counted from the left."""
        index = (1 - self.direction) * self.board.squares + square
        symbol = self.board.symbols[square]
        takes = self.checks.allowed[index] if symbol < 0 else 0
        self.square_of[place] = square
        self.fixed[place] = symbol
        self.fixed_points[place] = self.board.points[square]
        self.takes[place] = takes
        self.tile_factor[place] = self.board.tile_factors[square]
        self.line_factor[place] = self.board.line_factors[square]
        self.gain_index[place] = index * self.rules.symbol_count
        self.most_cross_points[place] = self.checks.most_points[index]
        is_bound = symbol >= 0 or self.checks.is_crossed[index] or takes != self.rack.placeable
        self.bound_up_to[place] = self.bound_up_to[place - 1] + is_bound
        self.loose_before[place] = 0 if is_bound else self.loose_before[place - 1] + 1
        is_anchor = symbol >= 0 or self.checks.is_anchor[square]
        self.anchors_up_to[place] = self.anchors_up_to[place - 1] + is_anchor
        self.gap_before[place] = self._gap_after_one(place - 1, self.gap_before[place - 1])

    def _gap_after_one(self, place: int, gap: int) -> int:
        """How many empty squares lead from beyond a square to the nearest anchor on its side."""
        if place < 1 or place > self.size:
            return NEVER
        if self.anchors_up_to[place] > self.anchors_up_to[place - 1]:
            return 0 if self.fixed[place] >= 0 else 1
        return gap + 1

    def _load_equals(self, place: int) -> None:
        """Whether an equals sign stands or may stand on a square, and what it does."""
        equals = self.rules.equals
        self.equals_fits[place] = self.fixed[place] == equals
        self.equals_use[place] = 0
        self.equals_tiles[place] = 0
        self.equals_squares[place] = 0
        self.equals_points[place] = self.fixed_points[place]
        self.equals_factor[place] = 1
        self.equals_cross_gain[place] = 0
        if self.fixed[place] < 0 and self.takes[place] >> equals & 1:
            gain = self.checks.cross_gain[self.gain_index[place] + equals]
            self.equals_fits[place] = 1
            self.equals_use[place] = self.rack.counter_unit[equals]
            self.equals_tiles[place] = 0 if self.rules.free_equals else 1
            self.equals_squares[place] = 1
            self.equals_points[place] = self.rules.symbol_points[equals] * self.tile_factor[place]
            self.equals_factor[place] = self.line_factor[place]
            self.equals_cross_gain[place] = gain

    def _load_backwards(self) -> None:
        """What has to be counted from the right."""
        self.loose_after[self.size + 1] = 0
        gap = NEVER
        for place in range(self.size, 0, -1):
            is_bound = self.bound_up_to[place] > self.bound_up_to[place - 1]
            self.loose_after[place] = 0 if is_bound else self.loose_after[place + 1] + 1
            gap = self._gap_after_one(place, gap)
            self.gap_after[place] = gap

    def _load_ends(self) -> None:
        """Where a run may begin and end: with nothing beyond it but the equals sign of its form."""
        for place in range(1, self.size + 1):
            self.begins[place] = self.fixed[place - 1] < 0
            self.finishes[place] = self.fixed[place + 1] < 0
            if self.open_before:
                fits = place > 1 and self.equals_fits[place - 1]
                self.begins[place] = fits and self.fixed[place - 2] < 0
            if self.open_after:
                fits = self.equals_fits[place + 1]
                self.finishes[place] = fits and self.fixed[place + 2] < 0

    def _count_equals(self) -> None:
        """Whether one equals sign is possible, and two."""
        laid = 0
        possible = 0
        for place in range(1, self.size + 1):
            laid += self.fixed[place] == self.rules.equals
            possible += self.equals_fits[place]
        on_rack = self.rack.counts[self.rules.equals] + self.rack.blanks
        self.has_equals = possible > 0
        self.chains_here = self.rules.chains and possible > 1 and laid + on_rack > 1

    def add_up(self, member: Part, reader: MemberReader) -> None:
        """Add up symbols, points, factor and gain of a member that was just read."""
        member.symbols = 0
        member.points = 0
        member.factor = 1
        member.cross_gain = 0
        new = 0
        for place in range(member.near, member.far + 1):
            if self.fixed[place] >= 0:
                member.points += self.fixed_points[place]
                continue
            symbol = reader.path[place]
            member.symbols |= symbol << 6 * new
            member.points += self.rules.symbol_points[symbol] * self.tile_factor[place]
            member.factor *= self.line_factor[place]
            member.cross_gain += self.checks.cross_gain[self.gain_index[place] + symbol]
            new += 1

    def append_equals(self, part: Part, place: int) -> None:
        """Add to a part the figures of the equals sign that stands on its right, on this place."""
        part.use += self.equals_use[place]
        part.tiles += self.equals_tiles[place]
        if self.equals_squares[place]:
            part.symbols |= self.rules.equals << 6 * part.squares
            part.squares += 1
        part.points += self.equals_points[place]
        part.factor *= self.equals_factor[place]
        part.cross_gain += self.equals_cross_gain[place]

    def is_bound(self, first: int, last: int) -> bool:
        """Whether one of these squares is bound."""
        return self.bound_up_to[last] > self.bound_up_to[first - 1]

    def has_anchor(self, first: int, last: int) -> bool:
        """Whether one of these squares is an anchor."""
        return self.anchors_up_to[last] > self.anchors_up_to[first - 1]
