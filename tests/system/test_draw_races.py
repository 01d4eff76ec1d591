"""Draws that are offered, and moves, at the same moment, by posts to a real server."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.tiers import times

from .at_once import expect_verified
from .players import Table, a_move, two_guests
from .test_races import at_once, result
from .visitors import Answer

pytestmark = [pytest.mark.system, pytest.mark.wider]

ROUNDS = times(4, 8, 150)


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    """At Numeria, where both players together can agree on a draw."""
    opened = Table(server.database, two_guests(server), key="numeria")
    yield opened
    for player in opened.players:
        player.leave()
    expect_verified(server)
    assert "Traceback" not in server.log, server.log


@pytest.mark.fault("F5")
def test_draws_offered_and_a_move_at_once_end_the_game_once_or_are_void(
    table: Table, figures: Figures
) -> None:
    """Of the posts each is sent twice: a page whose answer is late sends the same again."""
    seen: Counter[str] = Counter()
    for _ in range(figures.add("rounds", ROUNDS)):
        table.sit_down(key="numeria")
        seen[_offers_and_a_move(table)] += 1
    for what, count in seen.items():
        figures.add(what, count)


def _offers_and_a_move(table: Table) -> str:
    """One round; what became of the game."""
    turn, text = table.state.turn, a_move(table.state)
    offered = f"/games/{table.game_id}/draw/"
    held = [each.hold_back(offered, ply=1) for each in table.players * 2]
    held += [table.mover.hold_back(table.move_address, ply=1, text=text) for _ in range(2)]
    *offers, moved, moved_again = at_once(held)
    assert (moved.status, moved.text) == (moved_again.status, moved_again.text)
    [(ply, seat, stored)] = table.rows()
    if stored == text:
        assert (ply, seat, moved.status) == (1, turn, 200)
        assert all(each.status == 200 or _code(each) == "stale" for each in offers)
        taken = [200 in (offers[seat].status, offers[seat + 2].status) for seat in (0, 1)]
        assert taken != [True, True], "both offered, and nobody agreed"
        assert not standing(table)
        assert result(table) == {"termination": "", "ranks": [None, None]}
        return "a move was first"
    assert (ply, stored, _code(moved)) == (1, "agreement", "game-over")
    assert [each.status for each in offers] == [200] * 4, [each.text for each in offers]
    assert result(table) == {"termination": "agreement", "ranks": [1, 1]}
    return "agreed"


def _code(refused: Answer) -> str:
    """Why it was refused: a code of notation.md; the status goes with it."""
    assert refused.status == 409, refused.text
    return str(refused.json()["code"])


def standing(table: Table) -> list[int]:
    """The seats whose offer holds."""
    sql = "SELECT seat FROM games_player WHERE game_id = %s AND offers_draw"
    return [seat for (seat,) in table.database.rows(sql, table.game_id)]
