"""Exercises of Numeria: a trope, or a win in one, two or three moves."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.daily.numeria import near_the_end
from games.engine.numeria_search import proven_win
from games.engine.numeria_wins import IN_ONE, IN_TWO, winning_moves, wins_for_certain
from games.engine.positions import write_position
from games.practice.exercises import SEAT
from games.practice.kinds import ExerciseKind, Proven
from games.practice.straying import reviews_of_levels
from games.rules import numeria
from games.rules.interface import State
from games.rules.moves import Verdict
from games.rules.numeria.constants import TROPES_TO_WIN
from games.rules.numeria.tropes import STRICT_TROPES

WIN, WIN_IN_TWO, WIN_IN_THREE, TROPE = "win", "win-in-two", "win-in-three", "trope"
MOST_WINS = 3  # first moves that win: they are to be looked for
IN_THREE = 3
NODES = 300_000  # of the search for a win in three by attacks alone
NODES_OF_ALL = 60_000_000  # of the proof that no other first move wins as soon


def positions(state: State) -> Iterator[dict[str, Any]]:
    """The position, and as if a trope were missing to win."""
    assert state.turn is not None
    yield write_position(state, state.turn)
    yield from near_the_end(state)


def prove(state: numeria.State) -> Proven | None:
    """A win within three moves, or the one move that takes a trope; none that takes that of M3."""
    found = _win_or_trope(state)
    if found is None or any(_takes_printed_example(state, text) for text, _points in found[-1]):
        return None
    return found


def _win_or_trope(state: numeria.State) -> Proven | None:
    if state.scores[SEAT] + 1 == TROPES_TO_WIN:
        return _win(state)
    for review in reviews_of_levels(state):
        if review["puzzle"] != TROPE:
            return None
        if review["kind"] == TROPE:
            takes = [(text, points) for text, points in review["plays"] if points == 1]
            return TROPE, 1, 0, takes[:1]
    return None


def _takes_printed_example(state: numeria.State, text: str) -> bool:
    """Whether a move takes the trope of M3, which nobody is to guess: 33 is no prime."""
    taken = (run.text for run in state.check(SEAT, text).runs)
    return any(tuple(sorted(map(int, line.split(",")))) not in STRICT_TROPES for line in taken)


def _win(state: numeria.State) -> Proven | None:
    """A win in as few moves as may be; None where there is none, or too many first moves win."""
    for theme, count in ((WIN, IN_ONE), (WIN_IN_TWO, IN_TWO)):
        moves = winning_moves(state, SEAT, count)
        if moves:
            return _with_plays(state, theme, 2 - count, moves)
    if proven_win(state, SEAT, IN_THREE, nodes=NODES) is None:
        return None
    whole = proven_win(state, SEAT, IN_THREE, is_full_width=True, nodes=NODES_OF_ALL)
    if whole is None or not whole.is_whole or whole.count != IN_THREE:
        return None
    return _with_plays(state, WIN_IN_THREE, 0, whole.texts)


def _with_plays(state: numeria.State, theme: str, best: int, moves: Sequence[str]) -> Proven | None:
    if len(moves) > MOST_WINS:
        return None
    return theme, best, 0, [(text, state.check(SEAT, text).points) for text in moves]


def every_play(state: State) -> Iterable[str]:
    """Every move."""
    return state.legal_moves()


def does_as_much(state: numeria.State, theme: str, best: int, made: Verdict) -> bool:
    """Whether a legal move wins in two moves, whatever the other answers, where that is asked."""
    return theme == WIN_IN_TWO and wins_for_certain(state, SEAT, made.text)


EXERCISES = ExerciseKind(positions, prove, every_play, does_as_much)
