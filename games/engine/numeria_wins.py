"""Wins of Numeria within two own moves, found by trying every answer of the other."""

from collections.abc import Iterator
from fractions import Fraction

from games.engine.numeria import (
    candidate_moves,
    gaps,
    is_fork,
    missing_numbers,
    open_tropes,
    wins_by_turns,
)
from games.rules.interface import State as AnyState
from games.rules.moves import Seat
from games.rules.numeria import State
from games.rules.numeria.constants import TROPES_TO_WIN
from games.rules.numeria.movement import LINES4

IN_ONE, IN_TWO = 1, 2


def winning_moves(state: State, seat: Seat, count: int) -> tuple[str, ...]:
    """First moves of the seat on turn that win in this many own moves, one or two.

    Whatever the other does: each is proven by trying every answer. None where a win takes fewer
    moves. In one move they are all; in two those that threaten twice.
    """
    moves = list(candidate_moves(state, seat))
    is_near = state.scores[seat] + 1 == TROPES_TO_WIN
    at_once = tuple(
        move.text for move in moves if (is_near and move.points) or wins_by_turns(state, seat, move)
    )
    if count == IN_ONE or at_once:
        return at_once if count == IN_ONE else ()
    forks = (move.text for move in moves if is_fork(move))
    return tuple(text for text in forks if wins_for_certain(state, seat, text))


def wins(state: State, seat: Seat, text: str) -> bool:
    """Whether this move wins the game: by its third trope, or as the last turn (M10)."""
    outcome = state.play(seat, text).after.outcome
    return outcome is not None and outcome.ranking[0] == (seat,)


def wins_for_certain(state: State, seat: Seat, text: str) -> bool:
    """Whether a legal move wins at once, or with the next one whatever the other answers.

    Of most moves the first answers show that they do not.
    """
    return all(_fates(state, seat, text))


def share_of_wins(state: State, seat: Seat, text: str) -> Fraction:
    """The part of the answers to a legal move after which the seat wins with its next one.

    1 for a move that wins at once, 0 for one after which a single trope would not win.
    """
    fates = list(_fates(state, seat, text))
    return Fraction(sum(fates), len(fates))


def _fates(state: State, seat: Seat, text: str) -> Iterator[bool]:
    """For every answer to a move, whether the seat can win then; one fate where the game is over.

    An answer with which the other wins, or that ends the game, is none after which it can.
    """
    after = state.play(seat, text).after
    if after.outcome is not None:
        yield after.outcome.ranking[0] == (seat,)
        return
    if after.scores[seat] + 1 < TROPES_TO_WIN:
        yield False  # whatever is answered
        return
    for answer in after.legal_moves():
        yield _can_win(after.play(1 - seat, answer).after, seat)


def _can_win(state: AnyState, seat: Seat) -> bool:
    """Whether the seat on turn can take its third trope now."""
    assert isinstance(state, State)
    if state.turn != seat or state.scores[seat] + 1 < TROPES_TO_WIN:
        return False
    frozen = state.frozen(seat)
    found = gaps(state.numbers, LINES4, missing_numbers(state.is_strict))
    return any(
        frozen != trope.start and frozen not in trope.four
        for trope in open_tropes(state.numbers, found)
    )
