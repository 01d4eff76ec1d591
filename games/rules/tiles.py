"""Tile sets, the bag, and draws that anyone can check."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.base import Seat

BLANK = "?"

Pile = tuple[str, ...] | int
"""Tiles that lie together: one by one where they are known, else how many they are."""


@dataclass(frozen=True)
class TileSet:
    """The tiles of a game in the order in which its rules list them, blanks last."""

    counts: Mapping[str, int]
    points: Mapping[str, int]

    @classmethod
    def from_table(cls, table: str) -> "TileSet":
        """Read rows of `symbol count points`.

        >>> TileSet.from_table("7 3 5").points["7"]
        5
        """
        rows = [line.split() for line in table.strip().splitlines()]
        return cls(
            counts={symbol: int(count) for symbol, count, _ in rows},
            points={symbol: int(points) for symbol, _, points in rows},
        )

    def full_bag(self) -> tuple[str, ...]:
        """Every tile of the set, sorted as the bag is."""
        return tuple(symbol for symbol, count in self.counts.items() for _ in range(count))

    def sort(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """The tiles in the order of the set."""
        order = {symbol: place for place, symbol in enumerate(self.counts)}
        return tuple(sorted(tiles, key=order.__getitem__))

    def value_of(self, face: str) -> int:
        """Points of a face on the board; a blank earns nothing, whatever it stands for."""
        return 0 if is_blank(face) else self.points[face]

    def total(self, tiles: Iterable[str]) -> int:
        """Points of tiles on a rack; a blank counts 0."""
        return sum(self.points[tile] for tile in tiles)


def is_blank(face: str) -> bool:
    """A blank is written `?` on a rack and `?5` on the board."""
    return face.startswith(BLANK)


def symbol_of(face: str) -> str:
    """What a face on the board stands for: `?5` stands for `5`."""
    return face[1:] if is_blank(face) else face


def tile_of(face: str) -> str:
    """The tile that shows this face: `?5` is the tile `?`."""
    return BLANK if is_blank(face) else face


def size(pile: Pile) -> int:
    """How many tiles lie there, known or not."""
    return pile if isinstance(pile, int) else len(pile)


def hidden(pile: Pile) -> int:
    """The same pile as somebody sees it who may only count it."""
    return size(pile)


def pile_to_json(pile: Pile) -> list[str] | int:
    """A pile as plain values."""
    return pile if isinstance(pile, int) else list(pile)


def pile_from_json(data: list[str] | int) -> Pile:
    """The pile that `pile_to_json` wrote."""
    return data if isinstance(data, int) else tuple(data)


def missing(pile: tuple[str, ...], tiles: Iterable[str]) -> tuple[str, ...]:
    """The tiles that cannot be taken from the pile, each as often as it is lacking.

    >>> missing(("7", "+"), ["7", "7"])
    ('7',)
    """
    return tuple((Counter(tiles) - Counter(pile)).elements())


def without(pile: tuple[str, ...], tiles: Iterable[str]) -> tuple[str, ...]:
    """The pile after these tiles were taken from it; the order of the others stays."""
    left = list(pile)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)


def commitment(seed: bytes) -> str:
    """What is published before the game, so that the seed cannot be changed afterwards.

    >>> commitment(bytes(32))[:20]
    'sha256:66687aadf862b'
    """
    return "sha256:" + hashlib.sha256(seed).hexdigest()


def seeded_number(seed: bytes, label: str) -> int:
    """The number that the seed holds under this label."""
    return int.from_bytes(hmac.digest(seed, label.encode("ascii"), "sha256"), "big")


def first_seat(seed: bytes, seats: int) -> Seat:
    """Who starts."""
    return seeded_number(seed, "first") % seats


@dataclass(frozen=True)
class Bag:
    """A sorted bag with its own counter of draws; without a seed it is only counted.

    A game with two piles has two bags, told apart by their `label` (`draw`, `sign`).
    """

    pile: Pile
    drawn: int = 0
    label: str = "draw"

    def __len__(self) -> int:
        return size(self.pile)

    def draw(self, seed: bytes | None, count: int) -> tuple[Pile, "Bag"]:
        """Take `count` tiles, or as many as there are; the tiles and the bag after it.

        Draw number n takes the tile at index `HMAC-SHA256(seed, "draw:n") mod tiles left`.
        """
        count = min(count, len(self))
        if seed is None or isinstance(self.pile, int):
            return count, Bag(len(self) - count, self.drawn + count, self.label)
        left = list(self.pile)
        taken = tuple(
            left.pop(seeded_number(seed, f"{self.label}:{number}") % len(left))
            for number in range(self.drawn, self.drawn + count)
        )
        return taken, Bag(tuple(left), self.drawn + count, self.label)

    def put_back(self, tiles: Pile, tile_set: TileSet) -> "Bag":
        """The bag with these tiles back in their places."""
        if isinstance(self.pile, int) or isinstance(tiles, int):
            return Bag(len(self) + size(tiles), self.drawn, self.label)
        return Bag(tile_set.sort(self.pile + tiles), self.drawn, self.label)


def refill(rack: Pile, taken: tuple[str, ...], drawn: Pile) -> Pile:
    """A rack after `taken` left and `drawn` came in: the others keep their order, new ones last."""
    if isinstance(rack, int) or isinstance(drawn, int):
        return size(rack) - len(taken) + size(drawn)
    return without(rack, taken) + drawn
