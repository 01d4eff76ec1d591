"""The end of a game of laid tiles, when the bags are empty: solved by trying everything.

Nothing is hidden then: what a seat does not see is what the other holds. Each seat plays for the
greatest final lead, by alpha and beta, the move of most points first.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from games.engine import best_moves
from games.engine.equations import EVERY, every_play
from games.engine.opponent_replies import random_racks, with_rack
from games.engine.seeded_choice import SeededChoice
from games.engine.time_limit import TimeLimit
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.refusals import Refusal
from games.rules.tiles import BLANK

PASSING = "pass"
MOST_TILES = 8  # of both seats together
STEPS = 200_000  # of the search for every play of a position; without a blank fewer suffice
NO_DRAWS = bytes(32)  # a seed, as racks without one are only counted; nothing is left to draw
WIDEST = 1 << 30  # points, more than any lead


@dataclass(frozen=True)
class Solved:
    """The end as both seats play it best.

    - `swing`: how far the lead of the seat still goes up until the end, in points
    - `line`: the moves from here to the end
    """

    swing: int
    line: tuple[str, ...]


Known = tuple[int, int, Solved | None]
"""Between which swings a position was searched, and what was found."""

NOTHING_KNOWN: Known = (0, 0, None)


class TooWide(Exception):
    """There is more to try than was allowed."""


def is_endgame(state: State) -> bool:
    """Whether nothing is hidden any more: two seats, and empty bags."""
    return state.stock.are_bags_empty() and state.seats == 2 and not state.departed


def is_narrow(state: State) -> bool:
    """Whether it is an end in which so few tiles are left that it is worth trying to solve it."""
    held = sum(map(state.stock.count_held_by, range(state.seats)))
    return is_endgame(state) and held <= MOST_TILES


def with_open_racks(state: State, seat: Seat) -> State:
    """The position of an endgame as it is: the other seat holds what this one does not see."""
    chance = SeededChoice.of_position(state, seat)
    opened = with_rack(state, 1 - seat, random_racks(state, seat, chance, 1)[0])
    empty = tuple(replace(bag, pile=()) for bag in opened.stock.bags)
    return opened.with_stock(replace(opened.stock, bags=empty, seed=NO_DRAWS))


def has_blanks(state: State) -> bool:
    """Whether somebody holds a blank: then the search leaves out some ways to lay it."""
    return any(not isinstance(rack, int) and BLANK in rack for rack in state.racks)


@dataclass
class Endgame:
    """Solves positions of one endgame; `positions` is how many it may look into.

    Raises TooWide, from the methods, when these or the time are used up, or where it takes
    more than STEPS to find every play of a seat.
    """

    positions: int
    limit: TimeLimit = field(default_factory=lambda: TimeLimit(None))
    known: dict[tuple[object, ...], Known] = field(default_factory=dict)

    def solve(self, state: State, alpha: int = -WIDEST, beta: int = WIDEST) -> Solved:
        """The end of this position for the seat to move; racks are known.

        Exact where the swing is between `alpha` and `beta`, else on the right side of them.
        """
        seat = state.turn
        assert seat is not None
        key = _key(state)
        low, high, known = self.known.get(key, NOTHING_KNOWN)
        if known is not None:
            is_exact = low < known.swing < high
            if is_exact or known.swing <= low <= alpha or known.swing >= high >= beta:
                return known
        self._count()
        best, floor = Solved(-WIDEST, ()), alpha
        for text in moves_in_order(state, seat, self.limit):
            found = self.after(state, seat, text, floor, beta)
            if found is not None and found.swing > best.swing:
                best = Solved(found.swing, (text, *found.line))
                floor = max(floor, best.swing)
                if floor >= beta:
                    break
        self.known[key] = (alpha, beta, best)
        return best

    def after(
        self, state: State, seat: Seat, text: str, alpha: int = -WIDEST, beta: int = WIDEST
    ) -> Solved | None:
        """The end after this move, seen by its mover; None where it is not legal."""
        try:
            after = state.play(seat, text).after
        except Refusal:
            return None
        gain = _lead(after, seat) - _lead(state, seat)
        if after.turn is None:
            return Solved(gain, ())
        if after.turn == seat:
            found = self.solve(after, alpha - gain, beta - gain)
            return Solved(gain + found.swing, found.line)
        found = self.solve(after, gain - beta, gain - alpha)
        return Solved(gain - found.swing, found.line)

    def _count(self) -> None:
        self.positions -= 1
        if self.positions < 0 or self.limit.is_over():
            raise TooWide


def _key(state: State) -> tuple[object, ...]:
    """All that the rest of an end depends on."""
    return state.turn, state.racks, state.quiet_turns, frozenset(state.board.items())


def _lead(state: State, seat: Seat) -> int:
    return state.scores[seat] - state.scores[1 - seat]


def moves_in_order(state: State, seat: Seat, limit: TimeLimit) -> Iterator[str]:
    """Every play, most points first, then a pass; raises TooWide where not all can be found."""
    yield from PLAYS[state.key](state, seat, limit)
    yield PASSING


def _plays_of_equations(state: State, seat: Seat, limit: TimeLimit) -> list[str]:
    plays = every_play(state, seat, limit, STEPS)
    if plays is None:
        raise TooWide
    return [play.text for play in plays]


def _plays_of_calculations(state: State, seat: Seat, limit: TimeLimit) -> list[str]:
    found = best_moves(state, seat, EVERY, limit.seconds_until())
    if not found.exact:
        raise TooWide
    return [text for text, _ in found.plays]


PLAYS: Mapping[str, Callable[[State, Seat, TimeLimit], list[str]]] = {
    "numerica": _plays_of_equations,
    "equate": _plays_of_equations,
    "digifeud": _plays_of_calculations,
}
"""Every play of a seat, most points first, by the key of the game."""
