"""`manage.py restore FILE`: make the database of a copy, and prove it."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.management.copies import CopyFault, make_from


class Command(BaseCommand):
    help = (
        "Fill the database, which must be empty, from a file that `backup` wrote; then replay every"
        " game and every rating. Status 1 where that finds a difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            make_from(options["file"])
        except CopyFault as fault:
            raise CommandError(str(fault)) from fault
        call_command("prepare_database", stdout=self.stdout)
        differs = [self._differs(ratings=ratings) for ratings in (False, True)]
        if any(differs):
            sys.exit(1)

    def _differs(self, *, ratings: bool) -> bool:
        """Whether `verify` finds a difference, which ends it with a status."""
        try:
            call_command("verify", ratings=ratings, stdout=self.stdout)
        except SystemExit:
            return True
        return False
