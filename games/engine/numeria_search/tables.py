"""What never changes in a game of Numeria, as arrays of integers for the search.

Squares are numbered row by row from 0 to 63, lines of four from 0 to 129.
"""

from array import array
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import combinations

from games.engine.numeria import NO_NUMBER, missing_numbers
from games.rules.grid import Square
from games.rules.numeria import STRICT_TROPES, TROPES
from games.rules.numeria.constants import LAYOUT, MAX_SCORELESS_TURNS, NUMBERS, SEATS, TROPES_TO_WIN
from games.rules.numeria.movement import LEAPS, LINES4, LINES4_THROUGH, RAYS
from games.rules.numeria.tropes import Numbers

SIZE = LAYOUT.size
SQUARES = SIZE * SIZE
DIRECTIONS = 8
RAY_ROOM = DIRECTIONS * SIZE  # places of a square in `rays`
LEAP_ROOM = 2 * DIRECTIONS  # places of a square in `leaps`
LINE_ROOM = 16  # places of a square in `lines_through`: no square lies in more lines
BASE = len(NUMBERS) + 1  # numbers, and none
TROPE = 255  # stands in `completions` for four numbers that are a trope
COMPLETING_ROOM = 2  # numbers that complete the same three: never more
PLACE_MASKS = 16  # of the four places of a line
NO_SQUARE = -1
ALL_BITS = (1 << SQUARES) - 1
IDLE_COUNTS = MAX_SCORELESS_TURNS + 1

_SIGNED, _UNSIGNED = "q", "Q"  # codes of the module array: integers of 64 bits


def zeros(count: int) -> "array[int]":
    """An array of `count` zeros, of 64 bits each."""
    return array(_SIGNED, [0]) * count


def no_bits(count: int) -> "array[int]":
    """An array of `count` zeros, of 64 bits each without a sign."""
    return array(_UNSIGNED, [0]) * count


def square_index(square: Square) -> int:
    """The number of a square."""
    return square[0] * SIZE + square[1]


class Tables:
    """Arrays that all positions of one set of tropes share.

    - `rays`: from square * RAY_ROOM on, for each of the directions the squares to the edge, each
      direction filled up to SIZE places with NO_SQUARE
    - `leaps`: from square * LEAP_ROOM on pairs of the square jumped over and the one behind it,
      then NO_SQUARE
    - `between`: at start * SQUARES + end the bits of the squares between two squares in a line;
      all bits where they are in no line, so that never all of them are empty
    - `line_squares`: from 4 * line on its squares
    - `lines_through`: from square * LINE_ROOM on 4 * line + the place of the square in that line,
      then NO_SQUARE
    - `powers`: the factor of the number at each place in the key of a line, see `line_key`
    - `completions`: by the key of a line 0, TROPE, or where three numbers lack one the place in
      `completing` that begins with those that complete it, divided by COMPLETING_ROOM
    - `completing`: numbers, 0 for none
    - `pair_heads`: at (mask * BASE + first) * BASE + second, where the bits of the mask are the
      places of a line with these two numbers, the place in `pair_fills` where begin the pairs of
      numbers that would make a trope on the other two places, in their order; then comes 0
    - `number_keys`, `frozen_keys`, `taken_keys`, `turn_keys`, `idle_keys`: random numbers of 63
      bits whose exclusive or names a position: at square * BASE + number, square + 1,
      seat * (TROPES_TO_WIN + 1) + tropes, seat, scoreless turns
    """

    def __init__(self, tropes: Iterable[Numbers], is_strict: bool) -> None:
        squares = list(LAYOUT.squares())
        self.rays = _filled((_ray_places(square) for square in squares), RAY_ROOM)
        self.leaps = _filled((_leap_places(square) for square in squares), LEAP_ROOM)
        self.between = array(_UNSIGNED, [ALL_BITS]) * (SQUARES * SQUARES)
        self._note_between(squares)
        self.line_squares = array(
            _SIGNED, [square_index(square) for line in LINES4 for square in line]
        )
        self.lines_through = _filled((_line_places(square) for square in squares), LINE_ROOM)
        self.powers = array(_SIGNED, [BASE**place for place in range(4)])
        self.completions = bytearray(BASE**4)
        self.completing = array(_SIGNED, [0] * COMPLETING_ROOM)
        self._note_tropes(tropes, is_strict)
        self.pair_heads = zeros(PLACE_MASKS * BASE * BASE)
        self.pair_fills = array(_SIGNED, [0])
        self._note_pairs(tropes)
        self.number_keys = _random_keys("number", SQUARES * BASE)
        self.frozen_keys = _random_keys("frozen", SQUARES + 1)
        self.taken_keys = _random_keys("taken", SEATS * (TROPES_TO_WIN + 1))
        self.turn_keys = _random_keys("turn", SEATS)
        self.idle_keys = _random_keys("idle", IDLE_COUNTS)

    def _note_between(self, squares: Iterable[Square]) -> None:
        for square in squares:
            for ray in RAYS[square]:
                bits = 0
                for end in ray:
                    self.between[square_index(square) * SQUARES + square_index(end)] = bits
                    bits |= 1 << square_index(end)

    def _note_tropes(self, tropes: Iterable[Numbers], is_strict: bool) -> None:
        places: dict[Numbers, int] = {(): 0}
        for line, numbers in missing_numbers(is_strict).items():
            if numbers not in places:
                places[numbers] = len(places)
                self.completing.extend([*numbers, 0][:COMPLETING_ROOM])
            self.completions[line_key(line)] = places[numbers]
        for numbers in tropes:
            self.completions[line_key(numbers)] = TROPE

    def _note_pairs(self, tropes: Iterable[Numbers]) -> None:
        fills: dict[int, list[int]] = {}
        for numbers in tropes:
            for one, other in combinations(range(4), 2):
                mask = (1 << one) + (1 << other)
                left = [number for place, number in enumerate(numbers) if not mask >> place & 1]
                key = (mask * BASE + numbers[one]) * BASE + numbers[other]
                fills.setdefault(key, []).extend(left)
        for key, found in fills.items():
            self.pair_heads[key] = len(self.pair_fills)
            self.pair_fills.extend([*found, 0])


def line_key(numbers: Numbers) -> int:
    """The key of a line: its four numbers, NO_NUMBER for an empty square, as one integer.

    >>> line_key((1, NO_NUMBER, 2, NO_NUMBER))
    2739
    """
    return sum(number * BASE**place for place, number in enumerate(numbers))


@lru_cache
def tables_of(is_strict: bool) -> Tables:
    """The tables of games with strict primes, or of the others (M3)."""
    return Tables(STRICT_TROPES if is_strict else TROPES, is_strict)


def _filled(rows: Iterable[list[int]], room: int) -> "array[int]":
    """All rows one after the other, each filled up with NO_SQUARE."""
    return array(
        _SIGNED, [place for row in rows for place in row + [NO_SQUARE] * (room - len(row))]
    )


def _ray_places(square: Square) -> list[int]:
    rays = [[square_index(end) for end in ray] for ray in RAYS[square]]
    return [place for ray in rays for place in ray + [NO_SQUARE] * (SIZE - len(ray))]


def _leap_places(square: Square) -> list[int]:
    return [square_index(each) for pair in LEAPS[square] for each in pair]


def _line_places(square: Square) -> list[int]:
    return [4 * LINES4.index(line) + line.index(square) for line in LINES4_THROUGH[square]]


def _random_keys(name: str, count: int) -> "array[int]":
    """Numbers of 63 bits, always the same."""
    digests = (sha256(f"{name} {place}".encode()).digest() for place in range(count))
    return array(_SIGNED, [int.from_bytes(digest[:8], "big") >> 1 for digest in digests])


assert NO_NUMBER == 0  # an empty square adds nothing to the key of a line
