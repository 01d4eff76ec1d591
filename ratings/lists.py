"""The lists of ratings there are, by key; the games enter theirs when the site starts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

MatchScore = Callable[[int, int, int, int], int]
"""The score of a game from its points, both ratings and the result; see `elo.match_score`."""


Kind = Literal["days", "live", "computers"]
"""Who meets in the games of a list: people by correspondence or live, or a person and computers."""


@dataclass(frozen=True)
class RatingList:
    """A list by the name of its game, as people call it.

    Where games earn a `match_score`, the list is sorted by its total, and the rating is called
    strength. In a list against computers nobody's rating comes from other people.
    """

    name: str
    match_score: MatchScore | None = None
    kind: Kind = "days"


LISTS: dict[str, RatingList] = {}

_OF_COMPUTERS = ":computer"
_LIVE = ":live"


def computer_list(game_key: str) -> str:
    """The key of a game's list against computers.

    >>> computer_list("equate"), game_of("equate:computer"), game_of("equate")
    ('equate:computer', 'equate', 'equate')
    """
    return game_key + _OF_COMPUTERS


def live_list(game_key: str) -> str:
    """The key of a game's list of live games among people.

    >>> live_list("equate"), game_of("equate:live")
    ('equate:live', 'equate')
    """
    return game_key + _LIVE


def game_of(key: str) -> str:
    """The key of the game that is played for this list."""
    return key.removesuffix(_OF_COMPUTERS).removesuffix(_LIVE)


def match_score_of(key: str) -> MatchScore | None:
    """How games of this list are scored beside the rating; None where they are not."""
    return LISTS[key].match_score if key in LISTS else None
