"""The value of a leave: of the tiles that stay on the rack after a play, in points.

There are two: `leave_value` by hand, which a level goes by, and `learned_value`, which the look
ahead goes by, from tables that `benchmarks/leaves.py` makes.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

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
    return kept_value(state.key, leave_of(state, rack, play))


def leave_of(state: State, rack: Collection[str], play: str) -> list[str]:
    """The tiles of this rack that stay on it after a play or a swap."""
    _, _, tokens = play.partition(" ")
    return list((Counter(rack) - Counter(tiles_laid(tokens, state.tiles.counts))).elements())


def kept_value(game: str, kept: Iterable[str]) -> int:
    """The value, in points, of keeping these tiles while there are others to draw."""
    values = LEAVE_VALUES.get(game, LeaveValues())
    return sum(
        values.tiles.get(tile, 0) * count + values.repeated * (count - 1)
        for tile, count in Counter(kept).items()
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


# --- learned values ---

HUNDREDTHS = 100
SIGNS = frozenset("+-*/^")
MANY_SIGNS = 2
MANY_NUMBERS = 4
FOLDER = Path(__file__).with_name("kept")


@dataclass(frozen=True)
class LearnedValues:
    """What keeping tiles is worth, against tiles drawn at random.

    - `bands`: tiles in the bags, most first: from this many on a column of the values holds, the
      next one below
    - `values`: hundredths of points in each column, by the features of `leave_features`
    """

    bands: Sequence[int]
    values: Mapping[str, Sequence[int]]

    def of(self, kept: Iterable[str], in_bags: int) -> int:
        """The value of these tiles in points, rounded."""
        column = sum(in_bags < least for least in self.bands[:-1])
        total = sum(
            count * self.values[feature][column]
            for feature, count in leave_features(kept).items()
            if feature in self.values
        )
        return (total + HUNDREDTHS // 2) // HUNDREDTHS


def leave_features(kept: Iterable[str]) -> dict[str, int]:
    """What the value of a leave is a sum over, with how often each counts.

    A tile counts, its second one, and each further one; an equals sign beside a sign or a division;
    signs beyond two, numbers beyond four, and each tile kept, which is one less drawn.

    >>> leave_features("77=/") == {
    ...     "7": 1, "7 7": 1, "=": 1, "/": 1, "= sign": 1, "= /": 1, "any": 4
    ... }
    True
    """
    counts = Counter(kept)
    found = {"any": counts.total()}
    for tile, count in counts.items():
        found |= {tile: 1, f"{tile} {tile}": int(count > 1), f"{tile} {tile} {tile}": count - 2}
    signs = sum(counts[tile] for tile in SIGNS)
    numbers = counts.total() - signs - counts["="] - counts[BLANK]
    found["= sign"] = int(bool(counts["="] and signs))
    found["= /"] = int(bool(counts["="] and counts["/"]))
    found["signs"], found["numbers"] = signs - MANY_SIGNS, numbers - MANY_NUMBERS
    return {feature: count for feature, count in found.items() if count > 0}


@cache
def learned_values(game: str) -> LearnedValues | None:
    """The learned values of the game with this key, if it has some."""
    path = FOLDER / f"{game}.json"
    if not path.exists():
        return None
    found = json.loads(path.read_text("utf-8"))
    return LearnedValues(found["bands"], found["values"])


def learned_value(state: State, kept: Iterable[str]) -> int:
    """The learned value, in points, of keeping these tiles; that by hand where none is learned.

    0 where nothing is left to draw.
    """
    if state.stock.are_bags_empty():
        return 0
    learned = learned_values(state.key)
    if learned is None:
        return kept_value(state.key, kept)
    return learned.of(kept, sum(state.stock.bag_sizes().values()))
