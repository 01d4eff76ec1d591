"""Sentences of a review: what a move missed, and how the kinds of misses are told apart."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import words
from games.review import kinds_of
from games.rules.base import Json

Shown = dict[str, Any]

KINDS = {
    "turn": gettext_lazy("no play"),
    "blank": gettext_lazy("the blank elsewhere"),
    "place": gettext_lazy("a better place"),
    "fraction": gettext_lazy("a fraction bonus"),
    "bingo": gettext_lazy("nine tiles"),
    "extension": gettext_lazy("an extension"),
    "tiles": gettext_lazy("the same tiles"),
    "premium": gettext_lazy("premium squares"),
    "colours": gettext_lazy("coloured squares"),
    "outcome": gettext_lazy("a larger outcome"),
    "trope": gettext_lazy("a trope not taken"),
    "handed": gettext_lazy("a trope handed over"),
    "other": gettext_lazy("another play"),
}
"""Every kind of miss in two or three words: what was missed."""

RULES = {
    "turn": gettext_lazy(
        "Somebody swapped or passed where a play earns points. What fresh tiles may earn later is "
        "not counted."
    ),
    "blank": gettext_lazy(
        "The same symbols on the same squares, with the blank on another of them or on none. A "
        "blank earns nothing, so it belongs where its symbol earns least."
    ),
    "place": gettext_lazy("The same equation, laid on squares where it earns more."),
    "fraction": gettext_lazy(
        "The best play has a value that is a fraction, and what it earns more for that is at least "
        "half of what was lost, and more than its bonus for nine tiles. The fraction is reduced "
        "first: 6/8 is 3/4, so the denominator 4 earns 60."
    ),
    "bingo": gettext_lazy("The best play lays nine tiles and earns the bonus for it."),
    "extension": gettext_lazy(
        "The best play makes an equation longer that was complete before, and all of it counts "
        "again; the move that was made did not extend that one."
    ),
    "tiles": gettext_lazy("The best play lays exactly the same tiles, as another equation."),
    "premium": gettext_lazy("Premium squares earn more than half of what was lost."),
    "colours": gettext_lazy("Blue and red squares earn more than half of what was lost."),
    "outcome": gettext_lazy("A calculation was there with a larger outcome."),
    "trope": gettext_lazy("The move took no trope where one could be taken. It counts 1."),
    "handed": gettext_lazy(
        "After the move the other player could take a trope at once, and a move that takes as much "
        "would not have allowed it. It counts 1."
    ),
    "other": gettext_lazy(
        "The best play is none of these: other tiles, as an equation of its own."
    ),
}
"""How a kind is told from the others, for people; the rules themselves are in `games.review`."""

PUZZLES = {
    "only": gettext_lazy("there is one play only"),
    "far": gettext_lazy("one play is far ahead of all others"),
    "trope": gettext_lazy("one move takes a trope"),
}
"""Why a position is worth solving."""

_LESSONS = {
    "place": gettext_lazy(
        "The same equation, %(line)s, earns %(points)s at %(where)s instead of %(made)s at "
        "%(made_where)s."
    ),
    "bingo": gettext_lazy(
        "%(line)s at %(where)s lays nine tiles and earns %(points)s, %(bonus)s of it for that."
    ),
    "extension": gettext_lazy(
        "%(line)s at %(where)s makes %(old)s longer, and all of it counts: %(points)s."
    ),
    "tiles": gettext_lazy("The same tiles make %(line)s at %(where)s for %(points)s."),
    "premium": gettext_lazy(
        "%(line)s at %(where)s earns %(points)s, %(bonus)s of it on premium squares."
    ),
    "colours": gettext_lazy(
        "%(line)s at %(where)s earns %(points)s, %(bonus)s of it on coloured squares."
    ),
    "outcome": gettext_lazy("%(line)s at %(where)s has a larger outcome and earns %(points)s."),
    "trope": gettext_lazy("A trope was there: %(where)s takes %(line)s."),
    "other": gettext_lazy("%(line)s at %(where)s earns %(points)s."),
}


def kinds(key: str) -> list[Shown]:
    """Every kind of miss that a game knows, in the order in which they are tried."""
    return [{"name": KINDS[kind], "rule": RULES[kind]} for kind in kinds_of(key)]


def lesson(kind: str, values: Json, best: Json, best_text: str, points: int, made: Json) -> str:
    """What was missed, in a sentence; `made` is the move as the score sheet lists it."""
    told = {
        **values,
        "line": words.equations(best),
        "where": words.where(best_text, best),
        "points": points,
        "made": made["points"],
        "made_where": made["where"],
        "old": words.pretty(values.get("old", "")),
    }
    if kind in _TOLD_APART:
        return _TOLD_APART[kind](told)
    return str(_LESSONS[kind]) % told


def _of_turn(told: Json) -> str:
    if told["did"] == "swap":
        said = _(
            "A swap earns nothing: %(line)s at %(where)s would have earned %(points)s. What fresh "
            "tiles are worth later is not counted."
        )
    else:
        said = _("A pass earns nothing: %(line)s at %(where)s would have earned %(points)s.")
    return said % told


def _of_blank(told: Json) -> str:
    if told["is_kept"]:
        said = _(
            "The same symbols on the same squares earn %(points)s instead of %(made)s without the "
            "blank: a blank earns nothing."
        )
    else:
        said = _(
            "The same symbols on the same squares earn %(points)s instead of %(made)s with the "
            "blank on another of them: a blank earns nothing."
        )
    return said % told


def _of_fraction(told: Json) -> str:
    """With the reduction where one side of the equation shows it."""
    told = told | {"value": _written(told["value"]), "unreduced": _written(told["unreduced"])}
    if told["unreduced"]:
        said = _(
            "%(line)s at %(where)s earns %(points)s: %(unreduced)s is %(value)s in lowest terms, "
            "so +%(bonus)s for the fraction."
        )
    else:
        said = _(
            "%(line)s at %(where)s earns %(points)s: its value is %(value)s, so +%(bonus)s for "
            "the fraction."
        )
    return said % told


def _written(fraction: str) -> str:
    return fraction.replace("-", "−")


def _of_handed(told: Json) -> str:
    start, _dash, end = told["text"].partition("-")
    told = told | {
        "start": start,
        "end": end,
        "numbers": ", ".join(map(str, told["numbers"])),
        "name": words.translated(told["label"]),
    }
    said = _(
        "After this the other player can take %(numbers)s (%(name)s) by moving the %(tile)s from "
        "%(start)s to %(end)s. There were moves that allow no trope."
    )
    return said % told


_TOLD_APART = {"turn": _of_turn, "blank": _of_blank, "fraction": _of_fraction, "handed": _of_handed}


def verdict(key: str, loss: int, is_exact: bool, plays: list[list[Any]]) -> str:
    """How a move stands beside the best, in a sentence; empty where the miss itself says it."""
    if "handed" in kinds_of(key):
        return "" if loss else _("No trope was missed, and none handed over that could be kept.")
    if loss:
        less = ngettext(
            "%(loss)s point less than the best play.",
            "%(loss)s points less than the best play.",
            loss,
        )
        found = ngettext(
            "%(loss)s point less than the best play found.",
            "%(loss)s points less than the best play found.",
            loss,
        )
        return (less if is_exact else found) % {"loss": loss}
    if not plays:
        return _("There was no play.") if is_exact else _("No play was found.")
    return _("Nothing better was there.") if is_exact else _("Nothing better was found.")


def share(points: int, best: int) -> str:
    """A try beside the best, in a sentence."""
    if points >= best:
        return _("That is the best there is.")
    values = {"percent": max(0, points) * 100 // best, "points": points}
    return _("%(percent)s %% of the best: %(points)s points.") % values
