"""What the analysis says of chances, of plays, and of what it does not know."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

ROUGH = 150  # thousandths of a standard error: a chance that may be off by more says nothing
_TENTHS = 10  # chances are in thousandths, and told in hundredths


def chance(win: int, *, is_proven: bool) -> str:
    """A chance in per cent, to the nearest; what is not proven is never told as certain."""
    percent = (2 * win + _TENTHS) // (2 * _TENTHS)
    if not is_proven:
        percent = min(max(percent, 1), 99)
    return _("%(percent)s %%") % {"percent": percent}


def error(thousandths: int) -> str:
    """By how many hundredths a chance may be off: two standard errors, rounded up."""
    off = -(-2 * thousandths // _TENTHS)
    return _("± %(off)s") % {"off": off} if off else ""


def proven() -> str:
    """That a chance is certain, whatever the other does."""
    return _("proven")


def swap(tiles: str) -> str:
    """A swap that may be made."""
    return _("swap %(tiles)s") % {"tiles": tiles}


def passing() -> str:
    """A pass that may be made."""
    return _("pass")


def alike(others: int) -> str:
    """How many other plays lay the same tiles on the same squares."""
    return ngettext(
        "and %(count)s more of the same tiles", "and %(count)s more of the same tiles", others
    ) % {"count": others}


def unknown() -> str:
    """What stands where a chance would say nothing."""
    return _("A dash stands where too few racks could be tried in the time there was.")


def caption(racks: int | None, *, is_exact: bool, counts_points: bool) -> str:
    """How the plays were found, and what their chances mean."""
    if racks is None and not counts_points:
        return _("The moves that look best two moves ahead.")
    if racks is None and not is_exact:
        return _("The best plays that were found in the time there was; there may be better ones.")
    if racks is None:
        return _("The plays that earn most.")
    if not racks:
        return _("Nothing is hidden here: the chances are those of two computers that play on.")
    weighed = ngettext(
        "The best were tried with %(racks)s rack that the other may hold.",
        "The best were tried with %(racks)s racks that the other may hold.",
        racks,
    ) % {"racks": racks}
    meant = _(
        "The chances are those of two computers that play on; ± says by how much they may be off."
    )
    return f"{weighed} {meant}"


def player(seat: int) -> str:
    """A seat of a position that was set up: it has no name."""
    return _("Player %(number)s") % {"number": seat + 1}


def waiting(before: int) -> str:
    """How many positions come before this one."""
    if not before:
        return _("This position is being worked out.")
    return ngettext(
        "%(count)s position comes before this one.",
        "%(count)s positions come before this one.",
        before,
    ) % {"count": before}


def tiles_out(count: int) -> str:
    """How many tiles are neither on the board nor on the rack, and where."""
    said = ngettext(
        "%(count)s tile is not seen: in the bag or with the others.",
        "%(count)s tiles are not seen: in the bag or with the others.",
        count,
    )
    return said % {"count": count}


def of_script() -> dict[str, str]:
    """What the script of the board says, by its names for it."""
    return {
        "blank": _("blank"),
        "blankNext": _("The next symbol that you type is laid as a blank."),
        "meaning": _("Choose what the blank stands for, and tick the box below the tiles."),
        "noTile": _("There is no such tile in this game."),
        "larger": _("The board is larger now. Press the square once more."),
        "locked": _("locked for this turn"),
        "changed": _("The position has changed. Ask again."),
        "off": _("Take %s off the rack"),
    }


def best(line: str, worth: str) -> str:
    """What is said when the moves are known."""
    if not worth:
        return _("The best move that was found: %(line)s.") % {"line": line}
    return _("The best move that was found: %(line)s (%(worth)s).") % {"line": line, "worth": worth}


def points(count: int) -> str:
    """What a play earns."""
    return ngettext("%(n)s point", "%(n)s points", count) % {"n": count}
