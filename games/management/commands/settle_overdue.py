"""`manage.py settle_overdue`: the deadlines that have passed and that nobody has settled."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.services.deadlines import settle_overdue
from games.store import site_time


class Command(BaseCommand):
    help = (
        "List the games whose deadline has passed and that run on: so it is when more have passed"
        " at once than the site ends unasked. With --all they end."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="end all of them")

    def handle(self, *args: Any, **options: Any) -> None:
        now = site_time.now()
        overdue = Game.objects.filter(deadline_at__lte=now).order_by("deadline_at")
        if options["all"]:
            self._settle(overdue.count())
            return
        for game in overdue:
            self.stdout.write(f"{game.id}  {game.key}  until {game.deadline_at}")
        self.stdout.write(f"{overdue.count()} deadlines have passed; it is {now}")

    def _settle(self, wanted: int) -> None:
        settled = 0
        while settled < wanted:
            more = settle_overdue(site_time.now(), is_confirmed=True)
            if not more:
                raise CommandError(
                    f"{settled} of {wanted} games ended. The others are broken (see the log), or"
                    " the site does not run undisturbed for a minute yet."
                )
            settled += more
        self.stdout.write(f"{settled} games ended by time.")
