"""Moves in the reader's language: for the score sheet, and as sentences."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.sentences.words import pretty, tiles, translate_stored, with_signs
from games.rules.grid import ACROSS, Step, parse_square, play_start_name
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.notation import BACKWARDS, COVERED, swapped_tiles
from games.rules.record import ply_taken_back
from games.rules.tiles import BLANK
from games.rules.tokens import split_tokens
from games.store.swap_secrecy import hidden_tiles


def labels(detail: Json) -> str:
    """The names of the runs of a play, where they have names."""
    named = [run["label"] for run in detail["runs"] if run.get("label")]
    return ", ".join(translate_stored(label) for label in named)


def equations(detail: Json) -> str:
    """The lines of a play: its equations, `4 + 3 = 7, 2 = 1 + 1`, or what it formed instead.

    Or its series: `1, 2, 3, 4`.
    """
    complete = [run for run in detail["runs"] if run["kind"] == "complete"]
    texts = [pretty(run["text"]) for run in complete or detail["runs"][:1]]
    return ", ".join(texts)


def where(text: str, detail: Json) -> str:
    """Where a play lies: its first line begins at `8F`, or `16 c3–f6` for a tile that moved.

    In notation a play has the name of its first new tile; its line may begin before, or cross it.
    What reads to the left or upwards has a `<`, as in notation.
    """
    if detail["kind"] != "play":
        return ""
    if tile := moved_tile(detail):
        return f"{tile} {text.split(' ')[0].replace('-', '–')}"
    place, _way = _line_told(text, detail)
    return place + BACKWARDS if text.split(" ")[0].endswith(BACKWARDS) else place


def line_place(names: Sequence[str]) -> tuple[str, str]:
    """Where a line of these squares, two or more, begins, and how it runs: `I5`, `down`."""
    step = _step(names)
    if step[0]:
        return play_start_name(parse_square(names[0]), step), _("up") if step[0] < 0 else _("down")
    return names[0], _("to the left") if step[1] < 0 else _("to the right")


def _step(names: Sequence[str]) -> Step:
    first, second = (parse_square(name) for name in names[:2])
    return second[0] - first[0], second[1] - first[1]


def _line_told(text: str, detail: Json) -> tuple[str, str]:
    """Where the first line that a play tells of begins, and how it runs unless to the right."""
    names = _squares_told(detail)
    if len(names) < 2:
        return text.split(" ")[0].removesuffix(BACKWARDS), ""
    return (names[0], "") if _step(names) == ACROSS else line_place(names)


def _squares_told(detail: Json) -> Sequence[str]:
    """The squares of the first line that a play tells of, in the order in which it is read."""
    complete = [run for run in detail["runs"] if run["kind"] == "complete"]
    return next((run.get("squares", ()) for run in complete or detail["runs"]), ())


def where_begins(text: str, detail: Json, line: str = "") -> str:
    """Where the line of a play begins that a sentence tells of: that of this text, else the first.

    A play is written by its first new tile: `11B`; its line may begin before, or cross it. What
    reads to the left or upwards has a `<`, as in notation.
    """
    runs = [run for run in detail.get("runs", ()) if run["text"] == line]
    told = detail | {"runs": runs} if runs else detail
    place, _way = _line_told(text, told)
    names = _squares_told(told)
    return place + BACKWARDS if len(names) > 1 and min(_step(names)) < 0 else place


def moved_tile(detail: Json) -> str:
    """The face of the tile that moved, in a game whose tiles move; else empty."""
    return str(detail.get("tile", ""))


def move_line(text: str, detail: Json) -> str:
    """A move as the score sheet tells it; `text` is what the reader may know of it."""
    kind = detail["kind"]
    if kind == "play":
        return equations(detail) or ("" if moved_tile(detail) else _single_tile(text))
    if kind == "swap":
        return _swap_line(text)
    said = {
        "pass": _("passed"),
        "resign": _("resigned"),
        "time": _("ran out of time"),
        "agreement": _("draw agreed"),  # by all, whosever turn it was
        "aborted": _("game called off"),
    }
    if kind == "takeback":
        return _("took move %(ply)s back") % {"ply": ply_taken_back(text)}
    return said.get(kind, str(kind))


def listed_line(text: str, detail: Json) -> str:
    """The same in a list, where no sentence tells what blanks stand for: `4 + 3 = 7 (blank: 7)`."""
    return _naming(_meant(text) if detail["kind"] == "play" else [], move_line(text, detail))


def listed_run(text: str, detail: Json, line: str) -> str:
    """One line of a play, told by its text, with what its blanks stand for in the same way."""
    runs = [set(run.get("squares", ())) for run in detail.get("runs", ()) if run["text"] == line]
    laid = [token for token in split_tokens(text.partition(" ")[2]) if token != COVERED]
    meant = [
        pretty(token.removeprefix(BLANK))
        for square, token in zip(detail.get("squares", ()), laid, strict=False)
        if token.startswith(BLANK) and any(square in squares for squares in runs)
    ]
    return _naming(meant, pretty(line))


def _naming(meant: Sequence[str], line: str) -> str:
    """The line, and the symbols that blanks stand for in it, if there are any."""
    if not meant:
        return line
    said = ngettext("blank: %(symbols)s", "blanks: %(symbols)s", len(meant))
    return f"{line} ({said % {'symbols': ', '.join(meant)}})"


def _swap_line(text: str) -> str:
    """How many tiles were swapped, and which where the text names them."""
    hidden = hidden_tiles(text)
    swapped = swapped_tiles(text) if hidden is None else ()
    count = hidden or len(swapped)
    counted = ngettext("swapped %(count)s tile", "swapped %(count)s tiles", count)
    shown = counted % {"count": count}
    return f"{shown}: {tiles(swapped)}" if swapped else shown


def _single_tile(text: str) -> str:
    """The symbol of a single tile that forms no line: a number as the first play of Equate."""
    return pretty(text.partition(" ")[2].replace("?", ""))


def public_notation(text: str) -> str:
    """A move in notation; of a swap whose tiles are hidden, how many there were."""
    return text if hidden_tiles(text) is None else _swap_line(text)


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
    """Why a computer swapped that does so only where it finds no play, or none it would make."""
    return _("found no play that it liked")


def move_sentence(
    name: str, text: str, detail: Json, points: int, *, is_choosy: bool = False
) -> str:
    """One sentence about a move: `Ben played 4 + 3 = 7 for 60.`

    `is_choosy` tells that its maker swaps only where no play is to its liking.
    """
    line = move_line(text, detail)
    if detail["kind"] == "swap" and is_choosy:
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
    if moved_tile(detail):
        return _("%(name)s moved %(where)s and took %(line)s.") % values
    values["where"], values["way"] = _line_told(text, detail)
    if values["way"]:
        said = _("%(name)s played %(line)s at %(where)s, %(way)s, for %(points)s.")
    else:
        said = _("%(name)s played %(line)s at %(where)s for %(points)s.")
    return " ".join([said % values, *_blanks(text)])


def own_move_sentence(text: str, detail: Json, points: int) -> str:
    """Return the same, said to the player who made the move: `You played 4 + 3 = 7 for 60.`"""
    kind = detail["kind"]
    if kind == "play":
        return _own_play(text, detail, points)
    if kind == "swap":
        return _own_swap(swapped_tiles(text))
    if kind == "takeback":
        return _("You took move %(ply)s back.") % {"ply": ply_taken_back(text)}
    said = {"pass": _("You passed."), "resign": _("You resigned."), "time": _("Your time ran out.")}
    return said.get(kind) or move_sentence("", text, detail, points)


def _own_play(text: str, detail: Json, points: int) -> str:
    line = move_line(text, detail)
    values = {"line": line, "points": str(points), "where": where(text, detail)}
    if not line:
        return _("You moved %(where)s.") % values
    if moved_tile(detail):
        return _("You moved %(where)s and took %(line)s.") % values
    values["where"], values["way"] = _line_told(text, detail)
    if values["way"]:
        said = _("You played %(line)s at %(where)s, %(way)s, for %(points)s.")
    else:
        said = _("You played %(line)s at %(where)s for %(points)s.")
    return " ".join([said % values, *_blanks(text)])


def _own_swap(swapped: Sequence[str]) -> str:
    said = ngettext(
        "You swapped %(count)s tile: %(tiles)s.",
        "You swapped %(count)s tiles: %(tiles)s.",
        len(swapped),
    )
    return said % {"count": len(swapped), "tiles": tiles(swapped)}


def _blanks(text: str) -> list[str]:
    """What the blanks of a play stand for, if it has any: `The blank is 7.`"""
    meant = _meant(text)
    said = ngettext("The blank is %(symbols)s.", "The blanks are %(symbols)s.", len(meant))
    return [said % {"symbols": ", ".join(meant)}] if meant else []


def _meant(text: str) -> list[str]:
    """The symbols that the blanks of a play stand for."""
    return [pretty(symbol) for symbol in re.findall(r"\?(\[[^]]*\]|[^][?.])", text)]
