"""What is kept of a move; how much of it each viewer may know is in `swap_secrecy`."""

from datetime import datetime

from games.models import Game, PlayedMove, canonical_json
from games.rules.interface import Move
from games.rules.messages import Json
from games.rules.moves import verdict_to_json


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
