"""What the referee costs: checking and scoring one placement, in pure Python."""

import statistics
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import Line, seconds
from games.rules import arithmetic, numerica
from games.rules.numerica import State
from games.rules.record import Record, parse
from games.rules.record import replay as replayed

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted([*ROOT.glob("tests/records/*.game"), *ROOT.glob("games/demo/*.game")])
RECORDS = [path for path in FILES if parse(path.read_text()).headers["Game"] == State.key]
RUNS = 9  # of each play; its median counts once

Placement = tuple[State, int, str]


def records() -> list[Record]:
    """The recorded games that every measurement plays."""
    return [parse(path.read_text()) for path in RECORDS]


def placements() -> Iterator[Placement]:
    """Every play of every record, with the position in which it was made."""
    for path in RECORDS:
        replay = replayed(path.read_bytes())
        assert replay.fault is None and replay.record is not None, path
        state = State.new(seed=bytes.fromhex(replay.record.headers["Seed"]), options={})
        for move in replay.moves:
            if move.verdict.kind == "play":
                yield state, move.seat, move.verdict.text
            state = move.after


def clear_caches() -> None:
    """Empty the referee's memory of lines it has judged."""
    for module in (arithmetic, numerica):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


def lines() -> list[Line]:
    """Check and score one placement: every line new to the referee, and all of them seen before."""
    plays = list(placements())
    for state, seat, text in plays:  # warm-up
        state.check(seat, text)
    new = [_median(play, is_new=True) for play in plays]
    known = [_median(play, is_new=False) for play in plays]
    trivial = [_median((state, seat, "pass"), is_new=True) for state, seat, _ in plays]
    reference = {"beside": "checking a pass", "reference": 1e6 * statistics.median(trivial)}
    return [
        Line(
            "check and score a placement, all its lines new",
            1e6 * statistics.median(new),
            "µs",
            len(plays) * RUNS,
            target="< 300 µs",
            **reference,
        ),
        Line(
            "the slowest of these placements", 1e6 * max(new), "µs", len(plays) * RUNS, **reference
        ),
        Line(
            "check and score it again, as every preview but the first",
            1e6 * statistics.median(known),
            "µs",
            len(plays) * RUNS,
            **reference,
        ),
    ]


def _median(placement: Placement, is_new: bool) -> float:
    state, seat, text = placement
    taken = []
    for _ in range(RUNS):
        if is_new:
            clear_caches()
        taken.append(seconds(lambda: state.check(seat, text)))
    return statistics.median(taken)
