"""What differs between the daily puzzles of laid tiles and those of Numeria."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.catalogue import Parts
from games.daily.series import Series
from games.rules.interface import State
from games.rules.moves import Verdict

Proven = tuple[int, Sequence[tuple[str, int]]]
"""The best, and plays that reach it, each with its points."""


@dataclass(frozen=True)
class DailyKind:
    """How the puzzles of a game are chosen, and what a play reaches.

    - `positions`: those of a game that are looked at, of its States from the first on;
      what chance decides follows from the bytes
    - `prove`: what is proven of a position; None where it is not worth a day
    - `suits`: whether what ordinary people reach, in per cent of the best, suits a puzzle
    - `share`: what a legal play reaches, in per cent of the best
    """

    positions: Callable[[Series, Iterator[State], bytes], Iterator[dict[str, Any]]]
    prove: Callable[[Series, Any], Proven | None]
    suits: Callable[[Sequence[int]], bool]
    share: Callable[[Any, Verdict, int], int]


DAILIES: Mapping[str, DailyKind] = Parts("dailies")
"""The kind of puzzles of each game that has any, by the key of the game."""
