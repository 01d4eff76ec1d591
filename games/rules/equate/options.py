"""The options of Equate, and which of their values go together."""

from collections.abc import Mapping

from games.rules.equate.constants import SETS
from games.rules.messages import Message, gettext_noop
from games.rules.options import Option, resolve_options
from games.rules.refusals import NotationError

OPTIONS: tuple[Option, ...] = (
    Option(
        "players",
        ("2", "3", "4"),
        "2",
        gettext_noop("Players"),
        {
            "2": gettext_noop("two players"),
            "3": gettext_noop("three players"),
            "4": gettext_noop("four players"),
        },
        short={
            "2": gettext_noop("two players"),
            "3": gettext_noop("three players"),
            "4": gettext_noop("four players"),
        },
    ),
    Option(
        "set",
        tuple(SETS),
        "standard",
        gettext_noop("Tiles"),
        {
            "standard": gettext_noop("standard: halves, thirds, fourths and sixths"),
            "junior": gettext_noop("Junior: halves are the only fractions"),
            "advanced": gettext_noop("Advanced: with powers and negative numbers"),
        },
        short={
            "standard": gettext_noop("standard set"),
            "junior": gettext_noop("Junior set"),
            "advanced": gettext_noop("Advanced set"),
        },
    ),
    Option(
        "stage",
        ("none", "1", "2", "3"),
        "none",
        gettext_noop("Stage for beginners"),
        {
            "none": gettext_noop("the whole game"),
            "1": gettext_noop("1: separate equations, no ÷, no fractions"),
            "2": gettext_noop("2: fewer ÷, only halves and fourths"),
            "3": gettext_noop("3: the whole game with two piles"),
        },
        help=gettext_noop(
            "In all three stages you draw from two piles, up to six numbers and up to three signs."
        ),
        short={
            "1": gettext_noop("stage 1"),
            "2": gettext_noop("stage 2"),
            "3": gettext_noop("stage 3"),
        },
    ),
)

_STAGE_AND_SET = gettext_noop("a stage goes with the standard tiles only")


def resolve_equate_options(options: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option: the given one, else the default.

    Raises NotationError for an unknown value, and for a stage with other tiles (E21).
    """
    values = resolve_options(OPTIONS, options)
    if values["stage"] != "none" and values["set"] != "standard":
        raise NotationError(Message(_STAGE_AND_SET))
    return values
