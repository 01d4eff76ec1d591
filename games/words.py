"""Sentences for people about moves, runs and endings, in the reader's language."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.arithmetic import pretty
from games.rules.base import Json, Message

SYMBOLS = {
    "+": gettext_lazy("plus"),
    "-": gettext_lazy("minus"),
    "*": gettext_lazy("times"),
    "/": gettext_lazy("divided by"),
    "=": gettext_lazy("equals"),
    "?": gettext_lazy("blank"),
}

PREMIUMS = {
    "2P": gettext_lazy("double points"),
    "3P": gettext_lazy("triple points"),
    "2E": gettext_lazy("double equality"),
    "3E": gettext_lazy("triple equality"),
}


def sentence(message: Message) -> str:
    """A message of the rules in the reader's language, as a whole sentence."""
    text = _translated(message)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def _translated(message: Message) -> str:
    values = {
        name: _translated(value) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return _(message.id) % values if values else _(message.id)


def fault(message: Message | None) -> str:
    """What is wrong with one run; no sentence of its own."""
    return _translated(message) if message is not None else ""


def spoken(symbol: str) -> str:
    """A symbol as a screen reader should say it."""
    return str(SYMBOLS.get(symbol, symbol))


def equations(detail: Json) -> str:
    """The scoring lines of a play: `4 + 3 = 7` or `4 + 3 = 7, 2 = 1 + 1`."""
    return ", ".join(pretty(run["text"]) for run in detail["runs"] if run["points"])


def tiles(text: str) -> str:
    """The tiles named in a swap, as they look."""
    return " ".join(pretty(tile) for tile in text.removeprefix("swap "))


def move_line(text: str, detail: Json, is_open: bool) -> str:
    """A move as the score sheet tells it; what was swapped only where `is_open`."""
    kind = detail["kind"]
    if kind == "play":
        return equations(detail)
    if kind == "swap":
        count = len(text.removeprefix("swap "))
        counted = ngettext("swapped %(count)s tile", "swapped %(count)s tiles", count)
        shown = counted % {"count": count}
        return f"{shown}: {tiles(text)}" if is_open else shown
    said = {
        "pass": _("passed"),
        "resign": _("resigned"),
        "time": _("ran out of time"),
        "aborted": _("called off"),
    }
    return said.get(kind, str(kind))


def how_points_came(detail: Json) -> str:
    """`18 × 2 + 40 fraction + 50 bingo`, for each scoring line of a play."""
    scoring = [run for run in detail["runs"] if run["points"]]
    parts = [_run_points(run) for run in scoring]
    if detail["bonus"]:
        parts.append(_("%(points)s for nine tiles") % {"points": detail["bonus"]})
    plain = len(parts) == 1 and scoring[0]["points"] == scoring[0]["tile_points"]
    return "" if plain else " + ".join(parts)


def _run_points(run: Json) -> str:
    points = str(run["tile_points"])
    if run["factor"] > 1:
        points += f" × {run['factor']}"
    if run["bonus"]:
        points += " + " + _("%(points)s for the fraction") % {"points": run["bonus"]}
    return points


def said_of_move(name: str, text: str, detail: Json, points: int, is_open: bool) -> str:
    """One sentence about a move: `Ben played 4 + 3 = 7 for 60.`"""
    line = move_line(text, detail, is_open)
    if detail["kind"] == "aborted":
        return _("The game was called off.")
    if detail["kind"] != "play":
        return _("%(name)s %(did)s.") % {"name": name, "did": line}
    said = _("%(name)s played %(line)s for %(points)s.")
    return said % {"name": name, "line": line, "points": points}


def result_headline(names: list[str], outcome: dict[str, Any], scores: list[int]) -> str:
    """Who won, or that nobody did."""
    ranking = outcome["ranking"]
    if not ranking:
        return _("The game was called off")
    if len(ranking[0]) > 1:
        return _("A tie at %(score)s points") % {"score": scores[ranking[0][0]]}
    winner = ranking[0][0]
    others = ", ".join(str(score) for seat, score in enumerate(scores) if seat != winner)
    values = {"name": names[winner], "score": scores[winner], "others": others}
    if outcome["reason"] == "resign":
        return _("%(name)s won by resignation (%(score)s to %(others)s)") % values
    if outcome["reason"] == "time":
        return _("%(name)s won on time (%(score)s to %(others)s)") % values
    return _("%(name)s won, %(score)s to %(others)s") % values


def ending(names: list[str], outcome: dict[str, Any], mover: str) -> str:
    """Why the game ended, in a sentence."""
    return {
        "out": _("%(name)s played the last tile.") % {"name": mover},
        "passes": _("Three passes in a row ended the game."),
        "idle": _("Ten turns without a play ended the game."),
        "resign": _("%(name)s resigned.") % {"name": mover},
        "time": _("%(name)s ran out of time.") % {"name": mover},
        "aborted": _("A player deleted the account; the game counts for nobody."),
    }.get(outcome["reason"], "")


def adjustment(name: str, points: int) -> str:
    """What the tiles left over gave or took."""
    values = {"name": name, "points": abs(points)}
    if points > 0:
        return _("%(name)s gains %(points)s for the tiles left over.") % values
    return _("%(name)s loses %(points)s for the tiles left over.") % values
