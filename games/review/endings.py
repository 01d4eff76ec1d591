"""The points for going out, as far as the seat to move knows them, and plays that do."""

from games.engine import equations
from games.engine.time_limit import TimeLimit
from games.rules.interface import State
from games.rules.moves import Seat, Verdict


def out_bonus(state: State, seat: Seat) -> int:
    """The points that this seat gains for the tiles of the others by going out (N11, E15, D8).

    It is 0 while a bag holds tiles that have points, as no play can go out then. Afterwards every
    tile that this seat does not see is on another rack. It is also 0 where a seat has left the
    game, as it is not known which of these tiles it took along.
    """
    stock = state.stock
    if seat != state.turn or not stock.bags or state.departed:
        return 0
    bags = zip(stock.supplies, stock.bags, strict=True)
    if any(len(bag) and any(supply.tiles.points.values()) for supply, bag in bags):
        return 0
    points = state.tiles.points
    return sum(points[tile] * count for tile, count in state.unseen(seat).items())


def goes_out(state: State, seat: Seat, verdict: Verdict) -> bool:
    """Whether this play ends the game because it empties the rack of the seat."""
    if verdict.kind != "play" or verdict.choices:
        return False
    outcome = state.play(seat, verdict.text).after.outcome
    return outcome is not None and outcome.reason == "out"


def quiet_ways_out(state: State, seat: Seat, k: int, limit: TimeLimit) -> tuple[list[str], bool]:
    """At most `k` plays that go out without an equality along their line, most of them for nothing.

    In Equate an expression may lay the last tiles (E15). Also whether it is certain that there are
    no others, or as many that earn nothing.
    """
    if not state.has_quiet_plays:
        return [], True
    return equations.quiet_ways_out(state, seat, k, limit)


def ends_game(state: State, seat: Seat, verdict: Verdict) -> bool:
    """Whether this move ends the game."""
    return seat == state.turn and state.play(seat, verdict.text).after.outcome is not None
