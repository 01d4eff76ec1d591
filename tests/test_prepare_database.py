"""What the people who run the site are told when the database is made ready to be served."""

import sqlite3

import pytest
from django.core.management import call_command
from django.db import connection

from games.management.commands.prepare_database import FIXED_SQLITE

pytestmark = pytest.mark.django_db(transaction=True)

LAST_BROKEN = (*FIXED_SQLITE[:2], FIXED_SQLITE[2] - 1)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite alone")
@pytest.mark.parametrize(
    ("version", "is_production", "is_warned"),
    [(LAST_BROKEN, True, True), (FIXED_SQLITE, True, False), (LAST_BROKEN, False, False)],
)
def test_in_production_an_sqlite_that_can_lose_data_is_told(
    version, is_production, is_warned, monkeypatch, settings, tmp_path, capsys
):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    settings.IS_PRODUCTION = is_production
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", tmp_path / "numerica.sqlite3")
    call_command("prepare_database")
    assert ("can lose data when several processes write" in capsys.readouterr().out) == is_warned
