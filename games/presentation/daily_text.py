"""What is said of the puzzles of the days: bands, tries, and the line to share."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.daily.shares import BANDS, Band

BAND_NAMES = {
    "best": pgettext_lazy("band of results", "as good as can be"),
    "near": pgettext_lazy("band of results", "very near"),
    "good": pgettext_lazy("band of results", "well found"),
    "way": pgettext_lazy("band of results", "on the way"),
    "start": pgettext_lazy("band of results", "a beginning"),
}
"""The name of each band by its key."""

_TRIES = (
    gettext_lazy("1st try"),
    gettext_lazy("2nd try"),
    gettext_lazy("3rd try"),
)


def band_name(band: Band) -> str:
    """How a band is called."""
    return str(BAND_NAMES[band.key])


def band_range(band: Band) -> str:
    """The results of a band: `85 to 99 %`."""
    at = BANDS.index(band)
    if at == 0:
        return f"{band.least} %"
    return _("%(least)s to %(most)s %%") % {"least": band.least, "most": BANDS[at - 1].least - 1}


def try_name(number: int) -> str:
    """How a try is called, by its number from 1."""
    return str(_TRIES[number - 1])


def series_name(game: str, *, is_small: bool) -> str:
    """The name of a series: that of its game, and that it is small."""
    return _("%(game)s small") % {"game": game} if is_small else game


def task(*, is_won: bool, moves: int) -> str:
    """What is asked for: the play of most points, or a win in this many moves."""
    if not is_won:
        return _("Lay the play that earns most. Any legal play counts.")
    return ngettext(
        "Win with this move. Any legal move counts.",
        "Win in two: whatever the other does, your next move after this one shall take your third"
        " trope. Any legal move counts.",
        moves,
    )


def tropes(own: int, other: int) -> str:
    """How far both are at Numeria."""
    return _("Tropes taken: you %(own)s, the other %(other)s.") % {"own": own, "other": other}


def measure(*, is_won: bool, moves: int) -> str:
    """How a try is measured."""
    if not is_won:
        return _("A try is measured in per cent of the best play there is, which is proven.")
    return ngettext(
        "A move that wins reaches 100 %; another one half of the share of all answers after which"
        " you could still win with the next.",
        "A try is measured by the share of all answers of the other after which you win with the"
        " next move; that 100 % can be reached is proven.",
        moves,
    )


def result(percent: int, band: Band) -> str:
    """The best try in a sentence."""
    return _("%(percent)s %%: %(band)s.") % {"percent": percent, "band": band_name(band)}


def standing(better: int) -> str:
    """Where somebody stands among all who answered on the day."""
    return _("better than %(share)s %%") % {"share": better}


def share_line(name: str, day: int, percent: int, number: int, better: int | None) -> str:
    """One line to share, without the place of anything, that reads well aloud."""
    parts = [f"{name} {day}", f"{percent} %", try_name(number)]
    parts += [standing(better)] if better is not None else []
    return " · ".join(parts)


def days_played(count: int, window: int) -> str:
    """On how many of the last days somebody played."""
    return _("%(count)s of the last %(days)s days") % {"count": count, "days": window}


def column_title(least: int, count: int) -> str:
    """What a column of the histogram stands for."""
    where = f"{least} %" if least == BANDS[0].least else f"{least}–{least + 9} %"
    people = ngettext("%(n)s person", "%(n)s people", count) % {"n": count}
    return f"{where}: {people}"


def not_tried() -> str:
    """What stands where somebody has not tried yet."""
    return pgettext("puzzle of the day", "not tried yet")
