"""Clocks and times for a move, in the reader's language."""

from datetime import datetime

from django.utils.translation import ngettext, pgettext

from games.store import site_time


def time_until(deadline: datetime | None) -> str:
    """A clock that runs down to the deadline; empty where there is none."""
    return time_left(int((deadline - site_time.now()).total_seconds())) if deadline else ""


def time_left(seconds: int) -> str:
    """A clock in its two largest units, as pages count it down: `2d 23h`, `59m 12s`, `0s`."""
    units = list(zip((86400, 3600, 60, 1), clock_units().split("|"), strict=True))
    rest = max(0, seconds)
    first = next((place for place, (length, _unit) in enumerate(units) if rest >= length), 3)
    shown: list[str] = []
    for length, unit in units[first : first + 2]:
        count, rest = divmod(rest, length)
        if count or not shown:
            shown.append(f"{count}{unit}")
    return " ".join(shown)


def clock_units() -> str:
    """What stands behind days, hours, minutes and seconds on a clock; scripts read it as well."""
    return pgettext("units of a clock", "d|h|m|s")


def days_a_move(days: int) -> str:
    """The time for each move, in a line of settings."""
    said = ngettext("%(days)s day a move", "%(days)s days a move", days)
    return said % {"days": days}
