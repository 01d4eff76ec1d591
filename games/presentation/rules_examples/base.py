"""What the page of rules of each game has of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from games.rules import GAMES
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.rules.moves import Run, Seat, Verdict


@dataclass(frozen=True)
class Example:
    """A position as moves in notation, from the start of a game with these options."""

    plays: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    setup: str = ""

    def after(self, key: str, moves: int) -> State:
        """Return the position after the first `moves` of the moves; nobody's tiles are known."""
        state: State = GAMES[key].unseeded(
            first=0, options=self.options, initial_position=self.setup
        )
        for text in self.plays[:moves]:
            state = state.play(seat_to_move(state), text).after
        return state

    def whole(self, key: str) -> State:
        """The position after all of the moves."""
        return self.after(key, len(self.plays))


@dataclass(frozen=True)
class Task:
    """What a reader is asked to do on the board to try, and what is said when it is done."""

    asked: str
    done: str
    is_done_by: Callable[[Verdict], bool]


@dataclass(frozen=True)
class RulesText:
    """The page of rules of one game; its text is the template `games/<key>/rules.html`.

    - `examples`: positions by the names of their figures; on `try` a reader may try a move
    - `task`: what to do on the board to try, judged by the rules' own verdict
    - `headings`: what the page explains, by the anchors of its sections
    """

    examples: Mapping[str, Example]
    task: Task
    headings: Mapping[str, str]


HEADINGS_OF_PLAYS = {
    "tiles": gettext_noop("The board and the tiles"),
    "plays": gettext_noop("A play"),
    "lines": gettext_noop("What a line may be"),
    "points": gettext_noop("Points"),
    "instead": gettext_noop("Instead of a play"),
    "end": gettext_noop("The end"),
}
"""The sections of a game in which tiles are laid into lines of any length."""


def seat_to_move(state: State) -> Seat:
    """Return the seat on turn; the first after the end."""
    return state.turn if state.turn is not None else 0


def scoring_runs(verdict: Verdict) -> list[Run]:
    """Return the complete lines of a play."""
    return [run for run in verdict.runs if run.kind == "complete"]
