"""What is missed in Numeria: tropes that were there, and tropes handed to the other."""

from collections.abc import Sequence
from typing import cast

from games.engine.numeria import Prospect, prospects
from games.review.base import Missed, Position
from games.rules import numeria
from games.rules.messages import Json, message_to_json
from games.rules.moves import Verdict
from games.rules.numeria.movement import move_tile, numbers_on
from games.rules.numeria.notation import format_move

KINDS = ("trope", "handed")


def miss(at: Position, made: Verdict, found: Sequence[Verdict]) -> Missed | None:
    """A trope not taken, or one handed to the other; each counts 1.

    `trope`: the move takes none, and another takes one; a trope after which the other can win at
    once does not count, and is only told. `handed`: after the move the other can take a trope at
    once, and a move that takes as much would have allowed none; where the other wins by it, any
    move that allows none. Nothing follows a trope that wins.
    """
    state = cast(numeria.State, at.state)
    ways = list(prospects(state, at.seat))
    move = next((way for way in ways if way.text == made.text), None)
    if move is None or _wins(state, at, move):
        return None
    takers = [way for way in ways if way.points > move.points]
    good = [way for way in takers if not _loses(state, at, way)]
    if good:
        return Missed(1, "trope", _taken(state, good[0]))
    enough = 0 if _loses(state, at, move) else move.points
    safe = any(not way.replies for way in ways if way.points >= enough)
    if move.replies and safe:
        return Missed(1, "handed", _handed(state, at, move))
    return Missed(0, "", {"is_declined": True}) if takers else None


def _wins(state: numeria.State, at: Position, move: Prospect) -> bool:
    return state.scores[at.seat] + move.points == numeria.tables.TROPES_TO_WIN


def _loses(state: numeria.State, at: Position, move: Prospect) -> bool:
    """Whether the other can win at once after this move."""
    is_last = state.scores[1 - at.seat] + 1 == numeria.tables.TROPES_TO_WIN
    return is_last and bool(move.replies) and not _wins(state, at, move)


def _taken(state: numeria.State, way: Prospect) -> Json:
    """The trope that this move takes."""
    assert way.four is not None
    start = way.text.partition("-")[0]
    after = move_tile(state.board, state.layout.parse_square(start), way.end)
    return {
        "text": way.text.partition(" ")[0],
        "tile": str(after[way.end]),
        "numbers": list(numbers_on(after, way.four)),
    }


def _handed(state: numeria.State, at: Position, move: Prospect) -> Json:
    """The first of the tropes that the other can take, and the move that does it."""
    claim = move.replies[0]
    after = move_tile(move.board, claim.start, claim.end)
    numbers = numbers_on(after, claim.four)
    return {
        "text": format_move(claim.start, claim.end),
        "tile": str(move.board[claim.start]),
        "numbers": list(numbers),
        "label": message_to_json(state.tropes[numbers]),
        "wins": _loses(state, at, move),
    }


def puzzle(at: Position, found: Sequence[Verdict], are_all: bool) -> str:
    """`trope`: exactly one move takes a trope, and it is one among many."""
    ways = prospects(cast(numeria.State, at.state), at.seat)
    return "trope" if sum(way.points for way in ways) == 1 else ""
