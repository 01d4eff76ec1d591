"""Where an address asks for TLS to PostgreSQL, nothing goes there in the clear instead."""

import pytest

from tests.servers import Server

pytestmark = [pytest.mark.system, pytest.mark.wider]


@pytest.fixture
def site(tmp_path, postgres) -> Server:
    """A site that asks for it, of a PostgreSQL that has none."""
    return Server(tmp_path, f"{postgres.new_database()}?sslmode=require")


@pytest.mark.parametrize("command", [("prepare_database",), ("backup", "copy")])
def test_a_database_without_tls_is_refused_where_the_address_asks_for_it(command, site, tmp_path):
    told = site.manage(*(str(tmp_path / word) if word == "copy" else word for word in command))
    assert told.returncode == 1 and "does not support SSL" in told.stderr, told.stderr
