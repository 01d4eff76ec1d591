"""`python -m benchmarks.strength GAME`: the look ahead in the games of laid tiles, part by part.

Mirrored pairs against the strongest level that goes by points alone: two games of one deal, in
which each side begins one. The budget is in racks, and the level searches all, so a game is the
same on every machine. Every game becomes a line of a file in the folder given by `--results`, one
file for each part, budget, edition and name of deals, and a run that was stopped goes on where it
was: games of several days and machines add up in `mirrored_games/`. To tune, other deals are taken
(`--deals`) than those that measure.
"""

import argparse
from hashlib import sha256
from pathlib import Path

from benchmarks.mirrored import games_against_strongest, report
from games.engine.lookahead import WHOLE, Parts, choose_by
from games.rules import GAMES
from games.rules.interface import State
from games.rules.moves import Seat

RESULTS = Path(__file__).parent / "mirrored_games"
GAMES_PLAYED = 300
RACKS = 8
PARTS = {
    "leaves": Parts(replies=False),
    "replies": Parts(leaves=False),
    "chances": Parts(leaves=False, chances=True),
    "all": WHOLE,
}
EDITION = 4
"""Raised when the look ahead plays otherwise."""


def main() -> None:
    wanted = _wanted()

    def deal(pair: int) -> State:
        seed = sha256(f"{wanted.deals} {wanted.game} {pair}".encode()).digest()
        return GAMES[wanted.game].new(seed=seed, options={})

    def choose(state: State, seat: Seat) -> str:
        return choose_by(PARTS[wanted.parts], state, seat, wanted.racks)

    name = f"{EDITION}-{wanted.game}-{wanted.parts}-{wanted.racks}-{wanted.deals}.jsonl"
    games = games_against_strongest(wanted.results / name, wanted.games, deal, choose)
    of = f"{wanted.game}, {wanted.parts}, {wanted.racks} racks, deals {wanted.deals!r}."
    print(report(of, games))


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("game", choices=["numerica", "equate", "digifeud"])
    parser.add_argument("--parts", choices=sorted(PARTS), default="all")
    parser.add_argument("--games", type=int, default=GAMES_PLAYED)
    parser.add_argument("--racks", type=int, default=RACKS, help="imagined for each move")
    parser.add_argument("--deals", default="measured", help="other deals, to tune with")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of lines")
    return parser.parse_args()


if __name__ == "__main__":
    main()
