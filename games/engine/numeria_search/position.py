# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A position of Numeria that moves are made in and taken back, with its gaps kept up to date."""

from games.engine.numeria_search import marks, tables
from games.engine.numeria_search.tables import Tables, zeros
from games.rules.numeria import constants

ONE = 1  # in 64 bits without a sign where this file is compiled
BASE = tables.BASE
SQUARES = tables.SQUARES
SIZE = tables.SIZE
RAY_ROOM = tables.RAY_ROOM
LEAP_ROOM = tables.LEAP_ROOM
LINE_ROOM = tables.LINE_ROOM
TROPE = tables.TROPE
NO_SQUARE = tables.NO_SQUARE
TROPES_TO_WIN = constants.TROPES_TO_WIN
LAST_IDLE = constants.MAX_SCORELESS_TURNS

PASS = marks.PASS
LINE_SHIFT = marks.LINE_SHIFT
DEEPEST = 64  # moves that can be made one after the other


class Position:
    """The board, both seats' tropes and last tiles, and the moves made since the start.

    A move is one integer: start + 64 * end, plus 4096 * (line + 1) where it takes the trope of a
    line; PASS for a skipped turn. Nothing here checks whether it is legal.

    - `numbers`: by square the number there, 0 for none; `square_of`: by number its square, or
      NO_SQUARE; `occupied`: a bit for each covered square
    - `line_keys`, `line_tiles`: by line its key (see `tables.line_key`) and how many tiles it has
    - `gap_of`: by line the entry of `Tables.completing` if it lacks one number, or 0
    - `gaps`: the lines with a gap, `gap_count` of them; `gap_places`: by line its place there
    - `taken`: by seat the tropes it has; `last`: by seat the square of the tile that it moved
      last, or NO_SQUARE (M6)
    - `turn`: the seat to move; `idle`: turns since the last trope (M10)
    - `board_key`: names the numbers on their squares
    - `ply`: moves made so far; by ply `made`, `idles`, `lasts` and `keys` hold the move, and what
      was so before it; `removed` holds four numbers for each
    - `jumped`: the squares of the last chain of jumps that was looked for, the first one where it
      began; `jump_count` of them; `came_from`: by square of that chain the one before it
    """

    def __init__(self, given: Tables) -> None:
        self._look_up_in(given)
        self.numbers = zeros(SQUARES)
        self.square_of = zeros(BASE)
        for number in range(BASE):
            self.square_of[number] = NO_SQUARE
        self.occupied = 0
        lines = len(given.line_squares) // 4
        self.line_keys = zeros(lines)
        self.line_tiles = zeros(lines)
        self.gap_of = zeros(lines)
        self.gaps = zeros(lines)
        self.gap_places = zeros(lines)
        self.gap_count = 0
        self.taken = zeros(2)
        self.last = zeros(2)
        self.last[0] = NO_SQUARE
        self.last[1] = NO_SQUARE
        self.turn = 0
        self.idle = 0
        self.board_key = 0
        self.ply = 0
        self.made = zeros(DEEPEST)
        self.idles = zeros(DEEPEST)
        self.lasts = zeros(DEEPEST)
        self.keys = zeros(DEEPEST)
        self.removed = zeros(4 * DEEPEST)
        self.jumped = zeros(SQUARES)
        self.jump_count = 0
        self.came_from = zeros(SQUARES)

    def _look_up_in(self, given: Tables) -> None:
        """Have the arrays at hand that all positions of one set of tropes share."""
        self.rays = given.rays
        self.leaps = given.leaps
        self.between = given.between
        self.line_squares = given.line_squares
        self.lines_through = given.lines_through
        self.powers = given.powers
        self.completions = given.completions
        self.completing = given.completing
        self.number_keys = given.number_keys
        self.frozen_keys = given.frozen_keys
        self.taken_keys = given.taken_keys
        self.turn_keys = given.turn_keys
        self.idle_keys = given.idle_keys

    # --- from and to Python ---

    def place(self, square: int, number: int) -> None:
        """Put a tile on an empty square of the position to begin with."""
        self.put(square, number)

    def begin(self, turn: int, taken: list[int], last: list[int], idle: int) -> None:
        """Say who is to move and what happened before; see `Position`."""
        self.turn = turn
        self.idle = idle
        for seat in range(2):
            self.taken[seat] = taken[seat]
            self.last[seat] = last[seat]

    def play(self, move: int) -> None:
        """Make a legal move."""
        self.make(move)

    def take_back(self) -> None:
        """Undo the last move."""
        self.undo()

    def read(self) -> tuple[object, ...]:
        """All that a position is, to compare: numbers, gaps, tropes, last tiles, turn, idle, key.

        A gap is a line and its entry of `Tables.completing`.
        """
        places = range(self.gap_count)
        return (
            list(self.numbers),
            sorted((self.gaps[place], self.gap_of[self.gaps[place]]) for place in places),
            list(self.taken),
            list(self.last),
            self.turn,
            self.idle,
            self.key(self.idle),
        )

    def came_before(self) -> bool:
        """Whether the same position, apart from the idle turns, came before since the start."""
        return self.is_repeated()

    # --- moves ---

    def make(self, move: int) -> None:
        """Make a legal move."""
        turn = self.turn
        self.made[self.ply] = move
        self.idles[self.ply] = self.idle
        self.lasts[self.ply] = self.last[turn]
        self.keys[self.ply] = self.key(0)
        self.idle += 1
        if move != PASS:
            self._shift(move & 63, move >> 6 & 63)
            self.last[turn] = move >> 6 & 63
            if move >> LINE_SHIFT:
                self._remove_line((move >> LINE_SHIFT) - 1)
                self.last[turn] = NO_SQUARE
                self.taken[turn] += 1
                self.idle = 0
        self.turn = 1 - turn
        self.ply += 1

    def undo(self) -> None:
        """Take the last move back."""
        self.ply -= 1
        move = self.made[self.ply]
        self.turn = 1 - self.turn
        self.idle = self.idles[self.ply]
        self.last[self.turn] = self.lasts[self.ply]
        if move == PASS:
            return
        if move >> LINE_SHIFT:
            self.taken[self.turn] -= 1
            self._restore_line((move >> LINE_SHIFT) - 1)
        self._shift(move >> 6 & 63, move & 63)

    def _shift(self, start: int, end: int) -> None:
        number = self.numbers[start]
        self.lift(start)
        self.put(end, number)

    def _remove_line(self, line: int) -> None:
        for place in range(4):
            square = self.line_squares[4 * line + place]
            self.removed[4 * self.ply + place] = self.numbers[square]
            self.lift(square)

    def _restore_line(self, line: int) -> None:
        for place in range(4):
            self.put(self.line_squares[4 * line + place], self.removed[4 * self.ply + place])

    def put(self, square: int, number: int) -> None:
        """Cover an empty square."""
        self.numbers[square] = number
        self.square_of[number] = square
        self.occupied |= ONE << square
        self.board_key ^= self.number_keys[square * BASE + number]
        self._change_lines(square, number, 1)

    def lift(self, square: int) -> None:
        """Empty a covered square."""
        number = self.numbers[square]
        self.numbers[square] = 0
        self.square_of[number] = NO_SQUARE
        self.occupied ^= ONE << square
        self.board_key ^= self.number_keys[square * BASE + number]
        self._change_lines(square, -number, -1)

    def _change_lines(self, square: int, number: int, tiles: int) -> None:
        """Note in every line through a square what has changed there."""
        for index in range(square * LINE_ROOM, square * LINE_ROOM + LINE_ROOM):
            code = self.lines_through[index]
            if code < 0:
                return
            line = code >> 2
            self.line_keys[line] += number * self.powers[code & 3]
            self.line_tiles[line] += tiles
            gap = 0
            if self.line_tiles[line] == 3:
                gap = self.completions[self.line_keys[line]]
            if gap != self.gap_of[line]:
                self._set_gap(line, gap)

    def _set_gap(self, line: int, gap: int) -> None:
        if self.gap_of[line] == 0:
            self.gap_places[line] = self.gap_count
            self.gaps[self.gap_count] = line
            self.gap_count += 1
        elif gap == 0:
            self.gap_count -= 1
            moved = self.gaps[self.gap_count]
            self.gaps[self.gap_places[line]] = moved
            self.gap_places[moved] = self.gap_places[line]
        self.gap_of[line] = gap

    # --- what is so ---

    def is_over(self) -> bool:
        """Whether somebody has three tropes, or the last turn without one is over (M9, M10)."""
        return (
            self.taken[0] == TROPES_TO_WIN
            or self.taken[1] == TROPES_TO_WIN
            or self.idle >= LAST_IDLE
        )

    def lead(self) -> int:
        """How many tropes the seat to move has more than the other."""
        return self.taken[self.turn] - self.taken[1 - self.turn]

    def frozen(self) -> int:
        """The square of the tile that the seat to move may neither move nor take (M6)."""
        return self.last[1 - self.turn]

    def key(self, idle: int) -> int:
        """Names the position with this many turns since a trope, which may be told as 0.

        The own last tile is left out: it matters only to who is stuck.
        """
        return (
            self.board_key
            ^ self.frozen_keys[self.last[1 - self.turn] + 1]
            ^ self.taken_keys[self.taken[0]]
            ^ self.taken_keys[TROPES_TO_WIN + 1 + self.taken[1]]
            ^ self.turn_keys[self.turn]
            ^ self.idle_keys[idle]
        )

    def is_repeated(self) -> bool:
        """Whether the same position, apart from the idle turns, came before since the start.

        A trope in between makes that impossible.
        """
        key = self.key(0)
        ply = self.ply - 2
        while ply >= 0 and ply >= self.ply - self.idle:
            if self.keys[ply] == key:
                return True
            ply -= 2
        return False

    # --- ways ---

    def can_go(self, start: int, end: int) -> bool:
        """Whether the tile on `start` slides or jumps to the empty square `end` (M4)."""
        if self.occupied & self.between[start * SQUARES + end] == 0:
            return True
        if (start ^ end) & (SIZE + 1):
            return False  # jumps keep to squares an even way apart
        return self.jump_ends(start) >> end & 1 != 0

    def jump_ends(self, start: int) -> int:
        """A bit for each square that the tile on `start` reaches by jumps (M4)."""
        reached = ONE << start
        self.jumped[0] = start
        self.jump_count = 1
        place = 0
        while place < self.jump_count:
            index = self.jumped[place] * LEAP_ROOM
            last = index + LEAP_ROOM
            while index < last and self.leaps[index] >= 0:
                behind = self.leaps[index + 1]
                is_free = (self.occupied | reached) >> behind & 1 == 0
                if is_free and self.occupied >> self.leaps[index] & 1:
                    reached |= ONE << behind
                    self.jumped[self.jump_count] = behind
                    self.came_from[behind] = self.jumped[place]
                    self.jump_count += 1
                index += 2
            place += 1
        return reached ^ ONE << start

    # --- gaps ---

    def gap_end(self, line: int) -> int:
        """The empty square of a line with a gap."""
        index = 4 * line
        while self.numbers[self.line_squares[index]]:
            index += 1
        return self.line_squares[index]

    def holds(self, line: int, square: int) -> bool:
        """Whether a square, or NO_SQUARE, is one of a line's."""
        index = 4 * line
        return (
            self.line_squares[index] == square
            or self.line_squares[index + 1] == square
            or self.line_squares[index + 2] == square
            or self.line_squares[index + 3] == square
        )

    def completer(self, line: int, which: int, end: int) -> int:
        """The square of the first or second tile that can go to the gap of a line, or NO_SQUARE."""
        number = self.completing[2 * self.gap_of[line] + which]
        start = self.square_of[number]
        return start if start >= 0 and self.can_go(start, end) else NO_SQUARE

    def has_open(self, frozen: int) -> bool:
        """Whether one move can complete a trope without the tile on this square, if any."""
        for place in range(self.gap_count):
            line = self.gaps[place]
            if self.holds(line, frozen):
                continue
            end = self.gap_end(line)
            for which in range(2):
                start = self.completer(line, which, end)
                if start >= 0 and start != frozen:
                    return True
        return False

    def count_frozen(self) -> int:
        """How many ways of one move to complete a trope the frozen tile alone forbids."""
        frozen = self.last[1 - self.turn]
        found = 0
        if frozen < 0:
            return 0
        for place in range(self.gap_count):
            line = self.gaps[place]
            end = self.gap_end(line)
            is_held = self.holds(line, frozen)
            for which in range(2):
                start = self.completer(line, which, end)
                if start >= 0 and (is_held or start == frozen):
                    found += 1
        return found
