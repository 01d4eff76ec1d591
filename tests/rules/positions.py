"""Positions of Numerica drawn as moves in notation, for the tests of the rules."""

from collections.abc import Mapping
from dataclasses import replace

from games.rules import notation, placement
from games.rules.grid import Square
from games.rules.numerica import LAYOUT, TILES, State
from games.rules.tiles import Bag, remove_tiles, tile_of

SEED = bytes(range(32))


def board(*plays: str) -> dict[Square, str]:
    """The board on which these tiles lie; nothing is asked of them but room.

    >>> board("8F 3+3=6", "J8 .=4+2")[8, 9]
    '='
    """
    faces: dict[Square, str] = {}
    for text in plays:
        play = notation.parse(text, TILES.counts)
        assert isinstance(play, notation.Play)
        faces |= placement.place_tiles(faces, LAYOUT, play)
    return faces


def position(
    *plays: str,
    rack: str = "",
    other: str = "",
    bag: str | None = None,
    scores: tuple[int, int] = (0, 0),
    **more: object,
) -> State:
    """A game in which the first seat, with this rack, is to move.

    The bag holds what lies nowhere else, or the tiles named.
    """
    faces = board(*plays)
    lying = (*map(tile_of, faces.values()), *rack, *other)
    left = remove_tiles(TILES.full_bag(), lying) if bag is None else TILES.sort(bag)
    full = State.new(seed=SEED, options={}).stock
    stock = replace(full, bags=(Bag(left),), racks=((tuple(rack),), (tuple(other),)))
    return replace(State(stock=stock, turn=0, board=faces, scores=scores), **more)


def drawing(faces: Mapping[Square, str]) -> str:
    """The board as one reads it, blanks as what they stand for."""
    rows = range(LAYOUT.size)
    return "\n".join("".join(faces.get((r, c), ".")[-1] for c in rows) for r in rows)
