"""What a lesson is made of: steps, each a position, what is asked, and what counts as done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.rules.moves import Run, Seat, Verdict

LEARNER: Seat = 0
"""Who is to move in every position of a lesson."""


Test = Callable[[State, Verdict], bool]
"""Whether a legal move does something in a position."""


class Position(Protocol):
    """Where a step takes place; no game need have led there."""

    def state(self, key: str) -> State:
        """Return the position in the game of this key, the learner to move."""


@dataclass(frozen=True)
class Goal:
    """Which legal moves do what is asked: any of them is right. The others are told `otherwise`."""

    is_met: Test
    otherwise: str


@dataclass(frozen=True, kw_only=True)
class Step:
    """One act.

    - `name`: what is stored of it, once it is done
    - `asked`: one sentence
    - `answer`: a move that does it, for who asks to be shown one
    - `rule`: the section of the page of rules that tells more
    """

    name: str
    asked: str
    position: Position
    goal: Goal
    answer: str
    rule: str


@dataclass(frozen=True)
class Tutorial:
    """The lesson of a game: what one needs for a first game, and more for those who want it.

    - `earned`: says in a sentence or two from what facts the points of a move come
    - `beyond`: what `more` is about, in a few words
    """

    first: tuple[Step, ...]
    more: tuple[Step, ...]
    earned: Callable[[State, Verdict], str]
    beyond: str

    @property
    def steps(self) -> tuple[Step, ...]:
        """All of them in their order."""
        return self.first + self.more


def scoring_runs(verdict: Verdict) -> list[Run]:
    """Return the complete lines of a play."""
    return [run for run in verdict.runs if run.kind == "complete"]


def _ends_the_game(state: State, verdict: Verdict) -> bool:
    return state.play(LEARNER, verdict.text).after.outcome is not None


END = Goal(_ends_the_game, gettext_noop("A legal move, but the game goes on."))
