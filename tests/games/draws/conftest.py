"""A game in which players may agree on a draw, and offers in it."""

import pytest

from games.models import Game, Player
from games.services.draw_offers import offer_draw
from tests.games.draws import NOW, Friendly
from tests.games.helpers import enter_game


@pytest.fixture
def friendly(monkeypatch) -> None:
    enter_game(monkeypatch, "numerica", Friendly)


@pytest.fixture
def game(friendly, start) -> Game:
    return start(now=NOW)


@pytest.fixture
def offer(game):
    """Offer a draw in the game as it is now, or instead of another move."""

    def offered(user, ply: int | None = None, now=NOW) -> Player:
        game.refresh_from_db()
        wanted = game.ply + 1 if ply is None else ply
        return offer_draw(game_id=game.id, user=user, ply=wanted, now=now)

    return offered
