"""What the engine costs: the exact best play of each game, on positions it made itself."""

import json
import random
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

from benchmarks.report import Line, seconds
from games.computers import worker
from games.engine import best_moves, equations, speed
from games.engine.levels import LEVELS, LOOKING_AHEAD_SECONDS, SECONDS, YARDSTICK
from games.rules import GAMES, notation
from games.rules.interface import State
from games.rules.placement import place_tiles
from games.rules.tiles import BLANK

SEED = 7
BOARDS = 8
PLAYS = 9  # on each board
RACK = 9
RACKS = {"numerica": (64, 24, 8), "equate": (32, 12, 6)}  # without blanks, with one, with two
BLANKS = ("no blank", "one blank", "two blanks")
OTHERS = 32  # positions of the two games that need no search for equations
COMPARED = 8  # positions on which the source runs too
CHECKED = 9  # times each play; its median counts once
MAINFRAME = len(LEVELS) - 1
MOST_PLIES = 40  # of a game in which memory is measured
FOUND_IN = 1.5  # seconds for a review or an analysis of a position, as in `games.background`
WEIGHED_BY, WEIGHED_IN = 16, 3.0  # racks and seconds for the chances of a move, likewise
TARGETS = {
    ("numerica", 0): ("≤ 10 ms", "≤ 40 ms"),
    ("numerica", 1): ("≤ 150 ms", "≤ 450 ms"),
    ("numerica", 2): ("", "≤ 1600 ms"),
}


def lines() -> list[Line]:
    """The best play of each game, by the number of blanks where they make the difference."""
    found = []
    hardest: list[State] = []
    for key in GAMES:
        source = random.Random(SEED)
        if key not in RACKS:
            states = [_played(key, source) for _ in range(OTHERS)]
            found += [*_of(key, "", states), _checked(key, states)]
            continue
        boards = [_board(key, source) for _ in range(BOARDS)]
        racks = [
            [_with_rack(boards[i % BOARDS], blanks, source) for i in range(count)]
            for blanks, count in enumerate(RACKS[key])
        ]
        for blanks, states in enumerate(racks):
            found += _of(key, f", {BLANKS[blanks]}", states, *TARGETS.get((key, blanks), ("", "")))
        found.append(_checked(key, racks[0]))
        if speed() == "compiled":
            found.append(_ratio(key, racks[0][:COMPARED]))
        hardest += racks[-1]
    return [*found, *_memory(hardest)]


def _of(
    key: str, which: str, states: Sequence[State], median: str = "", tenth: str = ""
) -> list[Line]:
    times = [1e3 * _cpu_seconds(state) for state in states]
    what = f"best play of {GAMES[key].name}{which}"
    highest = statistics.quantiles(times, n=10, method="inclusive")[-1]
    return [
        Line(what, statistics.median(times), "ms", len(times), target=median),
        Line(f"{what}: nine in ten below", highest, "ms", len(times), target=tenth),
    ]


def _cpu_seconds(state: State) -> float:
    assert state.turn is not None
    start = time.process_time()
    best_moves(state, state.turn, 1)
    return time.process_time() - start


def _ratio(key: str, states: Sequence[State]) -> Line:
    """The same positions compiled and uncompiled."""
    compiled = sum(map(_cpu_seconds, states))
    with equations.from_source():
        uncompiled = sum(map(_cpu_seconds, states))
    what = f"{GAMES[key].name} uncompiled : compiled, no blank"
    return Line(what, uncompiled / compiled, "", len(states), target="≥ 20")


def _checked(key: str, states: Sequence[State]) -> Line:
    """`State.check` of the plays that were found, with what it says about them."""
    times = []
    for state in states:
        assert state.turn is not None
        for text, _ in best_moves(state, state.turn, 1).plays:
            times.append(_checking(state, text))
    what = f"check and score that play of {GAMES[key].name}"
    return Line(what, statistics.median(times), "µs", len(times) * CHECKED, target="≤ 300 µs")


def _checking(state: State, text: str) -> float:
    turn = state.turn
    assert turn is not None
    return 1e6 * statistics.median(seconds(lambda: state.check(turn, text)) for _ in range(CHECKED))


def _memory(states: Sequence[State]) -> list[Line]:
    """The most that a worker of the site ever held, beside what it holds before its first play."""
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=worker.begin) as pool:
        before = pool.submit(_most_held).result()
        after = pool.submit(_most_held_after, states).result()
        questions = pool.submit(_ask_all, list(GAMES)).result()
        at_work = pool.submit(_most_held).result()
    reference = {"beside": "before its first play", "reference": before}
    return [
        Line("most memory of a worker, two blanks", after, "MiB", len(states), **reference),
        Line("the same after all that is asked in games", at_work, "MiB", questions, **reference),
    ]


def _most_held_after(states: Sequence[State]) -> float:
    for state in states:
        assert state.turn is not None
        best_moves(state, state.turn, 1)
    return _most_held()


def _ask_all(keys: Sequence[str]) -> int:
    """Ask all that pages ask, at every other turn of a game of Engine with itself; how often."""
    asked = 0
    for key in keys:
        state: State = GAMES[key].new(seed=bytes(32), options={})
        for ply in range(MOST_PLIES):
            if state.turn is None:
                break
            seen = json.dumps(state.seen_by(state.turn).to_json())
            question = worker.Question(key, state.turn, seen)
            text = worker.move(question, YARDSTICK[-1], SECONDS)
            if ply % 2 == 0:
                worker.move(question, MAINFRAME, LOOKING_AHEAD_SECONDS)
                worker.review(question, text, FOUND_IN)
                worker.weigh(question, text, WEIGHED_BY, WEIGHED_IN)
                worker.analyse(question, FOUND_IN)
                asked += 4
            state = state.play(state.turn, text).after
    return asked


def _most_held() -> float:
    """Mebibytes of this process at most, so far.

    `getrusage` would tell the most of the process that started it where that is more.
    """
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


# --- positions ---


def _played(key: str, source: random.Random) -> State:
    """A position of a game played at random."""
    state: State = GAMES[key].new(seed=source.randbytes(32), options={})
    for _ in range(PLAYS):
        moves = [text for text in state.legal_moves() if text != "pass"]
        after = state.play(state.turn, source.choice(moves)).after
        if after.turn is None:
            break
        state = after
    return state


def _board(key: str, source: random.Random) -> State:
    """Return the position after `PLAYS` best plays, each from a random rack of its own."""
    state = GAMES[key].unseeded(first=0, options={})
    plays = 0
    while plays < PLAYS:
        state = _with_rack(state, 0, source)
        found = best_moves(state, 0, 1, 2.0).plays
        if found:
            play = notation.parse(found[0][0], state.tiles.counts)
            new = place_tiles(state.board, state.layout, play)
            state = replace(state, board={**state.board, **new})
            plays += 1
    return state


def _with_rack(state, blanks: int, source: random.Random):
    """The same position with a full rack drawn from the whole set."""
    (supply,) = state.stock.supplies
    tiles = [tile for tile in supply.tiles.full_bag() if tile != BLANK]
    rack = (*source.sample(tiles, RACK - blanks), *[BLANK] * blanks)
    racks = ((rack,), *state.stock.racks[1:])
    return replace(state, stock=replace(state.stock, racks=racks), turn=0)
