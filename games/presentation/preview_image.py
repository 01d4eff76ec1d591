"""Pictures of boards that other sites show beside a link: PNG, drawn from what strangers see."""

import unicodedata
from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from games.presentation.models.board import BoardView, SquareView, TileView
from games.presentation.models.table import PlayerCard, TableView

Point = tuple[float, float]
Pen = ImageDraw.ImageDraw

SIZE = (1200, 630)
"""What Open Graph's readers show whole."""

_FINE = 2  # everything is drawn twice as large and then reduced, which makes its edges smooth
_WIDTH, _HEIGHT = _FINE * SIZE[0], _FINE * SIZE[1]
_MARGIN = 30 * _FINE
_SHADES = 128  # of the palette: a third of the bytes, and no eye sees it

# the light theme of the stylesheet
_PAPER, _SHEET, _RULE, _LINE = "#f4f0e5", "#fdfbf5", "#dbe0e6", "#76829d"
_QUIET, _INK, _ACCENT = "#4c5772", "#1a2747", "#2346a0"
_TILE, _TILE_LAST, _TILE_EDGE, _TILE_INK = "#f5e8c8", "#d5e1f5", "#957c48", "#1a2440"
_BLUE, _VIOLET, _OCHRE, _RED = "#1f6aa3", "#5440a8", "#8f4d08", "#b1254a"

PENCILS = {"blue": _BLUE, "violet": _VIOLET, "ochre": _OCHRE, "red": _RED}
"""The colours of premium squares by the look that a game gives them."""

_EQUALS = TileView(symbol="=", is_blank=False, points=None, word="", glyph="=", look="op")


def of_table(table: TableView) -> bytes:
    """A table as strangers see it: the board, and who plays with which score."""
    image, pen = _sheet_of_paper()
    side = _board(pen, table, (_MARGIN, _MARGIN), _HEIGHT - 2 * _MARGIN)
    left = _MARGIN + side + _MARGIN
    _write(pen, (left, 78 * _FINE), table.name, 58 * _FINE, _INK)
    height = min(120, 360 // len(table.players)) * _FINE
    for place, player in enumerate(table.players):
        _player(pen, player, left, 150 * _FINE + place * height, height)
    _mark(pen, (left, _HEIGHT - _MARGIN - 44 * _FINE), 44 * _FINE)
    _write(pen, (left + 60 * _FINE, _HEIGHT - _MARGIN - 22 * _FINE), "Numerica", 30 * _FINE, _QUIET)
    return _to_png(image)


def of_boards(boards: Sequence[BoardView]) -> bytes:
    """Several boards in a row, for pages that are about no single game."""
    image, pen = _sheet_of_paper()
    _mark(pen, (_MARGIN, 3 * _MARGIN), 100 * _FINE)
    _write(pen, (_MARGIN + 130 * _FINE, 3 * _MARGIN + 50 * _FINE), "Numerica", 96 * _FINE, _INK)
    side = (_WIDTH - (len(boards) + 1) * _MARGIN) // len(boards)
    for place, board in enumerate(boards):
        left = _MARGIN + place * (side + _MARGIN)
        _board(pen, board, (left, _HEIGHT - side - 3 * _MARGIN), side)
        _write(pen, (left, _HEIGHT - 1.8 * _MARGIN), board.name, 34 * _FINE, _INK)
    return _to_png(image)


# --- paper ---


def _sheet_of_paper() -> tuple[Image.Image, Pen]:
    image = Image.new("RGB", (_WIDTH, _HEIGHT), _PAPER)
    pen = ImageDraw.Draw(image)
    for at in range(0, _WIDTH, 24 * _FINE):
        pen.line([(at, 0), (at, _HEIGHT)], _mix(_RULE, _PAPER, 45), _FINE)
        pen.line([(0, at), (_WIDTH, at)], _mix(_RULE, _PAPER, 45), _FINE)
    return image, pen


def _to_png(image: Image.Image) -> bytes:
    packed = BytesIO()
    image.reduce(_FINE).quantize(_SHADES).save(packed, "PNG")
    return packed.getvalue()


def _mix(colour: str, ground: str, percent: int) -> tuple[int, ...]:
    """So much of a colour, laid on a ground."""
    pairs = zip(_parts(colour), _parts(ground), strict=True)
    return tuple((one * percent + other * (100 - percent)) // 100 for one, other in pairs)


def _parts(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])


def _mark(pen: Pen, corner: Point, side: float) -> None:
    """The sign of the site: a tile that says equals."""
    _tile(pen, _EQUALS, corner, side, _TILE)


# --- the board ---


def _board(pen: Pen, board: BoardView, corner: Point, room: int) -> int:
    """Draw a board into a square room; the side that it takes, in whole pixels a square."""
    step = room // board.size
    side = step * board.size
    frame = [corner, (corner[0] + side, corner[1] + side)]
    pen.rectangle(frame, _SHEET)
    for row, squares in enumerate(board.rows):
        for column, square in enumerate(squares):
            _square(pen, square, (corner[0] + column * step, corner[1] + row * step), step)
    pen.rectangle(frame, outline=_INK, width=2 * _FINE)
    return side


def _square(pen: Pen, square: SquareView, corner: Point, side: int) -> None:
    end = corner[0] + side, corner[1] + side
    colour = PENCILS.get(square.pencil, _SHEET)
    pen.rectangle([corner, end], _mix(colour, _SHEET, 20), _RULE, _FINE)
    if square.tile is not None:
        _tile(pen, square.tile, corner, side, _TILE_LAST if square.is_last else _TILE)
    elif square.premium:
        centre = corner[0] + side / 2, corner[1] + side / 2
        _glyphs(pen, square.premium, centre, side * 0.4, colour)


def _tile(pen: Pen, tile: TileView, corner: Point, side: float, colour: str) -> None:
    edge = _ACCENT if colour == _TILE_LAST else _TILE_EDGE
    box = _inset(corner, side, side / 32)
    pen.rounded_rectangle(box, side / 9, colour, edge, max(1, round(side / 24)))
    if tile.is_blank:
        ring = _inset(corner, side, side / 7)
        pen.rounded_rectangle(ring, side / 6, outline=_QUIET, width=max(1, round(side / 32)))
    centre = corner[0] + side / 2, corner[1] + side / 2
    _face(pen, tile, centre, side * (0.8 if tile.is_blank else 1))


def _inset(corner: Point, side: float, gap: float) -> list[Point]:
    return [(corner[0] + gap, corner[1] + gap), (corner[0] + side - gap, corner[1] + side - gap)]


def _face(pen: Pen, tile: TileView, centre: Point, side: float) -> None:
    """A fraction upright, a base with its exponent, or plain figures and signs."""
    x, y = centre
    if tile.under:
        _glyphs(pen, tile.over, (x, y - side * 0.21), side * 0.42)
        _glyphs(pen, tile.under, (x, y + side * 0.23), side * 0.42)
        bar = [(x - side * 0.2, y), (x + side * 0.2, y)]
        pen.line(bar, _TILE_INK, max(1, round(side / 20)))
    elif tile.exponent:
        _glyphs(pen, tile.glyph, (x - side * 0.16, y + side * 0.06), side * 0.56)
        _glyphs(pen, tile.exponent, (x + side * 0.2, y - side * 0.16), side * 0.36)
    else:
        _glyphs(pen, tile.glyph, centre, side * (0.56 if len(tile.glyph) > 1 else 0.72))


# --- letters, figures, signs ---


_LEVEL = ((-1.0, 0.0), (1.0, 0.0))
_SIGNS: dict[str, Sequence[tuple[Point, Point]]] = {
    "+": (_LEVEL, ((0, -1), (0, 1))),
    "−": (_LEVEL,),
    "×": (((-0.8, -0.8), (0.8, 0.8)), ((-0.8, 0.8), (0.8, -0.8))),
    "·": (((-0.1, 0), (0.1, 0)),),
    ":": (((0, -0.6), (0, -0.4)), ((0, 0.4), (0, 0.6))),
    "÷": (((-0.2, -0.8), (0.2, -0.8)), _LEVEL, ((-0.2, 0.8), (0.2, 0.8))),
    "=": (((-1, -0.45), (1, -0.45)), ((-1, 0.45), (1, 0.45))),
}
"""Signs as lines between points of a square from -1 to 1: the font has not all of them."""


def _glyphs(pen: Pen, text: str, centre: Point, size: float, ink: str = _TILE_INK) -> None:
    """Figures and signs side by side around a point."""
    widths = [_width(glyph, size) for glyph in text]
    left = centre[0] - sum(widths) / 2
    for glyph, width in zip(text, widths, strict=True):
        at = left + width / 2, centre[1]
        if glyph in _SIGNS:
            _sign(pen, glyph, at, size, ink)
        else:
            pen.text(at, glyph, ink, _font(size), anchor="mm", stroke_width=size / 40)
        left += width


def _width(glyph: str, size: float) -> float:
    return size * 0.6 if glyph in _SIGNS else _font(size).getlength(glyph)


def _sign(pen: Pen, sign: str, at: Point, size: float, ink: str) -> None:
    reach, width = size * 0.26, max(2, round(size / 9))
    for ends in _SIGNS[sign]:
        pen.line([(at[0] + x * reach, at[1] + y * reach) for x, y in ends], ink, width)


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    """The letters that Pillow brings; it has them only with FreeType, as all its packages do."""
    font = ImageFont.load_default(round(size))
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _write(
    pen: Pen, at: Point, text: str, size: float, ink: str, anchor: str = "lm", room: float = _WIDTH
) -> None:
    """A line of text; what has no room is cut off, and letters lose their accents.

    The font has no more than ASCII, which is all that a name of this site may consist of.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    while _font(size).getlength(plain) > room:
        plain = plain[:-1]
    pen.text(at, plain, ink, _font(size), anchor=anchor)


# --- players ---


def _player(pen: Pen, player: PlayerCard, left: float, top: float, height: float) -> None:
    """Draw a name and a score, with a bar before the player to move."""
    middle, size, right = top + height / 2, height * 0.42, _WIDTH - _MARGIN
    if player.is_turn:
        pen.rectangle([(left, top + 12), (left + 5 * _FINE, top + height - 12)], _ACCENT)
    _seat(pen, player.mark, (left + 30 * _FINE, middle), size * 0.24)
    score = str(player.score)
    room = right - left - 70 * _FINE - _font(size).getlength(score)
    _write(pen, (left + 50 * _FINE, middle), player.name, size, _INK, room=room)
    _write(pen, (right, middle), score, size, _INK, anchor="rm")
    pen.line([(left, top + height), (right, top + height)], _LINE, _FINE)


def _seat(pen: Pen, mark: str, centre: Point, reach: float) -> None:
    """The seats' shapes: a ring, a disc, a diamond, a square."""
    x, y = centre
    box = [(x - reach, y - reach), (x + reach, y + reach)]
    if mark == "c":
        corners = [(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)]
        pen.polygon(corners, outline=_INK, width=2 * _FINE)
    elif mark == "d":
        pen.rectangle(box, _INK)
    else:
        pen.ellipse(box, _INK if mark == "b" else None, _INK, 2 * _FINE)
