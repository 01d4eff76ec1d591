"""`manage.py prepare_database`: migrate, set up SQLite once for one writer, make the computers."""

import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from accounts.services import make_computers
from games.daily.series import SERIES
from games.selectors import daily
from games.store import site_time

FIXED_SQLITE = (3, 51, 3)  # the first without the WAL-reset bug
SOON = 60  # days before there is no puzzle of the day any more


class Command(BaseCommand):
    help = "Make the database ready to be served: migrations, computers, on SQLite WAL and a check."

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor == "sqlite":
            Path(settings.DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
            self._prepare_sqlite()
        call_command("migrate", interactive=False, verbosity=0)
        for name in make_computers():
            self.stdout.write(
                f"A person is called {name} from now on: the name before was a computer's."
                " They sign in with either name."
            )
        self._tell_when_puzzles_end()

    def _tell_when_puzzles_end(self) -> None:
        """Puzzles of the day are chosen ahead, and nobody notices before there is none."""
        last = min(daily.last_day(series) for series in SERIES.values())
        if last < daily.today(site_time.now()) + SOON:
            self.stdout.write(
                f"The last puzzle of the day is that of {daily.begin_of(last):%Y-%m-%d};"
                " choose more: manage.py choose_dailies."
            )

    def _prepare_sqlite(self) -> None:
        """The journal mode is kept in the file, so it is set here and not by each connection."""
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA quick_check")
            (answer,) = cursor.fetchone()
        if answer != "ok":
            raise CommandError(f"The database is damaged: {answer}. Restore the last backup.")
        if settings.IS_PRODUCTION and sqlite3.sqlite_version_info < FIXED_SQLITE:
            self.stdout.write(
                f"SQLite {sqlite3.sqlite_version} can lose data when several processes write;"
                " serve with one process, or set DATABASE_URL."
            )
