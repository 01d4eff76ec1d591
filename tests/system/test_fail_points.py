"""Killed, or something raises, at a chosen point of a move: stored if and only if it was committed.

The points stand in `fail_points`. Whatever happened there, the same post again is answered, and the
answer is that of the move as it is stored.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.faults import Figures
from tests.servers import Server, wait_until
from tests.tiers import some_of, times

from .at_once import expect_verified
from .histories import AWAY
from .players import Table, a_move, two_guests
from .visitors import Answer, Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

POINTS = {
    "after_lock": False,
    "after_row": False,
    "before_commit": False,
    "after_commit": True,
    "while_telling": True,
    "before_answer": True,
}
"""In the order of the work; whether the move is committed by then."""

KILLED_AT = some_of(["after_row", "after_commit"], [*POINTS])
KILLS = times(1, 1, 25)  # at each point, on each database
RAISED_AT = [point for point in POINTS if point != "before_answer"]  # there is nobody left to tell
RAISES = times(1, 2, 50)
PASSWORD = "three plus four"
WITH_POINTS = {"PYTHONPATH": str(Path(__file__).parent / "fail_points")}


@pytest.fixture
def site(unserved: Server) -> Iterator[Server]:
    """A server that takes orders where to fail; at the end all of it replays, ratings as well."""
    unserved.environment |= WITH_POINTS
    with unserved:
        yield unserved
    expect_verified(unserved, "--ratings")


@pytest.fixture
def tables(site: Server) -> Iterator[list[Table]]:
    """Two guests, who give up now and then, and two with accounts at a rated game."""
    known = Visitor(site), Visitor(site)
    for name, visitor in zip(("Ada", "Ben"), known, strict=True):
        visitor.get("/accounts/signup/")
        said = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD}
        assert visitor.post("/accounts/signup/", **said).status in (200, 302)
        visitor.get("/")
    opened = [Table(site.database, two_guests(site)), Table(site.database, known)]
    yield opened
    for table in opened:
        for player in table.players:
            player.leave()


def seat(table: Table, **settings: str) -> None:
    if not table.game_id or table.state.outcome is not None:
        table.sit_down(**settings)


class Move:
    """A move that is posted, and posted again: a play, or the resignation that ends the game."""

    def __init__(self, table: Table, *, ends: bool) -> None:
        self.table, self.player = table, table.mover
        self.before, self.version = table.rows(), self._version()
        self.ply = table.ply + 1
        self.text = "resign" if ends else a_move(table.state)
        self.row = (self.ply, table.state.turn, self.text)

    def post(self) -> Answer | None:
        """What is answered; None where the connection breaks."""
        try:
            return self.player.move(self.table.game_id, self.ply, self.text)
        except AWAY:
            return None

    def expect(self, *, is_stored: bool) -> None:
        """All of it is stored, or nothing: the row, and what the game's own row says."""
        added = [self.row] if is_stored else []
        assert self.table.rows() == [*self.before, *added]
        ply, *others = self._version()
        assert ply == self.ply - (not is_stored)
        assert ([ply, *others] != self.version) == is_stored

    def expect_answered(self) -> None:
        """Posted again, it is told as a move that was made, once."""
        answer = self.post()
        told = answer.json()
        assert (answer.status, told["ok"], told["ply"], told["move"]) == (
            200, True, self.ply, self.text,
        )  # fmt: skip
        self.expect(is_stored=True)
        self.table.read()

    def _version(self) -> list[object]:
        sql = "SELECT ply, state, turn, ended_at IS NULL, termination FROM games_game WHERE id = %s"
        [row] = self.table.database.rows(sql, self.table.game_id)
        return [*row]


def moves(tables: list[Table]) -> Iterator[Move]:
    """At one table after the other; every third move of a table ends its game, and its ratings move."""
    for number in count():
        table, settings = tables[number % 2], [{}, {"rated": "on"}][number % 2]
        seat(table, **settings)
        yield Move(table, ends=number // 2 % 3 == 2)


def order(site: Server, point: str, how: str) -> Path:
    path = site.var_dir / "fail_point"
    path.write_text(f"{point} {how}")
    return path


@pytest.mark.long
@pytest.mark.fault("F1b")
def test_a_process_killed_within_a_move_has_stored_all_of_it_or_nothing(
    site: Server, tables: list[Table], figures: Figures
) -> None:
    posted = moves(tables)
    for point in KILLED_AT * KILLS:
        move = next(posted)
        order(site, point, "kill")
        assert move.post() is None, point
        wait_until(lambda: not site.is_alive, "the process is gone")
        move.expect(is_stored=POINTS[point])
        site.start()
        move.expect_answered()
        figures.add("kills", 1)
    figures.add("points", len(KILLED_AT))


@pytest.mark.fault("F1b")
def test_whatever_raises_within_a_move_it_is_stored_as_a_whole_or_not(
    site: Server, tables: list[Table], figures: Figures
) -> None:
    posted = moves(tables)
    for point in RAISED_AT * RAISES:
        move = next(posted)
        asked = order(site, point, "raise")
        answer = move.post()
        assert not asked.exists(), f"{point} was not come by"
        assert answer is None or answer.status in (200, 500), point
        move.expect(is_stored=POINTS[point])
        move.expect_answered()
        figures.add("raised", 1)
    figures.add("points", len(RAISED_AT))
