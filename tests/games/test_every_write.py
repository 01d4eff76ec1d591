"""Chance on the whole way of a write, against a second reading of the rules and the clocks."""

from contextlib import suppress

import pytest

from games.models import Player
from games.rules.clock import Clocks
from games.services import moves as moves_of_players
from tests.faults import Figures
from tests.oracle import machine
from tests.tiers import but_for_certainty, some_of, times

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HISTORIES = some_of(5, 5, 250)
PARTS = times(1, 1, 10)
STEPS = times(20, 20, 60)
ENOUGH = some_of(
    30, 30, 150
)  # histories, of which the first wrong step of a wrong site ends the search


@pytest.mark.fault("F13")
@pytest.mark.wider
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_people_do_is_stored_as_the_rules_say(part: int, figures: Figures):
    figures.add("histories", HISTORIES)
    for name, count in machine.run(HISTORIES, STEPS, part=part).items():
        figures.add(name, count)


# --- it can fail ---

gain_rightly, move_rightly = Clocks.after_turn, moves_of_players.play_move


def gains_nothing(clocks, *told, **more):
    return gain_rightly(clocks, *told, **more | {"gains": False})


def keeps_the_rack(stock, seat, tiles):
    return stock


def keeps_what_was_refused(**told):
    """What is refused leaves a trace in a row."""
    try:
        return move_rightly(**told)
    finally:
        with suppress(Player.DoesNotExist):
            Player.objects.filter(game=told["game_id"]).update(stuck_ply=99)


WRONG = [
    ("refusals", "games.views.tables.play_move", keeps_what_was_refused),
    ("ratings", "ratings.elo.k_factor", lambda rating: 40),
    ("premiums", "games.rules.placement.tile_points", lambda line: sum(c.points for c in line)),
]
WRONG_BUT_SELDOM = [
    ("swaps", "games.rules.stock.Stock.swap", keeps_the_rack),
    ("clocks", "games.rules.clock.Clocks.after_turn", gains_nothing),
    ("late posts", "games.services.moves.require_position", lambda *told: None),
]
BUILDS = some_of(WRONG, WRONG, WRONG + WRONG_BUT_SELDOM)


@pytest.mark.parametrize(("name", "where", "wrong"), but_for_certainty(BUILDS, WRONG[:1]))
@pytest.mark.fault("F13")
@pytest.mark.wider
def test_a_site_that_is_wrong_in_one_thing_is_found(name, where, wrong, monkeypatch):
    monkeypatch.setattr(where, wrong)
    with pytest.raises(AssertionError):
        machine.run(ENOUGH, 30, shrinks=False)
