"""What is kept of a move, and how much of its text each viewer may know."""

import json
from datetime import datetime

from games.models import Game, PlayedMove, canonical_json
from games.rules.interface import Move
from games.rules.messages import Json
from games.rules.moves import Seat, verdict_to_json
from games.rules.notation import swapped_tiles

_HIDDEN_SWAP = "swap #"  # and the number of tiles; the notation knows no such sign


def verdict_detail(move: Move) -> Json:
    """A verdict as it is stored beside its move, for the score sheet."""
    return verdict_to_json(move.verdict, move.after.layout)


def move_row(game: Game, ply: int, move: Move, when: datetime) -> PlayedMove:
    """A move as it is stored."""
    return PlayedMove(
        game=game,
        ply=ply,
        seat=move.seat,
        text=move.verdict.text,
        points=move.verdict.points,
        detail=canonical_json(verdict_detail(move)),
        played_at=when,
    )


def public_text(move: PlayedMove, viewer: Seat | None, is_over: bool) -> str:
    """The move in notation, as far as this viewer (None for a stranger) may know it.

    Of another seat's swap in a running game only the number of tiles is told: `swap #3`. Score
    sheets, texts, exports and sockets all show moves through this function.
    """
    is_swap = json.loads(move.detail)["kind"] == "swap"
    if not is_swap or is_over or move.seat == viewer:
        return move.text
    return f"{_HIDDEN_SWAP}{len(swapped_tiles(move.text))}"


def hidden_tiles(text: str) -> int | None:
    """The number of tiles that a public text tells of a swap without naming them; else None.

    >>> hidden_tiles("swap #3"), hidden_tiles("swap 3")
    (3, None)
    """
    if not text.startswith(_HIDDEN_SWAP):
        return None
    return int(text.removeprefix(_HIDDEN_SWAP))
