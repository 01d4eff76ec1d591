"""Generates every play of a position of Digifeud; there are few enough to list them all."""

from collections.abc import Iterable, Iterator
from itertools import product

from games.rules import arithmetic
from games.rules.arithmetic import Fault
from games.rules.digifeud.calculation import (
    MAX_DIGITS,
    Squares,
    digits_of,
    faces_of,
    is_number,
    squares_from,
    tiles_of,
)
from games.rules.digifeud.constants import EQUALS, LAYOUT, STANDS_FOR
from games.rules.grid import Square, Step
from games.rules.notation import COVERED, Play
from games.rules.placement import Board
from games.rules.tiles import missing_tiles


def legal_plays(
    board: Board, numbers: tuple[str, ...], signs: tuple[str, ...], steps: Iterable[Step]
) -> Iterator[Play]:
    """Generate every play with these number tiles and signs, with each meaning of a blank.

    `steps` are the directions of reading that the game allows.
    """
    for squares, step in _line_squares(board, steps):
        for sign in dict.fromkeys(signs):
            for tokens in _fillings(board, squares, sign, numbers):
                yield Play(squares[0], step, tokens)


def _line_squares(board: Board, steps: Iterable[Step]) -> Iterator[tuple[Squares, Step]]:
    """Generate the squares of calculations (D2): signs on empty squares, a number shared."""
    shared = {square for square, face in board.items() if is_number(face)} or {LAYOUT.centre}
    for step in steps:
        for start in LAYOUT.squares():
            squares = squares_from(start, step)
            is_free = LAYOUT.holds(squares[-1]) and board.keys().isdisjoint(squares[1::2])
            if is_free and not shared.isdisjoint(squares[0::2]):
                yield squares, step


def _fillings(
    board: Board, squares: Squares, sign: str, numbers: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Generate the tokens of every calculation with this sign on these squares."""
    first, _, second, _, last = squares
    for (first_token, a), (second_token, b) in product(
        _operands(board, first, numbers), _operands(board, second, numbers)
    ):
        try:
            value = str(arithmetic.evaluate(f"{a}{sign}{b}"))
        except Fault:
            continue
        for outcome in _outcomes(board, last, value):
            tokens = (first_token, sign, second_token, EQUALS, outcome)
            used = [tile for token in tokens[0::2] if token != COVERED for tile in tiles_of(token)]
            if not missing_tiles(numbers, used):
                yield tokens


def _operands(board: Board, square: Square, numbers: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the tokens that this operand may be, and the digits of each."""
    if square in board:
        return [(COVERED, digits_of(board[square]))]
    faces = (face for digit in STANDS_FOR for face in faces_of(digit))
    return [(face, digits_of(face)) for face in faces if not missing_tiles(numbers, tiles_of(face))]


def _outcomes(board: Board, square: Square, value: str) -> list[str]:
    """Return the tokens that this outcome may be; none if another number lies there."""
    if square in board:
        return [COVERED] if digits_of(board[square]) == value else []
    return list(faces_of(value)) if value.isdigit() and len(value) <= MAX_DIGITS else []
