"""What a search for the best plays returns."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchResult:
    """Plays in notation with their points, best first.

    `exact` tells whether it is certain that no other play is better. `steps` is how much was
    looked at, the same on every machine; 0 where nobody counts.
    """

    plays: list[tuple[str, int]]
    exact: bool
    steps: int = 0
