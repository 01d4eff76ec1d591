"""Seeds of new games, and those with which a person who begins has something to lay."""

import secrets

from games.engine.easy_plays import has_play
from games.rules import GAMES
from games.rules.moves import Seat
from games.rules.record import parse_options

MOST_DRAWN = 200  # with the worst of the racks one seed in two has a play
LOOK = 0.05  # seconds for a rack; if nothing was found by then, another one is drawn


def new_seed() -> bytes:
    """32 bytes that nobody can guess: the seed of a game."""
    return secrets.token_bytes(32)


def seed_with_first_play(key: str, options: str, seat: Seat) -> tuple[bytes, bool]:
    """A seed with which the first rack of this seat has a play that earns points; whether it has.

    That is a play on the empty board: what others lay before is not known yet. Of each seed
    nothing but this rack is looked at. A game without racks needs no such seed.
    """
    if not GAMES[key].has_racks:
        return new_seed(), False
    given = parse_options(options)
    seeds = (new_seed() for _ in range(MOST_DRAWN))
    for seed in seeds:
        state = GAMES[key].new(seed=seed, options=given)
        if has_play(state, seat, LOOK, least=1):
            return seed, True
    return new_seed(), False
