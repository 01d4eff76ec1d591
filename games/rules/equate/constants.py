"""Equate's tile sets and board, and the numbers of its rules (docs/rules, Data)."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from games.rules.grid import Layout
from games.rules.messages import gettext_noop
from games.rules.premiums import DOUBLE_EQUALITY, TRIPLE_EQUALITY, double_tile, triple_tile
from games.rules.stock import Supply
from games.rules.tiles import BLANK, TileSet

EQUALS = "="  # always at hand, never in a bag (E12)
OPERATIONS = frozenset("+-*/")
EXCLUDED_DENOMINATORS = ("3]", "6]")  # of fraction tiles in stage 2
DIVISION_TILES_IN_STAGE_2 = 5

SETS: Mapping[str, TileSet] = {
    "standard": TileSet.from_table("""
        0      5 2
        1     10 1
        2     10 1
        3      9 1
        4      9 1
        5      7 2
        6      9 2
        7      6 2
        8      8 2
        9      6 2
        +     11 1
        -     11 2
        *     11 3
        /     11 5
        [1/2]  3 4
        [3/2]  2 5
        [5/2]  1 5
        [7/2]  1 5
        [1/4]  2 5
        [3/4]  2 5
        [5/4]  1 6
        [7/4]  1 6
        [1/3]  2 6
        [2/3]  2 6
        [4/3]  1 7
        [5/3]  1 7
        [7/3]  1 7
        [8/3]  1 7
        [1/6]  1 8
        [5/6]  1 8
        [7/6]  1 9
        ?      3 0
    """),
    "junior": TileSet.from_table("""
        0      8 2
        1     16 1
        2     13 1
        3     11 1
        4     10 1
        5      9 2
        6      9 2
        7      7 2
        8      8 2
        9      6 2
        [1/2]  4 4
        [3/2]  2 5
        +     14 1
        -     12 2
        *     12 3
        /      6 5
        ?      3 0
    """),
    "advanced": TileSet.from_table("""
        0      4 2
        1      6 1
        2      7 1
        3      6 1
        4      6 1
        5      5 2
        6      6 2
        7      4 2
        8      5 2
        9      4 2
        [-1]   2 3
        [-2]   3 3
        [-3]   2 3
        [-4]   2 3
        [-5]   2 4
        [-6]   2 4
        [-7]   1 4
        [-8]   1 4
        [-9]   1 4
        [2^2]  2 6
        [3^2]  2 6
        [4^2]  1 6
        [5^2]  2 6
        [6^2]  1 6
        [2^3]  1 6
        [3^3]  1 6
        [2^-1] 1 8
        [3^-1] 1 8
        [4^-1] 1 8
        [2^-2] 1 8
        [1/2]  3 4
        [3/2]  1 5
        [1/3]  2 6
        [2/3]  2 6
        [1/4]  2 5
        [3/4]  2 5
        [1/5]  1 7
        [2/5]  1 7
        [1/6]  1 8
        [5/6]  1 8
        [1/8]  1 8
        [3/8]  1 8
        [5/8]  1 8
        [7/8]  1 8
        +     11 1
        -     11 2
        *     11 3
        /     11 5
        ?      3 0
    """),
}
SETS_WITH_NEGATIVE_RESULTS = ("advanced",)  # E16

LAYOUT = Layout.from_text(
    """
    t...T..d...d..T...t
    .D...d.......d...D.
    ....t..D.d.D..t....
    ...D...........D...
    T.t..d...t...d..t.T
    .d..d...t.t...d..d.
    .......d...d.......
    d.D...d.....d...D.d
    .....t..d.d..t.....
    ..d.t....D....t.d..
    .....t..d.d..t.....
    d.D...d.....d...D.d
    .......d...d.......
    .d..d...t.t...d..d.
    T.t..d...t...d..t.T
    ...D...........D...
    ....t..D.d.D..t....
    .D...d.......d...D.
    t...T..d...d..T...t
    """,
    {
        "d": double_tile("2S", gettext_noop("double symbol")),
        "t": triple_tile("3S", gettext_noop("triple symbol")),
        "D": DOUBLE_EQUALITY,
        "T": TRIPLE_EQUALITY,
    },
)

RACK_SIZE = 9  # tiles; the equals signs at hand are not counted
NUMBER_RACK_SIZE, SIGN_RACK_SIZE = 6, 3  # tiles, in a game with a stage
BINGO_POINTS = 40  # for a whole rack in one equation (E8)
MAX_ROUNDS_OF_PASSES = 2  # while a bag has tiles; else one (E14)
MAX_SCORELESS_ROUNDS = 5  # E19


def supplies(set_name: str, stage: str) -> tuple[Supply, ...]:
    """Return the supplies of a game: one, with a stage two, numbers and blanks first (E18, E21)."""
    tiles = SETS[set_name]
    if stage == "none":
        return (Supply("draw", tiles, RACK_SIZE),)
    if stage == "1":
        tiles = _select(tiles, lambda tile: tile.isdigit() or tile in ("+", "-", "*", BLANK))
    if stage == "2":
        tiles = _select(tiles, lambda tile: not tile.endswith(EXCLUDED_DENOMINATORS))
        tiles = TileSet({**tiles.counts, "/": DIVISION_TILES_IN_STAGE_2}, tiles.points)
    return (
        Supply("draw", _select(tiles, lambda tile: tile not in OPERATIONS), NUMBER_RACK_SIZE),
        Supply("sign", _select(tiles, lambda tile: tile in OPERATIONS), SIGN_RACK_SIZE),
    )


@lru_cache
def game_tiles(set_name: str, stage: str) -> TileSet:
    """Return all tiles of a game with these options, and `=`, of which no bag holds any."""
    return tiles_in_use(supplies(set_name, stage))


def tiles_in_use(piles: tuple[Supply, ...]) -> TileSet:
    """Return all tiles of these supplies, and `=`, of which no bag holds any."""
    counts = {tile: count for pile in piles for tile, count in pile.tiles.counts.items()}
    points = {tile: points for pile in piles for tile, points in pile.tiles.points.items()}
    return TileSet({**counts, EQUALS: 0}, {**points, EQUALS: 0})


def _select(tiles: TileSet, belongs: Callable[[str], bool]) -> TileSet:
    counts = {tile: count for tile, count in tiles.counts.items() if belongs(tile)}
    return TileSet(counts, {tile: tiles.points[tile] for tile in counts})
