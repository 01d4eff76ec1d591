"""`python -m benchmarks.luck GAME`: how much closer luck makes a comparison of two levels.

Two levels of the computer play; of each game it is written down what the stronger got of the point,
its lead in the end, and by how many points it drew better than the other beside random draws
(`games.review.luck`). What went with luck is taken off: the slope is that of the other half of the
games, so that nothing is explained by itself. A run that was stopped goes on where it was.
"""

import argparse
import statistics
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from benchmarks.mirrored import halves_of
from benchmarks.report import machine
from benchmarks.resumed import resumed
from games.engine.levels import YARDSTICK, choose_move
from games.review.luck import luck_of_game
from games.rules import GAMES
from games.rules.interface import State

DRAWS = 16  # random draws that each draw is put beside
STRONGER, WEAKER = YARDSTICK[-1], YARDSTICK[-2]


class Played(NamedTuple):
    """One game, as the stronger level had it; `luck` is its own less the other's, in points."""

    halves: int
    lead: int
    luck: float


def main() -> None:
    wanted = _wanted()
    path = wanted.results / f"{wanted.game}.jsonl"
    lines = resumed(path, wanted.games, lambda number: play(wanted.game, number))
    games = [Played(*line) for line in lines]
    print(f"Measured on {machine()}.\n\n{report(wanted.game, games)}")


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.luck", description=__doc__)
    parser.add_argument("game", choices=["numerica", "equate", "digifeud"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--results", type=Path, default=Path("var/luck"))
    return parser.parse_args()


def play(game: str, number: int) -> Played:
    """One game; the levels begin in turns."""
    state: State = GAMES[game].new(
        seed=sha256(f"luck {game} {number}".encode()).digest(), options={}
    )
    stronger = number % 2
    before: list[State] = []
    texts: list[str] = []
    while state.turn is not None:
        level = STRONGER if state.turn == stronger else WEAKER
        before.append(state)
        texts.append(choose_move(state, state.turn, level))
        state = state.play(state.turn, texts[-1]).after
    assert state.outcome is not None
    luck = luck_of_game(before, texts, DRAWS)
    return Played(
        halves_of(state.outcome, stronger),
        state.scores[stronger] - state.scores[1 - stronger],
        float(luck[stronger] - luck[1 - stronger]),
    )


def report(game: str, games: Sequence[Played]) -> str:
    """The error of the mean of results and leads, as they are and without what went with luck."""
    rows = [
        "| Game | Compared by | Games | Mean | Its error | Without luck | Its error | Ratio |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        _row(game, "share of the points, %", games, lambda played: 50 * played.halves),
        _row(game, "lead in the end, points", games, lambda played: played.lead),
    ]
    return "\n".join(rows)


def _row(game: str, what: str, games: Sequence[Played], value: Callable[[Played], int]) -> str:
    plain = [float(value(played)) for played in games]
    halves = games[: len(games) // 2], games[len(games) // 2 :]
    slopes = [_slope(half, value) for half in halves]
    without = [
        value(played) - slope * played.luck
        for half, slope in zip(halves, reversed(slopes), strict=True)
        for played in half
    ]
    errors = [statistics.stdev(each) / len(each) ** 0.5 for each in (plain, without)]
    means = [statistics.mean(each) for each in (plain, without)]
    shown = " | ".join(
        f"{mean:.1f} | {error:.2f}" for mean, error in zip(means, errors, strict=True)
    )
    return f"| {game} | {what} | {len(games)} | {shown} | {errors[1] / errors[0]:.2f} |"


def _slope(games: Sequence[Played], value: Callable[[Played], int]) -> float:
    """How much of the value goes with a point of luck."""
    return statistics.linear_regression(
        [played.luck for played in games], [value(played) for played in games]
    ).slope


if __name__ == "__main__":
    main()
