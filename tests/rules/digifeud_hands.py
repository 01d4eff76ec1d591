"""Hands and refusals of Digifeud."""

import pytest

from games.rules.digifeud import State
from games.rules.refusals import Refusal

DP1 = "7E 8*9=[72]"


def refusal_of(state: State, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        state.check(0, text)
    return caught.value
