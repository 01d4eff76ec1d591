"""Draws that are offered, and more time that is asked for: void after the next move."""

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from games.models import Game, Player
from games.rules.moves import Seat


def offers(game: Game) -> list[Seat]:
    """The seats that offer a draw; no query where the players are fetched before."""
    return [player.seat for player in game.players.all() if player.offers_draw]


def made(game: Game) -> int:
    """How much was offered, asked for and given since the last move; it only grows until then."""
    return sum(player.offers_draw + player.asks_time for player in game.players.all())


def stands(game: Game) -> bool:
    """Whether somebody waits for an answer."""
    players = game.players.all()
    return any(player.offers_draw or player.asks_time == Player.ASKS for player in players)


def current_version(game_id: str) -> tuple[int, int] | None:
    """How many moves the game has and what was asked for since; None where there is no game.

    Versions only grow, but by a reopening: an offer cannot be taken back, and the next move comes
    after all of them.
    """
    found = version_and_end(game_id)
    return found and found[0]


def version_and_end(game_id: str) -> tuple[tuple[int, int], bool] | None:
    """The same, and whether the game is over: one query."""
    draws = Count("players", filter=Q(players__offers_draw=True))
    offered = draws + Coalesce(Sum("players__asks_time"), 0)
    rows = Game.objects.filter(pk=game_id).annotate(offered=offered)
    found = rows.values_list("ply", "offered", "ended_at").first()
    return None if found is None else (found[:2], found[2] is not None)
