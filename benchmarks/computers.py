"""How soon computers answer, and what the pages cost meanwhile, with one game, four and fifty."""

import json
import statistics
import time
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle, islice

from benchmarks.report import Line, seconds
from games.background.computer_moves import fallback_move
from games.computers.turns import question
from games.rules import GAMES
from tests.servers import Server, wait_until
from tests.system.visitors import Visitor

ONE_GAME, FEW, MANY = 1, 4, 50
LEVELS = ("Slate", "Engine")
ROUNDS = 3
QUIET = 60  # pages asked while nobody plays
KINDS = [(key, level) for level in LEVELS for key in GAMES]


@dataclass
class Table:
    """A guest's game against one computer."""

    guest: Visitor
    key: str
    game_id: str


def lines(server: Server) -> list[Line]:
    """The page beside a quiet one, and the computers' answers, for each number of games."""
    with Visitor(server) as stranger:
        found = []
        for count in (ONE_GAME, FEW, MANY):
            tables = [_open(server, *kind) for kind in islice(cycle(KINDS), count)]
            found += _measure(server, tables, stranger)
            for table in tables:
                table.guest.leave()
    return found


def _open(server: Server, key: str, level: str) -> Table:
    guest = Visitor(server)
    guest.get("/computer/")
    answer = guest.post("/computer/", key=key, computers=level)
    assert answer.status == 302, answer.text
    guest.get("/")  # a new token comes with the new session
    return Table(guest, key, answer.headers["Location"].split("/")[2])


def _measure(server: Server, tables: list[Table], stranger: Visitor) -> list[Line]:
    address = f"/games/{tables[0].game_id}/"
    _wait(server)
    quiet = [_page(stranger, address) for _ in range(QUIET)]
    busy: list[float] = []
    answers: list[float] = []
    for _ in range(ROUNDS):
        begun = time.time()
        for table in tables:
            _move(server, table)
        while _waiting(server):
            busy.append(_page(stranger, address))
        answers += _answers(server, begun)
    what = f"{len(tables)} game{'s' if len(tables) > 1 else ''} against computers"
    middle = statistics.median(quiet)
    return [
        Line(f"the table page during {what}", statistics.median(busy), "ms", len(busy),
             "while nobody plays", middle, target="ratio ≤ 2"),
        Line(f"the slowest answer, {what}", max(answers), "s", len(answers),
             "the median answer", statistics.median(answers),
             target={ONE_GAME: "≤ 2 s", FEW: "≤ 5 s"}.get(len(tables), "")),
    ]  # fmt: skip


def _page(stranger: Visitor, address: str) -> float:
    return 1000 * seconds(lambda: stranger.get(address))


def _waiting(server: Server) -> int:
    """How many computers are to move."""
    sql = "SELECT COUNT(*) FROM games_game WHERE ended_at IS NULL AND deadline_at IS NULL"
    [(count,)] = server.database.rows(sql)
    return count


def _wait(server: Server) -> None:
    wait_until(lambda: not _waiting(server), "all computers have moved", seconds=600)


def _move(server: Server, table: Table) -> None:
    """The simplest move of the guest, if the game still runs."""
    sql = "SELECT ply, state FROM games_game WHERE id = %s"
    [(ply, stored)] = server.database.rows(sql, table.game_id)
    state = GAMES[table.key].from_json(json.loads(stored))
    if state.turn == 0:
        answer = table.guest.move(table.game_id, ply + 1, fallback_move(question(state, 0)))
        assert answer.status == 200, answer.text


def _answers(server: Server, begun: float) -> list[float]:
    """The seconds from each guest's move since then to the computer's."""
    sql = (
        "SELECT own.played_at, computer.played_at FROM games_playedmove own"
        " JOIN games_playedmove computer"
        " ON computer.game_id = own.game_id AND computer.ply = own.ply + 1"
        " WHERE own.seat = 0 AND computer.seat = 1"
    )
    pairs = [[_moment(text) for text in row] for row in server.database.rows(sql)]
    return [to - since for since, to in pairs if since >= begun]


def _moment(text: str) -> float:
    """A time as SQLite has it, in seconds."""
    return datetime.fromisoformat(f"{text}+00:00").timestamp()
