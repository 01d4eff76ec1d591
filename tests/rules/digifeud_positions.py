"""Positions of Digifeud drawn as moves in notation, for the tests of the rules."""

from dataclasses import replace

from games.rules import notation, placement
from games.rules.digifeud import LAYOUT, State
from games.rules.digifeud.calculation import NUMBER_FACES, tiles_of
from games.rules.grid import Square
from games.rules.tiles import Bag, remove_tiles

SEED = bytes(range(32))


def board(*plays: str) -> dict[Square, str]:
    """The board on which these tiles lie; nothing is asked of them but room.

    >>> board("7E 8*9=[72]", "G7 .-2=7")[10, 6]
    '7'
    """
    faces: dict[Square, str] = {}
    for text in plays:
        play = notation.parse(text, NUMBER_FACES | set("+-*/=?"))
        assert isinstance(play, notation.Play)
        faces |= placement.place_tiles(faces, LAYOUT, play)
    return faces


def position(
    *plays: str,
    numbers: str = "00112233445566778899??",
    signs: str = "+-*/",
    other: str = "",
    bag: str = "11111",
    sign_bag: str = "+++++",
    scores: tuple[int, int] = (0, 0),
    directions: str = "2",
    symbols: str = "+-*/",
) -> State:
    """A game in which the first seat, with these tiles, is to move; the other holds `other`.

    Nothing is asked of hands and bags: they may hold more than the rules allow.
    """
    start = State.new(seed=SEED, options={"directions": directions, "symbols": symbols})
    stock = replace(
        start.stock,
        bags=(Bag(tuple(bag)), Bag(tuple(sign_bag), label="sign")),
        racks=((tuple(numbers), tuple(signs)), (tuple(other), ())),
    )
    return replace(start, stock=stock, turn=0, board=board(*plays), scores=scores)


def with_all_tiles(state: State) -> State:
    """The same with every number tile somewhere: the rest on squares that no number reaches."""
    (bag, _), full = state.stock.bags, state.stock.supplies[0].tiles.full_bag()
    held = (tile for numbers, _ in state.stock.racks for tile in numbers)
    lying = (t for face in state.board.values() for t in tiles_of(face) if t in full)
    rest = [
        "?0" if tile == "?" else tile for tile in remove_tiles(full, [*bag.pile, *held, *lying])
    ]
    faces = [f"[{a}{b}]" for a, b in zip(rest[0::2], rest[1::2], strict=False)]
    faces += rest[-1:] if len(rest) % 2 else []
    unused = [(row, column) for row, column in LAYOUT.squares() if row % 2 == column % 2 == 1]
    return replace(state, board={**state.board, **dict(zip(unused, faces, strict=False))})


def points(state: State, text: str) -> int:
    return state.check(0, text).points
