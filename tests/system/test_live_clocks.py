"""Live clocks on real processes and both databases: flags, lines that are slow, kills."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from websockets.sync.client import connect

from games.rules.clock import LAG_A_MOVE
from tests.faults import Figures
from tests.prepared import prepared_database
from tests.private_servers import PrivatePostgres
from tests.servers import HOST, Server, wait_until

from .at_once import expect_verified, printed
from .players import Table, run_down, two_guests
from .raw_sockets import QUICKLY
from .visitors import Visitor

pytestmark = pytest.mark.system

LIVE = {"time": "5m", "increment": "5"}
SECOND = timedelta(seconds=1)
FAST = str(Path(__file__).parent / "fast_clock")
ONE_WAY = 0.15  # seconds that the slow line takes


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    """Two guests at a live game that has just begun."""
    players = two_guests(server)
    opened = Table(server.database, players)
    opened.sit_down(**LIVE)
    yield opened
    for player in players:
        player.leave()


def test_a_flag_at_which_nobody_looks_falls_within_a_second(server: Server, table: Table) -> None:
    fell = datetime.now(UTC) + SECOND
    run_down(table, SECOND)
    wait_until(table.rows, "the flag falls", seconds=QUICKLY)
    [(at,)] = table.database.rows(
        "SELECT played_at FROM games_playedmove WHERE game_id = %s", table.game_id
    )
    at = datetime.fromisoformat(f"{at}+00:00") if table.database.is_sqlite else at
    assert [text for _, _, text in table.rows()] == ["time"]
    assert LAG_A_MOVE <= at - fell
    print(f"\nthe flag fell {(at - fell).total_seconds():.2f} s after its time")
    expect_verified(server)


@pytest.mark.fault("F6")
@pytest.mark.long
def test_a_process_whose_clock_is_fast_lets_no_flag_fall_early(
    postgres: PrivatePostgres, tmp_path: Path
) -> None:
    """By ten minutes, of which nobody here has more than five: the time is the database's."""
    url, wrong = prepared_database(postgres), {"PYTHONPATH": FAST, "MINUTES_AHEAD": "10"}
    with Server(tmp_path, url) as right, Server(tmp_path, url, **wrong) as fast:
        players = two_guests(right)
        table = Table(right.database, players)
        table.sit_down(**LIVE)
        run_down(table, 100 * SECOND)
        for server in (right, fast):
            looked_at(server)
        time.sleep(2)
        assert table.rows() == []
        for player in players:
            player.server = fast
        assert table.mover.move(table.game_id, 1, "pass").status == 200
        assert clock_of(table)["banks"][table.state.turn] > 5_000  # the increment alone
        expect_verified(right)
        for player in players:
            player.leave()


class SlowLine:
    """A connection to a server on which every byte takes its time, there and back."""

    def __init__(self, server: Server, ends: ExitStack) -> None:
        near, self.end = socket.socketpair()
        far = socket.create_connection((HOST, server.port), QUICKLY)
        for each in (near, far, self.end):
            each.settimeout(None)
            ends.callback(each.close)
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=[one, other], daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while piece := one.recv(65536):
                threading.Timer(ONE_WAY, self._deliver, [other, piece]).start()

    def _deliver(self, other: socket.socket, piece: bytes) -> None:
        with suppress(OSError):
            other.sendall(piece)


@pytest.mark.fault("F7")
@pytest.mark.long
def test_a_slow_line_is_measured_and_given_back(
    server: Server, table: Table, figures: Figures
) -> None:
    mover, seat = table.mover, table.state.turn
    with ExitStack() as ends:
        cookies = "; ".join(f"{name}={value}" for name, value in mover.cookies.items())
        page = connect(
            f"ws://{HOST}:{server.port}/ws/games/{table.game_id}/?ply=0",
            sock=SlowLine(server, ends).end,
            origin=server.origin,
            additional_headers={"Cookie": cookies},
            open_timeout=QUICKLY,
            proxy=None,
        )
        ends.enter_context(page)
        while 'id="watchers"' not in str(page.recv(QUICKLY)):
            pass  # what is said before does not matter
        time.sleep(4 * ONE_WAY + 2)  # it is asked, and answers by itself
        run_down(table, 100 * SECOND)
        assert mover.move(table.game_id, 1, "pass").status == 200
    lag = clock_of(table)["lag"]
    figures.add("a line of ms", 2000 * ONE_WAY)
    figures.add("given back ms", float(lag[seat]))
    assert 2000 * ONE_WAY <= lag[seat] <= 500 and lag[1 - seat] == 0
    expect_verified(server)


def clock_of(table: Table) -> dict[str, list[int]]:
    sql = "SELECT clock FROM games_game WHERE id = %s"
    [(stored,)] = table.database.rows(sql, table.game_id)
    return json.loads(stored)


# --- a hundred games, and a process that is killed ---

HUNDRED = """
from accounts.models import User
from games.models import GameSettings
from games.services.seeds import new_seed
from games.services.start import start_game
from games.store import site_time
people = [User.objects.create_user(f"player{number}") for number in range(20)]
for number in range(100):
    users = [people[number % 20], people[(number + 1 + number // 20) % 20]]
    start_game(GameSettings("numerica", time_control="300+5"), users=users, seed=new_seed(), now=site_time.now())
print("DONE")
"""

GAMES = "SELECT id, deadline_at, turn_began_at, ended_at, ply, clock FROM games_game ORDER BY id"


def beats(site: Server) -> object:
    return site.database.rows("SELECT last_at FROM games_heartbeat")


@pytest.mark.fault("F1c")
@pytest.mark.long
def test_a_process_that_dies_with_a_hundred_live_games_takes_no_time_and_no_game(
    unserved: Server,
    figures: Figures,
) -> None:
    site = unserved
    assert printed(site, HUNDRED, 0) == ["DONE"]
    with site:
        first = looked_at(site)
        wait_until(lambda: beats(site) != first, "another beat")
        before = site.database.rows(GAMES)
        site.kill()
        time.sleep(4)
        site.start()
        looked_at(site)
        [(began, ended, moved)] = wait_until(
            lambda: site.database.rows(
                "SELECT began_at, ended_at, deadlines_moved FROM games_outage"
            ),
            "the outage is stored",
        )
        away = moment(ended) - moment(began)
        assert moved == 100 and 4 * SECOND < away
        for was, now in zip(before, site.database.rows(GAMES), strict=True):
            lost = moment(ended) - max(moment(began), moment(was[2]))
            assert moment(now[1]) - moment(was[1]) == lost > 3 * SECOND
            assert now[3:] == was[3:] == (None, 0, was[5])
        figures.add("games", moved)
        figures.add("away for s", away.total_seconds())
        expect_verified(site)


@pytest.mark.fault("F1c")
@pytest.mark.long
def test_who_moves_the_moment_the_site_is_back_is_not_charged_for_the_time_it_was_away(
    fresh_server: Server,
) -> None:
    site, players = fresh_server, two_guests(fresh_server)
    table = Table(site.database, players)
    table.sit_down(**LIVE)
    run_down(table, 100 * SECOND)
    [(turn_began,)] = site.database.rows("SELECT turn_began_at FROM games_game")
    looked_at(site)
    site.kill()
    time.sleep(4)
    site.start()
    assert table.mover.move(table.game_id, 1, "pass").status == 200
    [(began, ended)] = site.database.rows("SELECT began_at, ended_at FROM games_outage")
    away = moment(ended) - moment(began)
    [(took, at)] = site.database.rows("SELECT milliseconds, played_at FROM games_playedmove")
    used = moment(at) - moment(turn_began) - away
    assert away > 4 * SECOND and used // timedelta(milliseconds=1) == took
    assert clock_of(table)["banks"][1 - table.state.turn] == 300_000
    expect_verified(site)
    for player in players:
        player.leave()


def looked_at(site: Server) -> object:
    """The beats after a first visitor: with him the ticker begins."""
    with Visitor(site) as stranger:
        assert stranger.get("/healthz").status == 200
    return wait_until(lambda: beats(site), "a beat")


def moment(kept: datetime | str) -> datetime:
    return datetime.fromisoformat(f"{kept}+00:00") if isinstance(kept, str) else kept
