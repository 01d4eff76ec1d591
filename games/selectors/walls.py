"""The small boards of a wall, and what runs on each channel."""

import json
from collections.abc import Collection, Sequence
from functools import lru_cache

from django.db.models import F
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Game, PlayedMove
from games.presentation import sentences, small_boards
from games.presentation.models.board import SmallBoard
from games.presentation.models.lists import Channel, GameRow, WallBoard
from games.rules import GAMES
from games.rules.interface import State
from games.selectors import lists
from games.selectors.choosing import CHANNELS, Programme
from games.selectors.private_games import games_for_all

_KEPT = 512  # positions, each in a language


def wall_boards(game_ids: Collection[str]) -> dict[str, WallBoard]:
    """The boards of these games as they are now, by game; three queries, none for no game."""
    if not game_ids:
        return {}
    games = games_for_all().filter(pk__in=game_ids)
    rows = {row.id: row for row in lists.game_lines(games, None)}
    last = PlayedMove.objects.filter(game__in=rows, ply=F("game__ply"))
    found = last.values_list("game_id", "ply", "detail", "game__state")
    return {
        game_id: _wall_board(rows[game_id], ply, detail, state)
        for game_id, ply, detail, state in found
    }


def _wall_board(row: GameRow, ply: int, detail: str, stored: str) -> WallBoard:
    state = GAMES[row.key].from_json(json.loads(stored))
    return WallBoard(
        token=f"{row.id}.{ply}{'e' if row.ended_at else ''}",
        id=row.id,
        name=row.name,
        players=row.players,
        said=_said(row, state),
        look=" over" if row.ended_at else "",
        board=_small_board(row.key, stored, detail, get_language()),
    )


def _said(row: GameRow, state: State) -> str:
    if row.ended_at is None:
        return _("%(name)s to move") % {"name": row.turn_name}
    view = state.view(None)
    names = [player.name for player in row.players]
    return sentences.result_headline(type(state), names, view["outcome"], view["scores"])


@lru_cache(_KEPT)
def _small_board(key: str, state: str, detail: str, _language: str | None) -> SmallBoard:
    """The board of a stored position, whose last move this is."""
    squares = json.loads(detail).get("squares", ())
    return small_boards.small_board(GAMES[key].from_json(json.loads(state)), squares)


def clear() -> None:
    """Drop the small boards that were drawn: each is drawn again when it is next shown."""
    _small_board.cache_clear()


def channels(shown: Programme, chosen: str) -> Sequence[Channel]:
    """The channels with what runs on each; a game that has just ended stays while others run."""
    games = Game.objects.filter(pk__in=set(shown.channels.values()))
    rows = {row.id: row for row in lists.game_lines(games, None)}
    running = {game.key for game in shown.games.values() if game.ended_at is None}
    on_air = {
        key: rows.get(shown.channels.get(key, ""))
        for key in CHANNELS
        if (key in running if key else running)
    }
    return [_channel(key, on_air.get(key), chosen) for key in CHANNELS]


def _channel(key: str, row: GameRow | None, chosen: str) -> Channel:
    name = GAMES[key].name if key else _("Any game")
    players = " – ".join(player.name for player in row.players) if row else ""
    return Channel(key, name, players, key == chosen)
