# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The search for the plays that earn most on one board, exact for every grammar it is given.

A line of members with equals signs between them is found member by member, not tile by tile:

1. For every empty square and direction it is known once which symbols the crossing line takes and
   what that earns (`Crossings`).
2. No line is searched that cannot earn more than what is found, and no member grows where it could
   not be part of such a play (`Line`); the most promising line comes first.
3. Members of few new tiles are stored under their exact value: those on squares without crossing
   lines once for the whole board ("free"), the others line by line. Joined by equals signs they
   make *sides*: all that stands left or right of a member (`Parts`).
4. Of all members of a line one has the most new tiles, the first of several. It is never stored
   but looked up as it is found, among the sides of the same value (`_join`).
"""

from games.engine.equations import marks
from games.engine.equations.crossing import Found, Position, Wanted
from games.engine.equations.grammar import Grammar
from games.engine.equations.parts import Parts
from games.engine.equations.reading import Evaluate

__all__ = ["Found", "Kernel", "Position", "Wanted", "is_compiled"]

NEVER = marks.NEVER
RIGHT = marks.RIGHT
LEFT = marks.LEFT
NODES_BETWEEN_LOOKS = marks.NODES_BETWEEN_LOOKS
FREE, BOUND, STREAM = 0, 1, 2  # what becomes of the members that are found


def is_compiled() -> bool:
    """Whether this file runs compiled."""
    return not __file__.endswith(".py")


class Kernel(Parts):
    """One search: made for a position, run once."""

    def __init__(
        self, grammar: Grammar, position: Position, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, position, evaluate, wanted)
        self.mode = FREE
        self.bounded = False
        self.p_end = 0
        self.p_use = 0
        self.p_tiles = 0
        self.p_raw = 0
        self.p_factor = 1
        self.p_gain = 0
        self.p_word = 0

    def run(self) -> list[Found]:
        """The best plays, best first; see `is_exact`.

        Plays that differ only in which of two equal symbols is a blank are one play.
        """
        self._cross_checks()
        if not self.apart:
            self._single_tiles()
        self._collect_free()
        self._search()
        if not self.best and not self.must_equal and not self.late:
            self.zero_counts = True
            self.threshold = -1
            if not self.apart:
                self._single_tiles()
            self._search()
        return [found for _, _, found in sorted(self.best, reverse=True)]

    def is_exact(self) -> bool:
        """Whether the search came to its end."""
        return not self.late

    def _search(self) -> None:
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
                if self.is_late():
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
        """Lines that score only by those that cross them are judged when they are searched."""
        if not self.scoring:
            return NEVER
        if not self._load(direction, number):
            return -1
        return self.most_of_line + NEVER * self.fractions_here

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
        if self.nodes & NODES_BETWEEN_LOOKS == 0:
            self.is_late()
        if self.late:
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
            if self.late:
                return
            self._add_member_left(i)
        for i in range(end - 1, members - 1, -1):
            if self.late:
                return
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
                if self.late:
                    return
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
                if self.late:
                    return
                self._combine(other, x - 1, i, y, self.s_far[other])
                self._add_side(LEFT, self.top - 1, y, self.s_far[other])

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
        self.nodes += 1
        if self.nodes & NODES_BETWEEN_LOOKS == 0:
            self.is_late()
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
