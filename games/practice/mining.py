"""Mining exercises: games that levels play for this alone, and their positions worth solving.

Positions of one game are alike, so it gives few exercises of a theme. Chance is the hash of the
number of the game, so the same numbers give the same exercises.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from games.engine import best_moves
from games.engine.levels import YARDSTICK, choose_move
from games.engine.numeria_search import proven_win
from games.engine.numeria_wins import IN_ONE, IN_TWO, winning_moves
from games.engine.positions import read_position, write_position
from games.practice.exercises import ASKED, SEAT, WIN_IN_TWO, Exercise
from games.review import review_move
from games.rules import GAMES, numeria
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.numeria.constants import TROPES_TO_WIN
from games.rules.numeria.tropes import STRICT_TROPES
from games.rules.tiles import BLANK

SECONDS = 4.0  # for each search of a proof; what takes longer is left
SECONDS_A_LEVEL = 2.0
LEAST_IN_BAG = 9
PLAYERS = (4, 5, 6)  # the levels that play the games: they lose little
STRAYING = (3, 2, 1, 0)  # the levels whose miss is the theme: the best of them that misses
FIRST_PLY = 1
MOST_A_GAME = 2  # exercises of one theme
MOST_OF_A_THEME = 400  # of one game, in all: others are looked for then
LONGEST = 120  # moves of Numeria
MOST_WINS = 3  # first moves that win at Numeria: they are to be looked for
MOST_PLAYS = 1_000_000  # more than a rack without a blank ever has
WIN, WIN_IN_THREE, TROPE = "win", "win-in-three", "trope"
IN_THREE = 3
NODES = 300_000  # of the search for a win in three by attacks alone
NODES_OF_ALL = 60_000_000  # of the proof that no other first move wins as soon


def mine(game: str, number: int) -> Iterator[Exercise]:
    """The exercises in the game with this number, a few of each theme."""
    themes = Counter[str]()
    for exercise in _all_in(game, number):
        if themes[exercise.theme] < MOST_A_GAME:
            themes[exercise.theme] += 1
            yield exercise


def _all_in(game: str, number: int) -> Iterator[Exercise]:
    seed = sha256(f"practice {game} {number}".encode()).digest()
    state: State = GAMES[game].new(seed=seed, options={})
    for ply in range(LONGEST):
        if state.turn is None:
            return
        if ply >= FIRST_PLY:
            for position in _positions(state):
                yield from _exercise(position, number)
        level = PLAYERS[ply % len(PLAYERS)]
        state = state.play(state.turn, choose_move(state, state.turn, level, SECONDS_A_LEVEL)).after


def _positions(state: State) -> Iterator[dict[str, Any]]:
    """The position as its mover sees it; in Numeria also as if a trope were missing to win."""
    assert state.turn is not None
    if not isinstance(state, numeria.State):
        if min(map(len, state.stock.bags)) >= LEAST_IN_BAG:
            yield write_position(state.seen_by(state.turn), state.turn)
        return
    yield write_position(state, state.turn)
    taken = sum(state.taken, ())
    if len(taken) >= TROPES_TO_WIN - 1:
        own, others = taken[: TROPES_TO_WIN - 1], taken[TROPES_TO_WIN - 1 :]
        for seat, shared in enumerate([(own, others), (others, own)]):
            yield write_position(replace(state, taken=shared, turn=seat), seat)


def _exercise(position: dict[str, Any], number: int) -> Iterator[Exercise]:
    """The exercise that a position is, if it is one."""
    state = read_position(position)
    found = _of_numeria(state) if isinstance(state, numeria.State) else _of_points(state)
    if found is None:
        return
    theme, best, second, plays = found
    if any(_takes_printed_example(state, text) for text, _points in plays):
        return
    exercise = Exercise(position, theme, best, second, plays, (), holds(state), number)
    solved = [level for level in YARDSTICK if _solves(exercise, level)]
    yield replace(exercise, solved_by=solved)


def _takes_printed_example(state: State, text: str) -> bool:
    """Whether a move takes the trope of M3, which nobody is to guess: 33 is no prime."""
    if not isinstance(state, numeria.State):
        return False
    taken = (run.text for run in state.check(SEAT, text).runs)
    return any(tuple(sorted(map(int, line.split(",")))) not in STRICT_TROPES for line in taken)


def holds(state: State) -> dict[str, bool]:
    """Whether what is asked for in this game can be played here, by trying every play.

    Nothing where a blank makes too many of them.
    """
    asked, rack = ASKED[state.key], state.racks[SEAT] if state.has_racks else ()
    if not asked or isinstance(rack, int) or BLANK in rack:
        return {}
    made = [state.check(SEAT, text) for text in _every_play(state)]
    return {what: any(map(is_one, made)) for what, is_one in asked.items()}


def _every_play(state: State) -> Iterable[str]:
    if isinstance(state, numeria.State):
        return state.legal_moves()
    return (text for text, _points in best_moves(state, SEAT, MOST_PLAYS).plays)


Proven = tuple[str, int, int, Sequence[tuple[str, int]]]
"""The theme, the best, the second, and the plays that solve it."""


def _of_points(state: State) -> Proven | None:
    """A position whose best play is proven, and far ahead of all others or the only one."""
    if not review_move(state, SEAT, "pass", SECONDS)["puzzle"]:  # as it is whatever was played
        return None
    for level in STRAYING:
        review = review_move(state, SEAT, choose_move(state, SEAT, level, SECONDS_A_LEVEL), SECONDS)
        if review["puzzle"] and review["kind"]:
            return review["kind"], *_best_and_second(review)
    return None  # every one of them finds it


def _best_and_second(review: Json) -> tuple[int, int, Sequence[tuple[str, int]]]:
    plays = [(text, points) for text, points in review["plays"]]
    best = plays[0][1]
    return (
        best,
        next((points for _text, points in plays if points < best), 0),
        [play for play in plays if play[1] == best],
    )


def _of_numeria(state: numeria.State) -> Proven | None:
    """A win within three moves, or the one move that takes a trope."""
    if state.scores[SEAT] + 1 == TROPES_TO_WIN:
        return _win(state)
    for level in STRAYING:
        review = review_move(state, SEAT, choose_move(state, SEAT, level, SECONDS_A_LEVEL), SECONDS)
        if review["puzzle"] != TROPE:
            return None
        if review["kind"] == TROPE:
            takes = [(text, points) for text, points in review["plays"] if points == 1]
            return TROPE, 1, 0, takes[:1]
    return None


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


def _solves(exercise: Exercise, level: int) -> bool:
    """Whether this level finds a solution."""
    move = choose_move(exercise.state, SEAT, level, SECONDS_A_LEVEL)
    return exercise.is_solved_by(exercise.state.check(SEAT, move))
