"""Every step of every lesson, for the tests."""

from games.presentation.tutorials import TUTORIALS, Step
from games.presentation.tutorials.base import LEARNER
from games.rules.interface import State
from games.rules.refusals import Refusal

STEPS = [
    (key, number)
    for key, tutorial in TUTORIALS.items()
    for number in range(1, len(tutorial.steps) + 1)
]
NAMES = {(key, number): f"{key}-{TUTORIALS[key].steps[number - 1].name}" for key, number in STEPS}
IDS = list(NAMES.values())


def step_of(key: str, number: int) -> Step:
    return TUTORIALS[key].steps[number - 1]


def state_of(key: str, number: int) -> State:
    return step_of(key, number).position.state(key)


def is_true_answer(key: str, number: int, text: str) -> bool:
    """Whether the rules allow the move and it does what is asked."""
    state = state_of(key, number)
    try:
        return step_of(key, number).goal.is_met(state, state.check(LEARNER, text))
    except Refusal:
        return False
