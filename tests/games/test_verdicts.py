"""What is said of a draft: what further tiles may mend is told, and not marked as wrong."""

import pytest

from games.presentation import verdicts
from games.rules import GAMES


def drafted(key, text):
    """Return the verdict on a first play, with the first seed that deals its tiles."""
    for number in range(10_000):
        state = GAMES[key].new(seed=number.to_bytes(32, "big"), options={})
        verdict = verdicts.of_draft(state, state.turn, text)
        if verdict.code != "not-on-rack":
            return verdict
    raise AssertionError(f"nobody holds {text}")


@pytest.mark.parametrize(
    ("key", "text", "code"),
    [
        ("numerica", "8H 1+", "malformed"),
        ("numerica", "8H 1=", "no-equality"),
        ("numerica", "3C 1=1", "centre"),
        ("equate", "10J 1=", "malformed"),
        ("equate", "10J 1+2=", "malformed"),
        ("digifeud", "7G 3", "malformed"),
        ("digifeud", "7G 3+7=", "malformed"),
    ],
)
def test_what_is_unfinished_says_what_is_lacking_and_marks_nothing(key, text, code):
    verdict = drafted(key, text)
    assert (verdict.ok, verdict.code, verdict.squares) == (False, code, [])
    assert {verdict.mark, *(run.mark for run in verdict.runs)} == {"…"}
    assert verdict.message or any(run.why for run in verdict.runs)


@pytest.mark.parametrize(
    ("key", "text", "code"),
    [
        ("numerica", "8H 1=2", "unequal"),
        ("equate", "10J 1=2", "unequal"),
        ("equate", "10J [1/2]4", "malformed"),
        ("digifeud", "7G 3+7=9", "unequal"),
    ],
)
def test_what_is_wrong_is_marked(key, text, code):
    verdict = drafted(key, text)
    assert (verdict.ok, verdict.code) == (False, code)
    assert "✗" in {run.mark for run in verdict.runs} and verdict.squares
