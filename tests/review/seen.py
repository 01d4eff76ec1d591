"""Positions as who is to move sees them."""

from games.review.base import SeenPosition
from games.rules import GAMES
from tests.engine.random_positions import with_rack


def at(key, rack, plays=(), **options):
    """The position after some plays, with this rack in the first seat."""
    state = GAMES[key].unseeded(first=0, options=options)
    for text in plays:
        state = state.play(state.turn, text).after
    return SeenPosition(with_rack(state, tuple(rack)), 0)
