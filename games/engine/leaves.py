"""The value of a leave: of the tiles that stay on the rack after a play, in points."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from games.catalogue import Parts
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.tiles import BLANK, tile_of
from games.rules.tokens import split_tokens


@dataclass(frozen=True)
class LeaveValues:
    """Points for each tile kept, and for the second and every further one of a kind."""

    tiles: Mapping[str, int] = field(default_factory=dict)
    repeated: int = 0


NUMERICA = LeaveValues({BLANK: 25, "=": 3, "/": 6, "*": 2}, repeated=-2)
EQUATE = LeaveValues({BLANK: 25, "/": 3, "*": 2}, repeated=-2)
DIGIFEUD = LeaveValues({BLANK: 12, "8": 2, "9": 2, "*": 4}, repeated=-2)

LEAVE_VALUES: Mapping[str, LeaveValues] = Parts("leave_values")
"""The values of leaves, in points, by the key of the game; a game may have none."""


def leave_value(state: State, seat: Seat, play: str) -> int:
    """The value, in points, of the tiles that stay on the rack after a play.

    0 where nothing is left to draw, or where the rack is not known.
    """
    rack = state.racks[seat]
    if isinstance(rack, int) or state.stock.are_bags_empty():
        return 0
    _, _, tokens = play.partition(" ")
    leave = Counter(rack) - Counter(tiles_laid(tokens, state.tiles.counts))
    values = LEAVE_VALUES.get(state.key, LeaveValues())
    return sum(
        values.tiles.get(tile, 0) * count + values.repeated * (count - 1)
        for tile, count in leave.items()
    )


def tiles_laid(tokens: str, kinds: Collection[str]) -> Iterator[str]:
    """The tiles of these kinds that the tokens of a play put down.

    >>> list(tiles_laid("9*.=[1?3]", "0123456789*=?"))
    ['9', '*', '=', '1', '?']
    """
    for token in split_tokens(tokens):
        tile = tile_of(token)
        if tile in kinds:
            yield tile
        elif token.startswith("["):
            yield from tiles_laid(token.strip("[]"), kinds)
