"""How long a finished game waits for its review, on a server that has nothing else.

`KEYS="equate digifeud"` measures these instead of Numerica, `GAMES=10` with fewer games.
"""

import os
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

KEYS = os.environ.get("KEYS", "numerica").split()
GAMES_PLAYED = int(os.environ.get("GAMES", "20"))  # of each
LEVELS = (4, 5, 6, 7)  # of both players, counted from 0, in turns
THOUGHT = 0.2  # seconds for a move
PAUSE = 0.5  # seconds between two looks, which take time from the reviews; their times are stored
SHARE = 0.9
READY = 2  # seconds, for that share of the games
WEIGHED = 60  # seconds until the chances to win are told as well, for the same share

TIMES = """
SELECT review.asked_at, review.done_at, deep.done_at, review.moves
FROM games_review AS review LEFT JOIN games_deepreview AS deep ON deep.review_id = review.game_id
ORDER BY review.asked_at
"""


def lines(server: Server) -> list[Line]:
    """Games between the computer's levels are imported one after the other and reviewed."""
    urlopen(f"{server.origin}/healthz").close()  # what runs beside begins with the first request
    return [line for key in KEYS for line in _lines_of(server, key)]


def _lines_of(server: Server, key: str) -> list[Line]:
    points, chances, plies = [], [], []
    for number in range(GAMES_PLAYED):
        path = server.var_dir / f"{number}.game"
        path.write_text(_record(key, LEVELS[number % len(LEVELS)], number))
        done = server.manage("import_record", str(path))
        if done.returncode:
            raise SystemExit(done.stderr)
        rows = wait_until(lambda: _all_done(server), "the review", 600, PAUSE)
        asked, ready, weighed, moves = rows[-1]
        points.append((_time(ready) - _time(asked)).total_seconds())
        chances.append((_time(weighed) - _time(asked)).total_seconds())
        plies.append(moves)
    return [
        *_waits(f"a review of {GAMES[key].name} is ready", points, READY),
        *_waits("chances to win and luck are told", chances, WEIGHED),
        Line("moves of a game", statistics.median(plies), "", GAMES_PLAYED),
    ]


def _waits(what: str, waits: list[float], limit: int) -> list[Line]:
    soon = sum(wait <= limit for wait in waits) / len(waits)
    ninth = statistics.quantiles(waits, n=10)[-1]
    count, target = len(waits), f"≤ {limit} s"
    return [
        Line(f"{what} after: median", statistics.median(waits), "s", count),
        Line("nine in ten after", ninth, "s", count, target=target),
        Line("the slowest after", max(waits), "s", count),
        Line(f"within {limit} s", 100 * soon, "%", count, target=f"≥ {SHARE:.0%}"),
    ]


def _all_done(server: Server) -> list[tuple[str, str, str, int]]:
    """All reviews, once none is left to be made, and no deep one."""
    rows = server.database.rows(TIMES)
    return rows if rows and all(weighed for _, _, weighed, _ in rows) else []


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
