# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Members and sides of few new tiles, stored under their exact value.

First come the free ones, those of squares without crossing lines, which fit in every line; then
those of the line that is being searched; last those that were just looked up.

Of part i the arrays hold, at index i:

- `part_numerator`, `part_denominator`: its value
- `part_use`: the counters of the tiles that it takes from the rack, see `CrossChecks`
- `part_tiles`: the number of these tiles
- `part_most_tiles`: the number of these tiles in the member that has the most
- `part_points`: the points of its tiles, new and old, with the factors of their squares
- `part_factor`: the product of the line factors of its new squares
- `part_cross_gain`: the gain of the crossing lines, see `CrossChecks.cross_gain`
- `part_symbols`: its new symbols in the order of reading, six bits each
- `part_squares`: the number of its new squares; more than tiles where equals signs are free
- `part_near`, `part_far`: its squares next to and farthest from the member that it is joined to;
  of a stored side `part_near` is twice that square, plus AFTER or BEFORE
- `part_next`: the next part in the same bucket, negative for none

Of each bucket `free_head` and `side_head` hold the first part, `free_least` and `side_least` the
fewest tiles of any, NONE for an empty one.
"""

from games.engine.equations import marks
from games.engine.equations.arrays import small_numbers, zeros
from games.engine.equations.cross_checks import BoardAndRack, Wanted
from games.engine.equations.grammar import Grammar
from games.engine.equations.line_bounds import LineBounds
from games.engine.equations.member_reader import Evaluate

COUNTERS = marks.COUNTERS
GUARDS = marks.GUARDS
NODES_BETWEEN_LOOKS = marks.NODES_BETWEEN_LOOKS
BUCKETS = 1 << 15
SIDE_BUCKETS = 1 << 13
NONE = marks.NONE


class PartStore(LineBounds):
    """The parts that may stand in a line, with the bounds of that line."""

    def __init__(
        self, grammar: Grammar, given: BoardAndRack, evaluate: Evaluate, wanted: Wanted
    ) -> None:
        super().__init__(grammar, given, evaluate, wanted)
        self._make_store()

    def _make_store(self) -> None:
        """Room for parts: free sides first, then those of the line, last those just looked up."""
        self.room = 4096
        self.top = 0
        self.part_numerator = zeros(self.room)
        self.part_denominator = zeros(self.room)
        self.part_use = zeros(self.room)
        self.part_tiles = zeros(self.room)
        self.part_most_tiles = zeros(self.room)
        self.part_points = zeros(self.room)
        self.part_factor = zeros(self.room)
        self.part_cross_gain = zeros(self.room)
        self.part_symbols = zeros(self.room)
        self.part_squares = zeros(self.room)
        self.part_near = zeros(self.room)
        self.part_far = zeros(self.room)
        self.part_next = zeros(self.room)
        self.free_head = zeros(BUCKETS)
        self.free_least = small_numbers(BUCKETS, NONE)
        self.side_head = zeros(SIDE_BUCKETS)
        self.side_least = small_numbers(SIDE_BUCKETS, NONE)
        self.sides = 0

    def _push(
        self,
        above: int,
        below: int,
        use: int,
        tiles: int,
        most: int,
        raw: int,
        factor: int,
        gain: int,
        word: int,
        cells: int,
        near: int,
        far: int,
    ) -> int:
        """Store one part; its place."""
        self.nodes += 1
        if self.nodes & NODES_BETWEEN_LOOKS == 0:
            self.check_time()
        if self.top == self.room:
            self._make_room()
        i = self.top
        self.part_numerator[i] = above
        self.part_denominator[i] = below
        self.part_use[i] = use
        self.part_tiles[i] = tiles
        self.part_most_tiles[i] = most
        self.part_points[i] = raw
        self.part_factor[i] = factor
        self.part_cross_gain[i] = gain
        self.part_symbols[i] = word
        self.part_squares[i] = cells
        self.part_near[i] = near
        self.part_far[i] = far
        self.top = i + 1
        return i

    def _copy(self, i: int, near: int, far: int) -> None:
        """Store part i once more with other ends."""
        self._push(
            self.part_numerator[i],
            self.part_denominator[i],
            self.part_use[i],
            self.part_tiles[i],
            self.part_most_tiles[i],
            self.part_points[i],
            self.part_factor[i],
            self.part_cross_gain[i],
            self.part_symbols[i],
            self.part_squares[i],
            near,
            far,
        )

    def _make_room(self) -> None:
        self.part_numerator = self._longer(self.part_numerator)
        self.part_denominator = self._longer(self.part_denominator)
        self.part_use = self._longer(self.part_use)
        self.part_tiles = self._longer(self.part_tiles)
        self.part_most_tiles = self._longer(self.part_most_tiles)
        self.part_points = self._longer(self.part_points)
        self.part_factor = self._longer(self.part_factor)
        self.part_cross_gain = self._longer(self.part_cross_gain)
        self.part_symbols = self._longer(self.part_symbols)
        self.part_squares = self._longer(self.part_squares)
        self.part_near = self._longer(self.part_near)
        self.part_far = self._longer(self.part_far)
        self.part_next = self._longer(self.part_next)
        self.room *= 2

    def _longer(self, numbers: list[int]) -> list[int]:
        longer = zeros(2 * self.room)
        for place in range(self.room):
            longer[place] = numbers[place]
        return longer

    def _bucket(self, above: int, below: int) -> int:
        """Where a value is kept. Only its low bits count, so no product here is large."""
        return (
            ((above ^ above >> 19) & 0xFFFFF) * 40503 + (below & 0xFFFFF) * 30011 >> 3
        ) & BUCKETS - 1

    def _side_bucket(self, bucket: int, role: int, near: int) -> int:
        return (bucket + (2 * near + role) * 1009) & SIDE_BUCKETS - 1

    def _link_free(self, i: int) -> None:
        bucket = self._bucket(self.part_numerator[i], self.part_denominator[i])
        self.part_next[i] = self.free_head[bucket] if self.free_least[bucket] < NONE else -1
        self.free_head[bucket] = i
        if self.part_tiles[i] < self.free_least[bucket]:
            self.free_least[bucket] = self.part_tiles[i]

    def _fits(self, use: int) -> bool:
        """Whether the rack has all these tiles, blanks standing in for what is lacking."""
        spare = self.rack_counters - use
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

    def _combine(self, a: int, c: int, b: int, near: int, far: int) -> None:
        """Store parts a and b with the equals sign on square c between them as one part."""
        word = self.part_symbols[a]
        cells = self.part_squares[a]
        if self.equals_squares[c]:
            word |= self.equals << 6 * cells
            cells += 1
        most = (
            self.part_most_tiles[a]
            if self.part_most_tiles[a] > self.part_most_tiles[b]
            else self.part_most_tiles[b]
        )
        self._push(
            self.part_numerator[a],
            self.part_denominator[a],
            self.part_use[a] + self.equals_use[c] + self.part_use[b],
            self.part_tiles[a] + self.equals_tiles[c] + self.part_tiles[b],
            most,
            self.part_points[a] + self.equals_points[c] + self.part_points[b],
            self.part_factor[a] * self.equals_factor[c] * self.part_factor[b],
            self.part_cross_gain[a] + self.equals_cross_gain[c] + self.part_cross_gain[b],
            word | self.part_symbols[b] << 6 * cells,
            cells + self.part_squares[b],
            near,
            far,
        )

    def _place(self, i: int, first: int) -> None:
        """Store free part i as it lies from square `first`."""
        raw = 0
        factor = 1
        word = self.part_symbols[i]
        last = first + self.part_squares[i] - 1
        for c in range(first, last + 1):
            raw += self.symbol_points[word & 63] * self.tile_factor[c]
            factor *= self.line_factor[c]
            word >>= 6
        self._push(
            self.part_numerator[i],
            self.part_denominator[i],
            self.part_use[i],
            self.part_tiles[i],
            self.part_most_tiles[i],
            raw,
            factor,
            0,
            self.part_symbols[i],
            self.part_squares[i],
            first,
            last,
        )

    def _take_value(self, i: int) -> None:
        """Part i as if it had just been read."""
        self.numerator = self.part_numerator[i]
        self.denominator = self.part_denominator[i]
