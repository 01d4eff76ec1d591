"""A position and the game so far as plain text, to be copied into a message or a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation import sentences
from games.rules.drawing import Row, board_lines, columns
from games.rules.interface import State
from games.rules.messages import Json


@dataclass(frozen=True)
class PlainMove:
    """A move as strangers may know it."""

    ply: int
    name: str  # of the player
    written: str  # in notation
    points: int
    total: int  # the player's score after it


def of_position(
    state: State, options: Mapping[str, str], names: Sequence[str], moves: Sequence[PlainMove]
) -> str:
    """The board in rows, the players with their scores, and the moves that led there.

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


def without_moves(text: str) -> str:
    """The title, the board and the players of such a text."""
    return "\n\n".join(text.split("\n\n")[:3])


def _move(move: PlainMove) -> Row:
    return [str(move.ply), move.name, move.written, f"{move.points:+d}", str(move.total)]


def _what_now(state: State, view: Json, names: list[str]) -> list[str]:
    """Who is to move, or how the game ended and what that gave or took."""
    if view["turn"] is not None:
        return [_("%(name)s to move.") % {"name": names[view["turn"]]}]
    outcome = view["outcome"]
    headline = sentences.result_headline(type(state), names, outcome, view["scores"])
    return [headline + ".", *sentences.adjustments(names, outcome)]
