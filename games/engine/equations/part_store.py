# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Members and sides of few new tiles, stored under their exact value."""

from games.engine.equations import marks
from games.engine.equations.arrays import small_numbers, zeros
from games.engine.equations.part import Part
from games.engine.equations.search_clock import SearchClock

BUCKETS = 1 << 15
SIDE_BUCKETS = 1 << 13
NONE = marks.NONE
FIRST_ROOM = 4096  # parts


class PartStore:
    """The parts that may stand in a line, each with an index.

    First come the free ones, those of squares without crossing lines, which fit in every line;
    from the index `free_end` on those of the line that is being searched; last those that were
    just looked up. `top` is the index of the next, `room` the number for which there is room.

    There is an array for each figure of a `Part`, by index, as parts are looked up by a few of
    them; of a side in a bucket `near` holds its key, see `side_bucket`. `next` holds the index of
    the next part in the same bucket, negative for none.

    Free parts lie in buckets by their value, sides of the line in buckets by value and key. By
    bucket `free_head` and `side_head` hold the index of the first part, `free_least` and
    `side_least` the fewest tiles of any, NONE for an empty bucket; the heads of empty ones are
    old. Different values may share a bucket, so a look-up compares values.
    """

    def __init__(self, clock: SearchClock) -> None:
        self.clock = clock
        self.top = 0
        self.free_end = 0
        self.room = FIRST_ROOM
        self.numerator = zeros(self.room)
        self.denominator = zeros(self.room)
        self.use = zeros(self.room)
        self.tiles = zeros(self.room)
        self.most_tiles = zeros(self.room)
        self.squares = zeros(self.room)
        self.symbols = zeros(self.room)
        self.points = zeros(self.room)
        self.factor = zeros(self.room)
        self.cross_gain = zeros(self.room)
        self.near = zeros(self.room)
        self.far = zeros(self.room)
        self.next = zeros(self.room)
        self.free_head = zeros(BUCKETS)
        self.free_least = small_numbers(BUCKETS, NONE)
        self.side_head = zeros(SIDE_BUCKETS)
        self.side_least = small_numbers(SIDE_BUCKETS, NONE)

    def _make_room(self) -> None:
        """Double the room."""
        self.numerator = self._longer(self.numerator)
        self.denominator = self._longer(self.denominator)
        self.use = self._longer(self.use)
        self.tiles = self._longer(self.tiles)
        self.most_tiles = self._longer(self.most_tiles)
        self.squares = self._longer(self.squares)
        self.symbols = self._longer(self.symbols)
        self.points = self._longer(self.points)
        self.factor = self._longer(self.factor)
        self.cross_gain = self._longer(self.cross_gain)
        self.near = self._longer(self.near)
        self.far = self._longer(self.far)
        self.next = self._longer(self.next)
        self.room *= 2

    def _longer(self, numbers: list[int]) -> list[int]:
        longer = zeros(2 * self.room)
        for index in range(self.room):
            longer[index] = numbers[index]
        return longer

    def add(self, part: Part) -> int:
        """Store a part; its index."""
        self.clock.count_step()
        if self.top == self.room:
            self._make_room()
        index = self.top
        self.numerator[index] = part.numerator
        self.denominator[index] = part.denominator
        self.use[index] = part.use
        self.tiles[index] = part.tiles
        self.most_tiles[index] = part.most_tiles
        self.squares[index] = part.squares
        self.symbols[index] = part.symbols
        self.points[index] = part.points
        self.factor[index] = part.factor
        self.cross_gain[index] = part.cross_gain
        self.near[index] = part.near
        self.far[index] = part.far
        self.top = index + 1
        return index

    def add_copy(self, index: int, near: int, far: int) -> int:
        """Store a part once more with other places; its new index."""
        self.clock.count_step()
        if self.top == self.room:
            self._make_room()
        new = self.top
        self.numerator[new] = self.numerator[index]
        self.denominator[new] = self.denominator[index]
        self.use[new] = self.use[index]
        self.tiles[new] = self.tiles[index]
        self.most_tiles[new] = self.most_tiles[index]
        self.squares[new] = self.squares[index]
        self.symbols[new] = self.symbols[index]
        self.points[new] = self.points[index]
        self.factor[new] = self.factor[index]
        self.cross_gain[new] = self.cross_gain[index]
        self.near[new] = near
        self.far[new] = far
        self.top = new + 1
        return new

    def append_to(self, part: Part, index: int) -> None:
        """Add to a part the figures of a stored one that stands on its right."""
        part.use += self.use[index]
        part.tiles += self.tiles[index]
        part.symbols |= self.symbols[index] << 6 * part.squares
        part.squares += self.squares[index]
        part.points += self.points[index]
        part.factor *= self.factor[index]
        part.cross_gain += self.cross_gain[index]
        if self.most_tiles[index] > part.most_tiles:
            part.most_tiles = self.most_tiles[index]

    def read(self, index: int, part: Part) -> None:
        """Take a stored part over into a record."""
        part.clear()
        self.append_to(part, index)
        part.numerator = self.numerator[index]
        part.denominator = self.denominator[index]
        part.bucket = self.bucket_of(index)
        part.near = self.near[index]
        part.far = self.far[index]

    def bucket(self, numerator: int, denominator: int) -> int:
        """Where a value is kept. Only its low bits count, so no product here is large."""
        return (
            ((numerator ^ numerator >> 19) & 0xFFFFF) * 40503 + (denominator & 0xFFFFF) * 30011 >> 3
        ) & BUCKETS - 1

    def bucket_of(self, index: int) -> int:
        """Where the value of a stored part is kept."""
        return self.bucket(self.numerator[index], self.denominator[index])

    def side_bucket(self, bucket: int, key: int) -> int:
        """Where the sides with this key and the value of that bucket are kept.

        The key is twice the place next to the member that the side belongs to, plus AFTER where
        that member stands before it, or BEFORE where it stands after it.
        """
        return (bucket + key * 1009) & SIDE_BUCKETS - 1

    def link_free(self, index: int) -> None:
        """Put a stored part among the free ones of its value."""
        bucket = self.bucket_of(index)
        self.next[index] = self.free_head[bucket] if self.free_least[bucket] < NONE else -1
        self.free_head[bucket] = index
        if self.tiles[index] < self.free_least[bucket]:
            self.free_least[bucket] = self.tiles[index]

    def link_side(self, index: int, key: int) -> None:
        """Put a stored part among the sides of its value that have this key."""
        bucket = self.side_bucket(self.bucket_of(index), key)
        self.near[index] = key
        self.next[index] = self.side_head[bucket] if self.side_least[bucket] < NONE else -1
        self.side_head[bucket] = index
        if self.tiles[index] < self.side_least[bucket]:
            self.side_least[bucket] = self.tiles[index]

    def forget_line(self) -> None:
        """Leave only the free parts, and empty the buckets of the sides."""
        for index in range(self.free_end, self.top):
            bucket = self.side_bucket(self.bucket_of(index), self.near[index])
            self.side_least[bucket] = NONE
        self.top = self.free_end
