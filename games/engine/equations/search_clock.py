# cython: language_level=3, annotation_typing=False, cdivision=True
"""The steps of a search, and whether its time is up."""

import time

from games.engine.equations import marks

STEPS_BETWEEN_LOOKS = marks.STEPS_BETWEEN_LOOKS
NO_LIMIT = 1 << 62


class SearchClock:
    """A clock that is looked at now and then, as looking takes longer than a step.

    - `ends_at`: when the search has to stop, in seconds of the monotonic clock; None for never
    - `most_steps`: after how many steps it has to stop
    - `steps`: the steps so far
    - `is_over`: whether the time was up at the last look
    """

    def __init__(self, ends_at: float | None, most_steps: int | None) -> None:
        self.ends_at = ends_at
        self.most_steps = NO_LIMIT if most_steps is None else most_steps
        self.steps = 0
        self.is_over = False

    def count_step(self) -> bool:
        """Count one step; whether the time is up as far as is known."""
        self.steps += 1
        if self.steps & STEPS_BETWEEN_LOOKS == 0:
            self.look()
        return self.is_over

    def look(self) -> bool:
        """Look at the clock; whether the time is up."""
        if self.steps >= self.most_steps:
            self.is_over = True
        elif self.ends_at is not None and time.monotonic() >= self.ends_at:
            self.is_over = True
        return self.is_over
