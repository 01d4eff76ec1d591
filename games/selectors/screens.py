"""What pages show that move by themselves: the table of a channel, and the boards of a wall.

What is kept of the choice is not relied on where it would leave a page without a running game.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.presentation.models.lists import GameRow, WallBoard
from games.presentation.models.table import TableView
from games.selectors import kept_tables, lists, walls
from games.selectors.choosing import Programme
from games.selectors.private_games import games_for_all
from games.selectors.programme import programme

_NOT_KEPT = timedelta()


def table_on_air(key: str, now: datetime, known: Sequence[GameRow] = ()) -> TableView | None:
    """What a channel shows to everybody: the game on the air, or the last one that ended.

    None where no game has ever been to be shown. The rows that the reader's page has read anyway
    are `known`.
    """
    rows = (
        _row_on_air(programme(now), key, known)
        or _row_on_air(programme(now, _NOT_KEPT), key, known)
        or lists.finished_games(1, key)
    )
    return kept_tables.watched_table(rows[0]) if rows else None


def _row_on_air(shown: Programme, key: str, known: Sequence[GameRow]) -> list[GameRow]:
    on_air = shown.channels.get(key)
    if on_air is None:
        return []
    rows = [row for row in known if row.id == on_air]
    return rows or lists.game_lines(games_for_all().filter(pk=on_air), 1)


def wall(key: str, now: datetime) -> list[WallBoard]:
    """The boards of a wall, each in its place."""
    return _boards(programme(now), key) or _boards(programme(now, _NOT_KEPT), key)


def _boards(shown: Programme, key: str) -> list[WallBoard]:
    """All boards of a wall; none where one of them is gone."""
    hung = shown.walls[key]
    boards = walls.wall_boards(hung)
    return [boards[game_id] for game_id in hung] if len(boards) == len(hung) else []
