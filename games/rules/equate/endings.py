"""When a game of Equate ends without a last tile, and what endings give and take (E14, E19)."""

from collections.abc import Sequence

from games.rules.equate.constants import MAX_ROUNDS_OF_PASSES, MAX_SCORELESS_ROUNDS
from games.rules.moves import Seat
from games.rules.stock import Stock


def max_passes(stock: Stock, remaining: Sequence[Seat]) -> int:
    """Return how many passes in a row end the game (E14).

    Every remaining seat passes once in succession, and twice while a bag has tiles.
    """
    return len(remaining) * (1 if stock.are_bags_empty() else MAX_ROUNDS_OF_PASSES)


def max_scoreless_turns(remaining: Sequence[Seat]) -> int:
    """Return how many turns without a play end the game: five of every remaining seat (E19)."""
    return len(remaining) * MAX_SCORELESS_ROUNDS


def stalemate_adjustments(stock: Stock, remaining: Sequence[Seat]) -> tuple[int, ...]:
    """Return the points by seat when nobody plays: each remaining seat loses its rack (EF14)."""
    adjustments = [0] * len(stock.racks)
    for seat in remaining:
        adjustments[seat] = -stock.points_held_by(seat)
    return tuple(adjustments)


def empty_rack_adjustments(
    stock: Stock, winner: Seat, remaining: Sequence[Seat]
) -> tuple[int, ...]:
    """Return the points by seat when a seat played its last tile: it gains all others' racks.

    Each remaining seat loses its own rack (EF14). `winner` is the seat with the empty rack.
    """
    adjustments = list(stalemate_adjustments(stock, remaining))
    adjustments[winner] -= sum(adjustments)
    return tuple(adjustments)
