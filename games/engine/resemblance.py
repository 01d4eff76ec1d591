"""Whether two boards are alike enough for what is found on one to help on the other.

A board may be turned, mirrored, moved, cut or filled up and still be asked about for its own sake.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from games.rules.grid import Square
from games.rules.tiles import BLANK

Board = Mapping[Square, str]

MANY = 12  # squares that two boards of different games do not share
FEW = 8  # tiles: a part so small is alike only where all of it is there


def is_alike(asked: Board, running: Board) -> bool:
    """Whether the board `asked` about is that of a game, or enough of it.

    A blank is like what it stands for. An empty board is alike only an empty one.
    """
    if not asked or not running:
        return not asked and not running
    shared = count_shared(asked, running)
    return (
        (shared >= MANY and 3 * shared >= min(len(asked), len(running)))
        or 3 * shared >= 2 * max(len(asked), len(running))
        or _is_part(shared, len(asked), least=5)
        or (shared == len(running) and shared >= 3)
    )


def _is_part(shared: int, tiles: int, least: int) -> bool:
    """Whether a board of this many tiles, `least` at the least, is mostly taken from the other."""
    return tiles >= least and (shared == tiles or (tiles >= FEW and 5 * shared >= 4 * tiles))


def count_shared(one: Board, other: Board) -> int:
    """The most squares on which both have the same, however one is turned, mirrored and moved."""
    places = defaultdict(list)
    for square, face in other.items():
        places[face.replace(BLANK, "")].append(square)
    best = 0
    for turned in _turned(one):
        shifts: Counter[Square] = Counter()
        for (row, column), face in turned:
            shifts.update((to - row, at - column) for to, at in places[face])
        best = max(best, max(shifts.values(), default=0))
    return best


def _turned(board: Board) -> Iterator[list[tuple[Square, str]]]:
    """The board in each of the eight ways to look at a square, as squares with what lies there."""
    tiles = [(square, face.replace(BLANK, "")) for square, face in board.items()]
    for _quarter in range(4):
        tiles = [((column, -row), face) for (row, column), face in tiles]
        yield tiles
        yield [((column, row), face) for (row, column), face in tiles]
