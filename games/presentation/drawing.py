"""Squares and tiles as HTML: joined from escaped strings, each distinct one drawn once.

A board has up to 225 squares, so a template for each would cost more than all the rest of a page.
A square is drawn from its `SquareView` alone: all who see the same square get the same bytes.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.presentation.models.board import SquareView, TileView

_KEPT = 16_384  # squares; a running game has some dozens that no other has

_LOCK = mark_safe(
    '<svg class="lock" viewBox="0 0 20 20" aria-hidden="true">'
    '<path d="M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9"/></svg>'
)
_NOTHING = mark_safe("")


def grid(rows: Iterable[Sequence[SquareView]]) -> SafeString:
    """The rows of a board whose squares can be walked through and pressed."""
    return format_html_join(
        "", '<div role="row">{}</div>', ((_join(map(square_button, row)),) for row in rows)
    )


def squares_to_set(
    rows: Iterable[Sequence[SquareView]], empty: Iterable[Sequence[SquareView]]
) -> SafeString:
    """The rows of a board whose squares send the form that they stand in, each with its name.

    `empty` are the same squares without tiles: a script puts them there when it takes one away.
    """
    drawn = (
        (_join(map(_square_to_set, row, bare)),) for row, bare in zip(rows, empty, strict=True)
    )
    return format_html_join("", '<div role="row">{}</div>', drawn)


def figure(rows: Iterable[Sequence[SquareView]]) -> SafeString:
    """The rows of a board that is only looked at."""
    return format_html_join(
        "", "<div>{}</div>", ((_join(map(square_picture, row)),) for row in rows)
    )


def changes(squares: Iterable[SquareView]) -> SafeString:
    """Squares that take the place of those on a page."""
    return _join(map(square_swapped, squares))


def plain_rows(numbered: Iterable[tuple[str, Sequence[SquareView]]]) -> SafeString:
    """The rows of a board as those of a table, each with its name."""
    return format_html_join(
        "",
        '<tr><th scope="row">{}</th>{}</tr>',
        ((name, _join(map(_cell, row))) for name, row in numbered),
    )


@lru_cache(_KEPT)
def square_button(square: SquareView) -> SafeString:
    """A square of a board that can be pressed."""
    return _button(square, _NOTHING, _content(square))


@lru_cache(_KEPT)
def square_swapped(square: SquareView) -> SafeString:
    """A square that takes the place of the one on a page; the best play of a game rejoices."""
    oob = mark_safe(' hx-swap-oob="true"')
    return _button(square, oob, _content(square, " joy" if square.is_best else ""))


@lru_cache(_KEPT)
def square_picture(square: SquareView) -> SafeString:
    """A square that is only looked at."""
    return format_html('<span class="sq{}">{}</span>', square.look, _content(square))


@lru_cache(_KEPT)
def _cell(square: SquareView) -> SafeString:
    """A square in a table: what lies on it, else its letters."""
    text = square.premium if square.tile is None else square.tile.glyph
    return format_html("<td>{}</td>", text)


@lru_cache(_KEPT)
def _square_to_set(square: SquareView, empty: SquareView) -> SafeString:
    return format_html(
        '<button class="sq{}" role="gridcell" id="sq-{}" tabindex="-1" name="at" value="{}"'
        ' aria-label="{}" data-empty="{}" data-premium="{}">{}</button>',
        square.look,
        square.name,
        square.name,
        square.label,
        empty.label,
        empty.premium,
        _content(square),
    )


def _button(square: SquareView, more: SafeString, content: SafeString) -> SafeString:
    return format_html(
        '<button type="button" class="sq{}" role="gridcell" id="sq-{}" tabindex="-1"'
        ' aria-label="{}"{}>{}</button>',
        square.look,
        square.name,
        square.label,
        more,
        content,
    )


def _content(square: SquareView, joy: str = "") -> SafeString:
    """The tile on a square, or the letters of an empty one."""
    if square.tile is not None:
        lock = _LOCK if square.is_locked else _NOTHING
        classes = tile_classes(square) + joy
        return format_html('<span class="{}">{}{}</span>', classes, face(square.tile), lock)
    return format_html("<span>{}</span>", square.premium) if square.premium else _NOTHING


def tile_classes(square: SquareView) -> str:
    """The classes of the tile on a square; of `shown`, `lit` and `last` the first that applies."""
    marks = [mark for mark in ("shown", "lit", "last") if getattr(square, f"is_{mark}")][:1]
    is_blank = square.tile is not None and square.tile.is_blank
    others = {"best": square.is_best, "blank": is_blank, "locked": square.is_locked}
    return " ".join(["tile", *marks, *(name for name, applies in others.items() if applies)])


@lru_cache(_KEPT)
def face(tile: TileView) -> SafeString:
    """What is written on a tile, with its points where it has any."""
    points = _NOTHING if tile.points is None else format_html("<small>{}</small>", tile.points)
    return _symbol(tile) + points


def _symbol(tile: TileView) -> SafeString:
    if tile.under:
        return format_html('<b class="fr"><i>{}</i><i>{}</i></b>', tile.over, tile.under)
    looks = " ".join(filter(None, (tile.look, tile.exponent and "pow")))
    look = format_html(' class="{}"', looks) if looks else _NOTHING
    return format_html("<b{}>{}{}</b>", look, tile.glyph, raised(tile.exponent))


def faces(tiles: Iterable[TileView]) -> SafeString:
    """Tiles side by side."""
    return format_html_join("", '<span class="tile">{}</span>', ((face(tile),) for tile in tiles))


def kind(tile: TileView) -> SafeString:
    """A kind of tile in a list: its symbol, and how it is said."""
    return _kind(tile, get_language())


@lru_cache(_KEPT)
def _kind(tile: TileView, _language: str | None) -> SafeString:
    """The same, for one language: a blank has its name as its symbol."""
    symbol = format_html("{}{}", tile.glyph, raised(tile.exponent))
    shown = symbol if tile.glyph else format_html("<i>{}</i>", _("blank"))
    look = mark_safe(' class="pow"') if tile.exponent else _NOTHING
    words = format_html('<span class="vh">{}: </span>', tile.word)
    return format_html('<b aria-hidden="true"{}>{}</b>{}', look, shown, words)


def clear() -> None:
    """Drop what was drawn: each is drawn again when it is next shown."""
    for kept in (square_button, square_swapped, square_picture, face, _cell, _kind, _square_to_set):
        kept.cache_clear()


def raised(exponent: str) -> SafeString:
    """An exponent above the line; nothing where there is none."""
    return format_html("<sup>{}</sup>", exponent) if exponent else _NOTHING


def _join(parts: Iterable[SafeString]) -> SafeString:
    """Parts that are HTML already, one after the other."""
    return SafeString("".join(parts))
