"""Mirrored pairs: two games of one deal, in which each side begins one, and what came of them."""

import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import machine
from benchmarks.resumed import resumed
from games.engine.levels import YARDSTICK, choose_move
from games.rules.interface import State
from games.rules.moves import Outcome, Seat

CERTAIN = 1.96  # standard errors to either side of a 95 % interval
STRONGEST = YARDSTICK[-1]
"""The level that the others are compared with."""


class Played(NamedTuple):
    """One game; `halves` is what one side got of the two halves of a point, `scores` its own first.

    `milliseconds` are those of the processor for each of its moves, the mean.
    """

    halves: int
    scores: tuple[int, int]
    reason: str
    plies: int
    milliseconds: int


def halves_of(outcome: Outcome, seat: Seat) -> int:
    """2 for a win, 1 for a tie."""
    if len(outcome.ranking) == 1:
        return 1
    return 2 if seat in outcome.ranking[0] else 0


def games_against_strongest(
    path: Path, count: int, deal: Callable[[int], State], choose: Callable[[State, Seat], str]
) -> list[Played]:
    """`count` games, two of each deal; those that the file has are not played again.

    The side that `choose` plays for begins the second game of each deal.
    """

    def play(number: int) -> Played:
        return _play(deal(number // 2), choose, begins=bool(number % 2))

    return [Played(*line) for line in resumed(path, count, play)]


def _play(state: State, choose: Callable[[State, Seat], str], begins: bool) -> Played:
    assert state.turn is not None
    own = state.turn if begins else 1 - state.turn
    plies = moves = 0
    spent = 0.0
    while state.turn is not None:
        if state.turn == own:
            begun = time.process_time()
            text = choose(state, own)
            spent += time.process_time() - begun
            moves += 1
        else:
            text = choose_move(state, state.turn, STRONGEST)
        state = state.play(state.turn, text).after
        plies += 1
    assert state.outcome is not None
    return Played(
        halves_of(state.outcome, own),
        (state.scores[own], state.scores[1 - own]),
        state.outcome.reason,
        plies,
        round(1000 * spent / max(1, moves)),
    )


def report(of: str, games: Sequence[Played]) -> str:
    """What came of the games `of` something; the interval is that of the mean of whole pairs."""
    if not games:
        return "No game was played."
    halves = Counter(game.halves for game in games)
    own, others = (statistics.mean(game.scores[side] for game in games) for side in (0, 1))
    return "\n".join(
        [
            f"Measured on {machine()}.",
            of,
            _share(games),
            f"won {halves[2]}, tied {halves[1]}, lost {halves[0]} of {len(games)} games",
            f"ended: {dict(Counter(game.reason for game in games))}",
            f"points a game: {own:.2f} against {others:.2f}",
            f"plies a game: {statistics.mean(game.plies for game in games):.1f}",
            f"ms a move: {statistics.mean(game.milliseconds for game in games):.0f}",
        ]
    )


def _share(games: Sequence[Played]) -> str:
    """The share of the points in the pairs of which both games were played."""
    halves = [game.halves for game in games]
    shares = [sum(pair) / 4 for pair in zip(halves[::2], halves[1::2], strict=False)]
    if len(shares) < 2:
        return "Too few pairs for a share."
    error = CERTAIN * statistics.stdev(shares) / math.sqrt(len(shares))
    mean = statistics.mean(shares)
    return (
        f"share of the points: {mean:.1%}, 95 % from {mean - error:.1%} to {mean + error:.1%}, "
        f"{len(shares)} pairs"
    )
