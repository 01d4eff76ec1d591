"""Games that a test ends."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.services import make_computers
from games.models import Game, GameSettings
from games.rules.refusals import Refusal
from games.services.computer_games import start_against_computers
from games.services.errors import NotAllowed
from games.services.moves import play_move

from .helpers import all_rows

NOW = timezone.now()


def rows(game: Game) -> list[tuple[int, str]]:
    """Who did what; and everything stored about the game is what its moves make of it."""
    call_command("verify")
    game.refresh_from_db()
    return list(game.moves.values_list("seat", "text"))


def play(game: Game, text: str) -> None:
    """Make a move for the player on turn."""
    game.refresh_from_db()
    user = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=user, ply=game.ply + 1, text=text, now=NOW)


def refused(do: Callable[[], object]) -> str:
    """The code or the status with which this is refused; nothing has changed."""
    before = all_rows()
    with pytest.raises((Refusal, NotAllowed)) as raised:
        do()
    assert all_rows() == before
    return str(getattr(raised.value, "code", None) or raised.value.status)


def resign(game: Game, user: User, ply: int):
    return play_move(game_id=game.id, user=user, ply=ply, text="resign", now=NOW)


def games_against(people) -> Callable[..., Game]:
    """A game of Ada's against one computer or two, in which she begins."""
    make_computers()

    def started(computers=1, **more) -> Game:
        names = ["Pebble", "Abacus"][:computers]
        options = f"players={computers + 1}" if computers > 1 else ""
        key = "equate" if computers > 1 else "numerica"
        for number in range(256):
            game = start_against_computers(
                GameSettings(key, options=options, **more),
                user=people.ada,
                computers=names,
                now=NOW,
                seed=bytes([number] * 32),
            )
            if game.turn == 0:
                return game
            game.delete()
        raise AssertionError

    return started
