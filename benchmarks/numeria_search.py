"""`python -m benchmarks.numeria_search`: how fast and how deep the search of Numeria looks.

Positions from games that two middling levels play, from fixed seeds.
"""

import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from benchmarks.report import Line, machine, table
from games.engine import numeria_search
from games.engine.levels import choose_move
from games.engine.numeria_search import proven_win, search
from games.rules.numeria import State, Trope
from games.rules.numeria.movement import LINES4

SEED = 7
POSITIONS = 100
PLIES = (12, 24, 36)  # of each game after which its position counts
LEVELS = (4, 5)  # of both players, counted from 0
SECONDS = 1.0
NODES = 2000  # for the source beside what is compiled
COMPARED = 10  # positions for that
MOST_MOVES = 8  # own moves of the longest proof that is tried


def main() -> None:
    print(f"Measured on {machine()}.\n")
    states = list(islice(_positions(), POSITIONS))
    print(table([*_full_width(states), _forcing(states), *_ratio(states[:COMPARED])]))


def _positions() -> Iterator[State]:
    """Positions in the middle of games."""
    source = random.Random(SEED)
    while True:
        state = State.new(seed=source.randbytes(32), options={})
        for ply in range(max(PLIES) + 1):
            if state.turn is None:
                break
            if ply in PLIES:
                yield state
            move = choose_move(state, state.turn, LEVELS[ply % 2])
            state = state.play(state.turn, move).after


def _full_width(states: list[State]) -> list[Line]:
    """The nodes of a second and the plies that were searched whole."""
    rates, depths = [], []
    for state in states:
        begun = time.perf_counter()
        found = search(state, state.turn or 0, time_limit=SECONDS)
        rates.append(found.nodes / (time.perf_counter() - begun))
        if not found.is_proven:
            depths.append(found.depth)
    return [
        Line("nodes a second", statistics.median(rates), "", len(rates), target="≥ 300000"),
        Line("plies in a second, every move", statistics.median(depths), "", len(depths),
             target="≥ 4"),
    ]  # fmt: skip


def _forcing(states: list[State]) -> Line:
    """The plies of the longest line of attacks that were all tried within a second.

    Both seats have two tropes in it, or short lines could not win. Proven wins are left out.
    """
    trope = Trope((1, 2, 3, 4), LINES4[0])
    depths = []
    for state in states:
        near = replace(state, taken=((trope, trope), (trope, trope)))
        begun = time.perf_counter()
        plies = 0
        for count in range(1, MOST_MOVES + 1):
            left = SECONDS - (time.perf_counter() - begun)
            if left <= 0 or proven_win(near, near.turn or 0, count, time_limit=left):
                break
            if time.perf_counter() - begun < SECONDS:
                plies = 2 * count - 1
        depths.append(plies)
    median = statistics.median(depths)
    return Line("plies in a second, attacks and all answers", median, "", len(depths), target="≥ 7")


def _ratio(states: list[State]) -> list[Line]:
    """The same searches compiled and uncompiled."""
    if not numeria_search.is_compiled():
        return []
    compiled = _seconds(states)
    with numeria_search.from_source():
        uncompiled = _seconds(states)
    return [Line("uncompiled : compiled", uncompiled / compiled, "", len(states), target="≥ 20")]


def _seconds(states: list[State]) -> float:
    begun = time.process_time()
    for state in states:
        search(state, state.turn or 0, NODES)
    return time.process_time() - begun


if __name__ == "__main__":
    main()
