"""How long a finished game of Numerica waits for its review, on a server that has nothing else."""

import random
import statistics
from datetime import UTC, datetime
from urllib.request import urlopen

from benchmarks.report import Line
from games.engine.levels import choose_move
from games.rules import GAMES
from games.rules.interface import State
from games.rules.record import format_record
from tests.servers import Server, wait_until

GAMES_PLAYED = 20
LEVELS = (4, 5, 6, 7)  # of both players, counted from 0, in turns
THOUGHT = 0.2  # seconds for a move
SHARE = 0.9
READY = 30  # seconds, for that share of the games

TIMES = "SELECT asked_at, done_at, moves FROM games_review ORDER BY asked_at"


def lines(server: Server) -> list[Line]:
    """Games between the computer's levels are imported one after the other and reviewed."""
    urlopen(f"{server.origin}/healthz").close()  # what runs beside begins with the first request
    waits, plies = [], []
    for number in range(GAMES_PLAYED):
        path = server.var_dir / f"{number}.game"
        path.write_text(_record("numerica", LEVELS[number % len(LEVELS)], number))
        done = server.manage("import_record", str(path))
        if done.returncode:
            raise SystemExit(done.stderr)
        rows = wait_until(lambda: _all_done(server), "the review", seconds=300)
        asked, ready, moves = rows[-1]
        waits.append((_time(ready) - _time(asked)).total_seconds())
        plies.append(moves)
    soon = sum(wait <= READY for wait in waits) / len(waits)
    ninth = statistics.quantiles(waits, n=10)[-1]
    count, target = len(waits), f"≤ {READY} s"
    return [
        Line("a review of Numerica is ready after: median", statistics.median(waits), "s", count),
        Line("nine in ten after", ninth, "s", count, target=target),
        Line("the slowest after", max(waits), "s", count),
        Line(f"ready within {READY} s", 100 * soon, "%", count, target=f"≥ {SHARE:.0%}"),
        Line("moves of a game", statistics.median(plies), "", count),
    ]


def _all_done(server: Server) -> list[tuple[str, str, int]]:
    """All reviews, once none is left to be made."""
    rows = server.database.rows(TIMES)
    return rows if rows and all(done for _, done, _ in rows) else []


def _time(stored: str) -> datetime:
    """A time as SQLite keeps it."""
    return datetime.fromisoformat(str(stored)).replace(tzinfo=UTC)


def _record(key: str, level: int, number: int) -> str:
    """A game of a level against itself, as a record."""
    seed = random.Random(f"{key} {number}").randbytes(32)
    state: State = GAMES[key].new(seed=seed, options={})
    first, moves = state.turn, []
    while state.turn is not None:
        move = state.play(state.turn, choose_move(state, state.turn, level, THOUGHT))
        moves.append((move.verdict.text, move.verdict.points))
        state = move.after
    headers = {"Game": key, "First": str((first or 0) + 1), "Seed": seed.hex()}
    return format_record(headers, moves)
