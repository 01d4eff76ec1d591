"""What a move missed, in a sentence."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation import sentences
from games.presentation.models.reviews import MoveMade
from games.review import TROPE_ALLOWED
from games.rules.messages import Json

_ON_SQUARES = {
    "premium": gettext_lazy(
        "%(line)s at %(where)s earns %(points)s, on premium squares %(more)s more than this move."
    ),
    "colours": gettext_lazy(
        "%(line)s at %(where)s earns %(points)s, on coloured squares %(more)s more than this move."
    ),
}
"""By how much the squares of the best play earn more than those of the move that was made."""

_MISSED = {
    "out": gettext_lazy(
        "%(line)s at %(where)s earns %(points)s and goes out: that gives %(left)s more for the "
        "tiles left over."
    ),
    "bingo": gettext_lazy(
        "%(line)s at %(where)s lays all nine tiles and earns %(points)s, %(bonus)s of it for that."
    ),
    "tiles": gettext_lazy("The same tiles make %(line)s at %(where)s for %(points)s."),
    "premium": gettext_lazy(
        "%(line)s at %(where)s earns %(points)s, %(bonus)s of it on premium squares."
    ),
    "colours": gettext_lazy(
        "%(line)s at %(where)s earns %(points)s, %(bonus)s of it on coloured squares."
    ),
    "outcome": gettext_lazy("%(line)s at %(where)s has a larger outcome and earns %(points)s."),
    "other": gettext_lazy("%(line)s at %(where)s earns %(points)s."),
}


def missed(kind: str, values: Json, best: Json, best_text: str, points: int, made: MoveMade) -> str:
    """What was missed, in a sentence."""
    told = {
        "left": 0,
        **values,
        "line": sentences.listed_line(best_text, best),
        "where": _place(best_text, best, values.get("line", "") if kind == "extension" else ""),
        "play": sentences.where(best_text, best),
        "equations": sentences.move_line(best_text, best),
        "points": points,
        "made": made.points,
        "made_where": made.where,
    }
    if "line" in values:
        told["run"] = sentences.listed_run(best_text, best, values["line"])
    if kind in _TOLD_APART:
        return _TOLD_APART[kind](told, values)
    sentence = _ON_SQUARES[kind] if "more" in values else _MISSED[kind]
    return str(sentence) % told


def _place(text: str, detail: Json, line: str) -> str:
    """Where the line begins that is told of; a tile that moves has its way instead."""
    if sentences.moved_tile(detail):
        return sentences.where(text, detail)
    return sentences.where_begins(text, detail, line)


def _of_turn(told: Json, values: Json) -> str:
    if values.get("has_ended"):
        said = _("This ended the game: %(line)s at %(where)s would have earned %(points)s.")
    elif values["did"] == "swap":
        said = _(
            "Instead of a swap, %(line)s at %(where)s would have earned %(points)s. What fresh "
            "tiles are worth later is not counted."
        )
    else:
        said = _("Instead of a pass, %(line)s at %(where)s would have earned %(points)s.")
    return said % told


def _of_blank(told: Json, values: Json) -> str:
    if values["is_kept"]:
        said = _(
            "The same symbols on the same squares earn %(points)s instead of %(made)s with fewer "
            "blanks: a blank earns nothing."
        )
    else:
        said = _(
            "The same symbols on the same squares earn %(points)s instead of %(made)s with a blank "
            "on another of them: a blank earns nothing."
        )
    return said % told


def _of_place(told: Json, values: Json) -> str:
    """The equation that both plays have; each may have formed other lines besides."""
    if "line" not in values and "," in told["line"]:
        return str(_MISSED["other"]) % told  # of an earlier edition, which did not name it
    said = _(
        "With the same equation, %(line)s, the play at %(play)s earns %(points)s instead of "
        "%(made)s at %(made_where)s."
    )
    return said % (told | _line_of(told))


def _of_extension(told: Json, values: Json) -> str:
    """The points of the longer line, and those of the whole play where it formed more."""
    said = _("%(line)s at %(where)s makes %(old)s longer and earns %(points)s.")
    if "line" in values:
        said = _("%(line)s at %(where)s makes %(old)s longer, and all of it counts: %(points)s.")
        if values["points"] < told["points"]:
            said += " " + _("The whole play earns %(whole)s.")
    old = {"old": sentences.pretty(values["old"]), "whole": told["points"]}
    return said % (told | values | _line_of(told) | old)


def _line_of(told: Json) -> Json:
    """The one line of the play that the sentence is of; an earlier edition did not name it."""
    return {"line": told.get("run", told["line"])}


def _of_fraction(told: Json, values: Json) -> str:
    """With the reduction where one side of the equation shows it."""
    told |= {"value": _with_minus(values["value"]), "unreduced": _with_minus(values["unreduced"])}
    told["of"] = sentences.pretty(values.get("line", "")) or told["equations"]
    if told["unreduced"]:
        said = _(
            "%(line)s at %(where)s earns %(points)s: %(unreduced)s is %(value)s in lowest terms, "
            "so +%(bonus)s for the fraction."
        )
    elif told["of"] != told["equations"]:
        said = _(
            "%(line)s at %(where)s earns %(points)s: the value of %(of)s is %(value)s, so "
            "+%(bonus)s for the fraction."
        )
    else:
        said = _(
            "%(line)s at %(where)s earns %(points)s: its value is %(value)s, so +%(bonus)s for "
            "the fraction."
        )
    return said % told


def _with_minus(fraction: str) -> str:
    return fraction.replace("-", "−")


def _of_trope(told: Json, values: Json) -> str:
    if "numbers" in values:
        told["where"] = f"{values['tile']} {values['text'].replace('-', '–')}"
        told["line"] = ", ".join(map(str, values["numbers"]))
    return _("A trope was there: %(where)s takes %(line)s.") % told


def _describe_allowed_trope(told: Json, values: Json) -> str:
    return allowed_trope_text(values)


def allowed_trope_text(values: Json) -> str:
    """What a move of Numeria allows the other player, in a sentence."""
    start, _dash, end = values["text"].partition("-")
    told = values | {
        "start": start,
        "end": end,
        "numbers": ", ".join(map(str, values["numbers"])),
        "name": sentences.translate_stored(values["label"]),
    }
    said = _(
        "After this the other player can take %(numbers)s (%(name)s) by moving the %(tile)s from "
        "%(start)s to %(end)s. There were moves that allow no trope."
    )
    if values.get("wins"):
        said = _(
            "After this the other player can take %(numbers)s (%(name)s) by moving the %(tile)s "
            "from %(start)s to %(end)s, and wins. There were moves that allow no trope."
        )
    return said % told


_TOLD_APART = {
    "turn": _of_turn,
    "blank": _of_blank,
    "place": _of_place,
    "extension": _of_extension,
    "fraction": _of_fraction,
    "trope": _of_trope,
    TROPE_ALLOWED: _describe_allowed_trope,
}
