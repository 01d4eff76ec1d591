# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Finding members: every way to lay tiles on the squares of a line that reads as one.

The members of few new tiles are stored; the one with the most new tiles of a run is joined with
stored sides as it is found.
"""

from games.engine.equations import marks
from games.engine.equations.arrays import zeros
from games.engine.equations.best_plays import BestPlays
from games.engine.equations.cross_checks import CrossChecks
from games.engine.equations.line import Line
from games.engine.equations.line_bounds import LineBounds
from games.engine.equations.line_rules import LineRules
from games.engine.equations.member_reader import MemberReader
from games.engine.equations.part import Part
from games.engine.equations.part_store import PartStore
from games.engine.equations.rack import Rack
from games.engine.equations.search_clock import SearchClock
from games.engine.equations.whole_lines import WholeLines

NEVER = marks.NEVER
AFTER = marks.AFTER
BEFORE = marks.BEFORE
OUTSIDE = marks.OUTSIDE
STEPS_BETWEEN_LOOKS = marks.STEPS_BETWEEN_LOOKS
FREE, BOUND, PIVOT = 0, 1, 2  # what becomes of the members that are found


class Members:
    """Reads members from one place on, square by square.

    A member begins at `first` and may have `most_new` new tiles. `member` is the one that was found
    last. Lines that score by crossing lines alone have by place `cross_gain`, what the squares of
    the member before it have gained.

    `mode` is what becomes of those that are found: they are stored as free ones (FREE), stored for
    this line if they have a bound square (BOUND), or joined (PIVOT). `is_cut` tells whether
    `LineBounds.most_points` may cut them short.
    """

    def __init__(
        self,
        reader: MemberReader,
        rack: Rack,
        checks: CrossChecks,
        line: Line,
        bounds: LineBounds,
        store: PartStore,
        whole_lines: WholeLines,
        best: BestPlays,
        clock: SearchClock,
    ) -> None:
        self.reader = reader
        self.rack = rack
        self.checks = checks
        self.line = line
        self.rules: LineRules = self.line.rules
        self.bounds = bounds
        self.store = store
        self.whole_lines = whole_lines
        self.best = best
        self.clock = clock
        self.cross_gain = zeros(self.line.size + 4)
        self.member = Part()
        self.first = 0
        self.most_new = 0
        self.mode = FREE
        self.is_cut = False

    def store_free(self) -> None:
        """Store all small members of free squares."""
        self.line.load_free(self.rack.most_in_side)
        self.mode = FREE
        self.is_cut = False
        self.most_new = self.rack.most_in_side
        self._find_from(1, self.rack.blanks)

    def store_bound(self) -> None:
        """Store all small members of the line with a square that is bound."""
        self.mode = BOUND
        self.is_cut = self.line.scoring and not self.bounds.fractions_here
        self.most_new = self.rack.most_in_side
        for first in range(1, self.line.size + 1):
            if self._starts_bound(first):
                self._find_from(first, self.bounds.blanks_for_member(first, self.most_new))
                if self.clock.is_over:
                    return

    def _starts_bound(self, first: int) -> bool:
        """Whether a small member from this place may be one of a side and hold a bound square."""
        if not self.line.equals_fits[first - 1] and not self.line.begins[first]:
            return False
        if self.line.fixed[first] == self.rules.equals:
            return False
        return self.line.loose_after[first] <= self.rack.most_in_side

    def join_all(self) -> None:
        """Every member of the line as the one with the most new tiles, from right to left."""
        self.mode = PIVOT
        self.is_cut = self.line.scoring and not self.bounds.fractions_here
        least = NEVER
        for first in range(self.line.size, 0, -1):
            if self.line.joins and first < self.line.size and self.line.equals_fits[first + 1]:
                cost = self._cost(AFTER, first + 1)
                if cost < least:
                    least = cost
            self.most_new = self._most_new_from(first, least)
            if self.most_new < 0:
                continue
            blanks = self.rack.blanks
            if self.line.scoring:
                blanks = self.bounds.blanks_for_member(first, self.most_new)
            self._find_from(first, blanks)
            if self.clock.is_over:
                return

    def _most_new_from(self, first: int, least_after: int) -> int:
        """The most new tiles of the member of a run that begins here, negative if there is none.

        `least_after` is the fewest tiles of any side after it, with its equals sign.
        """
        line = self.line
        if line.fixed[first] == self.rules.equals:
            return -1
        room = self.rack.tiles + self.rules.free_equals
        ahead = line.gap_after[first] <= room
        behind = line.gap_before[first] <= room
        most = -1
        if line.begins[first] and (ahead or (line.open_before and behind)):
            most = self.rack.tiles - (least_after if line.scoring else 0)
        if line.joins and line.equals_fits[first - 1] and (ahead or behind):
            other = self.rack.tiles - self._cost(BEFORE, first - 1)
            if other > most:
                most = other
        return most

    def _cost(self, role: int, place: int) -> int:
        """The fewest tiles of a side beyond the equals sign on this place, with the sign."""
        return self.line.equals_tiles[place] + self.bounds.least_beyond(role, place)

    def _find_from(self, first: int, blanks: int) -> None:
        """All members from this place on that use at most this many blanks."""
        self.first = first
        self.cross_gain[first] = 0
        self.reader.begin(first)
        self.bounds.begin_member(first)
        self._go_on(first, 0, 0, blanks, self.rack.held)

    def _go_on(self, place: int, tiles: int, use: int, blanks: int, held: int) -> bool:
        """Every way to go on with the member from this place; True when the time is up.

        So far it has `tiles` new tiles, with the counters `use`; `blanks` is how many blanks may
        still be used, and `held` has a bit for each symbol of which the rack has one left.
        """
        self.clock.steps += 1  # as by `count_step`, for here a call costs too much
        if self.clock.steps & STEPS_BETWEEN_LOOKS == 0:
            self.clock.look()
        if self.clock.is_over:
            return True
        state = self.reader.state[place]
        symbol = self.line.fixed[place]
        if self.reader.ends[state] and (symbol < 0 or symbol == self.rules.equals):
            self._end(place, tiles, use)
        if symbol >= 0:
            if not self.reader.follow[state] >> symbol & 1 or not self.reader.step(place, symbol):
                return False
            self.cross_gain[place + 1] = self.cross_gain[place]
            return self._go_on(place + 1, tiles, use, blanks, held)
        if symbol == OUTSIDE or tiles >= self.most_new or not self._may_lay(place):
            return False
        return self._lay_each(place, tiles, use, blanks, held)

    def _may_lay(self, place: int) -> bool:
        """Whether a tile on this empty square could be part of one of the best plays."""
        if self.is_cut:
            most = self.bounds.most_points[self.bounds.most_row + place]
            return most > self.best.threshold
        if self.line.scoring or self.mode != PIVOT:
            return True
        return not self.bounds.is_hopeless(place, self.cross_gain[place])

    def _lay_each(self, place: int, tiles: int, use: int, blanks: int, held: int) -> bool:
        """Go on with each symbol that may be laid on this square; True when the time is up."""
        mask = self.line.takes[place] & self.reader.follow[self.reader.state[place]]
        if blanks == 0:
            mask &= held
        while mask:
            bit = mask & -mask
            mask ^= bit
            symbol = self.rack.symbol_of_bit[bit % 67]
            if not self.reader.step(place, symbol):
                continue
            if not self.line.scoring:
                self._add_gain(place, symbol)
            used = use + self.rack.counter_unit[symbol]
            if held & bit:
                self.rack.unused[symbol] -= 1
                left = held if self.rack.unused[symbol] else held ^ bit
                is_over = self._go_on(place + 1, tiles + 1, used, blanks, left)
                self.rack.unused[symbol] += 1
            else:
                is_over = self._go_on(place + 1, tiles + 1, used, blanks - 1, held)
            if is_over:
                return True
        return False

    def _add_gain(self, place: int, symbol: int) -> None:
        """Note what the crossing line of a new tile on this place earns."""
        gain = self.checks.cross_gain[self.line.gain_index[place] + symbol]
        self.cross_gain[place + 1] = self.cross_gain[place] + gain

    def _end(self, place: int, tiles: int, use: int) -> None:
        """The member ends before this place: store it, or look for what it makes."""
        if (
            self._is_of_use(place, tiles)
            and self.reader.close(place)
            and self._may_be_best(place - 1)
        ):
            self._take_member(place, tiles, use)
            if self.mode == PIVOT:
                self.whole_lines.join(self.member)
            else:
                self.line.add_up(self.member, self.reader)
                index = self.store.add(self.member)
                if self.mode == FREE:
                    self.store.link_free(index)

    def _is_of_use(self, place: int, tiles: int) -> bool:
        """Whether members that end before this place are sought now."""
        if self.mode == BOUND:
            return self.line.is_bound(self.first, place - 1)
        if self.mode == FREE or not self.line.scoring:
            return True
        if self.line.equals_fits[place]:
            return True
        return tiles > 0 and self.line.equals_fits[self.first - 1] != 0

    def _may_be_best(self, last: int) -> bool:
        """Whether a member with the value just read, up to this place, may be in a best play."""
        if self.mode == FREE or not self.line.scoring:
            return True
        most = self.bounds.most_points[self.bounds.most_row + last]
        return most + self.rules.bonus(self.reader.denominator) > self.best.threshold

    def _take_member(self, place: int, tiles: int, use: int) -> None:
        """Let `member` be the one that ends before this place, with the value just read."""
        member = self.member
        member.numerator = self.reader.numerator
        member.denominator = self.reader.denominator
        member.use = use
        member.tiles = tiles
        member.most_tiles = tiles
        member.squares = tiles
        member.near = self.first
        member.far = place - 1
