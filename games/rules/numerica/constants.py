"""Numerica's tiles and board, and the numbers of its rules (docs/rules, Data)."""

from games.rules.grid import Layout
from games.rules.messages import gettext_noop
from games.rules.premiums import DOUBLE_EQUALITY, TRIPLE_EQUALITY, double_tile, triple_tile
from games.rules.tiles import TileSet

TILES = TileSet.from_table("""
    0  7 1
    1  7 1
    2  7 2
    3  7 3
    4  7 3
    5  7 4
    6  7 4
    7  7 5
    8  7 5
    9  7 8
    +  7 2
    -  4 3
    *  7 4
    /  4 5
    = 16 1
    ?  2 0
""")

LAYOUT = Layout.from_text(
    """
    t..T...d...T..t
    .D..d.....d..D.
    .....t.D.t.....
    T.....d.d.....T
    .d..D.....D..d.
    ..t.........t..
    ...d..d.d..d...
    d.D.........D.d
    ...d..d.d..d...
    ..t.........t..
    .d..D.....D..d.
    T.....d.d.....T
    .....t.D.t.....
    .D..d.....d..D.
    t..T...d...T..t
    """,
    {
        "d": double_tile("2P", gettext_noop("double points")),
        "t": triple_tile("3P", gettext_noop("triple points")),
        "D": DOUBLE_EQUALITY,
        "T": TRIPLE_EQUALITY,
    },
)

SEATS = 2
RACK_SIZE = 9  # tiles
BINGO_POINTS = 50  # for a play of a whole rack
FRACTION_BONUS_POINTS = 20  # for each unit of the denominator beyond 1 (N8)
MAX_FRACTION_BONUS_POINTS: int | None = None  # N8: the source names no limit
MAX_PASSES = 3  # in a row, of both seats together (N12)
MAX_SCORELESS_TURNS = 10  # in a row, of both seats together (N12)
