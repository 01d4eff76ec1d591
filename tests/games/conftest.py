"""What the tests of games share besides."""

import logging

import pytest

from games.services import deadlines
from games.store import site_time, transactions

from .helpers import all_rows


@pytest.fixture
def new_process():
    """As if this process had just begun: it knows of no outage and of no failure."""
    known = site_time.known_outages()
    site_time.set_known_outages(0)
    deadlines.forget_what_was_said()
    transactions.forget_failure()
    yield
    site_time.set_known_outages(known)
    transactions.forget_failure()


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
