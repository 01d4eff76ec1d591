"""Refusals of Equate."""

import pytest

from games.rules.equate import State
from games.rules.refusals import Refusal


def refused(state: State, text: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        state.play(0, text)
    return refusal.value.code, str(refusal.value)
