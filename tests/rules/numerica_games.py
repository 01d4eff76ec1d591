"""Games of Numerica in which a test begins."""

from games.rules.numerica import State

NP1 = "8F 3+3=6"


def made(state: State, *texts: str) -> State:
    for text in texts:
        assert state.turn is not None
        state = state.play(state.turn, text).after
    return state
