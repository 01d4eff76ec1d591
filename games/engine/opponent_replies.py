"""What the next player may earn after a play, estimated with random racks."""

from dataclasses import replace
from fractions import Fraction

from games.engine import best_moves
from games.engine.seeded_choice import SeededChoice
from games.engine.time_limit import TimeLimit
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.stock import Rack
from games.rules.tiles import size


def random_racks(state: State, seat: Seat, chance: SeededChoice, count: int) -> list[Rack]:
    """Racks that the next player may hold, drawn from the tiles that this seat does not see."""
    unseen = state.unseen(seat)
    held = state.stock.racks[(seat + 1) % state.seats]
    racks = []
    for number in range(count):
        rack: Rack = ()
        for supply, pile in zip(state.stock.supplies, held, strict=True):
            tiles = [tile for tile in supply.tiles.counts for _ in range(unseen[tile])]
            rack += (tuple(chance.shuffle(f"{supply.label} {number}", tiles)[: size(pile)]),)
        racks.append(rack)
    return racks


def expected_reply(
    state: State, seat: Seat, play: str, racks: list[Rack], limit: TimeLimit
) -> Fraction:
    """The mean of the points of the best reply to a play, over these racks of the next player.

    Racks that the time limit leaves no time for count as 0 points, as does the end of the game.
    Raises a Refusal where the play is not legal.
    """
    after = state.play(seat, play).after
    if after.turn is None:
        return Fraction(0)
    points = 0
    for rack in racks:
        points += _best_points(after, after.turn, rack, limit)
        if limit.is_over():
            break
    return Fraction(points, len(racks))


def _best_points(state: State, seat: Seat, rack: Rack, limit: TimeLimit) -> int:
    """The points of the best play of this seat if it held this rack; 0 where it has none."""
    held = tuple(rack if owner == seat else old for owner, old in enumerate(state.stock.racks))
    holding = state.with_stock(replace(state.stock, racks=held))
    plays = best_moves(holding, seat, 1, limit.seconds_until()).plays
    return plays[0][1] if plays else 0
