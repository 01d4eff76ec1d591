"""`python -m benchmarks.best_shares`: which share of its plays each level of the computer has best.

Each level plays itself, from fixed seeds, and every move is reviewed as those of people are. What
was found is added to `games/review/best_shares.json`, game by game, so a run that was stopped goes
on where it was; the file is what the desk of the staff shows.
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from games.engine.levels import YARDSTICK, choose_move
from games.review import review_move
from games.review.fair_play import Share, is_judged
from games.rules import GAMES
from games.rules.interface import State

MEASURED = Path(__file__).parent.parent / "games" / "review" / "best_shares.json"
GAMES_A_LEVEL = 20
THOUGHT, REVIEWED = 0.2, 1.5  # seconds for a move, and for its review, as on the site

Counts = dict[str, list[list[int]]]
"""By game, for each level: best plays, judged moves, games."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.best_shares", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_A_LEVEL, help="of each level (20)")
    parser.add_argument("--game", choices=GAMES, help="of this kind only")
    wanted = parser.parse_args()
    counts = _read()
    for number in range(wanted.games):
        for key in [wanted.game] if wanted.game else GAMES:
            for level, counted in enumerate(counts[key]):
                if counted[2] <= number:
                    share = _share(key, level, number)
                    counted[:] = [counted[0] + share.best, counted[1] + share.judged, number + 1]
                    _write(counts)
    print(MEASURED.read_text(encoding="utf-8"))


def _share(key: str, level: int, number: int) -> Share:
    """The share of both sides of one game."""
    losses = list(_losses(key, level, number))
    return Share(losses.count(0), len(losses))


def _losses(key: str, level: int, number: int) -> Iterator[int]:
    """What each judged move of a game of a level against itself lost."""
    state: State = GAMES[key].new(seed=random.Random(f"{key} {number}").randbytes(32), options={})
    while (seat := state.turn) is not None:
        text = choose_move(state, seat, level, THOUGHT)
        found = review_move(state, seat, text, REVIEWED)
        if is_judged(text, found):
            yield found["loss"]
        state = state.play(seat, text).after


def _read() -> Counts:
    known = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    return {key: known.get(key, [[0, 0, 0] for _ in YARDSTICK]) for key in GAMES}


def _write(counts: Counts) -> None:
    lines = (f" {json.dumps(key)}: {json.dumps(counted)}" for key, counted in counts.items())
    MEASURED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
