"""The tiles and the board of Numerica."""

from collections import Counter

import pytest

from games.rules.grid import neighbours
from games.rules.numerica import LAYOUT, TILES

TABLE = """
0 7 1
1 7 1
2 7 2
3 7 3
4 7 3
5 7 4
6 7 4
7 7 5
8 7 5
9 7 8
+ 7 2
- 4 3
* 7 4
/ 4 5
= 16 1
? 2 0
"""

DRAWING = """
3P .. .. 3E .. .. .. 2P .. .. .. 3E .. .. 3P
.. 2E .. .. 2P .. .. .. .. .. 2P .. .. 2E ..
.. .. .. .. .. 3P .. 2E .. 3P .. .. .. .. ..
3E .. .. .. .. .. 2P .. 2P .. .. .. .. .. 3E
.. 2P .. .. 2E .. .. .. .. .. 2E .. .. 2P ..
.. .. 3P .. .. .. .. .. .. .. .. .. 3P .. ..
.. .. .. 2P .. .. 2P .. 2P .. .. 2P .. .. ..
2P .. 2E .. .. .. .. ** .. .. .. .. 2E .. 2P
.. .. .. 2P .. .. 2P .. 2P .. .. 2P .. .. ..
.. .. 3P .. .. .. .. .. .. .. .. .. 3P .. ..
.. 2P .. .. 2E .. .. .. .. .. 2E .. .. 2P ..
3E .. .. .. .. .. 2P .. 2P .. .. .. .. .. 3E
.. .. .. .. .. 3P .. 2E .. 3P .. .. .. .. ..
.. 2E .. .. 2P .. .. .. .. .. 2P .. .. 2E ..
3P .. .. 3E .. .. .. 2P .. .. .. 3E .. .. 3P
"""


def test_tile_table_is_the_one_of_the_rules():
    """NF3."""
    rows = [line.split() for line in TABLE.strip().splitlines()]
    assert list(TILES.counts.items()) == [(symbol, int(count)) for symbol, count, _ in rows]
    assert list(TILES.points.items()) == [(symbol, int(points)) for symbol, _, points in rows]


def test_there_are_110_tiles_worth_342_points():
    """NF3."""
    assert len(TILES.full_bag()) == 110
    assert TILES.total_points(TILES.full_bag()) == 342


def test_board_is_the_one_of_the_rules():
    """N1: 15×15, the middle at (7, 7)."""
    cells = [line.split() for line in DRAWING.strip().splitlines()]
    labels = {(r, c): label for r, row in enumerate(cells) for c, label in enumerate(row)}
    drawn = {square: premium.label for square, premium in LAYOUT.premiums.items()}
    assert drawn == {at: label for at, label in labels.items() if label not in ("..", "**")}
    assert labels[LAYOUT.centre] == "**"


def test_premiums_are_counted():
    counts = Counter(premium.label for premium in LAYOUT.premiums.values())
    assert counts == {"2P": 24, "3P": 12, "2E": 12, "3E": 8}
    assert LAYOUT.size**2 - len(LAYOUT.premiums) == 169


def test_premiums_multiply_as_their_names_say():
    factors = {p.label: (p.tile_factor, p.line_factor) for p in LAYOUT.premiums.values()}
    assert factors == {"2P": (2, 1), "3P": (3, 1), "2E": (1, 2), "3E": (1, 3)}


def test_centre_has_no_premium():
    """N1."""
    assert LAYOUT.centre == (7, 7)
    assert LAYOUT.centre not in LAYOUT.premiums


@pytest.mark.parametrize(
    "turned",
    [
        lambda r, c: (r, c),
        lambda r, c: (c, 14 - r),
        lambda r, c: (14 - r, 14 - c),
        lambda r, c: (14 - c, r),
        lambda r, c: (r, 14 - c),
        lambda r, c: (14 - r, c),
        lambda r, c: (c, r),
        lambda r, c: (14 - c, 14 - r),
    ],
    ids=["same", "90", "180", "270", "left-right", "top-bottom", "diagonal", "other-diagonal"],
)
def test_board_looks_the_same_in_all_eight_symmetries(turned):
    moved = {turned(*square): premium for square, premium in LAYOUT.premiums.items()}
    assert moved == LAYOUT.premiums


def test_no_two_premiums_share_a_side():
    for square in LAYOUT.premiums:
        assert not set(neighbours(square)) & set(LAYOUT.premiums)


def test_strongest_nine_squares_multiply_by_nine_on_the_edges_alone():
    windows = {}
    for line in range(15):
        for start in range(7):
            for kind in "rc":
                squares = [
                    (line, start + i) if kind == "r" else (start + i, line) for i in range(9)
                ]
                cells = [LAYOUT.premiums.get(square) for square in squares]
                factor = 1
                for premium in cells:
                    factor *= premium.line_factor if premium else 1
                windows[kind, line, start] = factor
    assert {where for where, factor in windows.items() if factor > 4} == {
        (kind, line, 3) for kind in "rc" for line in (0, 14)
    }
    assert max(windows.values()) == 9
