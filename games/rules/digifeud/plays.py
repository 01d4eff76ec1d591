"""Every play of a position of Digifeud: there are few enough to list them all."""

from collections.abc import Iterable, Iterator
from itertools import product

from games.rules import arithmetic
from games.rules.arithmetic import Fault
from games.rules.digifeud.calculation import (
    MOST_DIGITS,
    Squares,
    faces_of,
    is_number,
    shown,
    squares_from,
    tiles_of,
)
from games.rules.digifeud.tables import EQUALS, LAYOUT, STANDS_FOR
from games.rules.grid import Square, Step
from games.rules.laying import Board
from games.rules.notation import COVERED, Play
from games.rules.tiles import missing


def plays(
    board: Board, numbers: tuple[str, ...], signs: tuple[str, ...], steps: Iterable[Step]
) -> Iterator[Play]:
    """Every play with these number tiles and these signs, with each meaning of a blank."""
    for squares, step in _places(board, steps):
        for sign in dict.fromkeys(signs):
            for tokens in _filled(board, squares, sign, numbers):
                yield Play(squares[0], step, tokens)


def _places(board: Board, steps: Iterable[Step]) -> Iterator[tuple[Squares, Step]]:
    """Where a calculation may lie (D2): the squares of its signs free, a number shared."""
    shared = {square for square, face in board.items() if is_number(face)} or {LAYOUT.centre}
    for step in steps:
        for start in LAYOUT.squares():
            squares = squares_from(start, step)
            is_free = LAYOUT.holds(squares[-1]) and board.keys().isdisjoint(squares[1::2])
            if is_free and not shared.isdisjoint(squares[0::2]):
                yield squares, step


def _filled(
    board: Board, squares: Squares, sign: str, numbers: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """The tokens of every calculation with this sign on these squares."""
    first, _, second, _, last = squares
    for (left, a), (right, b) in product(
        _operands(board, first, numbers), _operands(board, second, numbers)
    ):
        try:
            value = str(arithmetic.evaluate(f"{a}{sign}{b}"))
        except Fault:
            continue
        for outcome in _outcomes(board, last, value):
            tokens = (left, sign, right, EQUALS, outcome)
            used = [tile for token in tokens[0::2] if token != COVERED for tile in tiles_of(token)]
            if not missing(numbers, used):
                yield tokens


def _operands(board: Board, square: Square, numbers: tuple[str, ...]) -> list[tuple[str, str]]:
    """The tokens that this operand may be, and what each stands for."""
    if square in board:
        return [(COVERED, shown(board[square]))]
    faces = (face for digit in STANDS_FOR for face in faces_of(digit))
    return [(face, shown(face)) for face in faces if not missing(numbers, tiles_of(face))]


def _outcomes(board: Board, square: Square, value: str) -> list[str]:
    """The tokens that this outcome may be; none where another number stands."""
    if square in board:
        return [COVERED] if shown(board[square]) == value else []
    return list(faces_of(value)) if value.isdigit() and len(value) <= MOST_DIGITS else []
