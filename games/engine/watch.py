"""How a search knows that its time is over."""

from time import monotonic_ns

NANOSECONDS = 1_000_000_000

Moment = int | None
"""A moment of the monotonic clock in nanoseconds; None never comes."""


def moment_after(seconds: float | None) -> Moment:
    """The moment so many seconds from now."""
    return None if seconds is None else monotonic_ns() + int(seconds * NANOSECONDS)


def is_over(moment: Moment) -> bool:
    """Whether the moment has come."""
    return moment is not None and monotonic_ns() >= moment


def seconds_until(moment: Moment) -> float | None:
    """How many seconds are left; none is over at once."""
    return None if moment is None else max(0, moment - monotonic_ns()) / NANOSECONDS
