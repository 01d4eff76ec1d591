"""The time that a search may take, in seconds."""

import time
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class TimeLimit:
    """A running limit; `ends_at` is in seconds of the monotonic clock, None for no limit."""

    ends_at: float | None

    @classmethod
    def start(cls, seconds: float | None) -> Self:
        """The limit that ends in this many seconds; None for no limit."""
        return cls(None if seconds is None else time.monotonic() + seconds)

    def half(self) -> Self:
        """The limit that ends when half of what is left is over."""
        left = self.seconds_until()
        return type(self).start(None if left is None else left / 2)

    def is_over(self) -> bool:
        """Whether the limit has been reached."""
        return self.ends_at is not None and time.monotonic() >= self.ends_at

    def seconds_until(self) -> float | None:
        """Seconds until the limit, never negative; None if there is no limit."""
        return None if self.ends_at is None else max(0.0, self.ends_at - time.monotonic())
