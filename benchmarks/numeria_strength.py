"""`python -m benchmarks.numeria_strength`: the plans of Numeria against the strongest level.

Mirrored pairs: two games of one deal, in which each side begins one. The budget is in nodes, and
the level weighs every move, so a game is the same on every machine. Every game becomes a line of a
file in the folder given by `--results`, one file for each budget, edition and name of deals, and a
run that was stopped goes on where it was: games add up in `mirrored_games/`. To tune, other deals
are taken (`--deals`) than those that measure.
"""

import argparse
from hashlib import sha256
from pathlib import Path

from benchmarks.mirrored import STRONGEST, games_against_strongest, report
from games.engine.levels import LEVELS, choose_move_with
from games.engine.numeria_planner import NUMERIA_SEARCH, NumeriaSearchSkill
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.numeria import State as Numeria

RESULTS = Path(__file__).parent / "mirrored_games"
PAIRS = 400
EDITION = 6
"""Raised when the search plays otherwise."""


def main() -> None:
    wanted = _wanted()
    skill = NumeriaSearchSkill(wanted.nodes)

    def deal(pair: int) -> Numeria:
        return Numeria.new(seed=sha256(f"{wanted.deals} {pair}".encode()).digest(), options={})

    def choose(state: State, seat: Seat) -> str:
        return choose_move_with(state, seat, skill)

    path = wanted.results / f"{EDITION}-numeria-{wanted.nodes}-{wanted.deals}.jsonl"
    games = games_against_strongest(path, 2 * wanted.pairs, deal, choose)
    against = LEVELS[STRONGEST].name
    print(report(f"{wanted.nodes} nodes a move, deals {wanted.deals!r}, against {against}.", games))


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of games (400)")
    parser.add_argument("--nodes", type=int, default=NUMERIA_SEARCH.nodes, help="of each move")
    parser.add_argument("--deals", default="measured", help="other deals, to tune with")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of lines")
    return parser.parse_args()


if __name__ == "__main__":
    main()
