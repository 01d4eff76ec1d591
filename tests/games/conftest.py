"""What the tests of games share besides."""

import logging

import pytest

from games.models import GameSettings
from games.services import broken_games, deadlines
from games.services.start import start_game
from games.store import site_time, transactions

from .beats import NOON
from .helpers import all_rows


@pytest.fixture
def new_process():
    """As if this process had just begun: it knows of no outage and of no failure."""
    known = site_time.known_outages()
    site_time.set_known_outages(0)
    deadlines.clear_what_was_said()
    transactions.clear_failure()
    broken_games.clear()
    yield
    site_time.set_known_outages(known)
    transactions.clear_failure()
    broken_games.clear()


@pytest.fixture
def nothing_happens(logged):
    """Do something that must be refused; every row stays, no log line says ERROR, no traceback."""

    def did(do, status: int):
        before = all_rows()
        response = do()
        body = response.content.decode()
        assert response.status_code == status, body[-500:]
        assert all_rows() == before
        assert [record for record in logged if record.levelno >= logging.ERROR] == []
        assert [record for record in logged if record.exc_info] == []
        assert "Traceback" not in body and "Exception" not in body
        return response

    return did


@pytest.fixture
def live(start):
    """Ada and Ben's game of five minutes each and five seconds a move, dealt at noon."""
    return start(now=NOON, time_control="300+5")


@pytest.fixture
def three(people):
    """Three at a table of Equate, three minutes each."""
    settings = GameSettings("equate", options="players=3", time_control="180+0")
    users = [people.ada, people.ben, people.cleo]
    return start_game(settings, users=users, seed=bytes(32), now=NOON)
