"""Numeria's board, its set-up squares and the numbers of its rules."""

from games.rules.grid import ChessBoard, Square

LAYOUT = ChessBoard(size=8, premiums={})
NUMBERS = tuple(range(1, 37))

DEALT: tuple[Square, ...] = tuple((row, column) for row in range(1, 7) for column in range(1, 7))
"""The middle 36 squares in the order in which they are dealt: b7 to g7, down to b2 to g2."""

TO_THE_CORNERS: dict[Square, Square] = {
    LAYOUT.named(middle): LAYOUT.named(corner)
    for middle, corner in (("d5", "a8"), ("e5", "h8"), ("d4", "a1"), ("e4", "h1"))
}
"""Where the tiles of the four middle squares go."""

START: frozenset[Square] = frozenset(TO_THE_CORNERS.get(square, square) for square in DEALT)
"""The squares that are covered at the start."""

SEATS = 2
TROPES_TO_WIN = 3
IDLE_TURNS_TO_END = 100  # M10
LEAVING = ("resign", "time", "aborted", "agreement")
