"""Games with clocks at chosen moments: used by the tests of banks, flags and restarts."""

from datetime import timedelta

import pytest

from games.models import Game
from games.rules.refusals import IllegalMove
from games.services.moves import play_move
from games.services.start import LOOKING_TIME

from .beats import NOON, SECOND
from .helpers import WHOLE

BEGAN = NOON + LOOKING_TIME  # the first turn of a live game that was dealt at noon
INSTANT = timedelta(microseconds=1)


def play(game: Game, at, text: str = "", **more):
    """Make the next move of the recorded game, or this one, for who is to move."""
    game.refresh_from_db()
    said = text or WHOLE.moves[game.ply].text
    mover = game.players.get(seat=game.turn).user
    made = play_move(game_id=game.id, user=mover, ply=game.ply + 1, text=said, now=at, **more)
    game.refresh_from_db()
    return made


def banks(game: Game) -> list[float]:
    """What is left, in seconds by seat."""
    game.refresh_from_db()
    return [bank / SECOND for bank in game.clocks.banks]


def texts(game: Game) -> list[str]:
    return list(game.moves.values_list("text", flat=True))


def refused(do) -> str:
    """The code with which the rules refuse it."""
    with pytest.raises(IllegalMove) as told:
        do()
    return told.value.code
