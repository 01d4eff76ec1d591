"""What the next player could answer to a play: the best play with racks that are imagined."""

from dataclasses import replace
from typing import Any, cast

from games.engine import best_moves
from games.engine.dice import Dice
from games.engine.watch import Moment, is_over, seconds_until
from games.rules.moves import Seat
from games.rules.placement import LaidState
from games.rules.stock import Rack
from games.rules.tiles import size


def imagined_racks(state: LaidState, seat: Seat, dice: Dice, count: int) -> list[Rack]:
    """So many racks that the next player may hold, drawn from all that this seat does not see."""
    unseen = state.view(seat)["unseen"]
    held = state.stock.racks[(seat + 1) % state.seats]
    racks = []
    for number in range(count):
        rack: Rack = ()
        for supply, pile in zip(state.stock.supplies, held, strict=True):
            tiles = [tile for tile in supply.tiles.counts for _ in range(unseen[tile])]
            rack += (tuple(dice.shuffled(f"{supply.label} {number}", tiles)[: size(pile)]),)
        racks.append(rack)
    return racks


def answers(state: LaidState, seat: Seat, play: str, racks: list[Rack], until: Moment) -> int:
    """The sum of what the best answers to a play earn, one for each of these racks."""
    after = cast(LaidState, state.play(seat, play).after)
    other = after.turn
    if other is None:
        return 0
    points = 0
    for rack in racks:
        held = tuple(rack if owner == other else old for owner, old in enumerate(after.stock.racks))
        answering = replace(cast(Any, after), stock=replace(after.stock, racks=held))
        plays = best_moves(answering, other, 1, seconds_until(until)).plays
        points += plays[0][1] if plays else 0
        if is_over(until):
            break
    return points
