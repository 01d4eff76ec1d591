"""What the ending gives to whoever goes out, as far as the seat to move knows it."""

from typing import Any, cast

from games.rules.base import Seat, State, Verdict
from games.rules.laying import LaidState


def left_over(state: State, seat: Seat) -> int:
    """What a play of this seat that goes out gains for the tiles of the others (N11, E15, D8).

    It is 0 where no play can go out: while a bag holds tiles that have points. Then every tile that
    this seat does not see is on another's rack. It is 0 as well where a seat has left the game:
    nobody knows which of these tiles it took along.
    """
    whole: Any = state
    has_left: bool = bool(getattr(state, "left", None))
    if seat != state.turn or not whole.stock.bags or has_left:
        return 0
    bags = zip(whole.stock.supplies, whole.stock.bags, strict=True)
    if any(len(bag) and any(supply.tiles.points.values()) for supply, bag in bags):
        return 0
    points = cast(LaidState, state).tiles.points
    return sum(points[tile] * count for tile, count in whole.unseen(seat).items())


def goes_out(state: State, seat: Seat, verdict: Verdict) -> bool:
    """Whether this play ends the game because the seat has nothing left to lay."""
    if verdict.kind != "play" or verdict.choices:
        return False
    outcome = state.play(seat, verdict.text).after.outcome
    return outcome is not None and outcome.reason == "out"


def has_ended(state: State, seat: Seat, verdict: Verdict) -> bool:
    """Whether this move ends the game."""
    return seat == state.turn and state.play(seat, verdict.text).after.outcome is not None
