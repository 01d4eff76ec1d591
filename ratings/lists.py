"""The lists of ratings there are, by key; the games enter theirs when the site starts."""

from collections.abc import Callable
from dataclasses import dataclass

MatchScore = Callable[[int, int, int, int], int]
"""The score of a game from its points, both ratings and the result; see `elo.match_score`."""


@dataclass(frozen=True)
class RatingList:
    """A list by the name that people call it.

    Where games earn a `match_score`, the list is sorted by its total, and the rating is called
    strength.
    """

    name: str
    match_score: MatchScore | None = None


LISTS: dict[str, RatingList] = {}


def match_score_of(key: str) -> MatchScore | None:
    """How games of this list are scored beside the rating; None where they are not."""
    return LISTS[key].match_score if key in LISTS else None
