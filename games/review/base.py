"""What the judges of all games share: a position, what was missed, and which tiles a play lays."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from games.engine.leaves import TOKEN, tiles_laid
from games.review.endings import goes_out, has_ended, left_over
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Run, Seat, Verdict
from games.rules.notation import COVERED
from games.rules.placement import LaidState
from games.rules.tiles import BLANK

OTHER = "other"
"""The best play is of none of the kinds that have rules."""


@dataclass(frozen=True)
class Position:
    """A position as the seat saw it that made the move."""

    state: State
    seat: Seat

    @cached_property
    def left(self) -> int:
        """What going out gains here for the tiles of the others, as far as the seat knows."""
        return left_over(self.state, self.seat)

    def is_out(self, verdict: Verdict) -> bool:
        """Whether a play goes out and gains what is left over."""
        return self.left > 0 and goes_out(self.state, self.seat, verdict)

    def earned(self, verdict: Verdict) -> int:
        """What a play earns, with what the ending gives for it."""
        return verdict.points + (self.left if self.is_out(verdict) else 0)

    def lost(self, made: Verdict, best: Verdict) -> int:
        """By how much less a move earns than the best one."""
        return self.earned(best) - self.earned(made)


@dataclass(frozen=True)
class Missed:
    """What a move lost, of which kind that is, and what a sentence about it names.

    A move that lost nothing may have something to be told as well: then there is no kind.
    """

    loss: int
    kind: str
    values: Json = field(default_factory=dict)


Rule = Callable[[Position, Verdict, Verdict], Json | None]
"""Whether the best play is of one kind beside the move made: what to name of it, or None."""


def first_that_fits(
    rules: Sequence[tuple[str, Rule]], at: Position, made: Verdict, found: Sequence[Verdict]
) -> Missed | None:
    """The first kind that fits the best play; None where the move was as good: a tie is no miss."""
    best = found[0]
    loss = at.lost(made, best)
    if loss <= 0:
        return None
    for kind, rule in rules:
        values = rule(at, made, best)
        if values is not None:
            return Missed(loss, kind, values)
    return Missed(loss, OTHER)


def turn(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`turn`: somebody passed or swapped, and there was a play that earns points.

    Whether fresh tiles are worth more than these points is not judged, nor what an ending gives or
    takes that the pass or the swap brings about.
    """
    if made.kind == "play":
        return None
    return {"did": made.kind, "has_ended": has_ended(at.state, at.seat, made)}


def out(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`out`: the best play goes out, the move did not.

    What that gives is at least half of what was lost.
    """
    if not at.is_out(best) or at.is_out(made) or 2 * at.left < at.lost(made, best):
        return None
    return {"left": at.left}


def tiles(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`tiles`: the best play lays exactly the tiles that were laid, in another way."""
    return {} if tiles_of(at.state, made) == tiles_of(at.state, best) else None


def tiles_of(state: State, verdict: Verdict) -> Counter[str]:
    """The tiles that a play takes off the rack."""
    _, _, tokens = verdict.text.partition(" ")
    return Counter(tiles_laid(tokens, cast(LaidState, state).tiles.counts))


def is_alike(one: Verdict, other: Verdict) -> bool:
    """Whether two plays lay the same symbols on the same squares for the same points.

    The order of the symbols and which of them are blanks make no difference.
    """
    if one.tile or one.points != other.points or set(one.squares) != set(other.squares):
        return False
    return symbols_of(one.text) == symbols_of(other.text)


def symbols_of(text: str) -> Counter[str]:
    """What a play puts on its squares, blanks read.

    >>> symbols_of("7E ?8*9=[?72]") == symbols_of("7E 8*9=[72]")
    True
    """
    _, _, tokens = text.partition(" ")
    return Counter(token.replace(BLANK, "") for token in TOKEN.findall(tokens) if token != COVERED)


def main_run(verdict: Verdict) -> Run | None:
    """The line that earns most, the line of the play before one that crosses it.

    A single tile that stands alone forms none.
    """
    return max(verdict.runs, key=lambda run: run.points, default=None)
