"""What the engine costs: the exact best play of Numerica and Equate, on boards it filled itself."""

import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.report import Line
from games.engine import best_moves, equations, speed
from games.engine.equations import loading
from games.rules import GAMES, notation
from games.rules.laying import placed
from games.rules.tiles import BLANK

BOARDS = 8
PLAYS = 9  # on each board
RACKS = {"numerica": (64, 24, 8), "equate": (16, 4)}  # with 0, 1 and 2 blanks
COMPARED = 8  # positions on which the source runs too
TARGETS = {
    ("numerica", 0): ("≤ 10 ms", "≤ 40 ms"),
    ("numerica", 1): ("≤ 150 ms", "≤ 450 ms"),
    ("numerica", 2): ("", "≤ 1600 ms"),
}
RACK = 9


def lines() -> list[Line]:
    """The best play by the number of blanks, and how much faster the compiled search is."""
    found = []
    for key, counts in RACKS.items():
        source = random.Random(7)
        boards = [_board(key, source) for _ in range(BOARDS)]
        for blanks, count in enumerate(counts):
            states = [_with_rack(boards[i % BOARDS], blanks, source) for i in range(count)]
            found += _of(key, blanks, [_cpu_seconds(state) for state in states])
        if key == "numerica" and speed() == "compiled":
            found.append(_ratio([_with_rack(board, 0, source) for board in boards[:COMPARED]]))
    return found


def _of(key: str, blanks: int, seconds: Sequence[float]) -> list[Line]:
    what = f"best play of {key}, {blanks} blanks, {speed()}"
    median, ninth = TARGETS.get((key, blanks), ("", ""))
    tenths = statistics.quantiles(seconds, n=10)
    count = len(seconds)
    return [
        Line(f"{what}: median", 1e3 * statistics.median(seconds), "ms", count, target=median),
        Line(f"{what}: nine in ten below", 1e3 * tenths[-1], "ms", count, target=ninth),
    ]


def _ratio(states: Sequence[object]) -> Line:
    """The same positions compiled and uncompiled."""
    compiled = sum(map(_cpu_seconds, states))
    kernel = equations.kernel
    equations.kernel = loading.from_source()
    try:
        uncompiled = sum(map(_cpu_seconds, states))
    finally:
        equations.kernel = kernel
    figure = uncompiled / compiled
    return Line("uncompiled search : compiled, no blank", figure, "", len(states), target="≥ 20")


def _cpu_seconds(state) -> float:
    start = time.process_time()
    best_moves(state, 0, 1)
    return time.process_time() - start


def _board(key: str, source: random.Random):
    """The position after so many best plays, each from a rack of its own."""
    state = GAMES[key].unseeded(first=0, options={})
    plays = 0
    while plays < PLAYS:
        state = _with_rack(state, 0, source)
        found = best_moves(state, 0, 1, 2.0).plays
        if found:
            play = notation.parse(found[0][0], state.tiles.counts)
            new = placed(state.board, state.layout, play)
            state = replace(state, board={**state.board, **new})
            plays += 1
    return state


def _with_rack(state, blanks: int, source: random.Random):
    """The same position with a full rack drawn from the whole set."""
    (supply,) = state.stock.supplies
    tiles = [tile for tile in supply.tiles.full_bag() if tile != BLANK]
    rack = (*source.sample(tiles, RACK - blanks), *[BLANK] * blanks)
    racks = ((rack,), *state.stock.racks[1:])
    return replace(state, stock=replace(state.stock, racks=racks))
