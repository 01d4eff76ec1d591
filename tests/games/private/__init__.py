"""Private games, and every way to ask for one."""

from django.utils import timezone

from games.models import Game, GameSettings
from games.rules.record import Record
from games.services.start import start_game
from tests.games.helpers import play_record, recorded_game

SHORT: Record = recorded_game("numerica-resign")


def played(people, *, moves: int, now=None, **settings) -> Game:
    """Play the first `moves` moves of the short recorded game, by Ada and Ben."""
    now = now or timezone.now()
    users = [people.ada, people.ben]
    seed = bytes.fromhex(SHORT.headers["Seed"])
    game = start_game(
        GameSettings(**{"key": "numerica"} | settings), users=users, seed=seed, now=now
    )
    play_record(game, users, moves, now, SHORT)
    game.refresh_from_db()
    return game
