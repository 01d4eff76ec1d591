# cython: language_level=3, annotation_typing=False
"""Arrays of integers: of C where this file is compiled, else lists."""

from array import array
from typing import Any


def is_compiled() -> bool:
    """Whether this file runs compiled."""
    return not __file__.endswith(".py")


def zeros(count: int) -> list[int]:
    """An array of `count` zeros, of 64 bits each where this file is compiled."""
    if is_compiled():
        return _of_c("q", 0, count)
    return [0] * count


def small_numbers(count: int, value: int) -> list[int]:
    """`count` times a number of at most 127, in a byte each where this file is compiled."""
    if is_compiled():
        return _of_c("b", value, count)
    return [value] * count


def _of_c(code: str, value: int, count: int) -> list[int]:
    """An array of C, which does all that is asked of a list here; `code` as in the module array."""
    numbers: Any = array(code, [value]) * count
    whole: list[int] = numbers
    return whole


def array_of(values: list[int]) -> list[int]:
    """An array of these integers, at least one long."""
    numbers = zeros(max(1, len(values)))
    for place, value in enumerate(values):
        numbers[place] = value
    return numbers
