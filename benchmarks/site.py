"""What the site costs, asked over HTTP of a real daphne on SQLite, one request after the other."""

import os
import re
import statistics
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from time import perf_counter

from accounts.models import User
from benchmarks import rules, weight
from benchmarks.report import Line, seconds, spread
from benchmarks.urls import EMPTY
from games.live import fragments
from games.models import USUAL_TIME, GameSettings
from games.rules.record import Record
from games.services.start import start_game
from tests.servers import Server
from tests.system.visitors import Answer, Visitor, raw_socket

WRITERS = 8
SPECTATORS = 200
BATCH = 150  # requests for one measurement of processor time

EMPTY_VIEW = "an empty view"
LONGEST_PAGE = "/rules/equate/"


class Game:
    """A recorded game, played again on the server by two guests."""

    def __init__(
        self,
        record: Record,
        players: tuple[Visitor, Visitor],
        *,
        time_control: str = USUAL_TIME,
        users: Sequence[User] = (),
    ) -> None:
        """`users` are the players where it is known who they are; else they are asked."""
        self.record = record
        self.players = players
        self.first = int(record.headers["First"]) - 1
        self.id = start_game(
            GameSettings(record.headers["Game"], time_control=time_control),
            users=users or [user_of(player) for player in players],
            seed=bytes.fromhex(record.headers["Seed"]),
            now=datetime.now(UTC),
        ).id
        self.ply = 0

    @property
    def address(self) -> str:
        return f"/games/{self.id}/"

    @property
    def turn(self) -> int:
        """The seat of the next move."""
        return (self.first + self.ply) % 2

    def play_next(self) -> Answer:
        move = self.record.moves[self.ply]
        player = self.players[self.turn]
        answer = player.move(self.id, move.ply, move.text)
        assert answer.status == 200, answer.text
        self.ply += 1
        return answer


def user_of(player: Visitor) -> User:
    """Who a visitor is: the home page names everybody who is signed in."""
    name = re.search(r'<summary class="btn quiet">([\w-]+)</summary>', player.get("/").text)
    assert name is not None, "the page does not say who is signed in"
    return User.objects.get(username=name[1])


def guests(server: Server) -> tuple[Visitor, Visitor]:
    players = Visitor(server), Visitor(server)
    for player in players:
        player.become_guest()
    return players


class Samples:
    """Times in milliseconds, and queries, by what was asked."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.queries: dict[str, list[int]] = defaultdict(list)

    def take(self, what: str, ask: Callable[[], Answer]) -> None:
        begun = perf_counter()
        answer = ask()
        self.times[what].append(1000 * (perf_counter() - begun))
        assert answer.status == 200, answer.text
        self.queries[what].append(int(answer.headers["X-Queries"]))

    def middle(self, key: str) -> float:
        """The median time of what was asked."""
        return statistics.median(self.times[key])

    def line(self, what: str, key: str) -> Line:
        return Line(
            what,
            self.middle(key),
            "ms",
            len(self.times[key]),
            EMPTY_VIEW,
            self.middle("empty"),
            queries=f"{statistics.median(self.queries[key]):.0f}",
        )


def lines(server: Server) -> list[Line]:
    """Everything that is asked of the site, each beside the empty view."""
    players = guests(server)
    with Visitor(server) as stranger:
        stranger.get("/")
        found = [
            *_requests(players, stranger),
            *_processor_time(server, players, stranger),
            *weight.lines(*_half_played(players), stranger),
        ]
    found += [_writers(server), _spectators(server, players)]
    for player in players:
        player.leave()
    return found


def _requests(players: tuple[Visitor, Visitor], stranger: Visitor) -> list[Line]:
    """Whole games; after every move all the pages and the empty view, under the same weather."""
    pushed: dict[str, list[float]] = defaultdict(list)
    warm_up, *measured = rules.records()
    _sample(Game(warm_up, players), stranger, Samples(), defaultdict(list))
    samples = Samples()
    for record in measured:
        _sample(Game(record, players), stranger, samples, pushed)
    return [
        samples.line("the table page, for a spectator", "table"),
        samples.line("the table page, for a player", "own table"),
        samples.line("the post of a move", "move"),
        samples.line("the whole fragment for a spectator, rendered", "live"),
        samples.line("the same, from the cache", "live again"),
        *_fragment_lines(pushed),
    ]


def _sample(
    game: Game, stranger: Visitor, samples: Samples, pushed: dict[str, list[float]]
) -> None:
    while game.ply < len(game.record.moves):
        samples.take("move", game.play_next)
        samples.take("live", lambda: stranger.get(f"{game.address}live/"))
        samples.take("live again", lambda: stranger.get(f"{game.address}live/"))
        samples.take("table", lambda: stranger.get(game.address))
        samples.take("own table", lambda: game.players[0].get(game.address))
        samples.take("empty", lambda: stranger.get(f"/{EMPTY}"))
        for extent in ("change", "whole"):
            _sample_fragment(game, extent, pushed)


def _sample_fragment(game: Game, extent: fragments.Extent, pushed: dict[str, list[float]]) -> None:
    """What one spectator is pushed, rendered in this process, where nothing else is in the way."""

    def render() -> str:
        return fragments.live_fragment(game.id, game.ply, None, extent)

    pushed[f"{extent} rendered"].append(1000 * seconds(render))
    pushed[f"{extent} cached"].append(1000 * seconds(render))
    html = render()
    pieces = re.split(r"(?=<)", html)
    pushed[f"{extent} joined"].append(1000 * seconds(lambda: "".join(pieces)))
    pushed[f"{extent} size"].append(len(html.encode()))


def _fragment_lines(pushed: dict[str, list[float]]) -> list[Line]:
    middle = {key: statistics.median(values) for key, values in pushed.items()}
    runs = len(pushed["change size"])
    joined = "joining the same strings", middle["change joined"]
    whole = "the whole fragment", middle["whole size"] / 1000
    return [
        Line("what a move pushes, rendered", middle["change rendered"], "ms", runs, *joined),
        Line("the same, from the cache", middle["change cached"], "ms", runs, *joined),
        Line("what a move pushes, its size", middle["change size"] / 1000, "kB", runs, *whole),
    ]


def _half_played(players: tuple[Visitor, Visitor]) -> tuple[Game]:
    """A game in its middle, as somebody who is sent a link finds it."""
    game = Game(rules.records()[-1], players)
    while game.ply < len(game.record.moves) // 2:
        game.play_next()
    return (game,)


# --- processor time ---


def processor_ms(server: Server) -> float:
    """What the server's process has used of the processor so far, its threads included."""
    with open(f"/proc/{server.pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _processor_time(
    server: Server, players: tuple[Visitor, Visitor], stranger: Visitor
) -> list[Line]:
    """What a request takes of the server's processor, the empty view measured before and after."""
    games = [Game(record, players) for record in rules.records()]
    moves = [game.play_next for game in games for _ in game.record.moves]
    page = games[0].address
    empty = [lambda: stranger.get(f"/{EMPTY}")] * BATCH
    empty_ms = [_each(server, empty)]
    table_ms = _each(server, [lambda: stranger.get(page)] * BATCH)
    rules_ms = _each(server, [lambda: stranger.get(LONGEST_PAGE)] * BATCH)
    move_ms = _each(server, moves)
    empty_ms.append(_each(server, empty))
    reference = EMPTY_VIEW, statistics.mean(empty_ms)
    return [
        Line("processor time of a table page", table_ms, "ms", BATCH, *reference),
        Line("processor time of the rules of Equate", rules_ms, "ms", BATCH, *reference),
        Line("processor time of a move", move_ms, "ms", len(moves), *reference, target="ratio ≤ 7"),
    ]


def _each(server: Server, calls: list[Callable[[], Answer]]) -> float:
    before = processor_ms(server)
    for call in calls:
        call()
    return (processor_ms(server) - before) / len(calls)


# --- many at once ---


def _writers(server: Server) -> Line:
    """Eight games at once, each player posting as soon as the last move was answered."""
    records = (rules.records() * WRITERS)[:WRITERS]
    games = [Game(record, guests(server)) for record in records]
    times: list[float] = []

    def play(game: Game) -> None:
        for _ in game.record.moves:
            times.append(1000 * seconds(game.play_next))
        for player in game.players:
            player.leave()

    threads = [threading.Thread(target=play, args=[game]) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    median, slow = spread(times)
    return Line(
        f"the slowest of 100 moves (p99), {WRITERS} games at once",
        slow,
        "ms",
        len(times),
        "the median move there",
        median,
        target="ratio ≤ 2.5",
    )


def _spectators(server: Server, players: tuple[Visitor, Visitor]) -> Line:
    """What an idle spectator's socket holds of the server's memory."""
    game = Game(rules.records()[0], players)
    path = f"/ws/games/{game.id}/?ply=0"
    warm = [raw_socket(server, path) for _ in range(20)]
    before = server.memory
    sockets = [raw_socket(server, path) for _ in range(SPECTATORS)]
    held = (server.memory - before) / SPECTATORS / 1024
    for each in warm + sockets:
        each.close()
    return Line("memory of an idle spectator", held, "KiB", SPECTATORS, target="≤ 40 KiB")
