"""Chance that follows from the position alone, so that every choice can be made again."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Self, TypeVar

from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.tiles import seeded_number

T = TypeVar("T")

HUNDRED = 100


@dataclass(frozen=True)
class Dice:
    """Chance by name: the same name falls the same way."""

    seed: bytes

    @classmethod
    def of(cls, state: State, seat: Seat) -> Self:
        """The dice of a position as this seat sees it."""
        seen = json.dumps(state.seen_by(seat).to_json(), sort_keys=True)
        return cls(sha256(seen.encode()).digest())

    def happens(self, name: str, in_a_hundred: int) -> bool:
        """Whether something happens that does so in so many of a hundred cases."""
        return seeded_number(self.seed, name) % HUNDRED < in_a_hundred

    def shuffled(self, name: str, items: Sequence[T]) -> list[T]:
        """The same items in an order of chance."""
        order = sorted(range(len(items)), key=lambda at: seeded_number(self.seed, f"{name}:{at}"))
        return [items[at] for at in order]
