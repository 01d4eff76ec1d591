"""Pictures of the boards of games, drawn from what strangers see and kept for a while."""

from functools import lru_cache

from django.utils.translation import get_language

from accounts.services import names_version
from games.presentation.preview_image import of_table
from games.selectors import tables

_KEPT = 128  # pictures, of some 30 kB


def of_game(game_id: str, ply: int) -> bytes:
    """The board after `ply` moves, which the game must have, with the names and scores."""
    return _of_position(game_id, ply, names_version(), get_language())


@lru_cache(maxsize=_KEPT)
def _of_position(game_id: str, ply: int, _names: int, _language: str | None) -> bytes:
    """A position never changes, but the names beside it may, and signs differ by language."""
    table = tables.replay_table(game_id, None, ply)
    if table is None:
        raise LookupError(f"{game_id} has no move {ply}")
    return of_table(table)
