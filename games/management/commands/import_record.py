"""`manage.py import_record FILE...`: store records of games that were played elsewhere."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from games.management.commands.replay import fault_line, replay_file, summary
from games.management.terminal import printable
from games.rules.record import RecordError
from games.services.imports import import_game
from games.store import site_time


class Command(BaseCommand):
    help = "Store finished game records, marked as imported; the status is 0 when all are good."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a .game file, or - for input")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        faults = 0
        for name in files:
            try:
                self.stdout.write(printable(_import_file(name)))
            except RecordError as fault:
                faults += 1
                self.stdout.write(printable(fault_line(name, fault)))
        if faults:
            sys.exit(1)


def _import_file(name: str) -> str:
    """Store one file; what to say about it. Raises RecordError, and then nothing was stored."""
    replayed = replay_file(name)
    game, is_new = import_game(replayed=replayed, now=site_time.now())
    address = reverse("games:table", args=[game.id])
    if not is_new:
        return f"{name}: is here already, nothing was stored: {address}"
    told = ", ".join(filter(None, [summary(replayed), replayed.unchecked]))
    return f"{name}: imported, {told}: {address}"
