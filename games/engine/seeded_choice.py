"""Random choices that follow from the position alone, so that they can be repeated."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Self, TypeVar

from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.tiles import seeded_number

T = TypeVar("T")

ALL_PERCENT = 100


@dataclass(frozen=True)
class SeededChoice:
    """Random choices by name: the same name gives the same choice.

    The names decide what computers play. With other names the recorded games of the levels
    (benchmarks/levels.jsonl) would no longer be theirs.
    """

    seed: bytes

    @classmethod
    def of_position(cls, state: State, seat: Seat) -> Self:
        """The choices of a position as this seat sees it."""
        seen = json.dumps(state.seen_by(seat).to_json(), sort_keys=True)
        return cls(sha256(seen.encode()).digest())

    def happens(self, name: str, percent: int) -> bool:
        """Whether an event of this probability happens."""
        return seeded_number(self.seed, name) % ALL_PERCENT < percent

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        order = sorted(range(len(items)), key=lambda at: seeded_number(self.seed, f"{name}:{at}"))
        return [items[at] for at in order]
