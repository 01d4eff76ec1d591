"""What a search for the best plays gives."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Search:
    """Plays with their points, best first, and whether it is certain that none is better."""

    plays: list[tuple[str, int]]
    exact: bool
