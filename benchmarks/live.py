"""A hundred live games at once, each watched by four, beside a lobby of two hundred people.

On one process with SQLite, then on two with PostgreSQL and Redis; each shape has a measuring
process of its own. `MINUTES=1`, `GAMES=20`, `PEOPLE=50` and `SHAPES=one` measure less.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import clock_gettime, perf_counter, process_time, sleep
from typing import TYPE_CHECKING, Self

from benchmarks.report import Line, nine_in_ten
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.servers import NotHere, Server

if TYPE_CHECKING:
    from benchmarks.listening import Listening, Told
    from benchmarks.live_lobby import Pairs, Seeks
    from benchmarks.live_tables import Played

GAMES = int(os.environ.get("GAMES", "100"))
PEOPLE = int(os.environ.get("PEOPLE", "200"))  # in the lobby
MINUTES = float(os.environ.get("MINUTES", "5"))
SHAPES = os.environ.get("SHAPES", "one two").split()
NAMES = {"one": "one process, SQLite", "two": "two processes, PostgreSQL and Redis"}
SETTLED = 5.0  # seconds after the last move in which pages may still be told
FILES = 16384  # sockets that this process may hold open
ARRIVING = 4  # threads in which guests arrive


def lines(server: Server) -> list[Line]:
    """Both shapes, one after the other; the server that is given rests."""
    found: list[Line] = []
    for shape in SHAPES:
        with ExitStack() as ends:
            try:
                urls = _databases(shape, ends)
            except NotHere as missing:
                print(missing)
            else:
                found += _measured(shape, urls)
    return found


def _databases(shape: str, ends: ExitStack) -> list[str]:
    """The addresses of a PostgreSQL and a Redis of our own; none for one process."""
    if shape == "one":
        return []
    database = ends.enter_context(PrivatePostgres()).new_database()
    return [database, ends.enter_context(PrivateRedis()).url]


def _measured(shape: str, urls: Sequence[str]) -> list[Line]:
    with TemporaryDirectory(prefix="numerica-live-") as folder:
        command = [sys.executable, "-m", "benchmarks.live", shape, folder, *urls]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{NAMES[shape]}: the measurement failed.")
    return [Line(**each) for each in json.loads(done.stdout.splitlines()[-1])]


# --- in the measuring process of a shape ---


def main(shape: str, folder: str, database_url: str = "", redis_url: str = "") -> None:
    """Measure one shape and print its lines."""
    os.environ |= {"NUMERICA_VAR": folder, "DJANGO_SETTINGS_MODULE": "numerica_site.settings"}
    more = {"REDIS_URL": redis_url} if redis_url else {}
    os.environ |= ({"DATABASE_URL": database_url} if database_url else {}) | more
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    import django

    django.setup()
    with ExitStack() as ends:
        servers = [
            ends.enter_context(Server(Path(folder), database_url, **more))
            for _ in range(2 if shape == "two" else 1)
        ]
        try:
            found = _evening(servers)
        except BaseException:
            print(*[server.log[-4000:] for server in servers], file=sys.stderr)
            raise
        faults = [fault for server in servers for fault in _faults(server)]
    if faults:
        raise SystemExit("\n".join(["The server failed; these figures are of no use.", *faults]))
    print(json.dumps([asdict(line) | {"what": f"{NAMES[shape]}: {line.what}"} for line in found]))


def _faults(server: Server) -> list[str]:
    """What a server's log says that nothing should have said."""
    log = server.log
    signs = ("Traceback", "ERROR", "WARNING", "deadlines have passed")
    return [log[-4000:]] if any(sign in log for sign in signs) else []


def _evening(servers: Sequence[Server]) -> list[Line]:
    """All of it at once; the imports wait until the settings know the database."""
    from benchmarks import live_lobby, live_tables
    from benchmarks.listening import Listening

    listening, played = Listening(), live_tables.Played()
    with ExitStack() as ends:
        ends.callback(listening.end)
        arrived = _arrived(servers, GAMES + live_lobby.SEEKERS // 2 + live_lobby.PAIRS)
        tables = live_tables.tables_for(servers, arrived[:GAMES])
        pairs = live_lobby.Pairs(listening, arrived[-live_lobby.PAIRS :])
        seekers = [each for pair in arrived[GAMES : -live_lobby.PAIRS] for each in pair]
        seeks = live_lobby.Seeks(listening, seekers)
        live_lobby.look(servers, listening, PEOPLE)
        live_tables.begin(tables, listening, played)
        used = Used.so_far(servers)
        coming = live_lobby.Regular(seeks.come_and_go, live_lobby.SEEK_EVERY)
        meeting = live_lobby.Regular(pairs.meet, live_lobby.PAIR_EVERY)
        for each in (coming, meeting):
            each.start()
            ends.callback(each.end)
        live_tables.play(tables, listening, played, 60 * MINUTES)
        for each in (coming, meeting):
            each.end()
        used = Used.so_far(servers) - used
        over = perf_counter()
        sleep(SETTLED)
    return [
        *_move_lines(played, listening),
        *_flag_lines(played, listening, over),
        *_lobby_lines(seeks, pairs, listening),
        *used.lines(),
        *_pair_of_lines("opening a socket", listening.opened),
        Line("the slowest socket to open", max(listening.opened), "ms", len(listening.opened)),
        Line("handshakes without an answer", listening.unanswered, "", 1, target="0"),
        Line("sockets that the server cut off", listening.cut_off, "", 1, target="0"),
    ]


def _arrived(servers: Sequence[Server], count: int) -> list:
    """Pairs of guests, each at the first and the last process."""
    from benchmarks.site import guests

    def pair(_number: int) -> object:
        players = guests(servers[0])
        players[1].server = servers[-1]
        for player in players:
            player.leave()  # until it is needed, no connection is kept
        return players

    with ThreadPoolExecutor(ARRIVING) as pool:
        return list(pool.map(pair, range(count)))


@dataclass
class Used:
    """Moments and seconds of the processor, in all and by process, and bytes of memory."""

    at: float
    here: float
    servers: list[float]
    memory: list[int]

    @classmethod
    def so_far(cls, servers: Sequence[Server]) -> Self:
        return cls(
            perf_counter(),
            process_time(),
            [clock_gettime((~server.pid << 3) | 2) for server in servers],
            [server.memory for server in servers],
        )

    def __sub__(self, before: Self) -> "Used":
        servers = [now - then for now, then in zip(self.servers, before.servers, strict=True)]
        memory = [now - then for now, then in zip(self.memory, before.memory, strict=True)]
        return Used(self.at - before.at, self.here - before.here, servers, memory)

    def lines(self) -> list[Line]:
        """Each process of the site, and the one that measures."""
        shares = [100 * each / self.at for each in self.servers]
        grown = [each / 1024**2 for each in self.memory]
        return [
            *[Line("of one core a process used", share, "%", 1) for share in shares],
            *[Line("memory of a process grew by", each, "MiB", 1) for each in grown],
            Line("of one core the measuring process used", 100 * self.here / self.at, "%", 1),
        ]


def _move_lines(played: "Played", listening: "Listening") -> list[Line]:
    """From the post of a move to the opponent's page, and to the last of those who watch."""
    from benchmarks.live_tables import SPECTATORS

    watching = range(SPECTATORS)
    opponent = _took(
        {move: (begun, [f"seat {played.opponents[move]}"]) for move, begun in played.begun.items()},
        listening,
    )
    last = _took({move: (begun, watching) for move, begun in played.begun.items()}, listening)
    moves = len(played.begun)
    return [
        *_pair_of_lines("the post of a move", played.posts),
        *_pair_of_lines("from the post to the opponent's page", opponent),
        *_pair_of_lines("from the post to the last of four who watch", last),
        Line(
            "moves that a page was not told by themselves",
            2 * moves - len(opponent) - len(last),
            "",
            2 * moves,
            target="0",
        ),
        Line("posts that were refused", len(played.refused), "", moves, target="0"),
    ]


def _took(
    begun: "dict[Told, tuple[float, Sequence[Hashable]]]", listening: "Listening"
) -> list[float]:
    """Milliseconds until the last of these readers was told; only what all were told."""
    found = []
    for what, (at, readers) in begun.items():
        told = listening.told.get(what, {})
        if all(reader in told for reader in readers):
            found.append(1000 * (max(told[reader] for reader in readers) - at))
    return found


def _pair_of_lines(what: str, values: Sequence[float]) -> list[Line]:
    median, slow = nine_in_ten(values)
    return [
        Line(what, median, "ms", len(values)),
        Line(f"{what}, nine in ten", slow, "ms", len(values), "the median", median),
    ]


def _flag_lines(played: "Played", listening: "Listening", over: float) -> list[Line]:
    """How late both players are told of flags that fell while it was played."""
    due = {flag: (at, ["seat 0", "seat 1"]) for flag, at in played.due.items() if at < over}
    late = _took(due, listening)
    untold = len(due) - len(late)
    return [
        Line("a flag is told after its time, median", statistics.median(late), "ms", len(late)),
        Line("the latest flag", max(late), "ms", len(late), target="≤ 1000"),
        Line("the earliest flag", min(late), "ms", len(late), target="≥ 500"),
        Line("flags of which a player was not told", untold, "", len(due), target="0"),
    ]


def _lobby_lines(seeks: "Seeks", pairs: "Pairs", listening: "Listening") -> list[Line]:
    """How soon all in the lobby see a seek, and how soon a press makes a game."""
    from benchmarks.live_lobby import LOBBY

    everybody = range(PEOPLE)
    shown = _took({(LOBBY, seek): (at, everybody) for seek, at in seeks.begun.items()}, listening)
    unseen = len(seeks.begun) - len(shown)
    return [
        *_pair_of_lines("from the post of a seek to the last in the lobby", shown),
        Line("seeks that not all in the lobby saw", unseen, "", len(seeks.begun), target="0"),
        *_pressed("a press until the one who waited is told", pairs.told),
        *_pressed("a press until both are, and the second is at the table", pairs.seated),
        Line("pairs that were not both told", pairs.missed, "", len(pairs.told), target="0"),
    ]


def _pressed(what: str, values: Sequence[float]) -> list[Line]:
    median, slow = statistics.median(values), statistics.quantiles(values, n=20)[18]
    return [
        Line(what, median, "ms", len(values)),
        Line(f"{what}, p95", slow, "ms", len(values), "the median", median),
    ]


if __name__ == "__main__":
    main(*sys.argv[1:])
