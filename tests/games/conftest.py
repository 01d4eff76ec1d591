"""What the tests of games share besides."""

import logging

import pytest

from .helpers import all_rows


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
