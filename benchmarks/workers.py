"""`python -m benchmarks.workers`: computers' moves by Celery's workers, on one and four processes.

Starts a PostgreSQL, a Redis, the site and a worker of its own. In each round every guest moves, and
all computers answer. Then the same again while workers are killed.
"""

import argparse
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.scaled_out import Worker
    from tests.servers import Server
    from tests.system.computer_tables import Table

LEVELS = ("Slate", "Engine")
AT_ONCE = 8  # guests who post at the same time
EVERY = 5.0  # seconds between two kills: as long as another child may take to be there
PATIENCE = 300  # seconds after which an answer that did not come is missing


def main() -> None:
    wanted = _wanted()
    with tempfile.TemporaryDirectory(prefix="numerica-benchmarks-") as folder:
        os.environ |= {
            "NUMERICA_VAR": folder,
            "DJANGO_SETTINGS_MODULE": "numerica_site.settings",
        }
        for name in ("DATABASE_URL", "REDIS_URL", "SITE_URL", "NUMERICA_WORKERS"):
            os.environ.pop(name, None)
        import django

        django.setup()
        _measure(Path(folder), wanted)


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.workers", description=__doc__)
    parser.add_argument("--games", type=int, default=64, help="games at once (64)")
    parser.add_argument("--rounds", type=int, default=5, help="moves of each guest (5)")
    parser.add_argument("--kills", type=int, default=20, help="processes killed (20)")
    parser.add_argument(
        "--processes", type=int, nargs="+", default=[1, 4], help="that think, in turn (1 4)"
    )
    return parser.parse_args()


def _measure(folder: Path, wanted: argparse.Namespace) -> None:
    from benchmarks import report
    from tests.private_servers import PrivatePostgres, PrivateRedis
    from tests.scaled_out import ScaledServer, Worker

    print(f"Measured on {report.machine()}.\n")
    print("| Processes that think | Killed | Answers | A second | Median | p95 | Missing |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with PrivatePostgres() as postgres, PrivateRedis() as redis:
        for processes in wanted.processes:
            with (
                ScaledServer(folder, postgres.new_database(), redis.url) as server,
                Worker(server, processes) as worker,
            ):
                _compare(server, worker, wanted)


def _compare(server: "Server", worker: "Worker", wanted: argparse.Namespace) -> None:
    """A line without deaths and one with them."""
    tables = _open(server, wanted.games)
    for kills in (0, wanted.kills):
        begun = _now(server)
        seconds, missing = _play(server, worker, tables, wanted.rounds, kills)
        answers = _seconds_to_answers(server, begun)
        print(_line(worker.children, kills, answers, seconds, missing), flush=True)
    for table in tables:
        table.guest.leave()


def _line(
    processes: int, kills: int, answers: Sequence[float], seconds: float, missing: int
) -> str:
    p95 = statistics.quantiles(answers, n=20)[-1]
    shown = f"{len(answers) / seconds:.1f} | {statistics.median(answers):.2f} s | {p95:.2f} s"
    return f"| {processes} | {kills} | {len(answers)} | {shown} | {missing} |"


def _open(server: "Server", count: int) -> list["Table"]:
    """Games of every kind against a middling and the strongest computer."""
    from games.rules import GAMES
    from tests.system.computer_tables import Table

    kinds = [(key, level) for level in LEVELS for key in GAMES]
    return [Table.open(server, *kind) for kind in islice(cycle(kinds), count)]


def _play(
    server: "Server", worker: "Worker", tables: Sequence["Table"], rounds: int, kills: int
) -> tuple[float, int]:
    """Let everybody move so often; the seconds it took, and how many answers never came."""
    _wait(server)
    over = threading.Event()
    killer = threading.Thread(target=_kill, args=(worker, kills, over))
    begun = time.monotonic()
    killer.start()
    missing = 0
    while rounds > 0 or killer.is_alive():
        with ThreadPoolExecutor(AT_ONCE) as guests:
            list(guests.map(lambda table: table.move(), tables))
        missing += _wait(server)
        rounds -= 1
    over.set()
    killer.join()
    return time.monotonic() - begun, missing


def _kill(worker: "Worker", kills: int, over: threading.Event) -> None:
    """One of those that think every five seconds; each fifth time the whole worker."""
    for number in range(1, kills + 1):
        if over.wait(EVERY):
            return
        if number % 5:
            worker.kill_a_child()
        else:
            worker.kill()
            worker.start()


def _wait(server: "Server") -> int:
    """Wait until all computers have moved; how many never did."""
    give_up = time.monotonic() + PATIENCE
    while (waiting := _waiting(server)) and time.monotonic() < give_up:
        time.sleep(0.05)
    return waiting


def _waiting(server: "Server") -> int:
    """How many computers are to move."""
    sql = "SELECT COUNT(*) FROM games_game WHERE ended_at IS NULL AND deadline_at IS NULL"
    [(count,)] = server.database.rows(sql)
    return count


def _now(server: "Server") -> object:
    [(now,)] = server.database.rows("SELECT clock_timestamp()")
    return now


def _seconds_to_answers(server: "Server", begun: object) -> list[float]:
    """The seconds from each guest's move since then to the computer's."""
    sql = (
        "SELECT computer.played_at - own.played_at FROM games_playedmove own"
        " JOIN games_playedmove computer"
        " ON computer.game_id = own.game_id AND computer.ply = own.ply + 1"
        " WHERE own.seat = 0 AND computer.seat = 1 AND own.played_at >= %s"
    )
    found: list[tuple[timedelta]] = server.database.rows(sql, begun)
    return [took.total_seconds() for (took,) in found]


if __name__ == "__main__":
    main()
