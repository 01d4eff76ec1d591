"""A little picture drawn from a name, the same for everybody who sees it."""

import hashlib
from dataclasses import dataclass

SIDE = 5
COLOURS = 4


@dataclass(frozen=True)
class Identicon:
    """A symmetric picture of filled and empty squares."""

    side: int  # squares
    cells: tuple[tuple[int, int], ...]  # row and column of each filled square, from 0
    colour: int  # which of the colours of the stylesheet, from 0


def identicon(name: str) -> Identicon:
    """The filled squares of a symmetric 5×5 picture, and which of four colours they have.

    >>> identicon("Ada") == identicon("ada")
    True
    """
    digest = hashlib.sha256(name.lower().encode()).digest()
    half = (SIDE + 1) // 2
    cells = [
        (row, column)
        for row in range(SIDE)
        for column in range(half)
        if digest[row * half + column] % 2
    ]
    mirrored = {(row, SIDE - 1 - column) for row, column in cells}
    return Identicon(SIDE, tuple(sorted({*cells, *mirrored})), digest[-1] % COLOURS)
