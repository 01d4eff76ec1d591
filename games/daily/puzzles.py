"""Puzzles of the day as they lie in files: one line a day, chosen ahead by `choose_dailies`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.engine.positions import SEAT_TO_MOVE, read_position
from games.rules.interface import State
from games.rules.moves import Seat

FOLDER = Path(__file__).parent / "puzzles"
SEAT: Seat = SEAT_TO_MOVE  # the one that everybody plays


@dataclass(frozen=True)
class Puzzle:
    """The position of a day, and what is proven of it.

    - `day`: its number, counted from 1
    - `position`: what everybody sees, as `games.engine.positions` reads it
    - `best`: the most that any play earns; in Numeria in how many moves it is won
    - `plays`: some of the best plays in notation, each with its points; in Numeria first moves
      that win in time
    - `levels`: what each of the eight levels reached, in per cent of the best
    - `source`: the game that it comes from: the number of one that the levels played for this
      alone, or the beginning of the hash of a finished game's record
    """

    day: int
    position: Mapping[str, Any]
    best: int
    plays: Sequence[tuple[str, int]]
    levels: Sequence[int]
    source: int | str

    @cached_property
    def state(self) -> State:
        """The position for the rules; it holds nothing that is hidden."""
        return read_position(self.position)

    @property
    def fingerprint(self) -> str:
        """Alike for two puzzles of the same position, and for no others."""
        return fingerprint(self.position)


def fingerprint(position: Mapping[str, Any]) -> str:
    """A name of a position that does not depend on the order of the rack."""
    rack = sorted(position.get("rack", ""))
    return sha256(_text({**position, "rack": rack}).encode()).hexdigest()


def write_line(puzzle: Puzzle) -> str:
    """The line of a puzzle; `manage.py best` reads its position too."""
    more = {name: getattr(puzzle, name) for name in ("day", "best", "plays", "levels", "source")}
    return _text({**puzzle.position, **more}) + "\n"


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_line(line: str) -> Puzzle:
    """The puzzle that `write_line` wrote."""
    data = json.loads(line)
    more = {name: data.pop(name) for name in ("day", "best", "levels", "source")}
    plays = tuple((text, points) for text, points in data.pop("plays"))
    return Puzzle(position=data, plays=plays, **more)


def path_of(series: str, folder: Path = FOLDER) -> Path:
    """The file of the puzzles of a series."""
    return folder / f"{series}.jsonl"


@lru_cache(64)
def puzzles(series: str, folder: Path = FOLDER) -> Mapping[int, Puzzle]:
    """All puzzles of a series by their day; none where no file is."""
    path = path_of(series, folder)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = map(read_line, lines)
    return {puzzle.day: puzzle for puzzle in found}
