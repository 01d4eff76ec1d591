"""Every play of a position of Digifeud, the best first."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from itertools import product
from typing import NamedTuple

from games.engine.base import Search
from games.engine.watch import Moment, is_over, moment_after
from games.rules.digifeud import LAYOUT, State
from games.rules.digifeud.calculation import (
    MAX_DIGITS,
    Squares,
    digits_of,
    is_number,
    number_of,
    squares_from,
)
from games.rules.digifeud.tables import EQUALS, RED, STEPS
from games.rules.grid import Square, Step, move_on
from games.rules.moves import Seat
from games.rules.notation import COVERED, Play
from games.rules.placement import Board
from games.rules.tiles import BLANK, is_blank

DIGITS = range(10)
HIGHEST = 10**MAX_DIGITS - 1
NEW = None
"""Stands for a number that is yet to be put on its square."""

Numbers = tuple[int, int, int]
"""Two operands and what comes out."""


@dataclass(frozen=True)
class Place:
    """Where a calculation may lie, the numbers that are there, and what each of the three earns.

    A number earns itself times its factor (D5): an operand only on a colour that it newly
    covers, the outcome always, and twice newly on red.
    """

    squares: Squares
    step: Step
    old: tuple[int | None, ...]
    factors: tuple[int, ...]


class Found(NamedTuple):
    """A play, in the order of worth: most points first, then fewest blanks, then as listed.

    `faces` are those of its new digits in the order of reading.
    """

    minus_points: int
    blanks: int
    place: int
    sign: str
    numbers: Numbers
    faces: tuple[str, ...]


def digifeud_plays(state: State, seat: Seat, k: int, deadline: float | None) -> Search:
    """The k plays of Digifeud that earn most (D1-D5)."""
    places = list(places_of(state.board, STEPS[state.directions]))
    searched: list[Place] = []
    best = nsmallest(k, _found(state, seat, places, searched, moment_after(deadline)))
    plays = [(_text(places[found.place], found), -found.minus_points) for found in best]
    return Search(plays, exact=len(searched) == len(places))


def places_of(board: Board, steps: Iterable[Step]) -> Iterator[Place]:
    """Where a calculation may lie (D2): both signs on free squares, a number shared.

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
    """A number that a calculation may use; none with a leading zero is (D4)."""
    return is_number(face) and digits_of(face) == str(number_of(face))


def _number(board: Board, square: Square) -> int | None:
    return number_of(board[square]) if square in board else NEW


def _factor(square: Square, old: int | None) -> int:
    """D5: a number newly on blue counts once more, on red twice."""
    colour = LAYOUT.premiums.get(square)
    if old is not NEW or colour is None:
        return 0
    return 2 if colour == RED else 1


def _found(
    state: State, seat: Seat, places: list[Place], searched: list[Place], until: Moment
) -> Iterator[Found]:
    """Every play, place by place until the deadline; `searched` takes each place that is done."""
    numbers, signs = state.stock.racks[seat]
    if isinstance(numbers, int) or isinstance(signs, int):
        raise ValueError("the tiles of this rack are not known")
    tiles = tuple(sorted(numbers))
    for index, place in enumerate(places):
        if is_over(until):
            return
        for sign in sorted(set(signs)):
            for sum_ in sums(sign, *place.old):
                points = sum(n * factor for n, factor in zip(sum_, place.factors, strict=True))
                new = (n for n, old in zip(sum_, place.old, strict=True) if old is NEW)
                for faces, blanks in laid(tiles, "".join(map(str, new))):
                    yield Found(-points, blanks, index, sign, sum_, faces)
        searched.append(place)


@lru_cache(maxsize=65536)
def sums(
    sign: str, first: int | None, second: int | None, outcome: int | None
) -> tuple[Numbers, ...]:
    """Every calculation with this sign, where some of the numbers may be given (D4).

    >>> sums("/", None, 4, 2)
    ((8, 4, 2),)
    """
    found = (
        (a, b, _calculated(a, sign, b))
        for a in (DIGITS if first is NEW else (first,))
        for b in (DIGITS if second is NEW else (second,))
    )
    return tuple(
        (a, b, c)
        for a, b, c in found
        if c is not None and 0 <= c <= HIGHEST and outcome in (NEW, c)
    )


def _calculated(a: int, sign: str, b: int) -> int | None:
    """What comes out; None where the division does not come out whole."""
    if sign == "/":
        return a // b if b and a % b == 0 else None
    return {"+": a + b, "-": a - b, "*": a * b}[sign]


@lru_cache(maxsize=65536)
def laid(tiles: tuple[str, ...], digits: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Every way to put down these digits with such tiles, and how many blanks it takes.

    >>> laid(("3", "?"), "33")
    ((('3', '?3'), 1), (('?3', '3'), 1))
    """
    held = Counter(tiles)
    ways = []
    for faces in product(*((digit, BLANK + digit) for digit in digits)):
        used = Counter(BLANK if is_blank(face) else face for face in faces)
        if used <= held:
            ways.append((faces, used[BLANK]))
    return tuple(ways)


def _text(place: Place, found: Found) -> str:
    """The play in notation: all five squares, covered ones as points."""
    faces = iter(found.faces)
    first, second, outcome = (
        COVERED if old is not NEW else _square([next(faces) for _ in str(number)])
        for number, old in zip(found.numbers, place.old, strict=True)
    )
    tokens = (first, found.sign, second, EQUALS, outcome)
    return Play(place.squares[0], place.step, tokens).in_full()


def _square(faces: list[str]) -> str:
    """What lies on one square: two digits stand in brackets."""
    return faces[0] if len(faces) == 1 else f"[{''.join(faces)}]"
