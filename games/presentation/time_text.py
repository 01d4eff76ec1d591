"""Clocks and times in words and figures, in the reader's language."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules import clock
from games.store import site_time

_LOW = timedelta(seconds=20)
_TENTH = timedelta(milliseconds=100)
_MINUTE = timedelta(minutes=1)


def time_until(deadline: datetime | None) -> str:
    """A clock that runs down to the deadline; empty where there is none."""
    if deadline is None:
        return ""
    return time_left((deadline - site_time.now()) // timedelta(seconds=1))


def live_time_until(deadline: datetime, bank: timedelta) -> str:
    """The same of a live clock, which shows no more than the bank: it may not run yet."""
    return clock_face(min(bank, deadline - site_time.now()))


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


def clock_face(left: timedelta) -> str:
    """A live clock, as pages count it down: `25:00`, `0:59`, with tenths at last: `19.9`."""
    shown = max(timedelta(), left)
    if is_low(shown):
        seconds, tenth = divmod(shown // _TENTH, 10)
        return f"{seconds}.{tenth}"
    minutes, rest = divmod(shown, _MINUTE)
    return f"{minutes}:{rest.seconds:02}"


def is_low(left: timedelta) -> bool:
    """Whether so little is left on a live clock that it is marked, and shows tenths."""
    return left < _LOW


def reserve(left: timedelta) -> str:
    """What is left beside the time for each move: `+2d`, `+1d 3h`; empty where nothing is."""
    seconds = left // timedelta(seconds=1)
    return f"+{time_left(seconds)}" if seconds > 0 else ""


def clock_units() -> str:
    """What stands behind days, hours, minutes and seconds on a clock; scripts read it as well."""
    return pgettext("units of a clock", "d|h|m|s")


def days_a_move(days: int) -> str:
    """The time for each move, in a line of settings."""
    said = ngettext("%(days)s day a move", "%(days)s days a move", days)
    return said % {"days": days}


def days(count: int) -> str:
    """A number of days."""
    return ngettext("%(days)s day", "%(days)s days", count) % {"days": count}


def in_reserve(days: int) -> str:
    """The time beside that for each move, in a line of settings."""
    said = ngettext("%(days)s day in reserve", "%(days)s days in reserve", days)
    return said % {"days": days}


def minutes_each(minutes: int) -> str:
    """The time with which a live clock begins, in a line of settings."""
    said = ngettext("%(minutes)s minute each", "%(minutes)s minutes each", minutes)
    return said % {"minutes": minutes}


def _bank_at_first(bank: timedelta) -> str:
    """What a live clock begins with; records know other times than whole minutes."""
    minutes, rest = divmod(bank, _MINUTE)
    if not rest and minutes:
        return minutes_each(minutes)
    return _("%(time)s on each clock") % {"time": clock_face(bank)}


def more_a_move(seconds: int) -> str:
    """What a live clock gains after each move, in a line of settings."""
    return _("%(seconds)s s more a move") % {"seconds": seconds}


def time_control(text: str) -> str:
    """What is agreed about time, in a line of settings; empty where nothing is."""
    if not text:
        return ""
    control = clock.parse(text)
    if control.is_live:
        said = [_bank_at_first(control.bank)]
        said += [more_a_move(control.increment.seconds)] if control.increment else []
    else:
        said = [days_a_move(control.per_move.days)]
        said += [in_reserve(control.bank.days)] if control.bank else []
    return ", ".join(said)


def time_control_in_short(text: str) -> str:
    """The same where there is little room; what only records know is told as it is there."""
    control = clock.parse(text) if text else None
    if control is None or not control.is_live or control.bank < _MINUTE or control.bank % _MINUTE:
        return time_control(text)
    values = {"minutes": control.bank // _MINUTE, "seconds": control.increment.seconds}
    if control.increment:
        return _("%(minutes)s min + %(seconds)s s") % values
    return _("%(minutes)s min") % values
