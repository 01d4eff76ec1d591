"""`python -m benchmarks.ends GAME`: how many ends are solved exactly, and how soon.

The strongest of the eight levels plays itself; each position with empty bags and few enough tiles
(`games.engine.lookahead.endgame.is_narrow`) is solved by trying everything, with as much time as
`--seconds` says. Blanks make an end inexact: the search leaves out some ways to lay them, so they
are counted apart.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from time import perf_counter
from typing import NamedTuple

from benchmarks.report import machine
from games.engine.levels import YARDSTICK, choose_move
from games.engine.lookahead import endgame
from games.engine.time_limit import TimeLimit
from games.rules import GAMES
from games.rules.interface import State

EVERYTHING = 1 << 40  # positions: time alone is the limit
WITHIN = (0.1, 1.0, 5.0)  # seconds


class Tried(NamedTuple):
    """An end: the tiles that both hold, whether a blank is among them, and the seconds it took.

    None where it was not solved in the time there was.
    """

    tiles: int
    has_blank: bool
    seconds: float | None


def main() -> None:
    wanted = _wanted()
    counts = Counter[bool]()
    tried: list[Tried] = []
    for state in ends(wanted.game, wanted.games, counts):
        tried.append(solve(state, wanted.seconds))
        if len(tried) == wanted.positions:
            break
    print(machine())
    print(report(wanted.game, tried, counts))


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ends", description=__doc__)
    parser.add_argument("game", choices=["numerica", "equate", "digifeud"])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--games", type=int, default=1000, help="after which it ends anyway")
    parser.add_argument("--seconds", type=float, default=WITHIN[-1])
    return parser.parse_args()


def ends(game: str, games: int, counts: Counter[bool]) -> Iterator[State]:
    """Positions with few tiles left; `counts` counts all with empty bags by whether they are so."""
    for number in range(games):
        seed = sha256(f"ends {game} {number}".encode()).digest()
        state: State = GAMES[game].new(seed=seed, options={})
        while state.turn is not None:
            if endgame.is_endgame(state):
                counts[endgame.is_narrow(state)] += 1
                if endgame.is_narrow(state):
                    yield state
            state = state.play(state.turn, choose_move(state, state.turn, YARDSTICK[-1])).after


def solve(state: State, seconds: float) -> Tried:
    """Solve an end as its seat sees it."""
    seat = state.turn
    assert seat is not None
    whole = endgame.with_open_racks(state.seen_by(seat), seat)
    tiles = sum(map(state.stock.count_held_by, range(state.seats)))
    begun = perf_counter()
    took: float | None
    try:
        endgame.Endgame(EVERYTHING, TimeLimit.start(seconds)).solve(whole)
        took = perf_counter() - begun
    except endgame.TooWide:
        took = None
    return Tried(tiles, endgame.has_blanks(whole), took)


def report(game: str, tried: Sequence[Tried], counts: Counter[bool]) -> str:
    """A row for those without a blank and for each number of tiles, and one for those with one."""
    sure = [each for each in tried if not each.has_blank]
    lines = [_row(game, "none", "all", sure)]
    for tiles in sorted({each.tiles for each in sure}):
        lines.append(_row(game, "none", tiles, [each for each in sure if each.tiles == tiles]))
    lines.append(_row(game, "some", "all", [each for each in tried if each.has_blank]))
    head = ["Game", "Blanks", "Tiles", "Ends", *(f"within {limit:g} s" for limit in WITHIN)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *lines))
    narrow = f"{counts[True]} of {counts.total()} positions with empty bags"
    return f"{table}\n\n{narrow} had {endgame.MOST_TILES} tiles or fewer."


def _row(game: str, blanks: str, tiles: int | str, alike: Sequence[Tried]) -> Sequence[str]:
    shares = [_share(alike, limit) for limit in WITHIN]
    return [game, blanks, str(tiles), str(len(alike)), *shares]


def _share(tried: Sequence[Tried], limit: float) -> str:
    solved = sum(each.seconds is not None and each.seconds <= limit for each in tried)
    return f"{solved} ({solved / len(tried):.1%})" if tried else "–"


if __name__ == "__main__":
    main()
