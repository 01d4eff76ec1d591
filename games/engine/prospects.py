"""What each move of a position is worth: points, and the chance to win.

Chances are those of a computer that plays on as `games.engine` does on both sides, not of people.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.catalogue import Parts
from games.rules.interface import State
from games.rules.moves import Seat

CERTAIN = 1000
"""Chances and errors are in thousandths; a tie counts half."""


@dataclass(frozen=True)
class Prospect:
    """What a move is worth.

    - `text`: the move in notation; swaps and passes are moves too
    - `points`: what it earns at once
    - `win`: the chance that the seat wins after it, in thousandths, a tie counted half
    - `error`: the standard error of `win`, in thousandths; 0 where it is proven, and where nothing
      is hidden; CERTAIN where too few racks were met to tell one
    - `is_proven`: whether `win` is certain, whatever the others do
    - `line`: the moves that are expected to follow, the next seat's first; may be empty
    - `by_rack`: the chance with each imagined rack that it met, in thousandths; all moves meet the
      same racks in the same order, so differences between two are surer than either
    """

    text: str
    points: int
    win: int
    error: int
    is_proven: bool = False
    line: tuple[str, ...] = ()
    by_rack: tuple[int, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether so much was looked at that `win` says something."""
        return self.is_proven or self.error < CERTAIN


@dataclass(frozen=True)
class Prospects:
    """The moves of a position that were weighed, best first.

    `racks` is how many imagined racks of the others each of the best was weighed with; 0 where
    nothing is hidden.
    """

    moves: tuple[Prospect, ...]
    racks: int


Weigh = Callable[[Any, Seat, int, Sequence[str], float | None], Prospects]

WEIGHS: Mapping[str, Weigh] = Parts("prospects")
"""How each game weighs moves, by its key; a game may not know how."""


def can_weigh(state: State) -> bool:
    """Whether the chances of this position can be told: two seats are in the game."""
    return state.key in WEIGHS and state.seats - len(state.departed) == 2


def weigh_moves(
    state: State,
    seat: Seat,
    racks: int,
    also: Sequence[str] = (),
    time_limit: float | None = None,
) -> Prospects:
    """The most promising moves of the seat on turn, and those of `also`, weighed.

    Only what the seat sees is used. `racks` is the budget: imagined racks of the other for each
    move; the same budget gives the same answer on every machine. `time_limit` is in seconds; when
    it is over, what was weighed by then counts. Raises ValueError where the rack of the seat is
    not known, and a Refusal where a move of `also` is not legal.
    """
    return WEIGHS[state.key](state.seen_by(seat), seat, racks, also, time_limit)
