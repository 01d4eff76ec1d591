"""The lesson of Numeria."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.presentation.tutorials.base import END, LEARNER, Goal, Step, Test, Tutorial
from games.presentation.tutorials.points import of_tropes
from games.rules import GAMES, numeria
from games.rules.grid import Square
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.rules.moves import Verdict
from games.rules.numeria.tropes import TROPES, Numbers, Trope

_SQUARE = numeria.LAYOUT.parse_square
_TAKEN = (
    Trope((1, 2, 3, 4), tuple(map(_SQUARE, ("a1", "b1", "c1", "d1")))),
    Trope((20, 21, 22, 23), tuple(map(_SQUARE, ("e1", "f1", "g1", "h1")))),
)
"""Two tropes that the learner has taken before."""


@dataclass(frozen=True)
class Standing:
    """Numbers on the board, by the names of their squares, and the tile that is locked."""

    numbers: Mapping[str, int]
    locked: str = ""
    taken: tuple[Trope, ...] = ()

    def state(self, key: str) -> State:
        dealt = GAMES[key].new(seed=bytes(32), options={}).seen_by(None)
        assert isinstance(dealt, numeria.State)
        return replace(
            dealt,
            turn=LEARNER,
            numbers={_SQUARE(name): number for name, number in self.numbers.items()},
            last=(None, _SQUARE(self.locked) if self.locked else None),
            taken=(self.taken, ()),
        )


# --- what a move does ---


def _kind(state: State, verdict: Verdict) -> str:
    """How the tile goes: by a slide or a jump."""
    assert isinstance(state, numeria.State) and verdict.moved is not None
    start, end = verdict.moved
    return state.destinations(LEARNER)[start][end]


def _slides(state: State, verdict: Verdict) -> bool:
    return _kind(state, verdict) == "slide"


def _jumps(state: State, verdict: Verdict) -> bool:
    return _kind(state, verdict) == "jump"


def _jumps_on(state: State, verdict: Verdict) -> bool:
    """Whether one jump would not have done."""
    assert verdict.moved is not None
    return _jumps(state, verdict) and not _is_one_jump(state.board, *verdict.moved)


def _is_one_jump(board: Mapping[Square, str], start: Square, end: Square) -> bool:
    down, right = end[0] - start[0], end[1] - start[1]
    over = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
    return {abs(down), abs(right)} <= {0, 2} and over in board


def _is_diagonal(state: State, verdict: Verdict) -> bool:
    return any(
        run.squares[0][0] != run.squares[-1][0] and run.squares[0][1] != run.squares[-1][1]
        for run in verdict.runs
    )


def _makes(example: Numbers) -> Test:
    """Whether a trope of the same pattern as this one is made."""
    return lambda state, verdict: any(run.label == TROPES[example] for run in verdict.runs)


def _spoils(state: State, verdict: Verdict) -> bool:
    """Whether the opponent has no trope in the next turn; who gives up has spoiled nothing."""
    after = state.play(LEARNER, verdict.text).after
    seat = after.turn
    return seat is not None and not any(
        after.check(seat, text).points for text in after.legal_moves()
    )


# --- what may be asked ---

SLIDE = Goal(_slides, gettext_noop("A legal move, but this tile jumps."))
JUMP = Goal(_jumps, gettext_noop("A legal move, but this tile slides."))
JUMPS = Goal(_jumps_on, gettext_noop("A legal move, but not of several jumps."))
TROPE = Goal(
    lambda state, verdict: verdict.points > 0, gettext_noop("A legal move, but it makes no trope.")
)
DIAGONAL = Goal(_is_diagonal, gettext_noop("A legal move, but it makes no trope along a diagonal."))
SPOILING = Goal(_spoils, gettext_noop("A legal move, but your opponent can still make a trope."))


def _pattern(*example: int) -> Goal:
    return Goal(_makes(example), gettext_noop("A legal move, but it makes no such trope."))


TUTORIAL = Tutorial(
    earned=of_tropes,
    beyond=gettext_noop("other series, two tropes at once, spoiling"),
    first=(
        Step(
            name="slide",
            asked=gettext_noop("Slide a number over free squares, straight or along a diagonal."),
            position=Standing({"c3": 7, "d5": 12, "e5": 30, "f3": 18}),
            goal=SLIDE,
            answer="c3-c7",
            rule="moving",
        ),
        Step(
            name="jump",
            asked=gettext_noop(
                "Jump with a number over its neighbour, onto the free square behind."
            ),
            position=Standing({"c3": 7, "d5": 12, "e5": 30, "f3": 18}),
            goal=JUMP,
            answer="d5-f5",
            rule="moving",
        ),
        Step(
            name="jumps",
            asked=gettext_noop("Several jumps of one number are one move. Make two or more."),
            position=Standing({"b4": 7, "c4": 12, "e4": 30, "f5": 18, "d6": 21}),
            goal=JUMPS,
            answer="b4-f4",
            rule="moving",
        ),
        Step(
            name="trope",
            asked=gettext_noop(
                "Four numbers in a line that follow a rule are called a trope: finish 3, 6, 9, 12."
            ),
            position=Standing({"c4": 3, "d4": 6, "e4": 9, "f7": 12, "b6": 20, "g2": 31}),
            goal=TROPE,
            answer="f7-f4",
            rule="series",
        ),
        Step(
            name="diagonal",
            asked=gettext_noop(
                "A trope may lie diagonally, and its numbers may fall: finish 20, 15, 10, 5."
            ),
            position=Standing({"c6": 20, "d5": 15, "e4": 10, "f7": 5, "b2": 32, "g6": 29}),
            goal=DIAGONAL,
            answer="f7-f3",
            rule="series",
        ),
        Step(
            name="primes",
            asked=gettext_noop(
                "Finish 11, 13, 17, 19: primes in order, which only 1 and themselves divide."
            ),
            position=Standing({"c5": 11, "d5": 13, "e3": 17, "f5": 19, "b7": 24, "g2": 8}),
            goal=_pattern(11, 13, 17, 19),
            answer="e3-e5",
            rule="series",
        ),
        Step(
            name="locked",
            asked=gettext_noop(
                "Your opponent moved the 12 last: locked, it cannot move or count. Make a trope."
            ),
            position=Standing(
                {"c4": 3, "d4": 6, "e4": 9, "f7": 12, "c2": 21, "d2": 22, "e2": 23, "f5": 24},
                locked="f7",
            ),
            goal=TROPE,
            answer="f5-f2",
            rule="moving",
        ),
        Step(
            name="win",
            asked=gettext_noop("You have two tropes. Make the third: three tropes win the game."),
            position=Standing(
                {"b5": 8, "c5": 16, "d2": 24, "e5": 32, "g7": 35, "g3": 11}, taken=_TAKEN
            ),
            goal=END,
            answer="d2-d5",
            rule="end",
        ),
    ),
    more=(
        Step(
            name="squares",
            asked=gettext_noop("Square numbers in their order: finish 9, 16, 25, 36."),
            position=Standing({"c4": 9, "d4": 16, "e4": 25, "f7": 36, "b6": 20, "g2": 31}),
            goal=_pattern(9, 16, 25, 36),
            answer="f7-f4",
            rule="series",
        ),
        Step(
            name="triangular",
            asked=gettext_noop("Triangular numbers, each sum one longer: finish 6, 10, 15, 21."),
            position=Standing({"c4": 6, "d7": 10, "e4": 15, "f4": 21, "b6": 20, "g2": 31}),
            goal=_pattern(6, 10, 15, 21),
            answer="d7-d4",
            rule="series",
        ),
        Step(
            name="fibonacci",
            asked=gettext_noop(
                "Each Fibonacci number is the sum of two before: finish 5, 8, 13, 21."
            ),
            position=Standing({"c4": 5, "d4": 8, "e7": 13, "f4": 21, "b6": 20, "g2": 31}),
            goal=_pattern(5, 8, 13, 21),
            answer="e7-e4",
            rule="series",
        ),
        Step(
            name="powers",
            asked=gettext_noop("Powers of one number: finish 4, 8, 16, 32, or backwards."),
            position=Standing({"c4": 32, "d4": 16, "e4": 8, "f7": 4, "b6": 20, "g2": 31}),
            goal=_pattern(4, 8, 16, 32),
            answer="f7-f4",
            rule="series",
        ),
        Step(
            name="steps",
            asked=gettext_noop("Any equal steps: finish 4, 11, 18, 25."),
            position=Standing({"c4": 4, "d4": 11, "e7": 18, "f4": 25, "b6": 20, "g2": 31}),
            goal=_pattern(4, 11, 18, 25),
            answer="e7-e4",
            rule="series",
        ),
        Step(
            name="plus",
            asked=gettext_noop("Plus 1, plus 2, plus 3: finish 7, 8, 10, 13."),
            position=Standing({"c4": 7, "d4": 8, "e7": 10, "f4": 13, "b6": 20, "g2": 31}),
            goal=_pattern(7, 8, 10, 13),
            answer="e7-e4",
            rule="series",
        ),
        Step(
            name="several",
            asked=gettext_noop("One move can make two tropes, of which you take one. Find it."),
            position=Standing(
                {"c4": 3, "d4": 6, "e4": 9, "f8": 12, "f3": 13, "f2": 14, "f1": 15, "b7": 30}
            ),
            goal=TROPE,
            answer="f8-f4 x c4-f4",
            rule="series",
        ),
        Step(
            name="spoil",
            asked=gettext_noop(
                "Your opponent is one move from 3, 6, 9, 12. Leave no trope to make."
            ),
            position=Standing({"c4": 3, "d4": 6, "e4": 9, "f7": 12, "b7": 20, "g2": 31}),
            goal=SPOILING,
            answer="d4-d7",
            rule="series",
        ),
    ),
)
