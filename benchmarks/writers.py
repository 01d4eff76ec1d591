"""How long a move waits when eight write at once, by database and by threads that serve pages.

Every combination has a server and a measuring process of its own. There are two rounds of all of
them: the better one is shown, and the ratio of the other, when the machine may have had more to do.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import clock_gettime, perf_counter

from benchmarks.report import Line, seconds, spread
from tests.private_servers import PrivatePostgres
from tests.servers import NotHere, Server

WRITERS = 8  # games at once
THREADS = tuple(int(each) for each in os.environ.get("THREADS", "1 2 4 6 8").split())
ROUNDS = 2
TARGET = "ratio ≤ 2.5"


def lines(server: Server) -> list[Line]:
    """The 99th percentile of a move beside the median; the server that is given rests."""
    found: dict[tuple[str, int], list[dict[str, float]]] = {}
    with ExitStack() as ends:
        for _ in range(ROUNDS):
            for name, new_database in _databases(ends).items():
                for threads in THREADS:
                    measured = _measured(new_database(), threads)
                    found.setdefault((name, threads), []).append(measured)
    return [
        line for (name, threads), rounds in found.items() for line in _lines(name, threads, rounds)
    ]


def _databases(ends: ExitStack) -> dict[str, Callable[[], str]]:
    """How to get the address of an empty database of each kind that is here; none is SQLite."""
    found: dict[str, Callable[[], str]] = {"SQLite": str}
    try:
        found["PostgreSQL"] = ends.enter_context(PrivatePostgres()).new_database
    except NotHere as missing:
        print(missing)
    return found


def _lines(name: str, threads: int, rounds: list[dict[str, float]]) -> list[Line]:
    best, *others = sorted(rounds, key=lambda each: each["p99"] / each["p50"])
    worst = max(each["p99"] / each["p50"] for each in others)
    what, runs = f"{name}, {threads} threads", int(best["moves"])
    return [
        Line(f"{what}: p99 of a move", best["p99"], "ms", runs, "median", best["p50"], "", TARGET),
        Line(f"{what}: the same ratio in the other round", worst, "", runs, "", None, "", TARGET),
        Line(f"{what}: moves a second", best["rate"], "", runs),
        Line(f"{what}: processor a move", best["processor"], "ms", runs),
    ]


def _measured(database_url: str, threads: int) -> dict[str, float]:
    with TemporaryDirectory(prefix="numerica-writers-") as folder:
        command = [sys.executable, "-m", "benchmarks.writers", folder, database_url, str(threads)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def _play_at_once(server: Server) -> dict[str, float]:
    """Eight games at once, each player posting as soon as the last move was answered."""
    from benchmarks import rules
    from benchmarks.site import Game, guests

    records = (rules.records() * WRITERS)[:WRITERS]
    games = [Game(record, guests(server)) for record in records]
    times: list[float] = []

    def play(game: "Game") -> None:
        for _ in game.record.moves:
            times.append(1000 * seconds(game.play_next))

    before, begun = _processor_ms(server.pid), perf_counter()
    threads = [threading.Thread(target=play, args=[game]) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    median, slow = spread(times)
    return {
        "p50": median,
        "p99": slow,
        "moves": len(times),
        "rate": len(times) / (perf_counter() - begun),
        "processor": (_processor_ms(server.pid) - before) / len(times),
    }


def _processor_ms(pid: int) -> float:
    return 1000 * clock_gettime((~pid << 3) | 2)


def main(folder: str, database_url: str, threads: str) -> None:
    """Measure one combination and print it."""
    os.environ |= {"NUMERICA_VAR": folder, "DJANGO_SETTINGS_MODULE": "numerica_site.settings"}
    os.environ |= {"DATABASE_URL": database_url} if database_url else {}
    import django

    django.setup()
    with Server(Path(folder), database_url, NUMERICA_PAGE_THREADS=threads) as server:
        print(json.dumps(_play_at_once(server)))


if __name__ == "__main__":
    main(*sys.argv[1:])
