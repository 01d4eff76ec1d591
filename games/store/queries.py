"""What the reads of games share: who reads, and a game with everything about it in few queries."""

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from accounts.models import User
from games.models import Game, Player

Reader = User | AnonymousUser

SEAT_MARKS = ("", "b", "c", "d")  # a ring, a disc, a diamond … in the stylesheet
WITH_PLAYERS = Prefetch("players", Player.objects.select_related("user"))


class Named(NamedTuple):
    """What somebody at a table is called, and whether the person is still here."""

    name: str
    is_here: bool


def names_at(game_id: str) -> list[Named]:
    """Who sits at a table, in the order of the seats."""
    players = Player.objects.filter(game=game_id).select_related("user").order_by("seat")
    return [Named(one.shown_name, one.user is None or one.user.is_active) for one in players]


def game_with_all(game_id: str) -> Game:
    """A game with its players, their users and its moves: three queries; Game.DoesNotExist."""
    return Game.objects.prefetch_related(WITH_PLAYERS, "moves").get(pk=game_id)
