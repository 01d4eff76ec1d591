"""Sentences for people about moves, runs and endings, in the reader's language."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

from games import clocks
from games.rules import arithmetic
from games.rules.base import Json, Message, Option, State
from games.rules.notation import swapped_tiles

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
    "2S": gettext_lazy("double symbol"),
    "3S": gettext_lazy("triple symbol"),
    "2E": gettext_lazy("double equality"),
    "3E": gettext_lazy("triple equality"),
    "B": gettext_lazy("blue"),
    "R": gettext_lazy("red"),
}

PREMIUMS_EXPLAINED = {
    "2P": gettext_lazy("a tile laid here counts double"),
    "3P": gettext_lazy("a tile laid here counts triple"),
    "2S": gettext_lazy("a tile laid here counts double"),
    "3S": gettext_lazy("a tile laid here counts triple"),
    "2E": gettext_lazy("every equality laid across it counts double"),
    "3E": gettext_lazy("every equality laid across it counts triple"),
    "B": gettext_lazy("blue: a part of the sum adds its value; an outcome adds nothing"),
    "R": gettext_lazy("red: a part of the sum adds twice its value; an outcome counts double"),
}
"""In the order in which they are told."""

BAGS = {
    "draw": gettext_lazy("%(count)s in the bag"),
    "sign": ngettext_lazy("%(count)s sign in the bag", "%(count)s signs in the bag", "count"),
}


def with_signs(text: str) -> str:
    """The same with the signs of times and division that the reader's language writes."""
    times, divided_by = pgettext("sign of times", "×"), pgettext("sign of division", "÷")
    return text.replace("×", times).replace("÷", divided_by)


def pretty(line: str) -> str:
    """A line as the reader writes it: `3 × 4 = 12`, in German `3 · 4 = 12`, `1, 2, 3, 4`."""
    return with_signs(arithmetic.pretty(line)).replace(",", ", ")


def time_until(deadline: datetime | None) -> str:
    """A clock that runs down to the deadline; empty where there is none."""
    return time_left(int((deadline - clocks.now()).total_seconds())) if deadline else ""


def time_left(seconds: int) -> str:
    """A clock in its two largest units, as pages count it down: `2d 23h`, `59m 12s`, `0s`."""
    units = [
        (86400, pgettext("days on a clock", "%(count)sd")),
        (3600, pgettext("hours on a clock", "%(count)sh")),
        (60, pgettext("minutes on a clock", "%(count)sm")),
        (1, pgettext("seconds on a clock", "%(count)ss")),
    ]
    rest = max(0, seconds)
    first = next((place for place, (length, _unit) in enumerate(units) if rest >= length), 3)
    shown: list[str] = []
    for length, unit in units[first : first + 2]:
        count, rest = divmod(rest, length)
        if count or not shown:
            shown.append(unit % {"count": count})
    return " ".join(shown)


def sentence(message: Message) -> str:
    """A message of the rules in the reader's language, as a whole sentence."""
    text = _translated(message)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def _translated(message: Message) -> str:
    values = {name: _value(value) for name, value in message.values.items()}
    return _(message.id) % values if values else _(message.id)


def _value(value: object) -> object:
    """What stands in a message: another one, a line or a sign as the rules write it, a number."""
    if isinstance(value, Message):
        return _translated(value)
    return with_signs(value) if isinstance(value, str) else value


def phrase(text: str) -> str:
    """A phrase of the rules in the reader's language."""
    return _(text)


def translated(message: Json) -> str:
    """A message of the rules that was kept as plain values."""
    values = message["values"]
    return _(message["id"]) % values if values else _(message["id"])


def labels(detail: Json) -> str:
    """The names of the runs of a play, where they have names."""
    named = [run["label"] for run in detail["runs"] if run.get("label")]
    return ", ".join(translated(label) for label in named)


def named(label: Message) -> str:
    """The name of a run, as it stands in a line."""
    return _translated(label)


def fault(message: Message | None) -> str:
    """What is wrong with one run; no sentence of its own."""
    return _translated(message) if message is not None else ""


def spoken(symbol: str) -> str:
    """A symbol as a screen reader should say it: `[1/2]` is `1 over 2`."""
    inner = symbol.strip("[]")
    if inner in SYMBOLS:
        return str(SYMBOLS[inner])
    if "/" in inner:
        over, under = inner.split("/")
        return _("%(over)s over %(under)s") % {"over": over, "under": under}
    base, _caret, exponent = inner.partition("^")
    if exponent:
        values = {"base": base, "exponent": _signed(exponent)}
        return _("%(base)s to the power of %(exponent)s") % values
    return _signed(inner)


def _signed(number: str) -> str:
    return number.replace("-", f"{SYMBOLS['-']} ")


def option_value(option: Option, value: str) -> str:
    """What a value of an option means."""
    return _(option.words[value]) if value in option.words else value


def own_option_value(option: Option, value: str) -> str:
    """The same for whoever decides it."""
    return _(option.own_words[value]) if value in option.own_words else option_value(option, value)


def options_said(options: Sequence[Option], given: Mapping[str, str]) -> list[dict[str, str]]:
    """Every option of a game with the value it has, for people."""
    return [
        {
            "label": _(option.label),
            "value": option_value(option, given.get(option.name, option.default)),
        }
        for option in options
    ]


def equations(detail: Json) -> str:
    """The lines of a play: its equations, `4 + 3 = 7, 2 = 1 + 1`, or what it formed instead.

    Or its series: `1, 2, 3, 4`.
    """
    complete = [run for run in detail["runs"] if run["kind"] == "complete"]
    texts = [pretty(run["text"]) for run in complete or detail["runs"][:1]]
    return ", ".join(texts)


def tiles(named: Sequence[str]) -> str:
    """Tiles in a row, as they look."""
    return " ".join(pretty(tile) for tile in named)


def where(text: str, detail: Json) -> str:
    """Where a play lies: `8F`, or `16 c3–f6` for a tile that moved."""
    if detail["kind"] != "play":
        return ""
    place = text.split(" ")[0].replace("-", "–")
    return f"{detail['tile']} {place}" if "tile" in detail else place


def move_line(text: str, detail: Json, is_open: bool) -> str:
    """A move as the score sheet tells it; what was swapped only where `is_open`."""
    kind = detail["kind"]
    if kind == "play":
        return equations(detail) or ("" if "tile" in detail else _laid_alone(text))
    if kind == "swap":
        swapped = swapped_tiles(text)
        counted = ngettext("swapped %(count)s tile", "swapped %(count)s tiles", len(swapped))
        shown = counted % {"count": len(swapped)}
        return f"{shown}: {tiles(swapped)}" if is_open else shown
    said = {
        "pass": _("passed"),
        "resign": _("resigned"),
        "time": _("ran out of time"),
        "agreement": _("agreed to a draw"),
        "aborted": _("called off"),
    }
    return said.get(kind, str(kind))


def _laid_alone(text: str) -> str:
    """The symbol of a single tile that forms no line: a number as the first play of Equate."""
    return pretty(text.partition(" ")[2].replace("?", ""))


def written(text: str, detail: Json, is_open: bool) -> str:
    """A move in notation; of a swap that is not open, how many tiles."""
    if detail["kind"] == "swap" and not is_open:
        return move_line(text, detail, is_open)
    return text


def how_points_came(rules: type[State], detail: Json) -> str:
    """`18 × 2 + 40 for the fraction + 50 for nine tiles`, for each scoring line of a play."""
    if detail["runs"] and all(run["kind"] == "expression" for run in detail["runs"]):
        return _("an expression, no points")
    scoring = [run for run in detail["runs"] if run["points"]]
    parts = [run_points(rules, run["tile_points"], run["factor"], run["bonus"]) for run in scoring]
    if detail["bonus"]:
        parts.append(_("%(points)s for nine tiles") % {"points": detail["bonus"]})
    plain = len(parts) == 1 and scoring[0]["points"] == scoring[0]["tile_points"]
    return "" if plain else " + ".join(parts)


def run_points(rules: type[State], tile_points: int, factor: int, bonus: int) -> str:
    """How the points of one line came about."""
    said = str(tile_points) + (with_signs(f" × {factor}") if factor > 1 else "")
    return said + (" + " + _(rules.phrases.extra) % {"points": bonus} if bonus else "")


def said_of_move(name: str, text: str, detail: Json, points: int, is_open: bool) -> str:
    """One sentence about a move: `Ben played 4 + 3 = 7 for 60.`"""
    line = move_line(text, detail, is_open)
    if detail["kind"] == "aborted":
        return _("The game was called off.")
    if detail["kind"] == "agreement":
        return _("Both players agreed to a draw.")
    if detail["kind"] != "play":
        return _("%(name)s %(did)s.") % {"name": name, "did": line}
    values = {"name": name, "line": line, "points": points, "where": where(text, detail)}
    if not line:
        return _("%(name)s moved %(where)s.") % values
    if "tile" in detail:
        return _("%(name)s moved %(where)s and took %(line)s.") % values
    said = _("%(name)s played %(line)s for %(points)s.") % values
    return " ".join([said, *_blanks(text)])


def _blanks(text: str) -> list[str]:
    """What the blanks of a play stand for, if it has any: `The blank is 7.`"""
    meant = [pretty(symbol) for symbol in re.findall(r"\?(\[[^]]*\]|[^][?.])", text)]
    said = ngettext("The blank is %(symbols)s.", "The blanks are %(symbols)s.", len(meant))
    return [said % {"symbols": ", ".join(meant)}] if meant else []


def result_headline(
    rules: type[State], names: list[str], outcome: dict[str, Any], scores: list[int]
) -> str:
    """Who won, or that nobody did."""
    ranking = outcome["ranking"]
    if not ranking:
        return _("The game was called off")
    if len(ranking[0]) > 1:
        return _tie(rules, scores[ranking[0][0]])
    winner = ranking[0][0]
    others = ", ".join(str(score) for seat, score in enumerate(scores) if seat != winner)
    values = {"name": names[winner], "score": scores[winner], "others": others}
    if outcome["reason"] == "resign":
        return _("%(name)s won by resignation (%(score)s to %(others)s)") % values
    if outcome["reason"] == "time":
        return _("%(name)s won on time (%(score)s to %(others)s)") % values
    return _("%(name)s won, %(score)s to %(others)s") % values


def _tie(rules: type[State], score: int) -> str:
    """A tie in what the game counts: points, or steps to its goal."""
    if rules.phrases.goal:
        values = {"score": score, "goal": _(rules.phrases.goal)}
        return _("A tie at %(score)s %(goal)s") % values
    return ngettext("A tie at %(score)s point", "A tie at %(score)s points", score) % {
        "score": score
    }


def ending(rules: type[State], outcome: Json, mover: str) -> str:
    """Why the game ended, in a sentence."""
    reason = outcome["reason"]
    template = rules.phrases.endings.get(reason)
    if template is not None:
        return _(template) % {"name": mover}
    return {
        "resign": _("%(name)s resigned.") % {"name": mover},
        "time": _("%(name)s ran out of time.") % {"name": mover},
        "agreement": _("Both players agreed to a draw."),
        "aborted": _("The game was called off; it counts for nobody."),
    }.get(reason, "")


def adjustments(names: Sequence[str], outcome: Json) -> list[str]:
    """What the ending gave or took, in a sentence for each seat concerned."""
    return [
        _adjustment(names[seat], points, outcome["reason"])
        for seat, points in enumerate(outcome["adjustments"])
        if points
    ]


def _adjustment(name: str, points: int, reason: str) -> str:
    """What the ending gave or took."""
    values = {"name": name, "points": abs(points)}
    if reason in ("resign", "time"):
        return _("%(name)s loses %(points)s for leaving the game.") % values
    if points > 0:
        return _("%(name)s gains %(points)s for the tiles left over.") % values
    return _("%(name)s loses %(points)s for the tiles left over.") % values


def hints(play: Json | None, may_swap: bool) -> list[str]:
    """All that can be told of the best play, step by step; of none, what can be done instead."""
    if play is None:
        return [
            _("No play was found. Swap tiles, or pass.")
            if may_swap
            else _("No play was found. Pass.")
        ]
    points = ngettext(
        "The best play found earns %(points)s point.",
        "The best play found earns %(points)s points.",
        play["points"],
    )
    made = pretty(play.get("line", ""))
    whole = _("It is %(text)s.") % play
    if made:
        whole = _("It makes %(line)s: %(text)s.") % {"line": made, "text": play["text"]}
    return [points % play, _("It begins at %(square)s.") % play, whole]


def hints_taken(name: str, count: int) -> str:
    """How often a player was helped."""
    said = ngettext("%(name)s took %(count)s hint.", "%(name)s took %(count)s hints.", count)
    return said % {"name": name, "count": count}


def option_words(rules: type[State], given: Mapping[str, str]) -> list[str]:
    """The options that are not the usual ones, in words."""
    return [
        _(option.words.get(given[option.name], given[option.name]))
        for option in rules.options
        if given.get(option.name, option.default) != option.default
    ]
