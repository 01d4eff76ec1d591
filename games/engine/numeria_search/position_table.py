# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Values of positions that were searched already: a transposition table of fixed size."""

from games.engine.numeria_search import marks
from games.engine.numeria_search.tables import zeros

EXACT = marks.EXACT
VALUE_OFFSET = 1 << 15  # makes values positive
NO_MOVE = marks.NO_MOVE


class PositionTable:
    """Two entries for each of `buckets` remainders of keys: the deeper search, and the latest.

    - `keys`: by entry the key of the position; `entries`: what is known of it, 0 for none
    - `value`, `bound`, `depth`, `move`: the entry found last. The value is the position's, or only
      AT_LEAST or AT_MOST this; the depth is in plies
    """

    def __init__(self, buckets: int) -> None:
        """`buckets` is a power of two; the table takes 32 bytes for each."""
        self.buckets = buckets
        self.keys = zeros(2 * buckets)
        self.entries = zeros(2 * buckets)
        self.value = 0
        self.bound = EXACT
        self.depth = 0
        self.move = NO_MOVE

    def look_up(self, key: int) -> tuple[int, int, int, int] | None:
        """The value, bound, depth and move that are known of a position; None for nothing."""
        if not self.find(key):
            return None
        return self.value, self.bound, self.depth, self.move

    def find(self, key: int) -> bool:
        """Look up a position; whether something is known."""
        index = 2 * (key & self.buckets - 1)
        if self.keys[index] != key:
            index += 1
        entry = self.entries[index]
        if self.keys[index] != key or entry == 0:
            return False
        self.value = (entry & 0xFFFF) - VALUE_OFFSET
        self.depth = entry >> 16 & 0xFF
        self.bound = entry >> 24 & 3
        self.move = entry >> 26
        return True

    def store(self, key: int, value: int, bound: int, depth: int, move: int) -> None:
        """Keep what was found."""
        index = 2 * (key & self.buckets - 1)
        if depth < (self.entries[index] >> 16 & 0xFF) and self.keys[index] != key:
            index += 1
        self.keys[index] = key
        self.entries[index] = value + VALUE_OFFSET + (depth << 16) + (bound << 24) + (move << 26)
