"""Tables at which one live game follows the other, each with two players and some who watch."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle, islice
from time import perf_counter, sleep, time

from benchmarks import rules
from benchmarks.listening import MOVE, Listening, Page, Told
from benchmarks.site import Game, user_of
from games import models
from tests.servers import Server
from tests.system.visitors import Visitor

SPECTATORS = 4  # of each game
PAUSE = 10.0  # seconds from one move of a game to its next
LONG, SHORT = "600+5", "20+2"
ONE_IN = 5  # one table in this many has the short clock
MOVES_OF_SHORT = 2  # after which nobody moves, until the flag falls
FLAG_TOLD = 3.0  # seconds after a flag's time until the next game begins
ROUND_OF_SHORT = 45.0  # seconds, about, from one game with the short clock to the next
POSTING = 8  # threads
LOOK = 0.005  # seconds between two looks whose turn it is

OPPONENT_OF = (1, 0)


@dataclass
class Played:
    """What happened at all tables; moments by the clock of `perf_counter`."""

    begun: dict[Told, float] = field(default_factory=dict)  # the post of each move
    opponents: dict[Told, int] = field(default_factory=dict)  # their seats
    posts: list[float] = field(default_factory=list)  # milliseconds
    due: dict[Told, float] = field(default_factory=dict)  # when each flag is to fall
    refused: list[str] = field(default_factory=list)


class Table:
    """Two guests and all who watch them, from one game to the next."""

    def __init__(
        self, servers: Sequence[Server], players: tuple[Visitor, Visitor], time_control: str
    ) -> None:
        self.servers = servers
        self.players = players
        self.time_control = time_control
        self.users = [user_of(player) for player in players]
        self.records = cycle(rules.records())
        self.pages: list[Page] = []
        self.game: Game | None = None
        self.due = 0.0
        self.step: Future[None] | None = None

    def take_step(self, listening: Listening, played: Played) -> None:
        """A move, or the next game where one is over."""
        if self.game is None or self.game.ply == self._last_ply(self.game):
            self._begin(listening)
            self.due = perf_counter() + PAUSE
            return
        begun = perf_counter()
        self._move(self.game, begun, played)
        self.due = begun + PAUSE
        if self.is_short and self.game is not None and self.game.ply == MOVES_OF_SHORT:
            falls_at = played.due[self.game.id, str(self.game.ply + 1)] = _falls_at(self.game)
            self.due = falls_at + FLAG_TOLD

    @property
    def is_short(self) -> bool:
        return self.time_control == SHORT

    def _last_ply(self, game: Game) -> int:
        return MOVES_OF_SHORT if self.is_short else len(game.record.moves)

    def _begin(self, listening: Listening) -> None:
        """The next game: its players load it, and everybody has a socket there."""
        for page in self.pages:
            listening.leave(page)
        self.game = Game(
            next(self.records), self.players, time_control=self.time_control, users=self.users
        )
        path = f"/ws/games/{self.game.id}/?ply=0&lang=en"
        about = self.game.id, MOVE
        self.pages = []
        for seat, player in enumerate(self.players):
            player.get(self.game.address)
            page = listening.join(player.server, path, (*about, f"seat {seat}"), player)
            self.pages.append(page)
            player.leave()
        for server, number in zip(cycle(self.servers), range(SPECTATORS), strict=False):
            self.pages.append(listening.join(server, path, (*about, number)))

    def _move(self, game: Game, begun: float, played: Played) -> None:
        """The next move; its player connects again each time, as after a while."""
        player, opponent = self.players[game.turn], OPPONENT_OF[game.turn]
        try:
            game.play_next()
        except AssertionError as refused:
            played.refused.append(str(refused))
            self.game = None
        else:
            move = game.id, str(game.ply)
            played.posts.append(1000 * (perf_counter() - begun))
            played.opponents[move] = opponent
            played.begun[move] = begun
        player.leave()


def _falls_at(game: Game) -> float:
    """When the flag of who is to move falls by what the server has stored."""
    row = models.Game.objects.filter(pk=game.id).values_list("deadline_at", flat=True)
    falls_at: datetime = row.get()
    return falls_at.timestamp() - time() + perf_counter()


def tables_for(servers: Sequence[Server], people: Sequence[tuple[Visitor, Visitor]]) -> list[Table]:
    """A table for each pair; one in five has a clock so short that its flag falls."""
    clocks = islice(cycle([SHORT] + [LONG] * (ONE_IN - 1)), len(people))
    return [Table(servers, players, clock) for players, clock in zip(people, clocks, strict=True)]


def begin(tables: Sequence[Table], listening: Listening, played: Played) -> None:
    """The first game at each table, spread so that one table moves after the other.

    Games with the short clock begin one after the other, and so end: not in volleys.
    """
    short = [table for table in tables if table.is_short]
    long = [table for table in tables if not table.is_short]
    for table in long:
        table.take_step(listening, played)
    now = perf_counter()
    for alike, seconds in ((long, PAUSE), (short, ROUND_OF_SHORT)):
        for number, table in enumerate(alike):
            table.due = now + number * seconds / len(alike)


def play(tables: Sequence[Table], listening: Listening, played: Played, seconds: float) -> None:
    """Let each table take its steps when they are due."""
    give_up = perf_counter() + seconds
    with ThreadPoolExecutor(POSTING) as pool:
        while (now := perf_counter()) < give_up:
            for table in tables:
                if table.due <= now and (table.step is None or table.step.done()):
                    _raise_fault(table)
                    table.step = pool.submit(table.take_step, listening, played)
            sleep(LOOK)
    for table in tables:
        _raise_fault(table)


def _raise_fault(table: Table) -> None:
    if table.step is not None:
        table.step.result()
