"""Mining exercises: games that levels play for this alone, and their positions worth solving.

Positions of one game are alike, so it gives few exercises of a theme. Chance is the hash of the
number of the game, so the same numbers give the same exercises.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

from games.engine.levels import YARDSTICK, choose_move
from games.engine.positions import read_position
from games.practice.exercises import ASKED, SEAT, Exercise
from games.practice.kinds import EXERCISES
from games.practice.straying import SECONDS_A_LEVEL
from games.rules import GAMES
from games.rules.interface import State
from games.rules.tiles import BLANK

PLAYERS = (4, 5, 6)  # the levels that play the games: they lose little
FIRST_PLY = 1
MOST_A_GAME = 2  # exercises of one theme
MOST_OF_A_THEME = 400  # of one game, in all: others are looked for then
LONGEST = 120  # moves of Numeria


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
            for position in EXERCISES[game].positions(state):
                yield from _exercise(position, number)
        level = PLAYERS[ply % len(PLAYERS)]
        state = state.play(state.turn, choose_move(state, state.turn, level, SECONDS_A_LEVEL)).after


def _exercise(position: dict[str, Any], number: int) -> Iterator[Exercise]:
    """The exercise that a position is, if it is one."""
    state = read_position(position)
    found = EXERCISES[state.key].prove(state)
    if found is None:
        return
    theme, best, second, plays = found
    exercise = Exercise(position, theme, best, second, plays, (), holds(state), number)
    solved = [level for level in YARDSTICK if _solves(exercise, level)]
    yield replace(exercise, solved_by=solved)


def holds(state: State) -> dict[str, bool]:
    """Whether what is asked for in this game can be played here, by trying every play.

    Nothing where a blank makes too many of them.
    """
    asked, rack = ASKED[state.key], state.racks[SEAT] if state.has_racks else ()
    if not asked or isinstance(rack, int) or BLANK in rack:
        return {}
    made = [state.check(SEAT, text) for text in EXERCISES[state.key].every_play(state)]
    return {what: any(map(is_one, made)) for what, is_one in asked.items()}


def _solves(exercise: Exercise, level: int) -> bool:
    """Whether this level finds a solution."""
    move = choose_move(exercise.state, SEAT, level, SECONDS_A_LEVEL)
    return exercise.is_solved_by(exercise.state.check(SEAT, move))
