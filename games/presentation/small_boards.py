"""Boards small enough for a wall of them: outlines, and the symbols on the tiles."""

from collections.abc import Collection, Iterable, Sequence

from games.presentation import boards
from games.presentation.models.board import SmallBoard, SmallSymbol, SymbolRow, TileView
from games.rules.grid import Square
from games.rules.interface import State

UNIT = 10
"""The width of a square: whole numbers are shorter to write than fractions."""

_MIDDLE, _BASELINE = UNIT // 2, 8


def small_board(state: State, last: Collection[str]) -> SmallBoard:
    """A position, its last move marked; on an empty board its premium squares."""
    marked = {state.layout.parse_square(name) for name in last}
    tiles = {square: boards.tile(face) for square, face in state.board.items()}
    painted: dict[str, list[Square]] = {}
    for square in sorted(tiles):
        painted.setdefault("l" if square in marked else "t", []).append(square)
    if not tiles:
        for square, premium in state.layout.premiums.items():
            painted.setdefault(premium.look, []).append(square)
    return SmallBoard(
        size=state.layout.size * UNIT,
        outlines=tuple((look, _outline(squares)) for look, squares in painted.items()),
        rows=tuple(_rows({at: tile for at, tile in tiles.items() if len(_text(tile)) == 1})),
        symbols=tuple(_symbol(at, tile) for at, tile in tiles.items() if len(_text(tile)) > 1),
    )


def _outline(squares: Iterable[Square]) -> str:
    """Squares as an SVG path."""
    return "".join(
        f"M{column * UNIT} {row * UNIT}h{UNIT}v{UNIT}h-{UNIT}z" for row, column in squares
    )


def _rows(tiles: dict[Square, TileView]) -> list[SymbolRow]:
    """What takes one character, row by row: a place for each character of a line."""
    rows: dict[int, list[tuple[int, str]]] = {}
    for (row, column), tile in sorted(tiles.items(), key=lambda placed: placed[0]):
        rows.setdefault(row, []).append((column * UNIT + _MIDDLE, _text(tile)))
    return [_row(row * UNIT + _BASELINE, placed) for row, placed in rows.items()]


def _row(baseline: int, placed: Sequence[tuple[int, str]]) -> SymbolRow:
    places = " ".join(str(place) for place, _ in placed)
    return SymbolRow(baseline, places, "".join(symbol for _, symbol in placed))


def _symbol(at: Square, tile: TileView) -> SmallSymbol:
    """What takes more: two digits, a fraction, a power."""
    row, column = at
    text = _text(tile)
    look = "w" if len(text) == 2 else "x"
    return SmallSymbol(column * UNIT + _MIDDLE, row * UNIT + _BASELINE, look, text)


def _text(tile: TileView) -> str:
    """What is written on a tile; nothing on a blank that stands for nothing."""
    if tile.under:
        return f"{tile.over}/{tile.under}"
    return f"{tile.glyph}^{tile.exponent}" if tile.exponent else tile.glyph
