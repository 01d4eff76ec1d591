"""What the judges of all games share: a position, what was missed, and which tiles a play lays."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from games.engine.leaves import tiles_laid
from games.rules.base import Json, Run, Seat, State, Verdict
from games.rules.laying import LaidState

OTHER = "other"
"""The best play is of none of the kinds that have rules."""


@dataclass(frozen=True)
class Position:
    """A position as the seat saw it that made the move."""

    state: State
    seat: Seat


@dataclass(frozen=True)
class Missed:
    """What a move lost, of which kind that is, and what a sentence about it names."""

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
    loss = best.points - made.points
    if loss <= 0:
        return None
    for kind, rule in rules:
        values = rule(at, made, best)
        if values is not None:
            return Missed(loss, kind, values)
    return Missed(loss, OTHER)


def turn(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`turn`: somebody passed or swapped, and there was a play that earns points.

    Whether fresh tiles are worth more than these points is not judged.
    """
    return {"did": made.kind} if made.kind != "play" else None


def tiles(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`tiles`: the best play lays exactly the tiles that were laid, as other lines."""
    return {} if same_tiles(at.state, made, best) else None


def same_tiles(state: State, one: Verdict, other: Verdict) -> bool:
    """Whether two plays take the same tiles off the rack."""
    return tiles_of(state, one) == tiles_of(state, other)


def tiles_of(state: State, verdict: Verdict) -> Counter[str]:
    """The tiles that a play takes off the rack."""
    _, _, tokens = verdict.text.partition(" ")
    return Counter(tiles_laid(tokens, cast(LaidState, state).tiles.counts))


def main_run(verdict: Verdict) -> Run:
    """The line that earns most, the line of the play before one that crosses it."""
    return max(verdict.runs, key=lambda run: run.points)
