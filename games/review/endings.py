"""The points for going out, as far as the seat to move knows them, and plays that do."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from games.engine.time_limit import TimeLimit
from games.rules.interface import State
from games.rules.move_generator import Candidate, plays_up_to
from games.rules.moves import Seat, Verdict
from games.rules.tiles import BLANK

MAX_TRIED_TILES = {0: 4, 1: 3}
"""The tiles on a rack of which every play is tried, by how many of them are blanks.

A fourth tile takes less time than a blank among three, and with a blank ten times as much.
"""


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


def quiet_ways_out(state: State, seat: Seat, limit: TimeLimit) -> Iterator[str]:
    """The plays of 0 points that go out: in Equate an expression may lay the last tiles (E15).

    None where there are too many tiles to try all plays; no further one once the limit is over.
    """
    whole: Any = state
    tiles = len(whole.racks[seat])

    def that_fit(places: Sequence[Candidate]) -> Iterator[Candidate]:
        fitting = (place for place in places if len(place[-1]) == tiles)
        return takewhile(lambda _: not limit.is_over(), fitting)

    if state.has_quiet_plays and can_try_all(state, seat):
        for text in plays_up_to(whole, seat, tiles, that_fit):
            if not state.check(seat, text).points:
                yield text


def can_try_all(state: State, seat: Seat) -> bool:
    """Whether this rack is small enough to try all its plays: at most one blank, few tiles."""
    rack = state.racks[seat]
    if isinstance(rack, int):
        return False
    return len(rack) <= MAX_TRIED_TILES.get(rack.count(BLANK), 0)


def ends_game(state: State, seat: Seat, verdict: Verdict) -> bool:
    """Whether this move ends the game."""
    return seat == state.turn and state.play(seat, verdict.text).after.outcome is not None
