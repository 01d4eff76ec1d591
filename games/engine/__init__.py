"""The engine: the best plays of a seat, found only from what that seat sees.

It does not decide what is legal: the rules check a play before it is made or shown.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from games.catalogue import Parts
from games.engine import equations
from games.engine.search_result import SearchResult
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.tiles import BLANK

__all__ = ["SEARCHES", "SearchResult", "best_moves", "distinct_moves", "speed"]

SEARCHES: Mapping[str, Callable[[Any, Seat, int, float | None], SearchResult]] = Parts("search")
"""Each game's search by the key of its State."""


def best_moves(
    state: State, seat: Seat, k: int = 1, time_limit: float | None = None
) -> SearchResult:
    """The k best legal plays of a seat, best first, whether or not it is its turn.

    `time_limit` is in seconds, None for no limit; when it is over, the best plays found by then
    are returned. Nothing hidden is used but the rack of the seat; where that is not known, raises
    ValueError.
    """
    return SEARCHES[state.key](state, seat, k, time_limit)


def distinct_moves(
    state: State, seat: Seat, k: int, time_limit: float | None = None
) -> SearchResult:
    """The k best plays for people: of plays that differ only in their blanks, one.

    It is the one of most points, then of fewest blanks. `time_limit` is in seconds, for each of
    the searches that this may take.
    """
    count = k
    while True:
        search = best_moves(state, seat, count, time_limit)
        first = {text.replace(BLANK, ""): (text, points) for text, points in search.plays[::-1]}
        plays = [play for play in search.plays if play in first.values()]
        if len(plays) >= k or len(search.plays) < count or not search.exact:
            return replace(search, plays=plays[:k])
        count *= 4


def speed() -> Literal["compiled", "uncompiled"]:
    """Whether the search of Numerica and Equate runs compiled."""
    return "compiled" if equations.is_compiled() else "uncompiled"
