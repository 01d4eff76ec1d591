"""Boards and tiles as pages show them: rows of squares, each with its look and its words."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import script_sentences, sentences
from games.presentation.page_models import PlayOnBoard
from games.rules.grid import Layout, Premium, Square
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.tiles import BLANK

Shown = dict[str, Any]

PARTS = ("board", "aside", "rack", "hand", "tools", "dialogs", "keys", "script")
"""The parts of a table that a game may draw in its own way."""


def whole(state: State, view: Json, seat: Seat | None, last: Collection[str]) -> Shown:
    """The board of a game and a seat's hand, for any page that shows one."""
    return {
        "key": state.key,
        "name": state.name,
        "parts": parts(state.key),
        "phrases": _phrases(type(state)),
        "size": state.layout.size,
        "margins": margins(state.layout),
        "rows": cache(lambda: rows(state, view, last)),  # only some fragments ask
        "numbered": cache(
            lambda: list(zip(state.layout.rows, rows(state, view, last), strict=True))
        ),
        "legend": cache(lambda: legend(state)),
        "hand": hand(state, view, seat),
        "sentences": script_sentences.of_board(state.key),
    }


def parts(key: str) -> dict[str, list[str]]:
    """The templates of a table's parts: a game's own where it brings one, else the shared one."""
    return {part: [f"games/{key}/_{part}.html", f"games/table/_{part}.html"] for part in PARTS}


def _phrases(rules: type[State]) -> Shown:
    """What the page says in the game's own words."""
    phrases = rules.phrases
    return {
        "example": phrases.example,
        "help": _(phrases.help),
        "passing": _(phrases.passing),
        "pass_note": _(phrases.pass_note) if phrases.pass_note else "",
        "settling": _(phrases.settling) if phrases.settling else "",
        "leaving": _(phrases.leaving) if phrases.leaving else "",
        "goal": _(phrases.goal) if phrases.goal else "",
    }


def hand(state: State, view: Json, seat: Seat | None) -> Shown | None:
    """A player's own tiles and what the player may do now; None for a stranger."""
    if seat is None:
        return None
    kinds = dict.fromkeys([*view["unseen"], *view["free"]])
    return {
        "seat": seat,
        "tiles": rack(state, view["racks"][seat]),
        "free": rack(state, view["free"]),
        "actions": view["actions"],
        "kinds": rack(state, kinds),
        "symbols": rack(state, view["stands_for"]),
        "directions": view.get("directions", 2),
        "stacks": view.get("stacks", False),
        "moves": view.get("moves", {}),
    }


def tile(face: str, points: int | None = None) -> Shown:
    """A tile: what is written on it, its points where it has any, and how it is said."""
    symbol = face.replace(BLANK, "")
    is_blank = symbol != face
    return {
        "symbol": symbol or face,
        "is_blank": is_blank,
        "points": None if is_blank else points,
        "word": sentences.spoken(symbol or face),
        **_written(symbol),
    }


def _written(symbol: str) -> Shown:
    """The parts of a face: a plain glyph, a fraction, or a base with its exponent."""
    inner = symbol.strip("[]")
    over, _slash, under = inner.partition("/")
    base, _caret, exponent = inner.partition("^")
    if over and under:
        return {"glyph": sentences.pretty(symbol), "over": over, "under": under, "look": "fr"}
    if exponent:
        return {
            "glyph": sentences.pretty(base),
            "exponent": sentences.pretty(exponent),
            "look": "two",
        }
    if inner.isdigit() or inner[1:].isdigit():
        return {"glyph": sentences.pretty(inner), "look": "two" if len(inner) > 1 else ""}
    return {"glyph": sentences.pretty(inner), "look": "op"}


def rack(state: State, tiles: Iterable[str]) -> list[Shown]:
    """The tiles of a rack in their order."""
    return [tile(face, state.points_of(face)) for face in tiles]


def stamp(state: State, tiles_only: bool = False) -> Shown:
    """The board the size of a stamp: an outline for each class that paints squares of it.

    Where it shows `tiles_only`, an empty one shows its premium squares all the same.
    """
    covered = [state.layout.parse_square(name) for name in state.view(None)["board"]]
    painted: dict[str, list[Square]] = {"t": covered} if covered else {}
    if not (tiles_only and covered):
        for square, premium in state.layout.premiums.items():
            if square not in covered:
                painted.setdefault(premium.label[::-1].lower(), []).append(square)
    outlines = {look: _outline(squares) for look, squares in painted.items()}
    return {"size": state.layout.size, "outlines": outlines}


def _outline(squares: Iterable[Square]) -> str:
    """Squares as an SVG path."""
    return "".join(f"M{column} {row}h1v1h-1z" for row, column in squares)


def rows(state: State, view: Json, last: Collection[str] = ()) -> list[list[Shown]]:
    """The board row by row; `last` names the squares of the last move."""
    size = range(state.layout.size)
    return [[_square(state, (row, column), view, last) for column in size] for row in size]


def squares(state: State, view: Json, names: Collection[str], last: Collection[str]) -> list[Shown]:
    """Only the named squares, for a page that shows the others rightly already."""
    return [_square(state, state.layout.parse_square(name), view, last) for name in sorted(names)]


def with_play(before: list[list[Shown]], state: State, play: PlayOnBoard) -> list[list[Shown]]:
    """The board with a play on it that was not made: its faces by square, what it left and lit."""
    return [[_with_play(square, state, play) for square in row] for row in before]


def _with_play(square: Shown, state: State, play: PlayOnBoard) -> Shown:
    name = square["name"]
    if name in play.faces:
        face = play.faces[name]
        shown = tile(face, state.points_of(face))
        label = ", ".join([name, str(shown["word"]), *_points(shown), _("of the play shown")])
        return square | {"tile": shown, "label": label, "is_shown": True}
    if name in play.emptied:
        label = ", ".join([name, _("left by the play shown")])
        return square | {"tile": None, "look": f"{square['look']} left", "label": label}
    return square | {"is_lit": name in play.lit}


def with_hint(before: Iterable[Shown], names: Collection[str]) -> list[Shown]:
    """Squares, those with these names as ones that a hint is about."""
    return [square | _hinted(square) if square["name"] in names else square for square in before]


def _hinted(square: Shown) -> Shown:
    label = ", ".join([square["label"], _("of the hint")])
    return {"look": f"{square['look']} hinted", "label": label}


def with_best(before: list[list[Shown]], names: Collection[str]) -> list[list[Shown]]:
    """The board with the squares of the best play of the game marked."""
    if not names:
        return before
    return [
        [_with_best(square) if square["name"] in names else square for square in row]
        for row in before
    ]


def _with_best(square: Shown) -> Shown:
    label = ", ".join([square["label"], _("of the best play")])
    return square | {"is_best": True, "label": label}


def margins(layout: Layout) -> Shown:
    """The names of the columns above the board and of the rows beside it."""
    return {"columns": layout.columns, "numbers": layout.rows}


def legend(state: State) -> list[Shown]:
    """Each kind of special square once, as it looks and what it does."""
    layout = state.layout
    on_board = {premium.label: premium for premium in layout.premiums.values()}
    shown = [
        {"premium": label, "look": _look(on_board[label]), "meaning": meaning}
        for label, meaning in sentences.PREMIUMS_EXPLAINED.items()
        if label in on_board
    ]
    if first := _opening_square(state):
        premium = layout.premiums.get(layout.parse_square(first))
        label, meaning = premium.label if premium else "", _("the middle: the first play covers it")
        shown.append({"premium": label, "look": _look(premium, True), "meaning": meaning})
    if layout.shut:
        meaning = _("shaded: always stays empty")
        shown.append({"premium": "", "look": _look(is_shut=True), "meaning": meaning})
    return shown


def _opening_square(state: State) -> str:
    """The name of the square that the first play has to cover; empty where there is none."""
    return str(state.first_move_hint.values.get("square", ""))


def _square(state: State, at: Square, view: Json, last: Collection[str]) -> Shown:
    name = state.layout.name(at)
    face = view["board"].get(name)
    premium = state.layout.premiums.get(at)
    shown = tile(face, state.points_of(face)) if face is not None else None
    is_first = name == _opening_square(state)
    is_shut = at in state.layout.shut
    is_last, is_locked = name in last, name == view.get("frozen")
    if shown is not None:
        parts = _of_tile(shown, is_last, is_locked)
    else:
        parts = _of_empty(premium, is_first=is_first, is_shut=is_shut, is_left=is_last)
    return {
        "name": name,
        "tile": shown,
        "is_last": is_last,
        "is_locked": is_locked,
        "premium": premium.label if premium else "",
        "look": _look(premium, is_first, is_shut, is_last and shown is None),
        "label": ", ".join([name, *parts]),
    }


def _look(
    premium: Premium | None = None,
    is_first: bool = False,
    is_shut: bool = False,
    is_left: bool = False,
) -> str:
    """Classes of a square: `prem p3` for 3P, `left` for one that the last move emptied."""
    kind = f" prem {premium.label[::-1].lower()}" if premium is not None else ""
    others = {" centre": is_first, " never": is_shut, " left": is_left}
    return kind + "".join(name for name, applies in others.items() if applies)


def _of_tile(shown: Shown, is_last: bool, is_locked: bool) -> list[str]:
    """A tile in words: `minus, 3 points, played now`."""
    parts = [str(shown["word"]), *_points(shown)]
    parts += [_("played now")] if is_last else []
    parts += [_("locked for this turn")] if is_locked else []
    return parts


def _of_empty(
    premium: Premium | None, *, is_first: bool, is_shut: bool, is_left: bool
) -> list[str]:
    """A square without a tile in words: `triple points, empty`."""
    if is_shut:
        return [_("shaded: always stays empty")]
    parts = [str(sentences.PREMIUMS[premium.label])] if premium is not None else []
    parts += [_("middle square")] if is_first else []
    return [*parts, _("empty"), *([_("left now")] if is_left else [])]


def _points(shown: Shown) -> list[str]:
    if shown["is_blank"]:
        return [_("blank")]
    points = shown["points"]
    if points is None:
        return []
    return [ngettext("%(n)s point", "%(n)s points", points) % {"n": points}]
