"""`python -m benchmarks.numeria_chances`: the table of chances of Numeria, from its own games.

Levels play the opening, of a length that chance decides, so that tropes are taken; then the planner
plays both seats. Of every game each cell (`numeria_prospects.Cell`) that it comes to counts once,
with the points of that seat. A run that was stopped goes on where it was.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

from benchmarks.resumed import resumed
from games.engine.levels import choose_move
from games.engine.numeria_plans import plans
from games.engine.numeria_prospects import BAND_STARTS, CHANCES, Cell, cell_of
from games.engine.prospects import CERTAIN
from games.rules.numeria import State
from games.rules.numeria.constants import SEATS, TROPES_TO_WIN

NODES = 2000  # of a move of the planner in these games
GAMES = 40
OPENING = 60  # plies of the levels at most
LEVELS = (2, 6)  # of them, counted from 0
UNKNOWN_GAMES = 2  # as many games of an even score are put to each cell

BANDS = len(BAND_STARTS) + 1

Row = list[int]
"""The tropes of the seat and of the other, the band, and the halves of points of that seat."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--results", type=Path, default=Path("var/numeria_chances.jsonl"))
    wanted = parser.parse_args()

    def play_dealt(number: int) -> list[Row]:
        return play(Random(sha256(f"chances {number}".encode()).digest()))

    games = resumed(wanted.results, wanted.games, play_dealt)
    lines = ",\n".join(map(json.dumps, table(games)))
    CHANCES.write_text(f"[\n{lines}\n]\n")


def play(random: Random) -> list[Row]:
    """One game, and the cells that each seat came to."""
    state = State.new(seed=random.randbytes(32), options={})
    opening = random.randrange(OPENING)
    cells: set[tuple[int, Cell]] = set()
    while state.turn is not None:
        seat = state.turn
        if opening:
            opening -= 1
            text = choose_move(state, seat, random.randint(*LEVELS))
        else:
            best = plans(state, seat, NODES)[0]
            cell = cell_of(state, seat, best)
            if max(cell[:2]) < TROPES_TO_WIN:
                cells.add((seat, cell))
            text = best.text
        state = state.play(seat, text).after
    assert state.outcome is not None
    ranking = state.outcome.ranking
    halves = [1 if len(ranking) == 1 else 2 * (seat in ranking[0]) for seat in range(SEATS)]
    return [[*cell, halves[seat]] for seat, cell in sorted(cells)]


def table(games: Sequence[list[Row]]) -> list[list[int]]:
    """The rows of the table: a cell, its chance, and the games it rests on.

    A trope more never harms: where too few games say so, the chance of one trope less counts.
    """
    halves, counts = Counter[Cell](), Counter[Cell]()
    for own, others, band, won in (row for game in games for row in game):
        halves[own, others, band] += won
        counts[own, others, band] += 1
    chances: dict[Cell, tuple[int, int]] = {}
    for own in range(TROPES_TO_WIN):
        for others in range(TROPES_TO_WIN):
            rising = _rising(own, others, halves, counts)
            for band in range(BANDS):
                nearest = min(rising, key=lambda known, band=band: abs(known - band), default=None)
                win, games = (CERTAIN // 2, 1) if nearest is None else rising[nearest]
                more = CERTAIN if not others else chances[own, others - 1, band][0]
                less = 0 if not own else chances[own - 1, others, band][0]
                chances[own, others, band] = (min(max(win, less + 1), more - 1), games)
    return [[*cell, *chance] for cell, chance in chances.items()]


def _rising(
    own: int, others: int, halves: Counter[Cell], counts: Counter[Cell]
) -> dict[int, tuple[int, int]]:
    """By band the chance and the games: bands that would fall with the value are put together."""
    pools: list[tuple[list[int], int, int]] = []
    for band in range(BANDS):
        cell = own, others, band
        if not counts[cell]:
            continue
        pool = [band], halves[cell] + UNKNOWN_GAMES, counts[cell] + UNKNOWN_GAMES
        while pools and pools[-1][1] * pool[2] >= pool[1] * pools[-1][2]:
            bands, won, played = pools.pop()
            pool = bands + pool[0], won + pool[1], played + pool[2]
        pools.append(pool)
    return {
        band: (CERTAIN * won // (2 * played), played)
        for bands, won, played in pools
        for band in bands
    }


if __name__ == "__main__":
    main()
