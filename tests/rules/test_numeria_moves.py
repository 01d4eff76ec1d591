"""How a tile of Numeria moves, and all moves that are legal."""

from functools import cache
from pathlib import Path

import pytest

from games.rules.numeria import LAYOUT, State
from games.rules.record import replay
from tests.rules.numeria_positions import (
    FIVE,
    READY,
    START,
    board,
    code,
    played,
    position,
    refusal,
    ways,
)

from .playthroughs import records

RECORDED = [path for path in records() if path.stem.startswith("numeria-")]


@cache
def states_of(path: Path) -> list[State]:
    """Every State of a recorded game."""
    return [move.after for move in replay(path.read_bytes()).moves]


# --- M4: how a tile moves ---


def at(row: int, column: int) -> str:
    """The name of a square that the rules give by row and column."""
    return LAYOUT.name((row, column))


def test_start_has_228_moves():
    kinds = [way for ends in START.destinations(0).values() for way in ends.values()]
    assert len(kinds) == 228
    assert kinds.count("slide") == 144
    assert kinds.count("jump") == 84


def test_start_has_76_moves_by_a_single_jump():
    """From every tile over its neighbour to an empty square that no slide reaches."""
    single = set()
    for row, column in START.numbers:
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if over in START.numbers and LAYOUT.holds(end) and end not in START.numbers:
                    single.add(((row, column), end))
    by_jump = {
        (start, end)
        for start, ends in START.destinations(0).items()
        for end, way in ends.items()
        if way == "jump"
    }
    assert len(single & by_jump) == 76
    assert len(by_jump - single) == 8


def test_the_moves_of_the_start_do_not_depend_on_the_numbers():
    other = State.new(seed=bytes(32), options={})
    assert other.numbers != START.numbers
    assert other.destinations(0) == START.destinations(0)


@pytest.mark.parametrize(
    ("start", "slides", "jumps"),
    [
        ((0, 0), [(0, n) for n in range(1, 7)] + [(n, 0) for n in range(1, 7)], []),
        ((1, 1), [(0, 1), (0, 2), (1, 0), (2, 0)], [(3, 3)]),
        ((3, 2), [(3, 3), (3, 4), (4, 3)], [(1, 0), (3, 0), (5, 0), (7, 2)]),
    ],
)
def test_worked_moves_of_the_start(start, slides, jumps):
    expected = {at(*square): "slide" for square in slides}
    expected |= {at(*square): "jump" for square in jumps}
    assert ways(START, at(*start)) == expected


def test_a_tile_slides_like_a_queen():
    """M4."""
    state = position(d4=1)
    found = ways(state, "d4")
    assert set(found.values()) == {"slide"}
    assert len(found) == 27
    assert {"d8", "d1", "a4", "h4", "h8", "a1", "a7", "g1"} <= set(found)
    assert "e6" not in found


def test_a_tile_stops_a_slide_and_is_not_taken():
    state = position(a1=1, a4=2)
    assert "a3" in ways(state, "a1")
    assert "a4" not in ways(state, "a1")
    assert code(state, "a1-a4") == "occupied"
    assert code(state, "a1-a6") == "unreachable"


def test_a_jump_goes_over_one_adjacent_tile_to_the_square_behind():
    """M4."""
    state = position(a1=1, b2=2)
    assert ways(state, "a1")["c3"] == "jump"
    assert "d4" not in ways(state, "a1")
    after = played(state, "a1-c3")
    assert after.numbers == board(c3=1, b2=2)  # nothing is captured


def test_two_tiles_in_a_row_cannot_be_jumped():
    assert "d1" not in ways(position(a1=1, b1=2, c1=3), "a1")


def test_a_jump_needs_a_tile_next_to_it():
    state = position(a1=1, c3=2, b1=3)
    assert ways(state, "a1").get("d4") is None  # c3 is two squares away
    assert ways(state, "a1")["c1"] == "jump"


def test_a_chain_of_jumps_turns():
    """Over b1 to c1, over d2 to e3; c1 is next to no other tile."""
    state = position(a1=1, b1=2, d2=4)
    assert ways(state, "a1")["c1"] == "jump"
    assert ways(state, "a1")["e3"] == "jump"


def test_a_chain_may_jump_the_same_tile_again():
    """M4: over b1 to c1, over d2 to e3, over d3 to c3, and over d2 again to e1: there is no other way."""
    state = position(a1=1, b1=2, d2=4, d3=5)
    assert ways(state, "a1")["e1"] == "jump"
    assert "e1" not in ways(position(a1=1, b1=2, d2=4), "a1")


def test_a_slide_and_a_jump_are_not_combined():
    """M4."""
    state = position(a1=1, e2=2)
    assert "e1" in ways(state, "a1")
    assert "e3" not in ways(state, "a1")


def test_a_chain_may_come_through_its_own_square_but_not_end_there():
    """All round: a1 over b1 to c1, over c2 to c3, over b3 to a3, over a2 to a1."""
    ring = position(a1=1, b1=2, c2=3, b3=4, a2=5)
    assert {"c1", "c3", "a3"} <= set(ways(ring, "a1"))
    assert "a1" not in ways(ring, "a1")


def test_a_square_reached_both_ways_counts_as_a_slide():
    both = position(d4=1, d5=2, e6=3)  # d4-d6-f6 by jumps, d4-f6 along the diagonal
    assert ways(both, "d4")["d6"] == "jump"
    assert ways(both, "d4")["f6"] == "slide"
    blocked = position(d4=1, d5=2, e6=3, e5=4, f7=5)
    assert ways(blocked, "d4")["f6"] == "jump"


def test_a_move_does_not_end_where_it_starts():
    error = refusal(position(a1=1, b2=2), "a1-a1")
    assert error.code == "notation"


def test_tiles_belong_to_nobody():
    """M4."""
    state = position(a1=1, h1=9, d8=20)
    for start in ("a1", "h1", "d8"):
        for seat in (0, 1):
            assert state.check(seat, f"{start}-{start[0]}5").points == 0


def naive_ends(tiles: set[str], start: str) -> dict[str, str]:
    """Where a tile can go, looked for step by step by the words of the rule."""
    others = tiles - {start}
    found: dict[str, str] = {}
    steps = [(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if (f, r) != (0, 0)]

    def go(name: str, step: tuple[int, int], times: int = 1) -> str:
        return f"{chr(ord(name[0]) + step[0] * times)}{int(name[1]) + step[1] * times}"

    def is_empty(name: str) -> bool:
        return (
            len(name) == 2
            and name[0] in "abcdefgh"
            and name[1] in "12345678"
            and (name not in others)
        )

    def jump(name: str, been: set[str]) -> None:
        for step in steps:
            over, end = go(name, step), go(name, step, 2)
            if over in others and is_empty(end) and end not in been:
                found[end] = "jump"
                been.add(end)
                jump(end, been)

    jump(start, {start})
    for step in steps:
        times = 1
        while is_empty(go(start, step, times)):
            found[go(start, step, times)] = "slide"
            times += 1
    return found


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_the_moves_of_whole_games_are_those_of_a_search_by_the_words_of_the_rule(path):
    for state in states_of(path):
        tiles = {LAYOUT.name(square) for square in state.numbers}
        for start in tiles:
            assert ways(state, start) == naive_ends(tiles, start)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_every_number_is_on_the_board_or_taken(path):
    """M9."""
    for state in states_of(path):
        taken = [number for tropes in state.taken for trope in tropes for number in trope.numbers]
        assert sorted([*state.numbers.values(), *taken]) == list(range(1, 37))
        assert state.scores == tuple(len(tropes) for tropes in state.taken)


# --- every legal move ---


def test_the_legal_moves_are_those_that_can_be_played():
    for state in (START, FIVE, position(**READY, last="b1"), position(a1=1, last="a1")):
        moves = list(state.legal_moves())
        assert len(set(moves)) == len(moves)
        assert all(state.play(state.turn, text).verdict.text == text for text in moves)
    assert len(list(START.legal_moves())) >= 228
    assert {"c4-c1 x a1-d1", "c4-c1 x b1-e1"} <= set(FIVE.legal_moves())
    assert "c4-c1" not in set(FIVE.legal_moves())


def test_no_move_is_legal_after_the_end():
    assert list(START.leave(0, "aborted").after.legal_moves()) == []
