"""Positions of Equate drawn as moves in notation, for the tests of the rules."""

from dataclasses import replace

from games.rules import notation, placement
from games.rules.equate import LAYOUT, State
from games.rules.grid import Square
from games.rules.tiles import Bag, tile_of
from games.rules.tokens import split_symbols

SEED = bytes(range(32))


def board(state: State, *plays: str) -> dict[Square, str]:
    """The board on which these tiles lie; nothing is asked of them but room."""
    faces: dict[Square, str] = {}
    for text in plays:
        play = notation.parse(text, state.tiles.counts)
        assert isinstance(play, notation.Play)
        faces |= placement.place_tiles(faces, LAYOUT, play)
    return faces


def position(
    *plays: str,
    rack: str = "",
    others: tuple[str, ...] = ("",),
    bag: str | None = None,
    options: str = "",
    **more: object,
) -> State:
    """A game in which the first seat, with this rack, is to move.

    The bags hold what lies nowhere else, or the tiles named. There are as many seats as racks.
    """
    values = dict(pair.split("=") for pair in options.split())
    seats = {"players": str(1 + len(others))}
    start = State.new(seed=SEED, options={**values, **seats})
    faces = board(start, *plays)
    held = [split_symbols(text) for text in (rack, *others)]
    full, bags = start.stock, []
    for supply in full.supplies:
        left = (
            [*supply.tiles.full_bag()] if bag is None else [*supply.own_tiles(split_symbols(bag))]
        )
        lying = [tile_of(face) for face in faces.values()] + [t for tiles in held for t in tiles]
        for tile in supply.own_tiles(lying) if bag is None else ():
            left.remove(tile)
        bags.append(Bag(supply.tiles.sort(left), 0, supply.label))
    racks = tuple(tuple(supply.own_tiles(tiles) for supply in full.supplies) for tiles in held)
    stock = replace(full, bags=tuple(bags), racks=racks)
    return replace(start, stock=stock, turn=0, board=faces, **more)


def made(state: State, *texts: str) -> State:
    """The position after these moves, each by the seat to move."""
    for text in texts:
        state = state.play(state.turn, text).after
    return state
