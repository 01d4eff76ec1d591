"""Exercises of games of laid tiles: a play far ahead of all others."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.engine import best_moves
from games.engine.positions import write_position
from games.practice.exercises import SEAT
from games.practice.kinds import ExerciseKind, Proven
from games.practice.straying import SECONDS, reviews_of_levels
from games.review import review_move
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Verdict

LEAST_IN_BAG = 9
MOST_PLAYS = 1_000_000  # more than a rack without a blank ever has


def positions(state: State) -> Iterator[dict[str, Any]]:
    """The position as its mover sees it, while there is much to draw."""
    assert state.turn is not None
    if min(map(len, state.stock.bags)) >= LEAST_IN_BAG:
        yield write_position(state.seen_by(state.turn), state.turn)


def prove(state: State) -> Proven | None:
    """A position whose best play is proven, and far ahead of all others or the only one."""
    if not review_move(state, SEAT, "pass", SECONDS)["puzzle"]:  # as it is whatever was played
        return None
    for review in reviews_of_levels(state):
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


def every_play(state: State) -> Iterable[str]:
    """Every play of a rack without a blank."""
    return (text for text, _points in best_moves(state, SEAT, MOST_PLAYS).plays)


def does_as_much(state: State, theme: str, best: int, made: Verdict) -> bool:
    """Whether a legal move earns as many points."""
    return made.kind == "play" and made.points == best


EXERCISES = ExerciseKind(positions, prove, every_play, does_as_much)
