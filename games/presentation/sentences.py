"""Sentences for people about moves, runs and endings, in the reader's language."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

from games.rules import arithmetic
from games.rules.grid import parse_square, play_start_name
from games.rules.interface import State
from games.rules.messages import Json, Message
from games.rules.moves import Seat
from games.rules.notation import swapped_tiles
from games.rules.options import Option
from games.rules.record import ply_taken_back
from games.store import site_time

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
    return with_signs(arithmetic.readable(line)).replace(",", ", ")


def time_until(deadline: datetime | None) -> str:
    """A clock that runs down to the deadline; empty where there is none."""
    return time_left(int((deadline - site_time.now()).total_seconds())) if deadline else ""


def time_left(seconds: int) -> str:
    """A clock in its two largest units, as pages count it down: `2d 23h`, `59m 12s`, `0s`."""
    units = list(zip((86400, 3600, 60, 1), clock_units().split("|"), strict=True))
    rest = max(0, seconds)
    first = next((place for place, (length, _unit) in enumerate(units) if rest >= length), 3)
    shown: list[str] = []
    for length, unit in units[first : first + 2]:
        count, rest = divmod(rest, length)
        if count or not shown:
            shown.append(f"{count}{unit}")
    return " ".join(shown)


def clock_units() -> str:
    """What stands behind days, hours, minutes and seconds on a clock; scripts read it as well."""
    return pgettext("units of a clock", "d|h|m|s")


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


def options_in_short(options: Sequence[Option], given: Mapping[str, str]) -> list[str]:
    """What is worth a word of the options in a line of all settings."""
    values = [(option, given.get(option.name, option.default)) for option in options]
    return [with_signs(_(option.short[value])) for option, value in values if value in option.short]


def days_a_move(days: int) -> str:
    """The time for each move, in a line of settings."""
    said = ngettext("%(days)s day a move", "%(days)s days a move", days)
    return said % {"days": days}


def listed(parts: Sequence[str]) -> str:
    """Several things in one line that begins with a capital letter."""
    line = ", ".join(parts)
    return line[:1].upper() + line[1:]


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
    if kind == "takeback":
        return _("took move %(ply)s back") % {"ply": ply_taken_back(text)}
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


def why_swapped() -> str:
    """Why a computer swapped: each does so only where it finds no play, or none it would make."""
    return _("found no play that it liked")


def said_of_move(
    name: str, text: str, detail: Json, points: int, is_open: bool, is_computer: bool = False
) -> str:
    """One sentence about a move: `Ben played 4 + 3 = 7 for 60.`"""
    line = move_line(text, detail, is_open)
    if detail["kind"] == "swap" and is_computer:
        said = _("%(name)s found no play that it liked and %(did)s.")
        return said % {"name": name, "did": line}
    if detail["kind"] == "aborted":
        return _("The game was called off.")
    if detail["kind"] == "agreement":
        return _("Both players agreed to a draw.")
    if detail["kind"] != "play":
        return _("%(name)s %(did)s.") % {"name": name, "did": line}
    values = {"name": name, "line": line, "points": str(points), "where": where(text, detail)}
    if not line:
        return _("%(name)s moved %(where)s.") % values
    if "tile" in detail:
        return _("%(name)s moved %(where)s and took %(line)s.") % values
    said = _("%(name)s played %(line)s for %(points)s.") % values
    return " ".join([said, *_blanks(text)])


def said_to_mover(text: str, detail: Json, points: int) -> str:
    """The same to whoever made the move: `You played 4 + 3 = 7 for 60.`"""
    kind = detail["kind"]
    if kind == "play":
        return _own_play(text, detail, points)
    if kind == "swap":
        return _own_swap(swapped_tiles(text))
    if kind == "takeback":
        return _("You took move %(ply)s back.") % {"ply": ply_taken_back(text)}
    said = {"pass": _("You passed."), "resign": _("You resigned."), "time": _("Your time ran out.")}
    return said.get(kind) or said_of_move("", text, detail, points, is_open=True)


def _own_play(text: str, detail: Json, points: int) -> str:
    line = move_line(text, detail, is_open=True)
    values = {"line": line, "points": str(points), "where": where(text, detail)}
    if not line:
        return _("You moved %(where)s.") % values
    if "tile" in detail:
        return _("You moved %(where)s and took %(line)s.") % values
    return " ".join([_("You played %(line)s for %(points)s.") % values, *_blanks(text)])


def _own_swap(swapped: Sequence[str]) -> str:
    said = ngettext(
        "You swapped %(count)s tile: %(tiles)s.",
        "You swapped %(count)s tiles: %(tiles)s.",
        len(swapped),
    )
    return said % {"count": len(swapped), "tiles": tiles(swapped)}


def _blanks(text: str) -> list[str]:
    """What the blanks of a play stand for, if it has any: `The blank is 7.`"""
    meant = [pretty(symbol) for symbol in re.findall(r"\?(\[[^]]*\]|[^][?.])", text)]
    said = ngettext("The blank is %(symbols)s.", "The blanks are %(symbols)s.", len(meant))
    return [said % {"symbols": ", ".join(meant)}] if meant else []


def number(value: int) -> str:
    """A number as the reader's language groups it: `1,273`, in German `1.273`."""
    return number_format(value, force_grouping=True)


def result_headline(
    rules: type[State],
    names: Sequence[str],
    outcome: Json,
    scores: Sequence[int],
    reader: Seat | None = None,
) -> str:
    """Who won, or that nobody did; to whoever sat there in the second person."""
    ranking = outcome["ranking"]
    if not ranking:
        return _("The game was called off")
    if len(ranking[0]) > 1:
        return _tie(rules, scores[ranking[0][0]])
    if reader is not None:
        return _own_result(names, outcome, scores, reader)
    return _who_won(names, outcome, scores)


def _who_won(names: Sequence[str], outcome: Json, scores: Sequence[int]) -> str:
    winner = outcome["ranking"][0][0]
    values = {"name": names[winner]} | _scores(scores, winner)
    if outcome["reason"] == "resign":
        return _("%(name)s won by resignation (%(score)s to %(others)s)") % values
    if outcome["reason"] == "time":
        return _("%(name)s won on time (%(score)s to %(others)s)") % values
    return _("%(name)s won, %(score)s to %(others)s") % values


def _scores(scores: Sequence[int], seat: Seat) -> dict[str, str]:
    """A seat's score and those of the others, as they stand in a sentence."""
    others = [number(score) for other, score in enumerate(scores) if other != seat]
    return {"score": number(scores[seat]), "others": ", ".join(others)}


def _own_result(names: Sequence[str], outcome: Json, scores: Sequence[int], reader: Seat) -> str:
    """How it ended for this seat: `You won, 1,273 to 456`; of three or more, its place."""
    ranking, has_won = outcome["ranking"], reader == outcome["ranking"][0][0]
    if len(scores) == 2 and outcome["reason"] in ("resign", "time"):
        winner, loser = (names[seats[0]] for seats in ranking)
        return _left(winner, loser, outcome["reason"], has_won)
    if has_won:
        return _("You won, %(score)s to %(others)s") % _scores(scores, reader)
    if len(scores) == 2:
        return _("You lost, %(score)s to %(others)s") % _scores(scores, reader)
    place = 1 + sum(len(seats) for seats in ranking[: _rank(ranking, reader)])
    values = {"place": place, "count": len(scores), "who": _who_won(names, outcome, scores)}
    return _("Place %(place)s of %(count)s: %(who)s") % values


def _rank(ranking: Sequence[Sequence[Seat]], seat: Seat) -> int:
    """How many ranks stand before this seat's."""
    return next(rank for rank, seats in enumerate(ranking) if seat in seats)


def _left(winner: str, loser: str, reason: str, has_won: bool) -> str:
    """A game for two that one of them left, told to the other or to the one who left."""
    if has_won and reason == "resign":
        return _("%(name)s resigned: you won") % {"name": loser}
    if has_won:
        return _("%(name)s ran out of time: you won") % {"name": loser}
    if reason == "resign":
        return _("You resigned: %(name)s won") % {"name": winner}
    return _("Your time ran out: you lost")


def _tie(rules: type[State], score: int) -> str:
    """A tie in what the game counts: points, or steps to its goal."""
    if rules.phrases.goal:
        values = {"score": score, "goal": _(rules.phrases.goal)}
        return _("A tie at %(score)s %(goal)s") % values
    said = ngettext("A tie at %(score)s point", "A tie at %(score)s points", score)
    return said % {"score": number(score)}


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


def adjustments(names: Sequence[str], outcome: Json, reader: Seat | None = None) -> list[str]:
    """What the ending gave or took, in a sentence for each seat concerned."""
    return [
        _own_adjustment(points, outcome["reason"])
        if seat == reader
        else _adjustment(names[seat], points, outcome["reason"])
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


def _own_adjustment(points: int, reason: str) -> str:
    """The same to whom it concerns."""
    values = {"points": abs(points)}
    if reason in ("resign", "time"):
        return _("You lose %(points)s for leaving the game.") % values
    if points > 0:
        return _("You gain %(points)s for the tiles left over.") % values
    return _("You lose %(points)s for the tiles left over.") % values


def hints(play: Json, kind: str) -> list[str]:
    """All that can be told of a play, step by step; a line is told from its first tile on."""
    if "aim" in play:
        place = where(play["text"], play["detail"])
        begins = _("It moves the tile on %(square)s.") % {"square": play["square"]}
        return [_aim(play["aim"]), begins, _whole_move(place, play["aim"])]
    made = move_line(play["text"], play["detail"], is_open=True)
    place, way = _line_place(play)
    values = {"where": place, "way": way, "line": made}
    return [
        _worth(play["points"], kind),
        _("It begins at %(where)s, %(way)s.") % values,
        _("%(where)s, %(way)s: %(line)s.") % values,
    ]


def _worth(points: int, kind: str) -> str:
    if kind == "best":
        said = ngettext(
            "The best play found earns %(points)s point.",
            "The best play found earns %(points)s points.",
            points,
        )
    else:
        said = ngettext(
            "A play to find earns %(points)s point.",
            "A play to find earns %(points)s points.",
            points,
        )
    return said % {"points": points}


def _line_place(play: Json) -> tuple[str, str]:
    """Where the line of a play begins, its tiles of before among them, and how it runs."""
    names = next((run["squares"] for run in play["detail"]["runs"]), play["squares"])
    first, second = (parse_square(name) for name in [*names, *names][:2])
    step = second[0] - first[0], second[1] - first[1]
    if step[0]:
        return play_start_name(first, step), _("up") if step[0] < 0 else _("down")
    return names[0], _("to the left") if step[1] < 0 else _("to the right")


def _aim(aim: Json) -> str:
    """What a move of Numeria is for, without the move."""
    said = {
        "takes": _("A trope can be taken."),
        "prepares": _("The move found best prepares %(line)s."),
        "stops": _("The move found best stops %(line)s."),
        "keeps": _("After the move found best the other player can take no trope."),
    }.get(aim["kind"], _("Here is the move found best."))
    return said % _line_of(aim)


def _whole_move(place: str, aim: Json) -> str:
    """A move of Numeria, and what it is for."""
    said = {
        "takes": _("%(where)s takes %(line)s."),
        "prepares": _("%(where)s prepares %(line)s."),
        "stops": _("%(where)s stops %(line)s."),
        "keeps": _("%(where)s: after it the other player can take no trope."),
    }.get(aim["kind"], _("It is %(where)s."))
    return said % {"where": place, **_line_of(aim)}


def _line_of(aim: Json) -> dict[str, str]:
    return {"line": ", ".join(map(str, aim["numbers"]))}


def no_play_found(may_swap: bool) -> str:
    """What can be done where a search found nothing."""
    if may_swap:
        return _("No play was found. Swap tiles, or pass.")
    return _("No play was found. Pass.")


def nothing_to_lay(may_swap: bool) -> str:
    """What can be done where it is certain that there is nothing to lay."""
    if may_swap:
        return _("Nothing can be laid with these tiles: swap some.")
    return _("Nothing can be laid with these tiles: pass.")


def hints_taken(name: str, count: int, *, is_own: bool) -> str:
    """How often a player was helped."""
    if is_own:
        return ngettext("You took %(count)s hint.", "You took %(count)s hints.", count) % {
            "count": count
        }
    said = ngettext("%(name)s took %(count)s hint.", "%(name)s took %(count)s hints.", count)
    return said % {"name": name, "count": count}


def option_words(rules: type[State], given: Mapping[str, str]) -> list[str]:
    """The options that are not the usual ones, in words."""
    return [
        _(option.words.get(given[option.name], given[option.name]))
        for option in rules.options
        if given.get(option.name, option.default) != option.default
    ]
