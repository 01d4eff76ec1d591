"""Draws that follow from a seed, and the hands that they fill."""

import hmac
from collections import Counter
from dataclasses import dataclass, field


def chance(seed: bytes, what: str, choices: int) -> int:
    """A number below `choices`, as the seed decides it."""
    return int.from_bytes(hmac.digest(seed, what.encode(), "sha256"), "big") % choices


@dataclass
class Urn:
    """A bag whose tiles lie in a fixed order; the tile that a draw takes follows from its number."""

    seed: bytes
    label: str
    order: list[str]
    hand: int
    tiles: list[str] = field(default_factory=list)
    drawn: int = 0

    def draw(self) -> str:
        place = chance(self.seed, f"{self.label}:{self.drawn}", len(self.tiles))
        self.drawn += 1
        return self.tiles.pop(place)

    def put_back(self, tiles: list[str]) -> None:
        self.tiles = sorted([*self.tiles, *tiles], key=self.order.index)

    def fill(self, rack: list[str]) -> None:
        """Draw tile by tile until the rack has a whole hand of this bag, or the bag is empty."""
        while self.tiles and sum(tile in self.order for tile in rack) < self.hand:
            rack.append(self.draw())


def urn(seed: bytes, label: str, counts: dict[str, int], hand: int) -> Urn:
    """A full bag of these tiles."""
    tiles = [tile for tile, count in counts.items() for _ in range(count)]
    return Urn(seed, label, list(counts), hand, tiles)


def holds(rack: list[str], tiles: list[str]) -> bool:
    return not Counter(tiles) - Counter(rack)


def without(rack: list[str], tiles: list[str]) -> list[str]:
    """The rack when these tiles have gone from it."""
    left = list(rack)
    for tile in tiles:
        left.remove(tile)
    return left
