# cython: language_level=3, annotation_typing=False
"""Arrays of integers: of C where this file is compiled, else lists."""

from array import array
from typing import cast


def is_compiled() -> bool:
    """Whether this file runs compiled."""
    return not __file__.endswith(".py")


def zeros(count: int) -> list[int]:
    """An array of `count` zeros, of 64 bits each where this file is compiled."""
    if is_compiled():
        return cast("list[int]", array("q", bytes(8 * count)))
    return [0] * count


def small_numbers(count: int, value: int) -> list[int]:
    """`count` times a number of at most 127, in a byte each where this file is compiled."""
    if is_compiled():
        return cast("list[int]", array("b", [value]) * count)
    return [value] * count


def array_of(values: list[int]) -> list[int]:
    """An array of these integers, at least one long."""
    numbers = zeros(max(1, len(values)))
    for place, value in enumerate(values):
        numbers[place] = value
    return numbers
