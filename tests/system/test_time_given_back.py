"""Outages and clocks that are wrong: real processes, killed and stopped past a deadline."""

import random
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from games.services.outages import LONGEST_SILENCE
from tests.faults import Figures
from tests.prepared import prepared_database, prepared_folder
from tests.private_servers import PrivatePostgres
from tests.servers import HOST, Server, wait_until
from tests.tiers import times

from .at_once import printed
from .players import Table, let_fall, two_guests
from .visitors import Visitor

pytestmark = pytest.mark.system

LEFT = timedelta(seconds=3)  # on the clock when the outage begins
QUIET = {"NUMERICA_SETTLE_NOTHING_FOR": "15"}
LONG_ENOUGH = LONGEST_SILENCE + LEFT  # until the deadline has passed, and the silence is an outage
DAYS = timedelta(days=3)
FAST = str(Path(__file__).parent / "fast_clock")


@pytest.fixture
def two_processes(tmp_path: Path, postgres: PrivatePostgres) -> Iterator[list[Server]]:
    url = prepared_database(postgres)
    with Server(tmp_path, url, **QUIET) as one, Server(tmp_path, url, **QUIET) as other:
        yield [one, other]


@pytest.fixture(
    params=[
        "one process on SQLite",
        pytest.param("two processes on PostgreSQL", marks=pytest.mark.long),
    ]
)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Server]]:
    """All the processes of a site."""
    if "SQLite" in request.param:
        with Server(prepared_folder(tmp_path), **QUIET) as only:
            yield [only]
    else:
        yield request.getfixturevalue("two_processes")


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """What is closed in the end."""
    with ExitStack() as stack:
        yield stack


def table_at(server: Server, opened: ExitStack) -> Table:
    players = two_guests(server)
    for player in players:
        opened.callback(player.leave)
    table = Table(server.database, players)
    table.sit_down()
    return table


def look_everywhere(site: list[Server], table: Table) -> None:
    """A stranger looks at the table in every process, which settles what may be settled."""
    for server in site:
        with Visitor(server) as stranger:
            wait_until(lambda: stranger.get(f"/games/{table.game_id}/").status == 200, "a page")


def stored(table: Table, at: datetime) -> datetime | str:
    """A time as the database keeps it."""
    return at.strftime("%Y-%m-%d %H:%M:%S.%f") if table.database.is_sqlite else at


def moment(kept: datetime | str) -> datetime:
    """A time as it comes from the database."""
    return datetime.fromisoformat(f"{kept}+00:00") if isinstance(kept, str) else kept


def turn(table: Table) -> tuple[datetime, datetime]:
    """When the turn that runs began, and its deadline."""
    sql = "SELECT changed_at, deadline_at FROM games_game WHERE id = %s"
    [(began, deadline)] = table.database.rows(sql, table.game_id)
    return moment(began), moment(deadline)


def owed(table: Table, began: datetime) -> timedelta:
    """What of a turn fell in the outages that are stored."""
    spans = table.database.rows("SELECT began_at, ended_at FROM games_outage")
    lost = (moment(end) - max(moment(start), began) for start, end in spans)
    return sum((each for each in lost if each > timedelta(0)), timedelta(0))


def still_moves_and_falls_later(site: list[Server], table: Table, deadline: datetime) -> None:
    """The player who was to move can; a deadline that passes in quiet times ends the game."""
    look_everywhere(site, table)
    time.sleep(LEFT.total_seconds())  # the tickers look, more than once
    look_everywhere(site, table)
    began, later = turn(table)
    answer = table.mover.move(table.game_id, 1, "pass")
    assert answer.status == 200, answer.text
    assert [text for _, _, text in table.rows()] == ["pass"]
    assert owed(table, began) == later - deadline > LONGEST_SILENCE
    let_fall(table, timedelta(0))
    wait_until(lambda: len(table.rows()) == 2, "the ticker ends the game", seconds=30)
    assert [text for _, _, text in table.rows()] == ["pass", "time"]
    verified = site[0].manage("verify")
    assert "1 games, 0 differences" in verified.stdout, verified.stdout


@pytest.mark.fault("F1c")
@pytest.mark.long
def test_whose_time_ran_out_while_every_process_was_down_can_still_move(
    site: list[Server], opened: ExitStack
) -> None:
    table = table_at(site[0], opened)
    look_everywhere(site, table)
    let_fall(table, LEFT)
    _, deadline = turn(table)
    for server in site:
        server.kill()
    time.sleep(LONG_ENOUGH.total_seconds() + 1)
    for server in site:
        server.start()
    still_moves_and_falls_later(site, table, deadline)


@pytest.mark.fault("F1c")
@pytest.mark.long
def test_whose_time_ran_out_while_the_database_was_away_can_still_move(
    postgres: PrivatePostgres, tmp_path: Path, opened: ExitStack
) -> None:
    url = prepared_database(postgres)
    with Server(tmp_path, url, **QUIET) as one, Server(tmp_path, url, **QUIET) as other:
        table = table_at(one, opened)
        look_everywhere([one, other], table)
        let_fall(table, LEFT)
        _, deadline = turn(table)
        postgres.stop()
        time.sleep(LONG_ENOUGH.total_seconds() + 1)
        postgres.start()
        still_moves_and_falls_later([one, other], table, deadline)
        assert one.is_alive and other.is_alive


@pytest.mark.fault("F1c")
@pytest.mark.long
def test_while_one_process_is_down_the_other_takes_moves_and_nothing_is_given_back(
    two_processes: list[Server], opened: ExitStack
) -> None:
    one, other = two_processes
    table = table_at(one, opened)
    look_everywhere([one, other], table)
    other.kill()
    time.sleep(LONG_ENOUGH.total_seconds())
    other.start()
    look_everywhere([one, other], table)
    time.sleep(3)
    began, deadline = turn(table)
    assert (deadline - began, owed(table, began)) == (DAYS, timedelta(0))
    let_fall(table, timedelta(0))
    wait_until(table.rows, "a ticker ends the game", seconds=30)


@pytest.mark.fault("F6")
@pytest.mark.long
def test_a_process_whose_clock_is_fast_ends_no_game_early(
    postgres: PrivatePostgres, tmp_path: Path, opened: ExitStack
) -> None:
    url, wrong = prepared_database(postgres), {"PYTHONPATH": FAST, "MINUTES_AHEAD": "10"}
    with Server(tmp_path, url) as right, Server(tmp_path, url, **wrong) as fast:
        table = table_at(right, opened)
        let_fall(table, timedelta(minutes=5))
        look_everywhere([right, fast], table)
        time.sleep(3)
        assert table.rows() == []
        with Visitor(fast) as reader:
            assert ">4m " in reader.get(f"/games/{table.game_id}/").text
        table.mover.server = fast
        assert table.mover.move(table.game_id, 1, "pass").status == 200
        sql = "SELECT deadline_at - now() FROM games_game WHERE id = %s"
        [(left,)] = table.database.rows(sql, table.game_id)
        assert left <= DAYS


@pytest.mark.long
@pytest.mark.fault("F6")
def test_a_process_settles_nothing_in_the_seconds_after_its_start(
    tmp_path: Path, opened: ExitStack
) -> None:
    with Server(prepared_folder(tmp_path), NUMERICA_SETTLE_NOTHING_FOR="600") as site:
        table = table_at(site, opened)
        let_fall(table, timedelta(0))
        time.sleep(3)
        look_everywhere([site], table)
        assert table.mover.move(table.game_id, 1, "pass").status == 200
        assert [text for _, _, text in table.rows()] == ["pass"]


def kill_in_the_first_beats(server: Server, table: Table, kills: int) -> None:
    """Before each start the last beat lies ten minutes back; each kill hits the first beat, or near.

    All of it together is less than the day for which the turn has run: no more can be given back.
    """
    dice = random.Random(5)
    outages = 0
    for _ in range(kills):
        back = datetime.now(UTC) - timedelta(minutes=10)
        table.database.execute("UPDATE games_heartbeat SET last_at = %s", stored(table, back))
        server.start()
        with socket.create_connection((HOST, server.port), 10) as first:
            first.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
            time.sleep(dice.uniform(0, 0.08))
            server.kill()
        began, deadline = turn(table)
        assert deadline - began - DAYS == owed(table, began)
        outages = table.database.rows("SELECT COUNT(*) FROM games_outage")[0][0]
    print(f"\n{kills} kills, {outages} outages stored, {owed(table, began)} given back")


@pytest.mark.fault("F1c")
@pytest.mark.long
def test_however_it_is_killed_an_outage_is_given_back_once(
    fresh_server: Server, opened: ExitStack, figures: Figures
) -> None:
    table = table_at(fresh_server, opened)
    fresh_server.kill()
    began = datetime.now(UTC) - timedelta(days=1)
    values = [stored(table, at) for at in (began, began, began + DAYS)]
    sql = (
        "UPDATE games_game SET changed_at = %s, turn_began_at = %s, deadline_at = %s WHERE id = %s"
    )
    table.database.execute(sql, *values, table.game_id)
    kill_in_the_first_beats(fresh_server, table, figures.add("kills", times(3, 4, 60)))


# A process that is ten minutes fast asks for the time a hundred times.
TIME = """
from datetime import timedelta
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from games.store import site_time

right = timezone.now
timezone.now = lambda: right() + timedelta(minutes=10)
with CaptureQueriesContext(connection) as seen:
    told = [site_time.now() for _ in range(100)]
after = site_time.read_database_time()
print(len(seen), told == sorted(told), all(each <= after for each in told), abs(after - right()) < timedelta(minutes=1))
"""


@pytest.mark.fault("F6")
def test_the_time_is_the_databases_and_asked_for_seldom(
    postgres: PrivatePostgres, tmp_path: Path
) -> None:
    site = Server(tmp_path, prepared_database(postgres))
    asked = site.manage("shell", "-v", "0", "-c", TIME)
    assert asked.stdout.split() == ["1", "True", "True", "True"], asked.stdout + asked.stderr


# Games with a turn of a day; the last beat lies an hour back. At the same moment many beat, many
# move, some settle deadlines and some go for good. Then what was given back is compared with the
# outages that are stored, of which there must be one.
RACE = """
import random
from datetime import timedelta
from accounts.models import User
from games.store import site_time
from games.services.deadlines import settle_overdue
from games.services.moves import play_move
from games.services.outages import beat
from games.services.seeds import new_seed
from games.services.start import start_game
from games.models import Game, GameSettings, Heartbeat, Outage
from numerica_site.account_services import delete_account
from tests.system.at_once import REFUSALS, do_at_once

def move(game):
    play_move(game_id=game.id, user=game.players.get(seat=game.turn).user, ply=1, text="pass", now=site_time.now())

moved = 0
for number in range(ROUNDS):
    people = [User.objects.create_user(f"round{number}-{each}") for each in range(5)]
    began = site_time.now() - timedelta(days=1)
    games = [
        start_game(GameSettings("numerica"), users=random.sample([a, b], 2), seed=new_seed(), now=began)
        for a in people for b in people if a.pk < b.pk
    ]
    Outage.objects.all().delete()
    Heartbeat.objects.all().delete()
    beat(lambda: site_time.read_database_time() - timedelta(hours=1))
    jobs = [(beat,) for _ in range(6)]
    jobs += [(move, game) for game in games[::3]]
    jobs += [(delete_account, person, site_time.now()) for person in people[3:]]
    jobs += [(settle_overdue, site_time.now())]
    do_at_once(jobs, REFUSALS)
    outage = Outage.objects.get()
    for game in Game.objects.filter(pk__in=[one.pk for one in games], ended_at=None):
        given = game.deadline_at - game.changed_at - timedelta(days=3)
        if game.ply == 0 and given != outage.ended_at - outage.began_at:
            print("WRONG", game.id, given)
        moved += game.ply
        if given < timedelta(0):
            print("LESS", game.id, given)
    Game.objects.filter(ended_at=None).update(ended_at=site_time.now(), deadline_at=None)
print("DONE", moved > 0)
"""


@pytest.mark.fault("F1c")
@pytest.mark.wider
def test_of_many_beats_at_once_one_ends_the_outage_and_nobody_waits_for_ever(
    unserved: Server,
    figures: Figures,
) -> None:
    assert printed(unserved, RACE, figures.add("rounds", times(3, 4, 60))) == ["DONE", "True"]
