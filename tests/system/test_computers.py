"""Games against computers while processes are killed: the server's, and the one that thinks."""

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from games.background.computer_moves import fallback_move
from games.computers import turns
from games.rules import GAMES
from games.rules.interface import State
from tests.servers import Server, wait_until
from tests.tiers import some_of

from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

KILLS = some_of(1, 3)
EACH = [(key, level) for level in ("Pebble", "Engine") for key in GAMES]
OPPONENTS = some_of(EACH[: len(GAMES) + 1], EACH)
"""Every game against a weak computer, and one against a strong one; or all against both."""


@dataclass
class Table:
    """A guest's game against one computer; the guest makes the simplest moves there are."""

    server: Server
    guest: Visitor
    key: str
    game_id: str

    @classmethod
    def open(cls, server: Server, key: str, computer: str) -> "Table":
        guest = Visitor(server)
        guest.get("/computer/")
        answer = guest.post("/computer/", key=key, computers=computer)
        assert answer.status == 302, answer.text
        guest.get("/")
        return cls(server, guest, key, answer.headers["Location"].split("/")[2])

    def read(self) -> tuple[int, State]:
        sql = "SELECT ply, state FROM games_game WHERE id = %s"
        [(ply, stored)] = self.server.database.rows(sql, self.game_id)
        return ply, GAMES[self.key].from_json(json.loads(stored))

    def is_computers(self) -> bool:
        return self.read()[1].turn == 1

    def move(self) -> None:
        """The guest's move, if it is the guest's turn."""
        ply, state = self.read()
        if state.turn == 0:
            text = fallback_move(turns.question(state, 0))
            answer = self.guest.move(self.game_id, ply + 1, text)
            assert answer.status == 200, answer.text

    def moves_of_computer(self) -> list[tuple[str]]:
        sql = "SELECT text FROM games_playedmove WHERE game_id = %s AND seat = 1"
        return self.server.database.rows(sql, self.game_id)


@pytest.fixture
def tables(fresh_server: Server) -> Iterator[list[Table]]:
    """Games of every kind against computers."""
    opened = [Table.open(fresh_server, key, level) for key, level in OPPONENTS]
    yield opened
    for table in opened:
        table.guest.leave()


def processes_that_think(server: Server) -> list[int]:
    """The children of the server that were spawned to work for it."""
    found = []
    for children in Path(f"/proc/{server.pid}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            said = Path(f"/proc/{child}/cmdline").read_bytes()
            found += [child] if b"spawn_main" in said else []
    return found


def test_games_against_computers_go_on_after_every_kill_of_the_server(
    fresh_server: Server, tables: list[Table]
) -> None:
    dice, cut_off = random.Random(5), 0
    for _ in range(KILLS):
        for table in tables:
            table.move()
        time.sleep(dice.uniform(0, 0.5))
        fresh_server.kill()
        cut_off += sum(table.is_computers() for table in tables)
        fresh_server.start()
        tables[0].guest.get("/")  # a visit, as of every page that connects again
        wait_until(lambda: not any(table.is_computers() for table in tables), "all have moved")
    made = [len(table.moves_of_computer()) for table in tables]
    print(f"\n{KILLS} kills, {cut_off} turns of computers cut off, moves made: {made}")
    assert cut_off and min(made) >= 1 and sum(made) > KILLS * len(tables) / 2
    verified = fresh_server.manage("verify")
    assert verified.returncode == 0 and ", 0 differences" in verified.stdout, verified.stdout
    assert "Traceback" not in fresh_server.log


@pytest.mark.long
def test_another_process_thinks_when_one_is_killed(
    fresh_server: Server, tables: list[Table]
) -> None:
    wait_until(lambda: not any(table.is_computers() for table in tables), "all have moved")
    killed = set()
    for _ in range(3):
        (process,) = wait_until(lambda: processes_that_think(fresh_server), "somebody thinks")
        killed.add(process)
        for table in tables:
            table.move()
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: not any(table.is_computers() for table in tables), "all have moved")
    assert len(killed) == 3
    moves = [text for table in tables for (text,) in table.moves_of_computer()]
    assert sum(text == "pass" for text in moves) < len(moves) / 4, moves
    assert fresh_server.is_alive and "Traceback" not in fresh_server.log


def test_who_thinks_for_a_server_that_was_killed_goes_too(
    fresh_server: Server, tables: list[Table]
) -> None:
    (process,) = wait_until(lambda: processes_that_think(fresh_server), "somebody thinks")
    os.kill(fresh_server.pid, signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{process}/cmdline").exists() or _is_dead(process), "gone")
    fresh_server.kill()


def _is_dead(process: int) -> bool:
    """A process that has ended, and whose end nobody has asked for yet."""
    return "State:\tZ" in Path(f"/proc/{process}/status").read_text()
