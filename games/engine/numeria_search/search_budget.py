# cython: language_level=3, annotation_typing=False, cdivision=True
"""The nodes that a search may look at, and its time."""

import time

NODES_BETWEEN_LOOKS = 31  # at the clock; all ones in binary


class SearchBudget:
    """What is left of a search; the clock is looked at now and then, as that takes long.

    - `most_nodes`: moves that may be made in all
    - `ends_at`: when to stop, in seconds of the monotonic clock; None for never
    - `nodes`: moves made so far
    - `is_over`: whether one of the two limits was reached
    """

    def __init__(self, most_nodes: int, ends_at: float | None) -> None:
        self.most_nodes = most_nodes
        self.ends_at = ends_at
        self.nodes = 0
        self.is_over = False

    def spend(self) -> bool:
        """Count one node; whether a limit is reached as far as is known."""
        self.nodes += 1
        if self.nodes >= self.most_nodes:
            self.is_over = True
        elif self.nodes & NODES_BETWEEN_LOOKS == 0:
            self._look()
        return self.is_over

    def extend(self, most_nodes: int) -> None:
        """Go on after this many nodes were reached, until there are as many in all."""
        self.most_nodes = most_nodes
        self.is_over = False
        self._look()

    def nodes_spent(self) -> int:
        """The moves made so far."""
        return self.nodes

    def is_spent(self) -> bool:
        """Whether one of the two limits was reached."""
        return self.is_over

    def _look(self) -> None:
        if self.ends_at is not None and time.monotonic() >= self.ends_at:
            self.is_over = True
