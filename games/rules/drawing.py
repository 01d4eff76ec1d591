"""Positions as plain text: the board in rows, and the scores and racks of the seats."""

from collections.abc import Mapping, Sequence

from games.rules.grid import Layout
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.tiles import Pile

EMPTY = "."

Row = Sequence[str]


def draw_state(state: State) -> str:
    """Return the whole position as text, with the racks that this State knows."""
    faces = {state.layout.name(square): face for square, face in state.board.items()}
    bags = [f"bag {label}: {count} tiles" for label, count in state.stock.bag_sizes().items()]
    lines = [
        *board_lines(state.layout, faces),
        *columns([_seat_row(state, seat) for seat in range(state.seats)], to_the_right=(1,)),
        *bags,
        _what_now(state),
    ]
    return "\n".join(lines)


def board_lines(layout: Layout, faces: Mapping[str, str]) -> list[str]:
    """Return the rows of the board between their numbers and the letters of the columns.

    `faces` are by the names of squares. What stands on a square is written as in the notation,
    without brackets: `7`, `1/2`, `?7`.
    """
    size = range(layout.size)
    rows = [
        [number, *(_face(faces.get(layout.name((row, column)), EMPTY)) for column in size)]
        for row, number in zip(size, layout.rows, strict=True)
    ]
    table = [["", *layout.columns], *([str(cell) for cell in row] for row in rows)]
    return columns(table, to_the_right=range(layout.size + 1), gap=" ")


def columns(rows: Sequence[Row], to_the_right: Sequence[int], gap: str = "  ") -> list[str]:
    """Return lines in which the cells of each column begin or end under one another.

    >>> columns([["9", "Ada", "+7"], ["10", "Ben", "+12"]], to_the_right=(0, 2))
    [' 9  Ada   +7', '10  Ben  +12']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        gap.join(
            cell.rjust(width) if place in to_the_right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _face(face: str) -> str:
    return face.replace("[", "").replace("]", "")


def _seat_row(state: State, seat: Seat) -> Row:
    return [f"seat {seat}", str(state.scores[seat]), _rack(state.racks[seat])]


def _rack(rack: Pile) -> str:
    return f"{rack} tiles" if isinstance(rack, int) else " ".join(map(_face, rack))


def _what_now(state: State) -> str:
    if state.outcome is not None:
        return f"ended by {state.outcome.reason}: {state.outcome.ranking}"
    return f"seat {state.turn} is to move"
