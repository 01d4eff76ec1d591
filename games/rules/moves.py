"""Runs, verdicts and outcomes: the kind and points of a move, and how a game ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from games.rules.grid import Layout, Square
from games.rules.messages import Json, Message, message_to_json

Seat = int
"""A place at the table, counted from 0. People see seats counted from 1."""

ENDINGS = frozenset({"resign", "time", "agreement", "aborted"})
"""Kinds of what is noted among the moves and is none."""

RunKind = Literal["complete", "incomplete", "expression", "illegal"]
"""What a run is: an equality, one with an empty side, one without `=`, or a faulty line."""


@dataclass(frozen=True)
class Run:
    """One unbroken line of tiles that a play formed or changed.

    `base_points` include the premiums of single squares; `factor` is the product of the premiums
    on the whole line. `points` is what the mover earns: `base_points * factor + bonus`, or 0 for
    a run that does not score. In Digifeud `base_points` is the outcome of the calculation (D5),
    in Numeria 1 for a trope (M7). `fault` and its code say what is wrong with an illegal run.
    `label` is the name of a run that has one.
    """

    text: str
    squares: tuple[Square, ...]
    kind: RunKind
    value: Fraction | None = None
    base_points: int = 0
    factor: int = 1
    bonus: int = 0
    points: int = 0
    fault: Message | None = None
    fault_code: str = ""
    label: Message | None = None


def _run_to_json(run: Run, layout: Layout) -> Json:
    return {
        "text": run.text,
        "kind": run.kind,
        "squares": [layout.name(square) for square in run.squares],
        "tile_points": run.base_points,  # the key under which it has always been stored
        "factor": run.factor,
        "bonus": run.bonus,
        "points": run.points,
        **({} if run.label is None else {"label": message_to_json(run.label)}),
    }


@dataclass(frozen=True)
class Verdict:
    """What a legal move is and earns, before it is made. Holds no draw and no hidden tile.

    `text` is the canonical form. `points` is the total with every bonus; `bonus` is the part that
    belongs to no single run. `choices` are complete moves to choose from where the text leaves
    several open; it is empty when the move is complete. `squares` are covered by this move, free
    tiles among them: what comes from the rack, `bag_tiles` counts. In a game whose tiles move,
    `tile` is the face that moved and `moved` its squares before and after.
    """

    text: str
    kind: str
    points: int = 0
    runs: tuple[Run, ...] = ()
    squares: tuple[Square, ...] = ()
    bonus: int = 0
    choices: tuple[str, ...] = ()
    tile: str = ""
    moved: tuple[Square, Square] | None = None


def verdict_to_json(verdict: Verdict, layout: Layout) -> Json:
    """Return a verdict as plain values, as stored beside a move: without its text and points."""
    return {
        "kind": verdict.kind,
        "squares": [layout.name(square) for square in verdict.squares],
        "bonus": verdict.bonus,
        **({"tile": verdict.tile} if verdict.tile else {}),
        "runs": [_run_to_json(run, layout) for run in verdict.runs],
    }


@dataclass(frozen=True)
class Outcome:
    """How a game ended: seats best first, those of equal rank together, and why.

    An aborted game has no ranking. `adjustments` are the points that the ending itself gave or
    took, by seat; they are part of the final scores.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    reason: str
    adjustments: tuple[int, ...]
    rated: bool = True


def ranking(scores: Sequence[int], departed: Sequence[Seat] = ()) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats by score, best first; equal totals share a rank.

    `departed` are the seats that left the game, in the order in which they left. They rank behind
    all others, the first to leave last of all.

    >>> ranking([5, 9, 5]), ranking([5, 9, 5, 7], departed=[3, 1])
    (((1,), (0, 2)), ((0, 2), (1,), (3,)))
    """
    remaining = [seat for seat in range(len(scores)) if seat not in departed]
    totals = sorted({scores[seat] for seat in remaining}, reverse=True)
    ranked = [tuple(seat for seat in remaining if scores[seat] == total) for total in totals]
    return (*ranked, *((seat,) for seat in reversed(departed)))


def next_seat(seat: Seat, seats: int, departed: Sequence[Seat] = ()) -> Seat:
    """Return the seat after this one, of those that are still in the game.

    >>> next_seat(1, 2), next_seat(1, 4, departed=[2, 3])
    (0, 0)
    """
    following = ((seat + step) % seats for step in range(1, seats))
    return next(each for each in following if each not in departed)


def add_points(scores: Sequence[int], points: Mapping[Seat, int]) -> tuple[int, ...]:
    """Return the scores of all seats after some of them earned `points`."""
    return tuple(score + points.get(seat, 0) for seat, score in enumerate(scores))


def outcome_to_json(outcome: Outcome | None) -> Json | None:
    """Return an outcome as plain values; None while the game runs."""
    if outcome is None:
        return None
    return {
        "ranking": [list(seats) for seats in outcome.ranking],
        "reason": outcome.reason,
        "adjustments": list(outcome.adjustments),
        "rated": outcome.rated,
    }


def outcome_from_json(data: Json | None) -> Outcome | None:
    """Return the outcome that `outcome_to_json` wrote."""
    if data is None:
        return None
    ranks = tuple(tuple(seats) for seats in data["ranking"])
    return Outcome(ranks, data["reason"], tuple(data["adjustments"]), data["rated"])
