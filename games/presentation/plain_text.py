"""A position and the game so far as plain text, to be copied into a message or a file."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.presentation import sentences
from games.rules.grid import Layout
from games.rules.interface import State

EMPTY = "."

Shown = dict[str, Any]
Row = Sequence[str]


def of_position(
    state: State, options: Mapping[str, str], names: Sequence[str], moves: Sequence[Shown]
) -> str:
    """The board in rows, the players with their scores, and the moves that led there.

    `moves` are rows of the score sheet as strangers see it: nothing hidden is in the text.

    A move has its number, who made it, its notation, its points, and the mover's score after it:
    `3  Ada  8F 4+3=7  +60  101`.
    """
    view = state.view(None)
    title = ", ".join([state.name, *sentences.option_words(type(state), options)])
    players = [[name, str(score)] for name, score in zip(names, view["scores"], strict=True)]
    parts = [
        [title, _("After move %(ply)s") % {"ply": len(moves)}],
        board_lines(state.layout, view["board"]),
        columns(players, to_the_right=(1,)),
        columns([_move(move) for move in moves], to_the_right=(0, 3, 4)),
        _what_now(state, view, list(names)),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def board_lines(layout: Layout, faces: Mapping[str, str]) -> list[str]:
    """The rows of the board between their numbers and the letters of the columns.

    What stands on a square is written as in the notation, without brackets: `7`, `1/2`, `?7`.
    """
    size = range(layout.size)
    rows = [
        [number, *(_face(faces.get(layout.name((row, column)), EMPTY)) for column in size)]
        for row, number in zip(size, layout.rows, strict=True)
    ]
    table = [["", *layout.columns], *([str(cell) for cell in row] for row in rows)]
    return columns(table, to_the_right=range(layout.size + 1), gap=" ")


def columns(rows: Sequence[Row], to_the_right: Sequence[int], gap: str = "  ") -> list[str]:
    """Lines in which the cells of each column begin or end under one another.

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


def _move(move: Shown) -> Row:
    points = f"{move['points']:+d}"
    return [str(move["ply"]), move["name"], move["written"], points, str(move["total"])]


def _what_now(state: State, view: Mapping[str, Any], names: list[str]) -> list[str]:
    """Who is to move, or how the game ended and what that gave or took."""
    if view["turn"] is not None:
        return [_("%(name)s to move.") % {"name": names[view["turn"]]}]
    outcome = view["outcome"]
    headline = sentences.result_headline(type(state), names, outcome, view["scores"])
    return [headline + ".", *sentences.adjustments(names, outcome)]
