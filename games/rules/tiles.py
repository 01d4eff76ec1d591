"""Tile sets, the bag, and draws that anyone can check."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.moves import Seat

BLANK = "?"

Pile = tuple[str, ...] | int
"""Tiles that lie together: one by one where they are known, else how many they are."""


@dataclass(frozen=True)
class TileSet:
    """The tiles of a game in the order in which its rules list them, blanks last.

    `counts` is how many of each symbol there are, `points` what one of them is worth.
    """

    counts: Mapping[str, int]
    points: Mapping[str, int]

    @classmethod
    def from_table(cls, table: str) -> "TileSet":
        """Read a table with rows of `symbol count points`.

        >>> TileSet.from_table("7 3 5").points["7"]
        5
        """
        rows = [row.split() for row in table.strip().splitlines()]
        return cls(
            counts={symbol: int(count) for symbol, count, _ in rows},
            points={symbol: int(points) for symbol, _, points in rows},
        )

    def full_bag(self) -> tuple[str, ...]:
        """Return every tile of the set, sorted as the bag is."""
        return tuple(symbol for symbol, count in self.counts.items() for _ in range(count))

    def sort(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """Return the tiles in the order of the set."""
        order = {symbol: place for place, symbol in enumerate(self.counts)}
        return tuple(sorted(tiles, key=order.__getitem__))

    def points_of(self, face: str) -> int:
        """Return the points of a face on the board; a blank earns 0, whatever it stands for."""
        return 0 if is_blank(face) else self.points[face]

    def total_points(self, tiles: Iterable[str]) -> int:
        """Return the points of tiles on a rack together; a blank counts 0."""
        return sum(self.points[tile] for tile in tiles)


def is_blank(face: str) -> bool:
    """Tell whether this is a blank, written `?` on a rack and `?5` on the board."""
    return face.startswith(BLANK)


def symbol_of(face: str) -> str:
    """Return the symbol that a face on the board stands for: `?5` stands for `5`."""
    return face[1:] if is_blank(face) else face


def tile_of(face: str) -> str:
    """Return the tile that shows this face: `?5` is the tile `?`."""
    return BLANK if is_blank(face) else face


def size(pile: Pile) -> int:
    """Return the number of tiles of a pile, known or not."""
    return pile if isinstance(pile, int) else len(pile)


def hide(pile: Pile) -> int:
    """Return the pile as a seat sees it that may only count it: its number of tiles."""
    return size(pile)


def pile_to_json(pile: Pile) -> list[str] | int:
    """Return a pile as plain values."""
    return pile if isinstance(pile, int) else list(pile)


def pile_from_json(data: list[str] | int) -> Pile:
    """Return the pile that `pile_to_json` wrote."""
    return data if isinstance(data, int) else tuple(data)


def missing_tiles(pile: tuple[str, ...], tiles: Iterable[str]) -> tuple[str, ...]:
    """Return the tiles that cannot be taken from the pile, each as often as it lacks there.

    >>> missing_tiles(("7", "+"), ["7", "7"])
    ('7',)
    """
    return tuple((Counter(tiles) - Counter(pile)).elements())


def remove_tiles(pile: tuple[str, ...], tiles: Iterable[str]) -> tuple[str, ...]:
    """Return the pile without these tiles; the order of the others stays.

    Raises ValueError for a tile that is not there.
    """
    remaining = list(pile)
    for tile in tiles:
        remaining.remove(tile)
    return tuple(remaining)


def commitment(seed: bytes) -> str:
    """Return the hash of a seed, published before the game so that nobody can change the seed.

    >>> commitment(bytes(32))[:20]
    'sha256:66687aadf862b'
    """
    return "sha256:" + hashlib.sha256(seed).hexdigest()


def seeded_number(seed: bytes, label: str) -> int:
    """Return the number that the seed holds under this label: HMAC-SHA256, 256 bits."""
    return int.from_bytes(hmac.digest(seed, label.encode("ascii"), "sha256"), "big")


def first_seat(seed: bytes, seats: int) -> Seat:
    """Return the seat that starts, of `seats` many."""
    return seeded_number(seed, "first") % seats


@dataclass(frozen=True)
class Bag:
    """A sorted bag of tiles; without a seed it is only counted.

    `drawn` is the number of draws made from it so far. A game with two bags tells them apart by
    their `label` (`draw`, `sign`).
    """

    pile: Pile
    drawn: int = 0
    label: str = "draw"

    def __len__(self) -> int:
        return size(self.pile)

    def draw(self, seed: bytes | None, count: int) -> tuple[Pile, "Bag"]:
        """Draw `count` tiles, or all if there are fewer; return the tiles and the bag after it.

        Draw number n takes the tile at index `HMAC-SHA256(seed, "draw:n") mod n_tiles`, where
        n_tiles is the number of tiles in the bag before that draw.
        """
        count = min(count, len(self))
        if seed is None or isinstance(self.pile, int):
            return count, Bag(len(self) - count, self.drawn + count, self.label)
        remaining = list(self.pile)
        taken = tuple(
            remaining.pop(seeded_number(seed, f"{self.label}:{number}") % len(remaining))
            for number in range(self.drawn, self.drawn + count)
        )
        return taken, Bag(tuple(remaining), self.drawn + count, self.label)

    def put_back(self, tiles: Pile, tile_set: TileSet) -> "Bag":
        """Return the bag with these tiles back in their places."""
        if isinstance(self.pile, int) or isinstance(tiles, int):
            return Bag(len(self) + size(tiles), self.drawn, self.label)
        return Bag(tile_set.sort(self.pile + tiles), self.drawn, self.label)


def refill(rack: Pile, taken: tuple[str, ...], drawn: Pile) -> Pile:
    """Return a rack without the tiles `taken` and with those `drawn`, the new ones last."""
    if isinstance(rack, int) or isinstance(drawn, int):
        return size(rack) - len(taken) + size(drawn)
    return remove_tiles(rack, taken) + drawn
