"""All migrations of late back and on again while games run: nothing is lost that both can hold."""

import pytest

from tests.faults import Figures
from tests.servers import Server
from tests.tiers import some_of, times

from .at_once import expect_verified, printed
from .players import Table, two_guests
from .raw_sockets import move

pytestmark = [pytest.mark.system, pytest.mark.wider]

GAMES = times(8, 8, 500)  # that run, and as many that are over
BACK = some_of(12, 14, 27)  # migrations

PLAY = "from tests.system.migrations_both_ways import play_many\nplay_many(ROUNDS)"
GO = "from tests.system.migrations_both_ways import go_back_and_on\ngo_back_and_on(ROUNDS)"


@pytest.mark.long
@pytest.mark.fault("F17")
def test_migrations_back_and_on_keep_every_game_and_it_is_played_on(
    unserved: Server, figures: Figures
) -> None:
    with unserved:
        table = Table(unserved.database, two_guests(unserved))
        table.sit_down()
        for _ in range(3):
            move(table)
    printed(unserved, PLAY, figures.add("games that run", GAMES))
    told = " ".join(printed(unserved, GO, figures.add("migrations back", BACK)))
    assert "DIFFERENT" not in told, told
    expect_verified(unserved)
    expect_verified(unserved, "--ratings")
    with unserved:
        table.read()
        move(table)
        move(table)
        for player in table.players:
            player.leave()
    expect_verified(unserved)
