"""`manage.py choose_dailies`: puzzles for the days to come, each a line of a file."""

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.daily.choosing import find_puzzle
from games.daily.days import day_number
from games.daily.puzzles import FOLDER, Puzzle, path_of, read_line, write_line
from games.daily.series import SERIES, Series
from games.store import site_time


class Command(BaseCommand):
    help = "Choose puzzles of the day for the days to come; goes on where it stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=400, help="from today on (400)")
        parser.add_argument("--series", nargs="*", choices=list(SERIES), help="only these")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are")

    def handle(self, *args: Any, **options: Any) -> None:
        today = day_number(site_time.now(), settings.DAILY_BEGINS_ON)
        last_day = max(today, 1) + options["days"] - 1
        for key in options["series"] or SERIES:
            begun = monotonic()
            chosen = _choose(SERIES[key], last_day, options["folder"])
            size = path_of(key, options["folder"]).stat().st_size
            seconds = monotonic() - begun
            self.stdout.write(f"{key}: {chosen} days chosen in {seconds:.0f} s, {size} bytes")


def _choose(series: Series, last_day: int, folder: Path) -> int:
    """Append the days that are missing to the file of a series; how many."""
    known = [puzzle for key in series.of_game for puzzle in _read(path_of(key, folder))]
    own = _read(path_of(series.key, folder))
    used = {puzzle.fingerprint for puzzle in known}
    number = max((puzzle.source for puzzle in own), default=-1)
    days = range(max((puzzle.day for puzzle in own), default=0) + 1, last_day + 1)
    with path_of(series.key, folder).open("a", encoding="utf-8") as file:
        for day in days:
            number, puzzle = _next_puzzle(series, number, used)
            used.add(puzzle.fingerprint)
            file.write(write_line(replace(puzzle, day=day)))
            file.flush()
    return len(days)


def _next_puzzle(series: Series, number: int, used: set[str]) -> tuple[int, Puzzle]:
    """The puzzle of the next game after this one that has a new one, and the game's number."""
    while True:
        number += 1
        puzzle = find_puzzle(series, number)
        if puzzle is not None and puzzle.fingerprint not in used:
            return number, puzzle


def _read(path: Path) -> list[Puzzle]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [read_line(line) for line in lines]
