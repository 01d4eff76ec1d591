"""Games against computers while processes are killed: the server's, and the one that thinks."""

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules import GAMES
from tests.faults import Figures
from tests.servers import Server, wait_until
from tests.tiers import some_of, times

from .computer_tables import Table, processes_that_think

pytestmark = [pytest.mark.system, pytest.mark.wider]

KILLS = times(1, 2, 10)
EACH = [(key, level) for level in ("Pebble", "Engine") for key in GAMES]
OPPONENTS = some_of(EACH[: len(GAMES) + 1], EACH)
"""Every game against a weak computer, and one against a strong one; or all against both."""


@pytest.fixture
def tables(fresh_server: Server) -> Iterator[list[Table]]:
    """Games of every kind against computers."""
    opened = [Table.open(fresh_server, key, level) for key, level in OPPONENTS]
    yield opened
    for table in opened:
        table.guest.leave()


@pytest.mark.fault("F1")
@pytest.mark.long
def test_games_against_computers_go_on_after_every_kill_of_the_server(
    fresh_server: Server, tables: list[Table], figures: Figures
) -> None:
    dice, cut_off = random.Random(5), 0
    for _ in range(KILLS):
        for table in tables:
            table.move()
        time.sleep(dice.uniform(0, 0.5))
        fresh_server.kill()
        figures.add("kills", 1)
        cut_off += sum(table.is_computers() for table in tables)
        fresh_server.start()
        tables[0].guest.get("/")  # a visit, as of every page that connects again
        wait_until(lambda: not any(table.is_computers() for table in tables), "all have moved")
    made = [len(table.moves_of_computer()) for table in tables]
    figures.add("turns of computers cut off", cut_off)
    figures.add("moves of computers", sum(made))
    assert cut_off and min(made) >= 1 and sum(made) > KILLS * len(tables) / 2
    verified = fresh_server.manage("verify")
    assert verified.returncode == 0 and ", 0 differences" in verified.stdout, verified.stdout
    assert "Traceback" not in fresh_server.log


@pytest.mark.fault("F1")
@pytest.mark.long
def test_another_process_thinks_when_one_is_killed(
    fresh_server: Server, tables: list[Table], figures: Figures
) -> None:
    wait_until(lambda: not any(table.is_computers() for table in tables), "all have moved")
    killed = set()
    for _ in range(3):
        (process,) = wait_until(lambda: processes_that_think(fresh_server), "somebody thinks")
        killed.add(process)
        for table in tables:
            table.move()
        os.kill(process, signal.SIGKILL)
        figures.add("kills", 1)
        wait_until(lambda: not any(table.is_computers() for table in tables), "all have moved")
    assert len(killed) == 3
    moves = [text for table in tables for (text,) in table.moves_of_computer()]
    assert sum(text == "pass" for text in moves) < len(moves) / 4, moves
    assert fresh_server.is_alive and "Traceback" not in fresh_server.log


def test_the_process_that_thinks_for_a_server_ends_when_the_server_is_killed(
    fresh_server: Server, tables: list[Table]
) -> None:
    (process,) = wait_until(lambda: processes_that_think(fresh_server), "somebody thinks")
    os.kill(fresh_server.pid, signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{process}/cmdline").exists() or _is_dead(process), "gone")
    fresh_server.kill()


def _is_dead(process: int) -> bool:
    """A process that has ended, and whose end nobody has asked for yet."""
    return "State:\tZ" in Path(f"/proc/{process}/status").read_text()
