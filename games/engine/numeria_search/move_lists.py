# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The legal moves of a position, those that take a trope first (M4-M7)."""

from games.engine.numeria_search import marks, tables
from games.engine.numeria_search.position import Position
from games.engine.numeria_search.tables import zeros

ROOM = marks.ROOM
PASS = marks.PASS
BASE = tables.BASE
SIZE = tables.SIZE
RAY_ROOM = tables.RAY_ROOM
SQUARES = tables.SQUARES


class MoveLists:
    """A list of moves for each ply of a search; see `Position` for what a move is.

    - `moves`: from ply * ROOM on; `scores`: how early each is to be tried
    - `counts`: by ply how many there are; `take_counts`: how many of them take a trope
    """

    def __init__(self, position: Position, plies: int) -> None:
        self.position = position
        self.moves = zeros(plies * ROOM)
        self.scores = zeros(plies * ROOM)
        self.counts = zeros(plies)
        self.take_counts = zeros(plies)

    def fill(self, ply: int) -> None:
        """List every legal move; the skipped turn of who has no other (M5)."""
        self.fill_takes(ply)
        frozen = self.position.frozen()
        for number in range(1, BASE):
            start = self.position.square_of[number]
            if start >= 0 and start != frozen:
                self.add_tile(ply, start)
        if self.counts[ply] == 0:
            self.moves[ply * ROOM] = PASS
            self.counts[ply] = 1

    def fill_takes(self, ply: int) -> None:
        """List the moves that take a trope."""
        self.counts[ply] = 0
        frozen = self.position.frozen()
        for place in range(self.position.gap_count):
            line = self.position.gaps[place]
            if self.position.holds(line, frozen):
                continue
            end = self.position.gap_end(line)
            for which in range(2):
                start = self.position.completer(line, which, end)
                if start >= 0 and start != frozen:
                    self.add(ply, start + (end << 6) + (line + 1 << 12))
        self.take_counts[ply] = self.counts[ply]

    def add_tile(self, ply: int, start: int) -> None:
        """List the moves of one tile, but to where a trope must be taken."""
        self._add_slides(ply, start)
        self._add_jumps(ply, start)

    def begin(self, ply: int) -> None:
        """Empty a list."""
        self.counts[ply] = 0
        self.take_counts[ply] = 0

    def add(self, ply: int, move: int) -> None:
        """List a move."""
        self.moves[ply * ROOM + self.counts[ply]] = move
        self.counts[ply] += 1

    def _add_way(self, ply: int, way: int) -> None:
        """List a start and an end, unless a trope must be taken there."""
        for index in range(ply * ROOM, ply * ROOM + self.take_counts[ply]):
            if self.moves[index] & 4095 == way:
                return
        self.add(ply, way)

    def _add_slides(self, ply: int, start: int) -> None:
        first = start * RAY_ROOM
        while first < (start + 1) * RAY_ROOM:
            index = first
            last = first + SIZE
            while index < last:
                end = self.position.rays[index]
                if end < 0 or self.position.numbers[end]:
                    break
                self._add_way(ply, start + (end << 6))
                index += 1
            first = last

    def _add_jumps(self, ply: int, start: int) -> None:
        """List the squares that are reached by jumps alone."""
        self.position.jump_ends(start)
        for place in range(1, self.position.jump_count):
            end = self.position.jumped[place]
            if self.position.occupied & self.position.between[start * SQUARES + end]:
                self._add_way(ply, start + (end << 6))

    def bring_forward(self, ply: int, move: int) -> None:
        """Put a move first, if it is in the list."""
        first = ply * ROOM
        for index in range(first, first + self.counts[ply]):
            if self.moves[index] == move:
                self.moves[index] = self.moves[first]
                self.moves[first] = move
                return

    def next_best(self, ply: int, place: int) -> int:
        """Put the move of the highest score from this place on there; of equal ones the first."""
        first = ply * ROOM + place
        best = first
        for index in range(first + 1, ply * ROOM + self.counts[ply]):
            if self.scores[index] > self.scores[best]:
                best = index
        move = self.moves[best]
        score = self.scores[best]
        self.moves[best] = self.moves[first]
        self.scores[best] = self.scores[first]
        self.moves[first] = move
        self.scores[first] = score
        return move

    def all_moves(self) -> list[int]:
        """Every legal move."""
        self.fill(0)
        return [self.moves[index] for index in range(self.counts[0])]
