"""What the tiles are worth that stay on the rack after a play, in points."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from games.rules.moves import Seat
from games.rules.placement import LaidState
from games.rules.tiles import BLANK, tile_of

TOKEN = re.compile(r"\?\[[^\[\]]*\]|\[[^\[\]]*\]|\?.|.")


@dataclass(frozen=True)
class Worth:
    """Points for a tile that is kept, and for the second and each further one of a kind."""

    tiles: Mapping[str, int] = field(default_factory=dict)
    repeated: int = 0


WORTH: Mapping[str, Worth] = {
    "digifeud": Worth({BLANK: 12, "8": 2, "9": 2, "*": 4}, repeated=-2),
    "numerica": Worth({BLANK: 25, "=": 3, "/": 6, "*": 2}, repeated=-2),
    "equate": Worth({BLANK: 25, "/": 3, "*": 2}, repeated=-2),
}


def worth_of_rest(state: LaidState, seat: Seat, play: str) -> int:
    """What stays on the rack, while there is something to come from the bags."""
    rack = state.racks[seat]
    if isinstance(rack, int) or state.stock.are_bags_empty():
        return 0
    _, _, tokens = play.partition(" ")
    rest = Counter(rack) - Counter(tiles_laid(tokens, state.tiles.counts))
    worth = WORTH[state.key]
    return sum(
        worth.tiles.get(tile, 0) * count + worth.repeated * (count - 1)
        for tile, count in rest.items()
    )


def tiles_laid(tokens: str, kinds: Collection[str]) -> Iterator[str]:
    """The tiles of these kinds that the tokens of a play put down.

    >>> list(tiles_laid("9*.=[1?3]", "0123456789*=?"))
    ['9', '*', '=', '1', '?']
    """
    for token in TOKEN.findall(tokens):
        tile = tile_of(token)
        if tile in kinds:
            yield tile
        elif token.startswith("["):
            yield from tiles_laid(token.strip("[]"), kinds)
