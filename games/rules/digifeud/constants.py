"""Digifeud's tiles and board, and the numbers of its rules (docs/rules, Data)."""

from games.rules.grid import ACROSS, DOWN, Layout, Premium, Step
from games.rules.messages import gettext_noop
from games.rules.stock import Supply
from games.rules.tiles import BLANK, TileSet

NUMBERS = TileSet.from_table("""
    0  3 0
    1  9 1
    2  5 2
    3  5 3
    4  5 4
    5  5 5
    6  4 6
    7  4 7
    8  4 8
    9  4 9
    ?  2 0
""")

SIGNS = {
    "+-": TileSet.from_table("""
        + 24 0
        - 24 0
    """),
    "+-*": TileSet.from_table("""
        + 16 0
        - 12 0
        * 12 0
    """),
    "+-*/": TileSet.from_table("""
        + 16 0
        - 12 0
        * 12 0
        /  8 0
    """),
}
"""The tiles of the signs by the value of the option `symbols`."""

STANDS_FOR = tuple(symbol for symbol in NUMBERS.counts if symbol != BLANK)
"""What a blank may be."""

EQUALS = "="
"""Always at hand, in any number; it lies in no bag."""

NUMBER_RACK_SIZE = 8  # tiles
SIGN_RACK_SIZE = 3  # tiles

SUPPLIES = {
    symbols: (Supply("draw", NUMBERS, NUMBER_RACK_SIZE), Supply("sign", signs, SIGN_RACK_SIZE))
    for symbols, signs in SIGNS.items()
}

TILES = {
    symbols: TileSet(
        {**NUMBERS.counts, **signs.counts, EQUALS: 0}, {**NUMBERS.points, **signs.points, EQUALS: 0}
    )
    for symbols, signs in SIGNS.items()
}
"""Every kind of tile; no bag holds an equals sign, so there are 0 of it."""

BLUE = Premium(
    "B",
    name=gettext_noop("blue"),
    meaning=gettext_noop("blue: a part of the sum adds its value; an outcome adds nothing"),
    look="blue",
)
RED = Premium(
    "R",
    name=gettext_noop("red"),
    meaning=gettext_noop("red: a part of the sum adds twice its value; an outcome counts double"),
    look="red",
)

LAYOUT = Layout.from_text(
    """
    B...R...R...B
    .#.#.#.#.#.#.
    ..R...B...R..
    .#.#.#.#.#.#.
    R...B...B...R
    .#.#.#.#.#.#.
    ..B...B...B..
    .#.#.#.#.#.#.
    R...B...B...R
    .#.#.#.#.#.#.
    ..R...B...R..
    .#.#.#.#.#.#.
    B...R...R...B
    """,
    {"B": BLUE, "R": RED},
)

LEFT: Step = (0, -1)
UP: Step = (-1, 0)
STEPS = {"2": (ACROSS, DOWN), "4": (ACROSS, DOWN, LEFT, UP)}
"""How a calculation may be read, by the value of the option `directions` (D3)."""

SEATS = 2
MAX_PASSES = 2  # of the same seat, on two turns of its own running (D7)
SCORE_AFTER_LEAVING = 1  # points (D9)
