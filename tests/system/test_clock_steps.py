"""The clock of the machine is set by an hour, forward or back, while clocks run at the tables."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.services.outages import BEAT
from tests.faults import Figures
from tests.prepared import prepared_folder
from tests.servers import Server
from tests.tiers import times

from .at_once import expect_verified
from .breaking import CLOCK, HOUR, set_clock
from .players import Table, a_move, two_guests

pytestmark = [pytest.mark.system, pytest.mark.wider]

STEPS = [HOUR, -HOUR, 2 * HOUR, -2 * HOUR, 73 * HOUR, -HOUR]
LIVE = {"time": "3m", "increment": "2"}
BANK = 180_000  # milliseconds
LOST = 20_000  # milliseconds that may pass on a machine that has other things to do
TABLES = 3


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    with Server(prepared_folder(tmp_path), PYTHONPATH=CLOCK) as started:
        yield started


@pytest.fixture
def tables(site: Server) -> Iterator[list[Table]]:
    """Live games, one by correspondence, in each of which somebody has moved."""
    opened = []
    for settings in [LIVE] * TABLES + [{"time": "1d"}]:
        table = Table(site.database, two_guests(site))
        table.sit_down(**settings)
        opened.append(table)
        play(table)
    yield opened
    for table in opened:
        for player in table.players:
            player.leave()


def play(table: Table) -> None:
    answer = table.mover.move(table.game_id, table.ply + 1, a_move(table.state))
    assert answer.status == 200, answer.text
    table.read()


def banks(table: Table) -> list[int]:
    """What is left to both, in milliseconds."""
    [(stored,)] = table.database.rows("SELECT clock FROM games_game WHERE id = %s", table.game_id)
    return json.loads(stored)["banks"]


def expect_nobody_lost_time(tables: list[Table], charged: list[int]) -> None:
    """No flag has fallen, and nobody was charged for what no clock has counted."""
    for table in tables:
        assert "time" not in [text for _, _, text in table.rows()], table.rows()
    for number, table in enumerate(tables[:TABLES]):
        assert all(bank > BANK - charged[number] for bank in banks(table)), banks(table)
        assert max(banks(table)) < BANK + 60_000, "time was given away"


@pytest.mark.long
@pytest.mark.fault("F6")
@pytest.mark.parametrize(
    "waits", [0.0, pytest.param(2.5 * BEAT, marks=pytest.mark.long)], ids=["at once", "later"]
)
def test_a_clock_that_is_set_lets_no_flag_fall_and_charges_nobody(
    waits: float, site: Server, tables: list[Table], figures: Figures
) -> None:
    """Who moves before the site has noticed, and who moves afterwards."""
    off = 0
    for number in range(times(2, 3, 20)):
        step = STEPS[number % len(STEPS)]
        off += step
        set_clock(site, off)
        time.sleep(waits)
        play(tables[number % TABLES])
        figures.add("steps", 1)
        time.sleep(2 * BEAT)
        expect_nobody_lost_time(tables, [LOST * (number + 1)] * TABLES)
    for table in tables:
        play(table)
    expect_nobody_lost_time(tables, [2 * LOST * (number + 1)] * TABLES)
    expect_verified(site)
