"""`python -m benchmarks.levels`: plays the levels of every game against their neighbours.

Every game played becomes a line of `levels.jsonl`, so a run that was stopped goes on where it
was; `levels.md` and the averages that people are shown are written anew from the lines. A line
counts while both levels are what they were when it was played.
"""

import argparse
import json
import math
import statistics
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from games.engine.levels import LEVELS, SKILLS, choose
from games.rules import GAMES
from games.rules.base import Outcome, State

HERE = Path(__file__).parent
RESULTS = HERE / "levels.jsonl"
TABLE = HERE / "levels.md"
AVERAGES = HERE.parent / "games" / "engine" / "averages.json"
GAMES_A_PAIR = 200
SECONDS_A_MOVE = 2.0
EDITION = 2  # raised when levels play in another way though their skills read the same
CERTAIN = 1.96  # standard errors to either side of a 95 % interval

Pair = tuple[int, int]


class Played(NamedTuple):
    """One game between two neighbours; `halves` is what the higher level got of the two points.

    `scores` are those of the lower and of the higher level. `skills` tells how both play.
    """

    game: str
    pair: Pair
    number: int
    skills: str
    halves: int
    scores: tuple[int, int]
    reason: str
    plies: int


def main() -> None:
    wanted = _wanted()
    known = {(played.game, played.pair, played.number) for played in read(wanted.results)}
    for number in range(wanted.games):
        for game in wanted.game or GAMES:
            for pair in pairwise(range(len(LEVELS))):
                if (game, pair, number) not in known and wanted.level in (None, *pair):
                    _append(wanted.results, play(game, pair, number))
    table = report(read(wanted.results))
    print(table)
    if wanted.results == RESULTS:
        TABLE.write_text(table)
        AVERAGES.write_text(json.dumps(averages(read(RESULTS)), indent=1) + "\n")


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_A_PAIR, help="of each pair (200)")
    parser.add_argument("--game", action="append", choices=GAMES, help="of this kind only")
    parser.add_argument("--level", type=int, help="only pairs with this level, from 0")
    parser.add_argument("--results", type=Path, default=RESULTS, help="another file of lines")
    return parser.parse_args()


# --- playing ---


def play(game: str, pair: Pair, number: int) -> Played:
    """One game; numbers 0 and 1, 2 and 3 … are dealt alike, and each level starts one of them."""
    seed = sha256(f"{game} {number // 2}".encode()).digest()
    state: State = GAMES[game].new(seed=seed, options={})
    assert state.turn is not None
    starter = state.turn
    of_seat = {starter: pair[number % 2], 1 - starter: pair[1 - number % 2]}
    plies = 0
    while state.turn is not None:
        seat = state.turn
        state = state.play(seat, choose(state, seat, of_seat[seat], SECONDS_A_MOVE)).after
        plies += 1
    assert state.outcome is not None
    lower, higher = sorted(of_seat, key=of_seat.__getitem__)
    scores = state.scores[lower], state.scores[higher]
    halves = _halves(state.outcome, higher)
    return Played(
        game, pair, number, skills_of(game, pair), halves, scores, state.outcome.reason, plies
    )


def _halves(outcome: Outcome, seat: int) -> int:
    """2 for a win, 1 for a tie."""
    if len(outcome.ranking) == 1:
        return 1
    return 2 if seat in outcome.ranking[0] else 0


def skills_of(game: str, pair: Pair) -> str:
    """What tells whether two levels still play as they did."""
    skills = [SKILLS[game][level] for level in pair]
    return sha256(repr((EDITION, skills)).encode()).hexdigest()[:12]


# --- keeping ---


def read(path: Path) -> list[Played]:
    """The games that count."""
    lines = path.read_text().splitlines() if path.exists() else []
    played = [_from_json(json.loads(line)) for line in lines]
    return [each for each in played if each.skills == skills_of(each.game, each.pair)]


def _from_json(line: dict) -> Played:
    return Played(**{**line, "pair": tuple(line["pair"]), "scores": tuple(line["scores"])})


def _append(path: Path, played: Played) -> None:
    with path.open("a") as file:
        file.write(json.dumps(played._asdict()) + "\n")


# --- telling ---


def report(games: Sequence[Played]) -> str:
    """What came of all games, as Markdown."""
    return f"{_HEAD}\n{_pairs(games)}\n\n{_POINTS}\n{_averages(games)}\n"


_HEAD = """# How strong the levels are

Played by `make bench-levels`: neighbours against each other, each pair of games dealt alike with
alternating starts. The difference is that of the Elo formula, with the 95 % interval of the mean.

| Game | Levels | Games | Won | Tied | Lost | Difference | 95 % interval | Plies |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

_POINTS = """Average points a game of each level, in all of these games:

| Game | Level | Games | Points |
| --- | --- | --- | --- |"""


def _pairs(games: Sequence[Played]) -> str:
    rows = []
    for game in GAMES:
        for pair in pairwise(range(len(LEVELS))):
            of_pair = [each for each in games if (each.game, each.pair) == (game, pair)]
            if of_pair:
                rows.append(_pair_row(game, pair, of_pair))
    return "\n".join(rows)


def _pair_row(game: str, pair: Pair, games: Sequence[Played]) -> str:
    halves = [each.halves for each in games]
    low, middle, high = interval([half / 2 for half in halves])
    cells = (
        GAMES[game].name,
        f"{LEVELS[pair[1]].name} against {LEVELS[pair[0]].name}",
        len(games),
        halves.count(2),
        halves.count(1),
        halves.count(0),
        f"{middle:+.0f}",
        f"{low:+.0f} to {high:+.0f}",
        f"{statistics.mean(each.plies for each in games):.0f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def interval(results: Sequence[float]) -> tuple[float, float, float]:
    """The difference in rating that explains these results, between its bounds.

    >>> [round(bound) for bound in interval([1.0] * 64 + [0.0] * 36)]
    [32, 100, 179]
    """
    mean = statistics.mean(results)
    error = CERTAIN * statistics.pstdev(results) / math.sqrt(len(results))
    return difference(mean - error), difference(mean), difference(mean + error)


def difference(share: float) -> float:
    """Elo's difference in rating for an expected share of the points."""
    share = min(0.999, max(0.001, share))
    return 400 * math.log10(share / (1 - share))


def _averages(games: Sequence[Played]) -> str:
    rows = []
    for game in GAMES:
        for level, about in enumerate(LEVELS):
            scores = _scores(games, game, level)
            if scores:
                mean = f"{statistics.mean(scores):.1f}"
                rows.append(f"| {GAMES[game].name} | {about.name} | {len(scores)} | {mean} |")
    return "\n".join(rows)


def averages(games: Sequence[Played]) -> dict[str, list[int]]:
    """Points a game of each level in tenths, by game; -1 where none was played."""
    return {
        game: [
            round(10 * statistics.mean(scores)) if scores else -1
            for scores in (_scores(games, game, level) for level in range(len(LEVELS)))
        ]
        for game in GAMES
    }


def _scores(games: Sequence[Played], game: str, level: int) -> list[int]:
    return [
        each.scores[each.pair.index(level)]
        for each in games
        if each.game == game and level in each.pair
    ]


if __name__ == "__main__":
    main()
