"""The kinds of misses in Numeria: tropes not taken, and tropes that the other may take."""

from collections.abc import Sequence
from itertools import islice

from games.engine.numeria import CandidateMove, candidate_moves, wins_by_turns
from games.review.base import GameReview, Miss, SeenPosition
from games.rules import numeria
from games.rules.messages import Json, message_to_json
from games.rules.moves import Verdict
from games.rules.numeria.movement import move_tile, numbers_on
from games.rules.numeria.notation import format_move

TROPE_MISSED = "trope"
TROPE_ALLOWED = "handed"  # the name under which reviews are stored
KINDS = (TROPE_MISSED, TROPE_ALLOWED)


def miss(seen: SeenPosition, made: Verdict, found: Sequence[Verdict]) -> Miss | None:
    """What a move missed, a loss of 1; None for nothing.

    - TROPE_MISSED: the move takes no trope, another move takes one. A trope after which the other
      can win at once does not count; it is only mentioned, with a loss of 0.
    - TROPE_ALLOWED: the other can reply with a trope, and a move that takes as many tropes allows
      none; where the other wins by it, any move that allows none.

    A move that wins misses nothing.
    """
    state = seen.state
    assert isinstance(state, numeria.State)
    moves = list(candidate_moves(state, seen.seat))
    move = next((each for each in moves if each.text == made.text), None)
    if move is None or _wins(state, seen, move):
        return None
    taking = [each for each in moves if each.points > move.points]
    good = [each for each in taking if not _loses(state, seen, each)]
    if good:
        return Miss(1, TROPE_MISSED, _missed_values(state, good[0]))
    enough = 0 if _loses(state, seen, move) else move.points
    has_safe_move = any(not each.replies for each in moves if each.points >= enough)
    if move.replies and has_safe_move:
        return Miss(1, TROPE_ALLOWED, _allowed_values(state, seen, move))
    return Miss(0, "", {"is_declined": True}) if taking else None


def _wins(state: numeria.State, seen: SeenPosition, move: CandidateMove) -> bool:
    """Whether this move wins the game, by its third trope or as the last turn (M10)."""
    is_third = state.scores[seen.seat] + move.points == numeria.constants.TROPES_TO_WIN
    return is_third or wins_by_turns(state, seen.seat, move)


def _loses(state: numeria.State, seen: SeenPosition, move: CandidateMove) -> bool:
    """Whether the other can win at once after this move."""
    is_last = state.scores[1 - seen.seat] + 1 == numeria.constants.TROPES_TO_WIN
    return is_last and bool(move.replies) and not _wins(state, seen, move)


def _missed_values(state: numeria.State, move: CandidateMove) -> Json:
    """What a sentence names of the trope that this move takes."""
    assert move.four is not None
    start = move.text.partition("-")[0]
    after = move_tile(state.numbers, state.layout.parse_square(start), move.end)
    return {
        "text": move.text.partition(" ")[0],
        "tile": str(after[move.end]),
        "numbers": list(numbers_on(after, move.four)),
    }


def _allowed_values(state: numeria.State, seen: SeenPosition, move: CandidateMove) -> Json:
    """What a sentence names of the first trope that the other can take, and of its move."""
    trope = move.replies[0]
    after = move_tile(move.board, trope.start, trope.end)
    numbers = numbers_on(after, trope.four)
    return {
        "text": format_move(trope.start, trope.end),
        "tile": str(move.board[trope.start]),
        "numbers": list(numbers),
        "label": message_to_json(state.tropes[numbers]),
        "wins": _loses(state, seen, move),
    }


def puzzle(seen: SeenPosition, found: Sequence[Verdict], are_all: bool) -> str:
    """`trope`: exactly one move takes a trope, and it is one among many."""
    taking = (text for text in seen.state.legal_moves() if " x " in text)
    return "trope" if len(list(islice(taking, 2))) == 1 else ""


REVIEW = GameReview(find_miss=miss, kinds=KINDS, find_puzzle=puzzle)
