"""The computers that people can play against: users with the names of the engine's levels."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.names import COMPUTERS
from games.engine.levels import AVERAGES, LEVELS

USUAL = "Slate"
"""Who plays a position on that somebody wants to look into."""

GENTLEST = COMPUTERS[0]
"""Whom a stranger is offered."""

_WEAKEST, _STEP = 90_000, 10_000  # hundredths: 900 for the first, 100 more for each that follows


@dataclass(frozen=True)
class Opponent:
    """A computer: the name of its user, its level counted from 0, and what is to be expected of it.

    `rating`, in hundredths, is agreed and never moves: it is what the ratings of those who play
    against computers are measured with. From level to level it is about what the levels win
    against each other.
    """

    name: str
    level: int
    about: str
    rating: int


OPPONENTS = {
    name: Opponent(name, level, known.about, _WEAKEST + level * _STEP)
    for level, (name, known) in enumerate(zip(COMPUTERS, LEVELS, strict=True))
}
"""Every computer by its name, the weakest first."""


def said_of(name: str) -> str:
    """How a computer plays, for people."""
    return _(OPPONENTS[name].about)


def names() -> Sequence[tuple[str, str]]:
    """Every computer by its name, and nothing more of it."""
    return [(name, name) for name in OPPONENTS]


def choices(key: str | None = None) -> Sequence[tuple[str, str]]:
    """Every computer by its name, with what is said of it, and its usual points in this game."""
    return [
        (name, " · ".join([name, _(known.about), *_usual_points(key, known.level)]))
        for name, known in OPPONENTS.items()
    ]


def _usual_points(key: str | None, level: int) -> list[str]:
    """What a level makes in a game, as measured; nothing where points do not tell how strong it is.

    That is so where a level that wins more does not make more points.
    """
    tenths = AVERAGES.get(key or "", [])
    if not tenths or tenths != sorted(tenths):
        return []
    return [_("about %(points)s points a game") % {"points": (tenths[level] + 5) // 10}]
