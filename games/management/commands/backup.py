"""`manage.py backup FILE`: a copy of the whole database, while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.copies import CopyFault, copy_to


class Command(BaseCommand):
    help = (
        "Copy the whole database into a new file while the site runs: SQLite, or PostgreSQL by"
        " pg_dump. `restore` makes a database of it again; keep it on another machine."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            copy_to(options["file"])
        except CopyFault as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(f"{options['file']}: {options['file'].stat().st_size} bytes")
