"""Positions that are analysed, and those that are not: of games that still run."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.resemblance import is_alike
from games.models import Analysis, Game
from games.rules import GAMES
from games.rules.grid import Square
from games.rules.interface import State
from games.rules.messages import Json
from games.store.analyses import find_analysis


@dataclass(frozen=True)
class Progress:
    """How far an analysis is: how many are before it, or what was found.

    `found` is None until it is done, and where nothing could be found.
    """

    is_done: bool
    before: int
    found: Json | None


def progress(state: State) -> Progress | None:
    """How far the analysis of a position is; None where nobody asked of late."""
    analysis = find_analysis(state)
    if analysis is None:
        return None
    if analysis.done_at is not None:
        answer = json.loads(analysis.answer) if analysis.answer else None
        return Progress(is_done=True, before=0, found=answer)
    before = Analysis.objects.filter(done_at=None, asked_at__lt=analysis.asked_at).count()
    return Progress(is_done=False, before=before, found=None)


def running_game_like(user_id: int, key: str, board: Mapping[Square, str]) -> str | None:
    """A running game of this user with such a board, whatever is held there; None without one."""
    running = Game.objects.filter(players__user=user_id, ended_at=None, key=key)
    for game_id, state in running.order_by("-changed_at").values_list("pk", "state"):
        if is_alike(board, _board_of(key, json.loads(state))):
            return str(game_id)
    return None


def _board_of(key: str, stored: Json) -> dict[Square, str]:
    """What lies on the board of a stored State."""
    squares = GAMES[key].layout.squares_by_name
    return {squares[name]: str(face) for name, face in stored["board"].items()}
