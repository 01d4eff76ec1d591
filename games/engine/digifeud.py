"""The best plays of Digifeud: every calculation on every place where one may lie."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from itertools import product
from typing import NamedTuple

from games.engine.search_result import SearchResult
from games.engine.time_limit import TimeLimit
from games.rules.digifeud import LAYOUT, State
from games.rules.digifeud.calculation import (
    MAX_DIGITS,
    Squares,
    digits_of,
    is_number,
    number_of,
    squares_from,
)
from games.rules.digifeud.constants import EQUALS, RED, STEPS
from games.rules.grid import Square, Step, move_on
from games.rules.moves import Seat
from games.rules.notation import COVERED, Play
from games.rules.placement import Board
from games.rules.tiles import BLANK, is_blank

OPERANDS = range(10)
LARGEST_OUTCOME = 10**MAX_DIGITS - 1
NEW = None
"""Stands for a number that the play puts on its square."""

Numbers = tuple[int, int, int]
"""Two operands and their outcome."""


@dataclass(frozen=True)
class Place:
    """A place where a calculation may lie.

    - `squares`: its five squares in the order of reading
    - `step`: its direction
    - `old`: the number that lies on each of the three number squares, or NEW
    - `factors`: how often each of the three numbers counts (D5): an operand only on a colour that
      it newly covers, the outcome always, and twice newly on red
    """

    squares: Squares
    step: Step
    old: tuple[int | None, ...]
    factors: tuple[int, ...]


class FoundPlay(NamedTuple):
    """A play, ordered by most points, then fewest blanks, then as the places are listed.

    `place` is the index of its place, `faces` are those of its new digits in the order of reading.
    """

    minus_points: int
    blanks: int
    place: int
    sign: str
    numbers: Numbers
    faces: tuple[str, ...]


def digifeud_plays(state: State, seat: Seat, k: int, time_limit: float | None) -> SearchResult:
    """The k plays of Digifeud that earn most (D1-D5); `time_limit` is in seconds.

    Raises ValueError where the rack of the seat is not known.
    """
    places = list(places_of(state.board, STEPS[state.directions]))
    searched: list[Place] = []
    best = nsmallest(k, _plays(state, seat, places, searched, TimeLimit.start(time_limit)))
    plays = [(_text(places[found.place], found), -found.minus_points) for found in best]
    return SearchResult(plays, exact=len(searched) == len(places))


def places_of(board: Board, steps: Iterable[Step]) -> Iterator[Place]:
    """The places where a calculation may lie (D2): both signs on free squares, a number shared.

    The first calculation has a number on the middle square.
    """
    shared = [square for square, face in board.items() if is_number(face)]
    for step in steps:
        starts = {
            move_on(square, step, -back): None
            for square in (shared if board else [LAYOUT.centre])
            for back in (0, 2, 4)
        }
        for start in starts:
            place = _place(board, start, step)
            if place is not None:
                yield place


def _place(board: Board, start: Square, step: Step) -> Place | None:
    squares = squares_from(start, step)
    if not (LAYOUT.holds(squares[0]) and LAYOUT.holds(squares[-1])):
        return None
    if not board.keys().isdisjoint(squares[1::2]):
        return None
    if not all(_is_usable(board[square]) for square in squares[0::2] if square in board):
        return None
    first, second, outcome = (_number(board, square) for square in squares[0::2])
    factors = (
        _factor(squares[0], first),
        _factor(squares[2], second),
        max(1, _factor(squares[4], outcome)),
    )
    return Place(squares, step, (first, second, outcome), factors)


def _is_usable(face: str) -> bool:
    """Whether a calculation may use this number: it has no leading zero (D4)."""
    return is_number(face) and digits_of(face) == str(number_of(face))


def _number(board: Board, square: Square) -> int | None:
    return number_of(board[square]) if square in board else NEW


def _factor(square: Square, old: int | None) -> int:
    """How often a new number counts for the colour of its square (D5): 1 on blue, 2 on red."""
    colour = LAYOUT.premiums.get(square)
    if old is not NEW or colour is None:
        return 0
    return 2 if colour == RED else 1


def _plays(
    state: State, seat: Seat, places: list[Place], searched: list[Place], limit: TimeLimit
) -> Iterator[FoundPlay]:
    """Every play, place by place until the time limit; places that are done go to `searched`."""
    digits, signs = state.stock.racks[seat]
    if isinstance(digits, int) or isinstance(signs, int):
        raise ValueError("the tiles of this rack are not known")
    tiles = tuple(sorted(digits))
    for index, place in enumerate(places):
        if limit.is_over():
            return
        for sign in sorted(set(signs)):
            for numbers in calculations(sign, *place.old):
                points = sum(n * factor for n, factor in zip(numbers, place.factors, strict=True))
                new = (n for n, old in zip(numbers, place.old, strict=True) if old is NEW)
                for faces, blanks in ways_to_lay(tiles, "".join(map(str, new))):
                    yield FoundPlay(-points, blanks, index, sign, numbers, faces)
        searched.append(place)


@lru_cache(maxsize=4096)
def calculations(
    sign: str, first: int | None, second: int | None, outcome: int | None
) -> tuple[Numbers, ...]:
    """Every calculation with this sign and the numbers that are given (D4); None is any number.

    >>> calculations("/", None, 4, 2)
    ((8, 4, 2),)
    """
    found = (
        (a, b, _calculate(a, sign, b))
        for a in (OPERANDS if first is NEW else (first,))
        for b in (OPERANDS if second is NEW else (second,))
    )
    return tuple(
        (a, b, c)
        for a, b, c in found
        if c is not None and 0 <= c <= LARGEST_OUTCOME and outcome in (NEW, c)
    )


def _calculate(a: int, sign: str, b: int) -> int | None:
    """The outcome of a calculation; None for a division that is not whole or by 0."""
    if sign == "/":
        return a // b if b and a % b == 0 else None
    return {"+": a + b, "-": a - b, "*": a * b}[sign]


@lru_cache(maxsize=16384)
def ways_to_lay(tiles: tuple[str, ...], digits: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Every way to lay these digits with these tiles, and the number of blanks it takes.

    >>> ways_to_lay(("3", "?"), "33")
    ((('3', '?3'), 1), (('?3', '3'), 1))
    """
    held = Counter(tiles)
    ways = []
    for faces in product(*((digit, BLANK + digit) for digit in digits)):
        used = Counter(BLANK if is_blank(face) else face for face in faces)
        if used <= held:
            ways.append((faces, used[BLANK]))
    return tuple(ways)


def _text(place: Place, found: FoundPlay) -> str:
    """The play in notation: all five squares, covered ones as points."""
    faces = iter(found.faces)
    first, second, outcome = (
        COVERED if old is not NEW else _square_token([next(faces) for _ in str(number)])
        for number, old in zip(found.numbers, place.old, strict=True)
    )
    tokens = (first, found.sign, second, EQUALS, outcome)
    return Play(place.squares[0], place.step, tokens).in_full()


def _square_token(faces: list[str]) -> str:
    """The notation of one square: two digits stand in brackets."""
    return faces[0] if len(faces) == 1 else f"[{''.join(faces)}]"
