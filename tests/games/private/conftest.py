"""Private games of Ada and Ben."""

import pytest

from accounts.services import make_computers
from games.models import Game
from tests.games.private import SHORT, played


@pytest.fixture
def computers(db) -> None:
    make_computers()


@pytest.fixture(params=["just begun", "running", "over"])
def private(request, people, computers) -> Game:
    """A private game of Ada and Ben in each of its states."""
    moves = {"just begun": 0, "running": 4, "over": len(SHORT.moves)}[request.param]
    game = played(people, moves=moves, is_private=True)
    assert (game.ended_at is not None) == (request.param == "over")
    return game


@pytest.fixture
def over(people, computers) -> Game:
    return played(people, moves=len(SHORT.moves), is_private=True)
