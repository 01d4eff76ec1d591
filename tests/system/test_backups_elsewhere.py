"""Copies of a site on which people play, restored elsewhere: all is there, and they play on."""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults import Figures
from tests.private_servers import PrivatePostgres
from tests.servers import Server
from tests.tiers import times

from .histories import Posted, Said, judge, playing
from .players import Table, a_move, two_guests

pytestmark = [pytest.mark.system, pytest.mark.long, pytest.mark.fault("F16")]

PAIRS = 6
COPIES = times(1, 1, 5)


class OtherPostgres(PrivatePostgres):
    """One that stands for another machine, with another locale."""

    locale = "C.UTF-8"


@contextmanager
def elsewhere(site: Server, folder: Path) -> Iterator[Server]:
    """An empty site of the same kind of database on another machine, with the same secret key."""
    folder.mkdir()
    shutil.copy(site.var_dir / "secret_key", folder)
    if not site.database_url:
        yield Server(folder)
        return
    with OtherPostgres() as postgres:
        yield Server(folder, postgres.new_database())


def test_what_was_acknowledged_before_a_copy_is_restored_elsewhere_and_people_play_on(
    fresh_server: Server, tmp_path: Path, figures: Figures
) -> None:
    copies: list[tuple[Path, list[Posted], list[Said]]] = []
    site = fresh_server
    table = Table(site.database, two_guests(site))
    table.sit_down()
    assert move_of(table) == 200
    with playing(site, PAIRS) as history:
        for number in range(COPIES):
            history.goes_on()
            copy = tmp_path / f"copy{number}"
            copies.append((copy, [*history.acknowledged], [*history.said]))
            made = site.manage("backup", str(copy))
            assert made.returncode == 0, made.stderr
    judge(site, history, figures)
    for copy, moves, lines in copies:
        with elsewhere(site, tmp_path / f"of-{copy.name}") as restored:
            expect_restored(restored, copy, moves, lines)
            figures.add("copies restored", 1)
            figures.add("moves acknowledged before", len(moves))
            expect_played_on(restored, table)


def expect_restored(site: Server, copy: Path, moves: list[Posted], lines: list[Said]) -> None:
    """All that was acknowledged before the copy was begun is there, and agrees with itself."""
    told = site.manage("restore", str(copy))
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.count(" 0 differences") == 2, told.stdout
    rows = site.database.rows("SELECT game_id, ply, text FROM games_playedmove")
    assert not Counter(moves) - Counter(map(tuple, rows))
    said = site.database.rows("SELECT game_id, number, phrase FROM games_chatline")
    assert not Counter(lines) - Counter(map(tuple, said))


def expect_played_on(site: Server, table: Table) -> None:
    """Who was signed in still is, and moves in the game that was begun before the copy."""
    with site:
        for player in table.players:
            player.server = site
        table.database = site.database
        table.read()
        assert table.ply == 1 and move_of(table) == 200
        for player in table.players:
            player.leave()
        assert "Traceback" not in site.log, site.log


def move_of(table: Table) -> int:
    """The status of the answer to a move of who is to move."""
    return table.mover.move(table.game_id, table.ply + 1, a_move(table.state)).status
