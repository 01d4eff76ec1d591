"""Programs that some tests need: without them a skip with a reason, or a failure where demanded."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.servers import NotHere


def required(start: Callable[[], Any], variable: str) -> Iterator[Any]:
    """What `start` starts, for a fixture; `variable` of the environment demands it by 1."""
    try:
        started = start().__enter__()
    except NotHere as missing:
        if os.environ.get(variable) == "1":
            pytest.fail(f"{missing}, and {variable}=1 demands it")
        pytest.skip(f"{missing}; set {variable}=1 to make this a failure")
    try:
        yield started
    finally:
        started.__exit__()
