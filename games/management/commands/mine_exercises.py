"""`manage.py mine_exercises`: positions to practise with, each a line of a file."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand

from games.practice.exercises import FOLDER, Exercise, path_of, read_line, write_line
from games.practice.kinds import EXERCISES
from games.practice.mining import MOST_OF_A_THEME, mine


class Command(BaseCommand):
    help = "Mine positions to practise with; goes on where it stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--count", type=int, default=500, help="of each game (500)")
        parser.add_argument("--games", nargs="*", choices=list(EXERCISES), help="only these")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are")

    def handle(self, *args: Any, **options: Any) -> None:
        for game in options["games"] or EXERCISES:
            begun = monotonic()
            mined = _mine(game, options["count"], options["folder"])
            size = path_of(game, options["folder"]).stat().st_size
            seconds = monotonic() - begun
            self.stdout.write(f"{game}: {mined} exercises mined in {seconds:.0f} s, {size} bytes")


def _mine(game: str, count: int, folder: Path) -> int:
    """Append exercises to the file of a game until it has this many; how many came."""
    path, mined = path_of(game, folder), 0
    known = _read(path)
    names = {each.name for each in known}
    themes = Counter(each.theme for each in known)
    with path.open("a", encoding="utf-8") as file:
        for exercise in _from(game, max((each.source for each in known), default=-1) + 1):
            if len(names) >= count:
                return mined
            is_rare = themes[exercise.theme] < MOST_OF_A_THEME
            if exercise.name not in names and is_rare:
                names.add(exercise.name)
                themes[exercise.theme] += 1
                file.write(write_line(exercise))
                file.flush()
                mined += 1
    return mined


def _from(game: str, number: int) -> Iterator[Exercise]:
    """The exercises of all games from this number on."""
    while True:
        yield from mine(game, number)
        number += 1


def _read(path: Path) -> list[Exercise]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [read_line(line) for line in lines]
