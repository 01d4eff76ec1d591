"""What a search for the best plays returns."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchResult:
    """Plays in notation with their points, best first.

    `exact` tells whether it is certain that no other play is better.
    """

    plays: list[tuple[str, int]]
    exact: bool
