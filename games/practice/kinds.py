"""What differs between exercises of laid tiles and those of Numeria."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.catalogue import Parts
from games.rules.interface import State
from games.rules.moves import Verdict

Proven = tuple[str, int, int, Sequence[tuple[str, int]]]
"""The theme, the best, the second, and the plays that solve it."""


@dataclass(frozen=True)
class ExerciseKind:
    """How the exercises of a game are mined and solved.

    - `positions`: what is looked at of a State whose turn it is to move
    - `prove`: what is proven of a position; None where it is no exercise
    - `every_play`: all plays of a position, in notation
    - `does_as_much`: of a theme and its best, whether a legal move does as much as a solution
    """

    positions: Callable[[State], Iterator[dict[str, Any]]]
    prove: Callable[[Any], Proven | None]
    every_play: Callable[[State], Iterable[str]]
    does_as_much: Callable[[Any, str, int, Verdict], bool]


EXERCISES: Mapping[str, ExerciseKind] = Parts("exercises")
"""The kind of exercises of each game that has any, by the key of the game."""
