"""What the reads of games share: who reads, and a game with everything about it in few queries."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from accounts.models import User
from games.models import Game, Player

Shown = dict[str, Any]
Reader = User | AnonymousUser

SEAT_MARKS = ("", "b", "c", "d")  # a ring, a disc, a diamond … in the stylesheet
WITH_PLAYERS = Prefetch("players", Player.objects.select_related("user"))


def game_with_all(game_id: str) -> Game:
    """A game with its players, their users and its moves: three queries; Game.DoesNotExist."""
    return Game.objects.prefetch_related(WITH_PLAYERS, "moves").get(pk=game_id)
