"""The positions that rules pages draw: plays of each game, from its start."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules import GAMES
from games.rules.interface import State
from games.rules.moves import Seat


@dataclass(frozen=True)
class Example:
    """A position as moves in notation, from the start of a game with these options."""

    plays: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    setup: str = ""

    def after(self, key: str, moves: int) -> State:
        """Return the position after the first `moves` of the moves; nobody's tiles are known."""
        state: State = GAMES[key].unseeded(
            first=0, options=self.options, initial_position=self.setup
        )
        for text in self.plays[:moves]:
            state = state.play(seat_to_move(state), text).after
        return state

    def whole(self, key: str) -> State:
        """The position after all of the moves."""
        return self.after(key, len(self.plays))


_FOUR_WAYS = {"directions": "4"}


_SERIES = (
    "34 . . . . . . 11/. 10 6 31 36 33 13 ./. 15 26 7 32 17 14 ./. 21 27 . . 28 19 ./"
    ". 4 30 . . 12 24 ./. 29 9 23 5 3 20 ./. 16 18 22 8 35 2 ./25 . . . . . . 1"
)
"""A start in which eight of the nine patterns are one move away."""


OPENING = Example(("H6 7-3=4", "8D 1+2=.=9/3"))
"""A play of Numerica that says in two seconds what the site is: tiles, a crossing, a chain."""


EXAMPLES: dict[str, dict[str, Example]] = {
    "numerica": {
        "try": Example(("8F 3+3=6", "J9 =4+2")),
        "board": Example(),
        "first": Example(("8F 3+3=6",)),
        "double": Example(("8F 1+6*2=13",)),
        "extension": Example(("8F 2=1+1", "8E 2.....9+2")),
        "crossing": Example(("8F 3+3=6", "J9 =4+2")),
        "parallel": Example(("8F 3+3=6", "9J 2=1+1")),
        "fraction": Example(("8G 4/-6=-2/3",)),
    },
    "equate": {
        "try": Example(("10J 24/3=8", "O11 =4+4")),
        "board": Example(),
        "junior": Example(options={"set": "junior"}),
        "advanced": Example(options={"set": "advanced"}),
        "first": Example(("10J 24/3=8",)),
        "crossing": Example(("10J 24/3=8", "O9 5.-57=1")),
        "extension": Example(("10H 2+5=7", "10G 7.....7")),
        "parallel": Example(("10J 4=4", "11L 4+3=7")),
        "expression": Example(("10J 24/3=8", "11J 7")),
        "fraction": Example(("10F 3/4=[3/4]",)),
        "mixed": Example(("10F 5=2[1/2]*2",)),
        "bingo": Example(("10E 12-4*2=5-1",)),
        "powers": Example(("10J [5^2]-[-5]=30",), {"set": "advanced"}),
    },
    "digifeud": {
        "try": Example(("7E 8*9=[72]", "G3 1+8=.")),
        "board": Example(),
        "first": Example(("7E 8*9=[72]",)),
        "operand": Example(("7E 8*9=[72]", "G7 .-2=7")),
        "outcome": Example(("7E 8*9=[72]", "G3 1+8=.")),
        "along": Example(("7E 8*9=[72]", "7I .-9=[63]")),
        "red": Example(("7E 8*9=[72]", "G3 1+8=.", "3G .+7=8")),
        "backwards": Example(("7I< 7-3=4",), _FOUR_WAYS),
    },
    "numeria": {
        "try": Example(("d2-d1",), setup=_SERIES),
        "board": Example(setup=_SERIES),
        "slide": Example(("a8-a3",), setup=_SERIES),
        "jumps": Example(("d3-h3",), setup=_SERIES),
        "trope": Example(("e3-e4 x h1-e4",), setup=_SERIES),
        "several": Example(("d7-d5 x c4-f7",), setup=_SERIES),
    },
}
"""Positions of the rules pages; `try` is the one on which a reader may try a move."""


def seat_to_move(state: State) -> Seat:
    return state.turn if state.turn is not None else 0
