"""A PostgreSQL whose disk has no room: told as such, and nothing that was acknowledged is lost."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults import Figures
from tests.prepared import prepared_database
from tests.private_servers import PrivatePostgres
from tests.required import required
from tests.servers import Server, wait_until

from .at_once import expect_verified
from .players import Table, a_move, two_guests
from .test_outages import assert_told_as_an_outage
from .visitors import Visitor

pytestmark = [pytest.mark.system, pytest.mark.long, pytest.mark.fault("F18")]

MANY = 500  # guests: more than fit into what the tables have by now


class CrampedPostgres(PrivatePostgres):
    """One whose files cannot grow from `fill` on until `make_room`."""

    def __init__(self, broken_disk: Path) -> None:
        super().__init__()
        self.broken_disk = broken_disk

    def prepare(self) -> None:
        super().prepare()
        shutil.copy(self.broken_disk, self.folder / "disk.so")  # where its account can read it
        self.environment = {
            "LD_PRELOAD": str(self.folder / "disk.so"),
            "FULL_WHILE": str(self.folder / "full"),
        }

    def fill(self) -> None:
        (self.folder / "full").touch()

    def make_room(self) -> None:
        """Room for it, and a start where it has ended for want of that."""
        (self.folder / "full").unlink()
        if not self.answers():
            self.stop()
            self.start()


@pytest.fixture
def cramped(broken_disk: Path) -> Iterator[CrampedPostgres]:
    yield from required(lambda: CrampedPostgres(broken_disk), "NUMERICA_REQUIRE_POSTGRES")


@pytest.fixture
def site(cramped: CrampedPostgres, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, prepared_database(cramped)) as served:
        yield served


def test_a_database_without_room_is_told_as_such_and_loses_nothing(
    cramped: CrampedPostgres, site: Server, figures: Figures
) -> None:
    table = Table(site.database, two_guests(site))
    table.sit_down()
    acknowledged = _moves_until_refused(table, most=2)
    cramped.fill()
    figures.add("guests before a table was full", _guests_until_refused(site))
    acknowledged += _moves_until_refused(table, most=6)
    _need_a_new_log(site)
    assert not _moves_until_refused(table, most=1)
    with Visitor(site) as monitor:
        assert monitor.get("/healthz").status == 200
        assert monitor.get("/readyz").text == "away: database\n"
        cramped.make_room()
        wait_until(lambda: monitor.get("/readyz").status == 200, "the site is ready again")
    assert [text for _, _, text in table.rows()] == acknowledged
    table.read()
    acknowledged += _moves_until_refused(table, most=4)
    assert [text for _, _, text in table.rows()] == acknowledged
    assert "Traceback" not in site.log, site.log
    figures.add("acknowledged", len(acknowledged))
    for player in table.players:
        player.leave()
    expect_verified(site)


def _need_a_new_log(site: Server) -> None:
    """Fill one file of the log of all writes after the other, until PostgreSQL gives up.

    It has a few at hand, and stops for good where it cannot make another.
    """
    with pytest.raises(psycopg.OperationalError):
        for _ in range(100):
            with psycopg.connect(site.database_url, autocommit=True) as connection:
                connection.execute("SELECT pg_logical_emit_message(false, '', ''), pg_switch_wal()")


def _guests_until_refused(site: Server) -> int:
    """How many guests came before one was told that the site is away for now."""
    for number in range(MANY):
        with Visitor(site) as guest:
            guest.get("/")
            answer = guest.post("/people/guest/")
            if answer.status != 302:
                assert_told_as_an_outage("guest", answer)
                return number
    raise AssertionError("nobody was refused")


def _moves_until_refused(table: Table, most: int) -> list[str]:
    """The moves that were acknowledged; who is refused is told that the site is away for now."""
    made: list[str] = []
    while len(made) < most:
        text = a_move(table.state)
        answer = table.mover.move(table.game_id, table.ply + 1, text)
        if answer.status != 200:
            assert_told_as_an_outage("move", answer)
            break
        made.append(text)
        table.read()
    return made
