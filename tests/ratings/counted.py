"""Standings as a test reads them."""

from accounts.models import User
from ratings import services
from ratings.models import Standing
from ratings.services import FinishedGame, Result
from tests.ratings.conftest import NOW


def standing(user: User) -> Standing:
    return Standing.objects.get(user=user, key="numerica")


def counting(start):
    """Count a game with these ranks and scores, as it would have ended; its row is a real one's."""

    def counted(*results: Result, is_rated: bool = True, ended_at=NOW) -> FinishedGame:
        game = FinishedGame(start().id, "numerica", results, is_rated, ended_at)
        services.record_results(game=game)
        return game

    return counted
