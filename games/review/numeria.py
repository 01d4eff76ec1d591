"""What is missed in Numeria: tropes that were there, and tropes handed to the other."""

from collections.abc import Sequence
from typing import cast

from games.engine.numeria import Prospect, prospects
from games.review.base import Missed, Position
from games.rules import numeria
from games.rules.base import Json, Verdict, message_to_json
from games.rules.numeria.movement import numbers_on
from games.rules.numeria.texts import written

KINDS = ("trope", "handed")


def miss(at: Position, made: Verdict, found: Sequence[Verdict]) -> Missed | None:
    """A trope not taken, or one handed to the other; each counts 1.

    `trope`: the move takes none, and the best takes one; a trope after which the other can win at
    once is not the best. `handed`: after the move the other can take a trope at once, and a move
    that takes as much would not have allowed it; nothing follows a trope that wins.
    """
    state = cast(numeria.State, at.state)
    ways = list(prospects(state, at.seat))
    move = next((way for way in ways if way.text == made.text), None)
    if move is None or _wins(state, at, move):
        return None
    if found[0].points > move.points:
        return Missed(1, "trope")
    safe = any(not way.replies for way in ways if way.points >= move.points)
    if move.replies and safe:
        return Missed(1, "handed", _handed(state, move))
    return None


def _wins(state: numeria.State, at: Position, move: Prospect) -> bool:
    return state.scores[at.seat] + move.points == numeria.tables.TROPES_TO_WIN


def _handed(state: numeria.State, move: Prospect) -> Json:
    """The first of the tropes that the other can take, and the move that does it."""
    claim = move.replies[0]
    after = {**move.board, claim.end: move.board[claim.start]}
    numbers = numbers_on(after, claim.four)
    return {
        "text": written(claim.start, claim.end),
        "tile": str(move.board[claim.start]),
        "numbers": list(numbers),
        "label": message_to_json(state.tropes[numbers]),
    }


def puzzle(at: Position, found: Sequence[Verdict], are_all: bool) -> str:
    """`trope`: exactly one move takes a trope, and it is one among many."""
    takers = [verdict for verdict in found if verdict.points]
    return "trope" if len(takers) == 1 else ""
