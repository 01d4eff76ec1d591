"""Equate's tiles and board: the counts, sums and symmetries that docs/rules/equate.md states."""

from collections import Counter

import pytest

from games.rules.equate.constants import LAYOUT, SETS, supplies, tiles_in_use

SIZE = LAYOUT.size
STAGES = ("1", "2", "3")


def kind_of(tile: str) -> str:
    if tile == "?":
        return "blank"
    if tile in "+-*/":
        return "operation"
    if tile.isdigit():
        return "digit"
    return "power" if "^" in tile else "fraction" if "/" in tile else "negative"


def kinds(tiles) -> dict[str, int]:
    counts = Counter()
    for tile, count in tiles.counts.items():
        counts[kind_of(tile)] += count
    return dict(counts)


def test_each_set_has_150_tiles_in_its_piles():
    """EF2: 190 with the 40 equal tiles, of which none is in a pile; EF20's 200 are not ours."""
    assert {name: len(tiles.full_bag()) for name, tiles in SETS.items()} == dict.fromkeys(SETS, 150)


def test_sets_hold_the_kinds_that_the_rules_list():
    """EF2, E16: 103 numbers, 44 operations, 3 blanks."""
    assert kinds(SETS["standard"]) == {"digit": 79, "operation": 44, "fraction": 24, "blank": 3}
    assert kinds(SETS["junior"]) == {"digit": 97, "fraction": 6, "operation": 44, "blank": 3}
    assert kinds(SETS["advanced"]) == {
        "digit": 53,
        "negative": 16,
        "power": 14,
        "fraction": 20,
        "operation": 44,
        "blank": 3,
    }


def test_standard_set_has_31_symbols_besides_the_blank():
    """EF3."""
    assert len(SETS["standard"].counts) == 31 + 1


def test_standard_fractions_are_all_with_denominators_2_3_4_6_and_numerators_to_8():
    """E1, EF4, EF5."""
    reduced = {
        f"[{above}/{below}]"
        for below in (2, 3, 4, 6)
        for above in range(1, 9)
        if (below, above % below) not in {(2, 0), (3, 0), (4, 0), (4, 2), (6, 0), (6, 2), (6, 3)}
        and (below, above % below) != (6, 4)
    }
    assert {tile for tile in SETS["standard"].counts if kind_of(tile) == "fraction"} == reduced


def test_points_agree_where_sets_share_a_tile():
    """E3, E16."""
    standard = SETS["standard"].points
    for tiles in SETS.values():
        for tile, points in tiles.points.items():
            assert points == standard.get(tile, points)


def test_negative_numbers_are_worth_their_digit_and_two_more():
    """E16, EF17."""
    points = SETS["advanced"].points
    assert all(points[f"[-{n}]"] == points[str(n)] + 2 for n in range(1, 10))


def test_powers_are_worth_6_and_with_a_negative_exponent_8():
    """E16, EF17."""
    points = SETS["advanced"].points
    powers = {tile: value for tile, value in points.items() if kind_of(tile) == "power"}
    assert all(value == (8 if "-" in tile else 6) for tile, value in powers.items())


@pytest.mark.parametrize("name", SETS)
def test_blanks_stand_last_and_are_worth_nothing(name):
    assert list(SETS[name].counts)[-1] == "?"
    assert (SETS[name].counts["?"], SETS[name].points["?"]) == (3, 0)


@pytest.mark.parametrize("stage", ["none", *STAGES])
def test_equals_is_in_use_and_in_no_pile(stage):
    """E12."""
    piles = supplies("standard", stage)
    assert tiles_in_use(piles).points["="] == 0
    assert all("=" not in pile.tiles.counts for pile in piles)
    drawn = sum(len(pile.tiles.full_bag()) for pile in piles)
    assert len(tiles_in_use(piles).full_bag()) == drawn


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_has_numbers_and_blanks_in_one_pile_and_operations_in_the_other(stage):
    """E18, E21."""
    numbers, signs = supplies("standard", stage)
    assert (numbers.label, numbers.rack_size, signs.label, signs.rack_size) == (
        "draw",
        6,
        "sign",
        3,
    )
    assert {kind_of(tile) for tile in signs.tiles.counts} == {"operation"}
    assert "operation" not in kinds(numbers.tiles)
    assert list(numbers.tiles.counts)[-1] == "?"


def test_without_a_stage_there_is_one_pile():
    [pile] = supplies("junior", "none")
    assert (pile.label, pile.rack_size, pile.tiles) == ("draw", 9, SETS["junior"])


def test_stage_1_has_no_division_and_no_fractions():
    numbers, signs = supplies("standard", "1")
    assert kinds(numbers.tiles) == {"digit": 79, "blank": 3}
    assert signs.tiles.counts == {"+": 11, "-": 11, "*": 11}


def test_stage_2_has_five_divisions_and_only_halves_and_fourths():
    """EF4."""
    numbers, signs = supplies("standard", "2")
    assert signs.tiles.counts == {"+": 11, "-": 11, "*": 11, "/": 5}
    fractions = {tile for tile in numbers.tiles.counts if kind_of(tile) == "fraction"}
    assert {tile[3] for tile in fractions} == {"2", "4"}
    assert len(fractions) == 8


def test_stage_3_has_all_tiles():
    numbers, signs = supplies("standard", "3")
    assert {**numbers.tiles.counts, **signs.tiles.counts} == SETS["standard"].counts


def test_board_has_the_premiums_that_the_rules_count():
    """E4, EF1: 19×19 squares."""
    labels = Counter(premium.label for premium in LAYOUT.premiums.values())
    assert labels == {"2S": 40, "3S": 24, "2E": 17, "3E": 8}
    assert SIZE * SIZE - len(LAYOUT.premiums) == 272


@pytest.mark.parametrize(
    ("offset", "label"),
    [
        ((0, 0), "2E"),
        ((5, 0), "3S"),
        ((5, 4), "2S"),
        ((3, 2), "2S"),
        ((4, 1), "3S"),
        ((1, 1), "2S"),
    ],
)
def test_premiums_of_the_published_plays(offset, label):
    """E4, EF7."""
    centre = LAYOUT.centre[0]
    assert LAYOUT.centre == (9, 9)
    assert LAYOUT.premiums[centre + offset[0], centre + offset[1]].label == label


def test_board_has_all_eight_symmetries():
    """E4."""
    for (row, column), premium in LAYOUT.premiums.items():
        assert LAYOUT.premiums[column, row] == premium
        assert LAYOUT.premiums[row, SIZE - 1 - column] == premium


def test_no_two_premiums_share_a_side():
    for row, column in LAYOUT.premiums:
        assert (row, column + 1) not in LAYOUT.premiums
        assert (row + 1, column) not in LAYOUT.premiums


def test_no_ten_squares_in_a_row_multiply_a_line_by_more_than_four():
    for row in range(SIZE):
        factors = [
            premium.line_factor if (premium := LAYOUT.premiums.get((row, column))) else 1
            for column in range(SIZE)
        ]
        for start in range(SIZE - 9):
            product = 1
            for factor in factors[start : start + 10]:
                product *= factor
            assert product <= 4
