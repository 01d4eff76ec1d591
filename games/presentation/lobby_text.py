"""What the lobby says of an offer, how fast, how strong, how many seats, and can be asked for."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presentation import invitation_text, time_text
from games.rules import clock

BANDS = {"none": (None, None), "low": (0, 1099), "middle": (1100, 1299), "high": (1300, None)}
"""Ratings as the lobby is asked for them: from and to, in whole points."""


def speed_name(speed: str) -> str:
    """What games of a speed are called."""
    names = {
        "blitz": pgettext("speed of a game", "blitz"),
        "rapid": pgettext("speed of a game", "rapid"),
        "slow": pgettext("speed of a game", "slow"),
        "days": pgettext("speed of a game", "by correspondence"),
    }
    return names[speed]


def time_in_figures(time_control: str) -> str:
    """A time control as it stands on a button: `3+2` in minutes and seconds, `3 days`."""
    control = clock.parse(time_control)
    if not control.is_live:
        return time_text.days(control.per_move.days)
    return f"{control.bank.seconds // 60}+{control.increment.seconds}"


def caption(time_control: str) -> str:
    """What stands under these figures: how fast it is, or that it is the time for each move."""
    speed = clock.parse(time_control).speed
    return pgettext("under: 3 days", "a move") if speed == "days" else speed_name(speed)


def band(rating: int | None) -> str:
    """Where a rating belongs among those that can be asked for."""
    if rating is None:
        return "none"
    return "low" if rating < 1100 else "middle" if rating < 1300 else "high"


def band_name(name: str) -> str:
    """How these ratings are asked for."""
    least, most = BANDS[name]
    if least is None:
        return _("no rating yet")
    if most is None:
        return _("from %(least)s") % {"least": least}
    if not least:
        return _("up to %(most)s") % {"most": most}
    return _("%(least)s to %(most)s") % {"least": least, "most": most}


def rating_text(rating: int | None) -> str:
    """A rating beside a name."""
    return _("no rating yet") if rating is None else str(rating)


def terms(time_control: str, *, rated: bool, free: int, seats: int, is_quick: bool) -> str:
    """What was settled, in one line."""
    speed = speed_name(clock.parse(time_control).speed)
    counts, time = invitation_text.terms(time_control, rated=rated)
    said = [speed, time, counts] if speed != speed_name("days") else [time, counts]
    if seats > 2:
        said.append(invitation_text.free_seats(free, seats))
    if is_quick:
        said.append(_("near in rating"))
    return " · ".join(said)
