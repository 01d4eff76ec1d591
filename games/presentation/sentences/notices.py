"""What people are told of their games, in a sentence each, made of names, times and scores."""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.utils.translation import gettext as _


def names(others: Sequence[str]) -> str:
    """Those one plays against, in a sentence."""
    return ", ".join(others)


def turn(game: str, others: Sequence[str]) -> str:
    """It is the reader's turn."""
    return _("It is your turn in %(game)s against %(others)s.") % {
        "game": game,
        "others": names(others),
    }


def time_runs_out(game: str, others: Sequence[str], left: str) -> str:
    """A quarter of the time was left, and `left` is now."""
    return _("Your time is running out in %(game)s against %(others)s: %(left)s.") % {
        "game": game,
        "others": names(others),
        "left": left,
    }


def over(
    game: str, others: Sequence[str], result: str, rating: int | None = None, change: str = ""
) -> str:
    """How a game ended for the reader, and what it did to the reader's rating."""
    values: dict[str, object] = {"game": game, "others": names(others), "result": result}
    if rating is None:
        return _("%(result)s – %(game)s against %(others)s.") % values
    values |= {"rating": rating, "change": change}
    said = _("%(result)s – %(game)s against %(others)s. Your rating: %(rating)s (%(change)s).")
    return said % values


def reviewed(game: str, others: Sequence[str]) -> str:
    """The review can be read."""
    return _("The review of your game of %(game)s against %(others)s is ready.") % {
        "game": game,
        "others": names(others),
    }


def reopened(game: str, others: Sequence[str]) -> str:
    """The staff took an ending back."""
    said = _(
        "Your game of %(game)s against %(others)s goes on: those who run the site took its ending"
        " back. Clocks and ratings are as before it."
    )
    return said % {"game": game, "others": names(others)}


def invited(name: str, game: str) -> str:
    """Somebody keeps a seat for the reader."""
    return _("%(name)s invites you to %(game)s.") % {"name": name, "game": game}


def rematch_wanted(name: str, game: str) -> str:
    """Somebody wants to play once more."""
    return _("%(name)s wants another game of %(game)s with you.") % {"name": name, "game": game}


def accepted(name: str, game: str, *, has_begun: bool) -> str:
    """Somebody sat down, and the game began if that was the last seat."""
    values = {"name": name, "game": game}
    if has_begun:
        return _("%(name)s accepted: your game of %(game)s has begun.") % values
    return _("%(name)s sat down at your game of %(game)s; it waits for others.") % values


def declined(name: str, game: str) -> str:
    """Somebody said no."""
    return _("%(name)s declined your invitation to %(game)s.") % {"name": name, "game": game}


def followed(name: str) -> str:
    """Somebody follows the reader."""
    return _("%(name)s follows you now.") % {"name": name}


def report_answered() -> str:
    """What the reader reported was looked at."""
    return _("We have looked at what you reported.")


def acted(what: str, until: datetime | None) -> str:
    """The staff did something about the reader."""
    if until is None:
        return _("From the staff: %(what)s. Read why.") % {"what": what}
    values = {"what": what, "until": f"{until.astimezone(UTC):%Y-%m-%d %H:%M}"}
    return _("From the staff: %(what)s until %(until)s (UTC). Read why.") % values


def undone(what: str) -> str:
    """The staff undid what they had done."""
    return _("From the staff: undone (%(what)s). Read why.") % {"what": what}


def appeal_answered() -> str:
    """What the reader said against it was answered."""
    return _("The staff have answered what you said: read it.")
