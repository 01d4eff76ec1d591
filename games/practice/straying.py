"""What the gentler levels miss in a position: the theme of an exercise."""

from collections.abc import Iterator

from games.engine.levels import choose_move
from games.practice.exercises import SEAT
from games.review import review_move
from games.rules.interface import State
from games.rules.messages import Json

SECONDS = 4.0  # for each search of a proof; what takes longer is left
SECONDS_A_LEVEL = 2.0
STRAYING = (3, 2, 1, 0)  # the levels whose miss is the theme: the best of them that misses


def reviews_of_levels(state: State) -> Iterator[Json]:
    """The reviews of the moves of these levels, the best level first."""
    for level in STRAYING:
        move = choose_move(state, SEAT, level, SECONDS_A_LEVEL)
        yield review_move(state, SEAT, move, SECONDS)
