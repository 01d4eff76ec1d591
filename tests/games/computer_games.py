"""Games against computers that a test begins."""

from collections.abc import Callable

from django.utils import timezone

from accounts.names import COMPUTERS
from games.models import Game, GameSettings
from games.rules import GAMES
from games.rules.record import parse_options
from games.services.computer_games import start_against_computers

TABLES = [
    ("numerica", 1, ""),
    ("equate", 1, ""),
    ("equate", 3, "players=4"),
    ("digifeud", 1, ""),
    ("numeria", 1, ""),
]
"""Games, computers at the table, and options."""

SEED = bytes(range(32))


def plies(game: Game) -> int:
    game.refresh_from_db()
    return game.ply


def games_against(people) -> Callable[..., Game]:
    """Start a game of Ada's against computers, from a seed with which they begin or do not.

    `computers` is how many of the weakest, unless `names` tells which.
    """

    def started(
        key="numerica", computers=1, options="", first=None, user=None, names=None, **more
    ) -> Game:
        rules, given = GAMES[key], parse_options(options)
        seeds = (bytes([number]) * 32 for number in range(256))
        wanted = (
            seed for seed in seeds if (rules.new(seed=seed, options=given).turn or 0) == first
        )
        game = start_against_computers(
            GameSettings(key, options=options, **more),
            user=user or people.ada,
            computers=names or COMPUTERS[:computers],
            now=timezone.now(),
            seed=SEED if first is None else next(wanted),
        )
        game.refresh_from_db()
        return game

    return started
