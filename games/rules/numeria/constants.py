"""Numeria's board, its set-up squares and the numbers of its rules."""

from games.rules.grid import ChessBoard, Square

LAYOUT = ChessBoard(size=8, premiums={})
TROPE_LENGTH = 4  # squares, and numbers on them
NUMBERS = tuple(range(1, 37))

DEAL_SQUARES: tuple[Square, ...] = tuple(
    (row, column) for row in range(1, 7) for column in range(1, 7)
)
"""The middle 36 squares in the order in which they are dealt: b7 to g7, down to b2 to g2."""

CORNER_OF_MIDDLE: dict[Square, Square] = {
    LAYOUT.parse_square(middle): LAYOUT.parse_square(corner)
    for middle, corner in (("d5", "a8"), ("e5", "h8"), ("d4", "a1"), ("e4", "h1"))
}
"""The corner to which the tile of each of the four middle squares goes."""

START_SQUARES: frozenset[Square] = frozenset(
    CORNER_OF_MIDDLE.get(square, square) for square in DEAL_SQUARES
)
"""The squares that are covered at the start."""

SEATS = 2
TROPES_TO_WIN = 3
MAX_SCORELESS_TURNS = 100  # turns of both seats together without a trope (M10)
LEAVE_REASONS = ("resign", "time", "aborted", "agreement")
