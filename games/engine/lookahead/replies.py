"""The best reply to each of many plays, for one imagined rack of the next player."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from games.engine import best_moves
from games.engine.equations import PlayOnLine, plays_on_lines
from games.engine.lookahead.lines import touched_lines
from games.engine.opponent_replies import with_rack
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.stock import Rack

PLAYS_KEPT = 12
"""Best plays of a rack on the board as it is; those that a play leaves alone need no search."""

Reply = tuple[str, int]
"""A move in notation and its points; an empty one of 0 points where nothing can be laid."""

NO_REPLY: Reply = ("", 0)


class Replies(Protocol):
    """The replies of one rack; `before` is the best play on the board as it is.

    `state` is the position before anybody moves, with this rack.
    """

    @property
    def state(self) -> State: ...

    @property
    def before(self) -> Reply: ...

    def best_after(self, after: State) -> Reply:
        """The best reply once a play of the seat before led to this State."""


@dataclass
class SearchedReplies:
    """Every reply is searched on the whole board."""

    state: State
    seat: Seat
    rack: Rack

    @cached_property
    def before(self) -> Reply:
        return self.best_after(self.state)

    def best_after(self, after: State) -> Reply:
        plays = best_moves(with_rack(after, self.seat, self.rack), self.seat, 1).plays
        return plays[0] if plays else NO_REPLY


@dataclass
class DeltaReplies:
    """The plays on the board as it is are found once; then only lines that a play touches.

    `steps` is after how many steps a search takes what it has found; None for no limit.
    """

    state: State
    seat: Seat
    rack: Rack
    steps: int | None

    @cached_property
    def plays(self) -> Sequence[PlayOnLine]:
        """The best plays of the rack before anybody moves."""
        held = with_rack(self.state, self.seat, self.rack)
        return plays_on_lines(held, self.seat, PLAYS_KEPT, steps=self.steps)

    @property
    def before(self) -> Reply:
        return _first(self.plays)

    def best_after(self, after: State) -> Reply:
        held = with_rack(after, self.seat, self.rack)
        if not self.state.board:
            return _first(plays_on_lines(held, self.seat, 1, steps=self.steps))
        touched = touched_lines(after.board, after.board.keys() - self.state.board.keys())
        kept = [play for play in self.plays if play.tiles > 1 and play.line not in touched][:1]
        floor = kept[0].points if kept else 0
        if after.board.keys() == self.state.board.keys():
            return self.before
        found = plays_on_lines(held, self.seat, 1, floor=floor, lines=touched, steps=self.steps)
        return _first(found or kept)


def _first(plays: Sequence[PlayOnLine]) -> Reply:
    return (plays[0].text, plays[0].points) if plays else NO_REPLY


def _delta(state: State, seat: Seat, rack: Rack) -> Replies:
    if state.plays_lie_apart:
        return SearchedReplies(state, seat, rack)
    return DeltaReplies(state, seat, rack, STEPS)


STEPS = 200_000

REPLIES: Mapping[str, Callable[[State, Seat, Rack], Replies]] = {
    "numerica": _delta,
    "equate": _delta,
    "digifeud": SearchedReplies,
}
"""How replies are found, by the key of the game."""
