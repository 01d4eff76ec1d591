"""Legal plays of any game, some of many."""

from collections.abc import Callable, Iterator
from typing import Any

from games.rules.interface import State
from games.rules.move_generator import plays_up_to
from games.rules.moves import Seat

EQUATION_GAMES = ("numerica", "equate")  # their plays are too many to be listed one by one


def legal_plays(
    state: State,
    seat: Seat,
    max_tiles: int,
    order: Callable[[list[Any]], list[Any]] | None = None,
) -> Iterator[str]:
    """Generate legal plays of the seat on turn; where there are many, of at most `max_tiles`.

    `order` may reorder or thin out the moves, or the rows on which plays are tried.
    """
    if state.key in EQUATION_GAMES:
        yield from plays_up_to(state, seat, max_tiles, order)
    else:
        moves = [move for move in state.legal_moves() if move != "pass"]
        yield from moves if order is None else order(moves)
