"""How much is tried: enough in `make test`, more with each commit and in `make test-long`, most in
`make faults`.
"""

import os
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from hypothesis import settings

SHARE = float(os.environ.get("NUMERICA_FAULTS") or 0)
"""How much of the plan of faults is run: 1 is all of it, 0 none."""

IS_LONG = SHARE > 0 or os.environ.get("NUMERICA_LONG") == "1"
WHICH, PARTS = map(int, os.environ.get("NUMERICA_PART", "1/1").split("/"))
"""The part of all tests that is run, and how many parts there are: `2/8` is the second of eight."""

TIMES = 3  # as many examples in `make test-long`
CASES = {"slow": 1, "browser": 1}  # with each commit, of a test that is parametrized
BROWSERS = 6  # with each commit run in browsers one of six tests of a file
ONE_OF = {"slow": 40, "system": 40, "browser": 8}  # of what runs with each commit, in `make test`
QUICK_CASES = 5  # in `make test`, of a quick test that is parametrized

T = TypeVar("T")


def examples(count: int) -> "settings":
    """How many examples a law is tried on; the test is to be marked as `wider`."""
    from hypothesis import settings  # takes half a second, and scripts need none of it

    return settings(max_examples=count * (TIMES if IS_LONG else 1), derandomize=True, deadline=None)


def some_of(few: T, everything: T, with_faults: T | None = None) -> T:
    """The few, or in `make test-long` everything; the test is to be marked as `wider`.

    In `make faults` the third, where it is something else.
    """
    if SHARE and with_faults is not None:
        return with_faults
    return everything if IS_LONG else few


def times(few: int, many: int, planned: int) -> int:
    """How often: few times, in `make test-long` many, in `make faults` its share of the plan."""
    return max(many, round(planned * SHARE)) if SHARE else some_of(few, many)


def but_for_certainty(cases: Sequence[T], kept: Sequence[T]) -> list[T]:
    """Cases to parametrize a test by, of which each commit runs those that are kept."""
    return [
        case if case in kept else pytest.param(*_values(case), marks=pytest.mark.long)
        for case in cases
    ]


def leave_cases(items: Iterable[pytest.Item]) -> None:
    """Leave to `make test-long` all but a few cases of each test that is not quick.

    `slow(cases="all")` keeps them all.

    Which are kept its name decides, so that every game and every setting is tried by some test. Of
    what browsers do, all but one in six tests of a file are left as well, by their names too.
    """
    cases = defaultdict[tuple[str, int], list[pytest.Item]](list)
    for item in items:
        counts = [count for mark, count in CASES.items() if _leaves_cases(item, mark)]
        if counts and not item.get_closest_marker("long"):
            cases[_name(item), counts[-1]].append(item)
    in_browsers = {name for (name, _), [item, *_] in cases.items() if "/browser/" in str(item.path)}
    kept = _some_of_each_file(in_browsers) | {name for name, _ in cases} - in_browsers
    for (name, count), alike in cases.items():
        for item in _all_but(count if name in kept else 0, alike):
            item.add_marker(pytest.mark.long)


def _leaves_cases(item: pytest.Item, mark: str) -> bool:
    found = item.get_closest_marker(mark)
    return found is not None and found.kwargs.get("cases") != "all"


def leave_tests(items: Iterable[pytest.Item]) -> None:
    """Leave to `make test-rest` most tests that are not quick, and most cases of the quick ones.

    Which, their names decide.
    """
    quick = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        shares = [one_of for mark, one_of in ONE_OF.items() if item.get_closest_marker(mark)]
        if not shares:
            quick[_name(item)].append(item)
        elif zlib.crc32(_name(item).encode()) % max(shares):
            item.add_marker(pytest.mark.rest)
    for alike in quick.values():
        for item in _all_but(QUICK_CASES, alike):
            item.add_marker(pytest.mark.rest)


def _some_of_each_file(names: Iterable[str]) -> set[str]:
    """One in six tests of each file, one at least: which, their names decide."""
    files = defaultdict[str, list[str]](list)
    for name in sorted(names, key=lambda name: zlib.crc32(name.encode())):
        files[name.partition("::")[0]].append(name)
    return {name for alike in files.values() for name in alike[::BROWSERS]}


def is_in_part(item: pytest.Item) -> bool:
    """Whether a test belongs to the part that is run, with all its cases; its name decides."""
    return zlib.crc32(_name(item).encode()) % PARTS == WHICH - 1


def _all_but(count: int, alike: Sequence[pytest.Item]) -> Sequence[pytest.Item]:
    """All cases of a test but as many; which are kept its name decides."""
    first = zlib.crc32(_name(alike[0]).encode()) % len(alike)
    return [*alike, *alike][first + count : first + len(alike)]


def _name(item: pytest.Item) -> str:
    """Of all cases of a test the same."""
    return item.nodeid.partition("[")[0]


def _values(case: object) -> tuple[object, ...]:
    return case if isinstance(case, tuple) else (case,)
