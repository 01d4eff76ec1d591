"""The computers that people can play against: users with the names of the engine's levels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from accounts.names import COMPUTERS
from games.engine.levels import LEVELS, MEASURED

USUAL = "Slate"
"""Who plays a position on that somebody wants to look into."""

GENTLEST = COMPUTERS[0]
"""Whom a stranger is offered."""

GENTLE = 4
"""The number of levels, counted from the lowest, that are for beginners."""

_WEAKEST, _STEP = 70_000, 10_000  # hundredths: 700 for the first, 100 more for each that follows


@dataclass(frozen=True)
class Opponent:
    """A computer: the name of its user, its level counted from 0, and what is to be expected of it.

    `rating`, in hundredths, is agreed and never moves: it is what the ratings of those who play
    against computers are measured with.
    """

    name: str
    level: int
    about: str
    rating: int

    @property
    def is_gentle(self) -> bool:
        """Whether it is one for people who begin."""
        return self.level < GENTLE


OPPONENTS = {
    name: Opponent(name, level, known.about, _WEAKEST + level * _STEP)
    for level, (name, known) in enumerate(zip(COMPUTERS, LEVELS, strict=True))
}
"""Every computer by its name, the weakest first."""


def nearest_to(rating: int | None, count: int = 1) -> list[str]:
    """The computers that fit somebody of this rating (whole points), the best fit first.

    The gentlest for who has no rating.

    >>> nearest_to(1090), nearest_to(None), nearest_to(2000, 2)
    (['Abacus'], ['Acorn'], ['Mainframe', 'Engine'])
    """
    wanted = _WEAKEST if rating is None else 100 * rating
    by_fit = sorted(OPPONENTS.values(), key=lambda one: abs(one.rating - wanted))
    return [one.name for one in by_fit[:count]]


def description_of(name: str) -> str:
    """How a computer plays, for people."""
    return _(OPPONENTS[name].about)


def names() -> Sequence[tuple[str, str]]:
    """Every computer by its name, and nothing more of it."""
    return [(name, name) for name in OPPONENTS]


def choices(key: str | None = None) -> Sequence[tuple[str, str]]:
    """Every computer by its name, with what is said of it, and what it makes in this game."""
    return [
        (name, " · ".join([name, _(known.about), *_measured_points(key, known.level)]))
        for name, known in OPPONENTS.items()
    ]


def _measured_points(key: str | None, level: int) -> list[str]:
    """What a level makes in a turn, as measured; nothing in a game that is not won by points."""
    made = MEASURED[key].a_turn[level] if key is not None and key in MEASURED else 0
    return [_points_a_turn(made)] if made else []


def _points_a_turn(points: int) -> str:
    return _("%(points)s points a turn") % {"points": points}


def yardstick(key: str) -> str:
    """How the lowest level does against a beginner, and what those make; empty if not measured."""
    found = MEASURED.get(key)
    if found is None:
        return ""
    won, tied, lost = found.beginner
    share = Fraction(2 * won + tied, 2 * (won + tied + lost))
    said = _(
        "A beginner, imitated by a computer, won %(share)s in 100 games against %(name)s, a tie"
        " counted half."
    )
    said %= {"share": _percent(share), "name": GENTLEST}
    if not found.beginner_a_turn:
        return said
    laid = _("One equation of three to five tiles each turn made about %(points)s points a turn.")
    return f"{said} {laid % {'points': found.beginner_a_turn}}"


def describe_steps(key: str) -> str:
    """How the levels did against each other, and how sure that is; empty if not measured."""
    if key not in MEASURED:
        return ""
    pairs = MEASURED[key].pairs
    games = min(map(sum, pairs))
    shares = [Fraction(2 * won + tied, 2 * sum(pair)) for pair in pairs for won, tied, _ in [pair]]
    values = {
        "games": games,
        "least": _percent(min(shares)),
        "most": _percent(max(shares)),
        "off": max(_off_by(share, games) for share in shares),
    }
    said = _(
        "Measured in %(games)s games of each pair with the usual settings: a level won %(least)s "
        "to %(most)s in a hundred against the one before it, a tie counted half. Such a figure may "
        "be off by %(off)s either way."
    )
    return said % values


def _percent(share: Fraction) -> int:
    """To the nearest whole number, half up."""
    return int(share * 100 + Fraction(1, 2))


def _off_by(share: Fraction, games: int) -> int:
    """Return by how many percentage points a share may be off: two standard errors, rounded up.

    `share` is between 0 and 1, and was measured in `games` games.
    """
    in_a_hundred_squared = 4 * share * (1 - share) / games * 10_000
    return math.isqrt(max(math.ceil(in_a_hundred_squared) - 1, 0)) + 1
