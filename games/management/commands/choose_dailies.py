"""`manage.py choose_dailies`: puzzles for the days to come, each a line of a file."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.daily.choosing import find_in_record, find_puzzle
from games.daily.days import day_number
from games.daily.puzzles import Puzzle, path_of, read_line, write_line
from games.daily.series import SERIES, Series
from games.store import site_time


class Command(BaseCommand):
    help = "Choose puzzles of the day for the days to come; goes on where it stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=400, help="from today on (400)")
        parser.add_argument("--series", nargs="*", choices=list(SERIES), help="only these")
        parser.add_argument(
            "--folder", type=Path, default=settings.DAILY_PUZZLES, help="where the files are"
        )
        parser.add_argument(
            "--records", nargs="*", type=Path, default=[], help="finished games, which come first"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        today = day_number(site_time.now(), settings.DAILY_BEGINS_ON)
        last_day = max(today, 1) + options["days"] - 1
        records = [path.read_bytes() for path in options["records"]]
        for key in options["series"] or SERIES:
            begun = monotonic()
            chosen = _choose(SERIES[key], last_day, options["folder"], records)
            size = path_of(key, options["folder"]).stat().st_size
            seconds = monotonic() - begun
            self.stdout.write(f"{key}: {chosen} days chosen in {seconds:.0f} s, {size} bytes")


def _choose(series: Series, last_day: int, folder: Path, records: Sequence[bytes]) -> int:
    """Append the days that are missing to the file of a series; how many."""
    known = [puzzle for key in series.of_game for puzzle in _read(path_of(key, folder))]
    own = _read(path_of(series.key, folder))
    used = {puzzle.fingerprint for puzzle in known}
    new = _new_puzzles(series, own, used, records)
    days = range(max((puzzle.day for puzzle in own), default=0) + 1, last_day + 1)
    with path_of(series.key, folder).open("a", encoding="utf-8") as file:
        for day in days:
            file.write(write_line(replace(next(new), day=day)))
            file.flush()
    return len(days)


def _new_puzzles(
    series: Series, own: Sequence[Puzzle], used: set[str], records: Iterable[bytes]
) -> Iterator[Puzzle]:
    """Puzzles of positions that are not in use: of the records, then of games played for it."""
    last = max((each.source for each in own if isinstance(each.source, int)), default=-1)
    found = chain(
        (find_in_record(series, record) for record in records),
        (find_puzzle(series, number) for number in count(last + 1)),
    )
    for puzzle in found:
        if puzzle is not None and puzzle.fingerprint not in used:
            used.add(puzzle.fingerprint)
            yield puzzle


def _read(path: Path) -> list[Puzzle]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [read_line(line) for line in lines]
