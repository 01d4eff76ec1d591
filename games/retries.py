"""Positions of finished games that are tried again: the board, the rack of then, any play."""

from typing import Any

from games import boards, lessons, verdicts
from games.selectors import Retry

Shown = dict[str, Any]


def page(retry: Retry, text: str) -> Shown:
    """The position, and what comes of a move that was tried in it without a script."""
    state, row = retry.state, retry.row
    view = state.view(row.seat)
    view["actions"] |= {"draft": True, "play": True, "pass": False, "swap": 0}
    return {
        "id": retry.game.id,
        "name": retry.game.rules.name,
        "ply": row.ply,
        "at": row.ply - 1,
        "player": retry.player,
        "is_missed": bool(row.loss),
        "puzzle": lessons.PUZZLES.get(row.puzzle, ""),
        "table": boards.whole(state, view, row.seat, []),
        "typed": text,
        "verdict": tried(retry, text) if text else None,
    }


def tried(retry: Retry, text: str) -> Shown:
    """The referee's verdict on a move, and how it stands beside the best."""
    verdict = verdicts.of_draft(retry.state, retry.row.seat, text)
    is_play = verdict["ok"] and verdict["kind"] == "play" and not verdict["choices"]
    share = lessons.share(verdict["points"], retry.best) if is_play else ""
    return verdict | {"share": share, "is_best": is_play and verdict["points"] >= retry.best}
