"""Boards and tiles as pages show them: rows of squares, each with its look and its words."""

from collections.abc import Collection, Iterable
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.rules.arithmetic import pretty
from games.rules.base import Json, Square, State
from games.rules.grid import Premium, column_name, square_name
from games.rules.laying import LaidState
from games.rules.tiles import is_blank, symbol_of

Shown = dict[str, Any]


def tile(face: str, points: int) -> Shown:
    """A tile: its glyph, its points, and how it is said."""
    symbol = symbol_of(face) or face
    return {
        "symbol": symbol,
        "glyph": pretty(symbol) if symbol != "?" else "",
        "is_sign": not symbol.isdigit(),
        "is_blank": is_blank(face),
        "points": "" if is_blank(face) else points,
        "word": words.spoken(symbol),
    }


def rack(rules: type[State], tiles: Iterable[str]) -> list[Shown]:
    """The tiles of a rack in their order."""
    tile_set = cast(type[LaidState], rules).tiles
    return [tile(face, tile_set.points[face]) for face in tiles]


def rows(rules: type[State], view: Json, last: Collection[str] = ()) -> list[list[Shown]]:
    """The board row by row; `last` names the squares of the last move."""
    laid = cast(type[LaidState], rules)
    size = range(laid.layout.size)
    return [[_square(laid, (row, column), view["board"], last) for column in size] for row in size]


def squares(
    rules: type[State], view: Json, names: Collection[str], last: Collection[str]
) -> list[Shown]:
    """Only the named squares, for a page that shows the others rightly already."""
    laid = cast(type[LaidState], rules)
    return [
        _square(laid, square, view["board"], last)
        for square in laid.layout.squares()
        if square_name(square) in names
    ]


def margins(rules: type[State]) -> Shown:
    """The letters above the board and the numbers beside it."""
    size = range(cast(type[LaidState], rules).layout.size)
    return {"columns": [column_name(at) for at in size], "numbers": [at + 1 for at in size]}


def _square(rules: type[LaidState], at: Square, board: Json, last: Collection[str]) -> Shown:
    name = square_name(at)
    face = board.get(name)
    premium = rules.layout.premiums.get(at)
    shown = tile(face, rules.tiles.value_of(face)) if face is not None else None
    is_centre = at == rules.layout.centre
    return {
        "name": name,
        "tile": shown,
        "is_last": name in last,
        "premium": premium.label if premium else "",
        "look": _look(premium, is_centre),
        "label": _label(name, shown, premium, is_centre, name in last),
    }


def _look(premium: Premium | None, is_centre: bool) -> str:
    """Classes of a square: `prem p3` for 3P."""
    if premium is not None:
        return f" prem {premium.label[::-1].lower()}"
    return " centre" if is_centre else ""


def _label(
    name: str, shown: Shown | None, premium: Premium | None, is_centre: bool, is_last: bool
) -> str:
    """A square in words: `8H, minus, 3 points, played now`."""
    parts = [name]
    if shown is not None:
        points = shown["points"] or 0
        parts.append(str(shown["word"]))
        parts.append(
            _("blank")
            if shown["is_blank"]
            else ngettext("%(n)s point", "%(n)s points", points) % {"n": points}
        )
        parts += [_("last move")] if is_last else []
    elif premium is not None:
        parts.append(str(words.PREMIUMS[premium.label]))
    elif is_centre:
        parts.append(_("middle square"))
    return ", ".join(parts)
