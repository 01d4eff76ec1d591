"""The engine: the plays of a seat that earn most, found from what that seat sees and nothing else.

It never decides what is legal: whoever makes or shows a play lets the rules check it first.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from games.engine import equations
from games.engine.base import Search
from games.engine.digifeud import digifeud_plays
from games.engine.numeria import numeria_moves
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.tiles import BLANK

__all__ = ["SEARCHES", "Search", "best_moves", "distinct_moves", "speed"]

SEARCHES: Mapping[str, Callable[[Any, Seat, int, float | None], Search]] = {
    "numerica": equations.numerica_plays,
    "equate": equations.equate_plays,
    "digifeud": digifeud_plays,
    "numeria": numeria_moves,
}
"""Each game's search by the key of its State."""


def best_moves(state: State, seat: Seat, k: int = 1, deadline: float | None = None) -> Search:
    """The k legal plays of a seat that earn most, best first, whoever's turn it is.

    The seat's own rack must be known; nothing else that is hidden is looked at. `deadline` is how
    many seconds the search may take; when it is over, the best so far is given.
    """
    return SEARCHES[state.key](state, seat, k, deadline)


def distinct_moves(state: State, seat: Seat, k: int, deadline: float | None = None) -> Search:
    """The same for people: plays of the same symbols on the same squares once, the most points.

    Of those that earn as much it is the one that spends fewest blanks.
    """
    count = k
    while True:
        search = best_moves(state, seat, count, deadline)
        first = {text.replace(BLANK, ""): (text, points) for text, points in search.plays[::-1]}
        plays = [play for play in search.plays if play in first.values()]
        if len(plays) >= k or len(search.plays) < count or not search.exact:
            return Search(plays[:k], search.exact)
        count *= 4


def speed() -> Literal["compiled", "uncompiled"]:
    """Whether the search for equations runs compiled."""
    return "compiled" if equations.kernel.is_compiled() else "uncompiled"
