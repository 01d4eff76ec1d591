"""What is said in practice: themes, ratings, answers, questions."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

_HUNDREDTHS = 100

WINS = {
    "trope": gettext_lazy("a trope"),
    "win": gettext_lazy("a win in one move"),
    "win-in-two": gettext_lazy("a win in two moves"),
    "win-in-three": gettext_lazy("a win in three moves"),
}
"""The themes of Numeria."""

QUESTIONS = {
    "bingo": gettext_lazy("Is there a play that earns the bonus for nine tiles?"),
    "fraction": gettext_lazy("Is there a play that earns a fraction bonus?"),
    "trope": gettext_lazy("Is there a move that takes a trope?"),
}
"""What is asked of a position."""

SOUGHT = {
    "bingo": gettext_lazy("Nine tiles?"),
    "fraction": gettext_lazy("A fraction?"),
    "trope": gettext_lazy("A trope?"),
}
"""The same in two words."""

_TO_FIND = {
    "bingo": gettext_lazy("Find a play that earns the bonus for nine tiles: any of them counts."),
    "fraction": gettext_lazy("Find a play that earns a fraction bonus: any of them counts."),
    "trope": gettext_lazy("Find a move that takes a trope: any of them counts."),
}


def to_find(asked: str) -> str:
    """What is to be done where it is there."""
    return str(_TO_FIND[asked])


def task(theme: str) -> str:
    """What is asked for in an exercise."""
    if theme == "win":
        return _("Win with this move.")
    if theme == "win-in-two":
        return _(
            "Win in two: whatever the other does, your next move after this one shall take your"
            " third trope."
        )
    if theme == "win-in-three":
        return _(
            "Win in three: whatever the other does, the third of your moves at the latest shall"
            " take your third trope."
        )
    if theme == "trope":
        return _("Take a trope.")
    return _("Lay the play that earns most.")


def rating(rating: int, deviation: int) -> str:
    """A rating and how sure it is; both in hundredths."""
    return _("%(rating)s, give or take %(around)s") % {
        "rating": rating // _HUNDREDTHS,
        "around": 2 * deviation // _HUNDREDTHS,
    }


def tries(tried: int, solved: int) -> str:
    """How many were solved of those that were tried."""
    return ngettext("%(solved)s of %(tried)s solved", "%(solved)s of %(tried)s solved", tried) % {
        "solved": solved,
        "tried": tried,
    }


def change(change: int | None) -> str:
    """What an answer did to the rating, in hundredths; None where it was not rated."""
    if change is None:
        return _("Not rated: you knew what to look for, or had met the position before.")
    if not change:
        return _("Your practice rating stays as it was.")
    points = abs(change) // _HUNDREDTHS or _("less than 1")
    if change > 0:
        return _("Your practice rating rose by %(points)s.") % {"points": points}
    return _("Your practice rating fell by %(points)s.") % {"points": points}


def theme_told(name: str) -> str:
    """What the exercise is about, told after the answer."""
    return _("What there was to see: %(theme)s.") % {"theme": name}


def difficulty(rating: int) -> str:
    """What an exercise is rated, in hundredths."""
    return _("This position is rated %(rating)s.") % {"rating": rating // _HUNDREDTHS}


def solved(line: str, points: int | None) -> str:
    """An answer that solves the exercise."""
    if points is None:
        return _("Solved: %(line)s.") % {"line": line}
    return ngettext("Solved: %(line)s, %(n)s point.", "Solved: %(line)s, %(n)s points.", points) % {
        "line": line,
        "n": points,
    }


def missed(line: str, points: int | None) -> str:
    """An answer that does not solve it; without the solution."""
    if points is None:
        return _("%(line)s does not do it.") % {"line": line}
    return ngettext(
        "%(line)s earns %(n)s point; there is a better play.",
        "%(line)s earns %(n)s points; there is a better play.",
        points,
    ) % {"line": line, "n": points}


def given_up() -> str:
    """What is said to who had the answer shown."""
    return _("You asked to see the answer.")


def met_in_run() -> str:
    """What is said of an exercise that a run has gone past."""
    return _("You met this position in a run: nothing counts here any more.")


def first_counted() -> str:
    """What is said where something was tried after the answer that counted."""
    return _("Your first answer counted.")


def solved_before() -> str:
    """What is said in a run of the position before, where it was solved."""
    return _("The one before was solved.")


def skipped(line: str) -> str:
    """What is said in a run of the position before, with its solution."""
    return _("The one before was not solved. It was: %(line)s.") % {"line": line}


def answered(*, is_right: bool, is_there: bool) -> str:
    """What came of a yes or no."""
    if is_right:
        return _("Right: there is one.") if is_there else _("Right: there is none.")
    return _("There is one.") if is_there else _("There is none.")


def found(line: str, points: int | None) -> str:
    """A move that is what was looked for."""
    if points is None:
        return _("Found: %(line)s.") % {"line": line}
    return ngettext("Found: %(line)s, %(n)s point.", "Found: %(line)s, %(n)s points.", points) % {
        "line": line,
        "n": points,
    }


def is_not_one() -> str:
    """What is said of a legal move that is not what is looked for."""
    return _("That one is not it. Nothing is counted: look on.")


def expectation(more: int) -> str:
    """Whether somebody solved more or less than was to be expected."""
    said: Mapping[int, str] = {
        1: _("more than expected of your rating"),
        0: _("about as expected of your rating"),
        -1: _("fewer than expected of your rating"),
    }
    return said[more]


def to_go(count: int) -> str:
    """How many tries are missing until something can be said of a theme."""
    return ngettext(
        "%(n)s more try, and something can be said.",
        "%(n)s more tries, and something can be said.",
        count,
    ) % {"n": count}
