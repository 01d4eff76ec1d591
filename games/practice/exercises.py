"""Exercises as they lie in files: one line each, mined ahead by `mine_exercises`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from games.daily.puzzles import fingerprint
from games.engine.positions import SEAT_TO_MOVE, read_position
from games.rules.interface import State
from games.rules.moves import Seat

FOLDER = Path(__file__).parent / "catalogue"
SEAT: Seat = SEAT_TO_MOVE  # the one that everybody plays
NAME_LENGTH = 12  # letters of the fingerprint that name an exercise


@dataclass(frozen=True)
class Exercise:
    """A position to solve, and what is proven of it.

    - `position`: what everybody sees, as `games.engine.positions` reads it
    - `theme`: the kind of miss of who does not find it, as `games.review` tells them apart; in
      Numeria also `win` and `win-in-two`
    - `best`: the most that any play earns; in Numeria the tropes that a solution takes, or 0 where
      it only threatens two
    - `second`: the most that another play earns; 0 where none earns anything
    - `plays`: the plays that solve it, in notation, each with its points
    - `solved_by`: which of the eight levels, counted from 0, solve it
    - `source`: the number of the game that it comes from
    """

    position: Mapping[str, Any]
    theme: str
    best: int
    second: int
    plays: Sequence[tuple[str, int]]
    solved_by: Sequence[int]
    source: int

    @cached_property
    def state(self) -> State:
        """The position for the rules; it holds nothing that is hidden."""
        return read_position(self.position)

    @cached_property
    def name(self) -> str:
        """Its name in addresses and rows: it follows from the position alone."""
        return fingerprint(self.position)[:NAME_LENGTH]


_BESIDE = ("theme", "best", "second", "plays", "solved_by", "source")


def write_line(exercise: Exercise) -> str:
    """The line of an exercise; `manage.py best` reads its position too."""
    data = {**exercise.position, **{name: getattr(exercise, name) for name in _BESIDE}}
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def read_line(line: str) -> Exercise:
    """The exercise that `write_line` wrote."""
    data = json.loads(line)
    more = {name: data.pop(name) for name in _BESIDE}
    more["plays"] = tuple((text, points) for text, points in more["plays"])
    return Exercise(position=data, **more)


def path_of(game: str, folder: Path = FOLDER) -> Path:
    """The file of the exercises of a game."""
    return folder / f"{game}.jsonl"


@lru_cache(16)
def exercises(game: str, folder: Path = FOLDER) -> Mapping[str, Exercise]:
    """All exercises of a game by their names, in the order in which they were mined."""
    path = path_of(game, folder)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {exercise.name: exercise for exercise in map(read_line, lines)}
