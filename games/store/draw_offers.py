"""Draws that are offered: beside the State, and void after the next move."""

from django.db.models import Count, Q

from games.models import Game
from games.rules.moves import Seat
from games.store.queries import Shown


def offers(game: Game) -> list[Seat]:
    """The seats that offer a draw; no query where the players are fetched before."""
    return [player.seat for player in game.players.all() if player.offers_draw]


def offers_shown(game: Game) -> list[Shown]:
    """The same with names, for the table."""
    return [
        {"seat": player.seat, "name": player.shown_name}
        for player in game.players.all()
        if player.offers_draw
    ]


def current_version(game_id: str) -> tuple[int, int] | None:
    """How many moves the game has and how many draws are offered; None where there is no game.

    Versions only grow: an offer cannot be taken back, and the next move comes after all of them.
    """
    offered = Count("players", filter=Q(players__offers_draw=True))
    found = Game.objects.filter(pk=game_id).annotate(offered=offered)
    return found.values_list("ply", "offered").first()
