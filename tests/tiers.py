"""How much a test tries: enough in `make test`, all of it in `make test-long`."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from hypothesis import settings

IS_LONG = os.environ.get("NUMERICA_LONG") == "1"
TIMES = 4  # as many examples in `make test-long`

T = TypeVar("T")


def examples(count: int) -> "settings":
    """How many examples a law is tried on; the test is to be marked as `wider`."""
    from hypothesis import settings  # takes half a second, and scripts need none of it

    return settings(max_examples=count * (TIMES if IS_LONG else 1), derandomize=True, deadline=None)


def some_of(few: T, everything: T) -> T:
    """The few, or in `make test-long` everything; the test is to be marked as `wider`."""
    return everything if IS_LONG else few


def but_for_certainty(cases: Sequence[T], kept: Sequence[T]) -> list[T]:
    """Cases to parametrize a test by, of which `make test` runs those that are kept."""
    return [
        case if case in kept else pytest.param(*_values(case), marks=pytest.mark.long)
        for case in cases
    ]


def _values(case: object) -> tuple[object, ...]:
    return case if isinstance(case, tuple) else (case,)
