"""`python -m benchmarks.win_chances`: the tables of win chances, and how well they foretell.

The computer plays itself, each move the one that earns most; of every position it is written down
how far the lead of the seat to move still went up or down. A run that was stopped goes on where it
was. `--check` compares the tables with games that did not make them.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from benchmarks.resumed import resumed
from games.engine import best_moves
from games.engine.equations import GRAMMARS, plays_on_lines
from games.engine.prospects import CERTAIN
from games.engine.tile_player import swap_all
from games.engine.win_chances import FOLDER, SWINGS, tiles_off_board, win_chance
from games.rules import GAMES
from games.rules.interface import State
from games.rules.moves import Seat

STEPS = 150_000  # of a search in these games: those with blanks take their best so far
NEAR = 2  # numbers of tiles to either side whose swings count too
LEAST = 400  # swings that a row of a table rests on

Turn = tuple[int, int]
"""The tiles that do not lie on the board, and the lead of the seat to move."""

Played = list[tuple[int, int, int]]
"""Of each turn of a game the tiles off the board, the lead and the swing until the end."""


def main() -> None:
    wanted = _wanted()
    path = wanted.results / f"{wanted.game}-{wanted.deals}.jsonl"

    def play_dealt(number: int) -> Played:
        dealt = f"win chances {wanted.deals} {wanted.game} {number}"
        return play(wanted.game, sha256(dealt.encode()).digest())

    games = resumed(path, wanted.games, play_dealt)
    if wanted.check:
        print(check(wanted.game, games))
    else:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{wanted.game}.json").write_text(_a_row_on_a_line(swings(games)))


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.win_chances", description=__doc__)
    parser.add_argument("game", choices=["numerica", "equate", "digifeud"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--deals", default="table", help="other deals than those of the table")
    parser.add_argument("--check", action="store_true", help="compare instead of making the table")
    parser.add_argument("--results", type=Path, default=Path("var/win_chances"))
    return parser.parse_args()


def play(game: str, seed: bytes) -> Played:
    """One game of the computer with itself."""
    state: State = GAMES[game].new(seed=seed, options={})
    turns: list[tuple[int, int, Seat]] = []
    while state.turn is not None:
        seat = state.turn
        turns.append((tiles_off_board(state), state.scores[seat] - state.scores[1 - seat], seat))
        state = state.play(seat, _move(state, seat)).after
    first, second = state.scores
    final = first - second, second - first
    return [(tiles, lead, final[seat] - lead) for tiles, lead, seat in turns]


def _move(state: State, seat: Seat) -> str:
    if state.key in GRAMMARS:
        found = plays_on_lines(state, seat, 1, steps=STEPS)
        plays = [play.text for play in found]
    else:
        plays = [text for text, _ in best_moves(state, seat, 1).plays]
    if plays:
        return plays[0]
    swap = swap_all(state, seat)
    if swap is None or state.key not in GRAMMARS:
        return "pass"
    return swap


def swings(games: Sequence[Played]) -> dict[int, list[int]]:
    """Swings by the tiles off the board, from enough turns of nearly as many tiles."""
    found: dict[int, list[int]] = defaultdict(list)
    for game in games:
        for tiles, _, swing in game:
            found[tiles].append(swing)
    return {tiles: _evenly(sorted(_about(found, tiles))) for tiles in sorted(found)}


def _about(found: dict[int, list[int]], tiles: int) -> list[int]:
    """The swings of this number of tiles and those nearest to it, LEAST of them if there are."""
    near: list[int] = []
    for away in range(max(found)):
        for other in {tiles - away, tiles + away}:
            near += found.get(other, [])
        if away >= NEAR and len(near) >= LEAST:
            break
    return near


def _evenly(ordered: Sequence[int]) -> list[int]:
    """SWINGS of the sorted ones, at even distances from the first to the last."""
    return [ordered[len(ordered) * (2 * at + 1) // (2 * SWINGS)] for at in range(SWINGS)]


def _a_row_on_a_line(rows: dict[int, list[int]]) -> str:
    lines = (f' "{tiles}": {json.dumps(row)}' for tiles, row in rows.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def check(game: str, games: Sequence[Played]) -> str:
    """What was foretold and what happened, by tenths of the chance, and the Brier score."""
    told: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for chance, halves in _foretold(game, games):
        told[min(9, chance * 10 // CERTAIN)].append((chance, halves))
    rows = [
        f"| {tenth * 10} to {tenth * 10 + 10} | {len(each)} "
        f"| {sum(chance for chance, _ in each) / len(each) / 10:.1f} "
        f"| {sum(halves for _, halves in each) / len(each) / 2 * 100:.1f} |"
        for tenth, each in sorted(told.items())
    ]
    pairs = [pair for each in told.values() for pair in each]
    brier = sum((chance / CERTAIN - halves / 2) ** 2 for chance, halves in pairs) / len(pairs)
    head = "| Told, % | Turns | Told on the mean | Happened |\n| --- | --- | --- | --- |"
    return "\n".join([head, *rows, "", f"{len(games)} games, Brier score {brier:.3f}"])


def _foretold(game: str, games: Sequence[Played]) -> Iterator[tuple[int, int]]:
    """The chance told for each turn, and the halves of a point that came of it."""
    for turns in games:
        for tiles, lead, swing in turns:
            final = lead + swing
            yield win_chance(game, tiles, lead), 2 if final > 0 else int(final == 0)


if __name__ == "__main__":
    main()
