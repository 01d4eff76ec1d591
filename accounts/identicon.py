"""A little picture drawn from a name, the same for everybody who sees it."""

import hashlib
from typing import Any

SIDE = 5
COLOURS = 4


def identicon(name: str) -> dict[str, Any]:
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
    return {"side": SIDE, "cells": sorted({*cells, *mirrored}), "colour": digest[-1] % COLOURS}
