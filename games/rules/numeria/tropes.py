"""The lines of four numbers that are tropes, and what their patterns are called (M1-M3)."""

from collections.abc import Iterator, Mapping, Sequence

from games.rules.base import Message, gettext_noop
from games.rules.numeria.tables import NUMBERS

Numbers = tuple[int, ...]
"""Four numbers in the order in which they stand on the board."""

LENGTH = 4

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
_SQUARES = (1, 4, 9, 16, 25, 36)
_TRIANGULAR = (1, 3, 6, 10, 15, 21, 28, 36)
_FIBONACCI = (1, 2, 3, 5, 8, 13, 21, 34)  # there is no second tile 1
_POWERS = ((1, 2, 4, 8, 16, 32), (1, 3, 9, 27))

_CONSECUTIVE = gettext_noop("consecutive numbers")
_MULTIPLES = gettext_noop("multiples of %(step)s")
_STEPS = gettext_noop("steps of %(step)s")
_PLUS_1_2_3 = gettext_noop("plus 1, plus 2, plus 3")
_PRIME = gettext_noop("primes")
_POWER = gettext_noop("powers of %(base)s")
_SQUARE = gettext_noop("squares")
_TRIANGLE = gettext_noop("triangular numbers")
_FIBONACCI_NUMBERS = gettext_noop("Fibonacci numbers")
_FIBONACCI_AND_PLUS = gettext_noop("Fibonacci numbers; also plus 1, plus 2, plus 3")
_PRINTED = gettext_noop("primes as the printed list has them, though 33 is not prime")

PRINTED: Numbers = (23, 29, 31, 33)
"""An example of the source that contradicts its own rule; taken unless primes are strict (M3)."""


def _ascending() -> Iterator[tuple[Numbers, Message]]:
    """Every trope by the rules of M2, with the name of its pattern."""
    yield from _constant_steps()
    for first in range(1, 31):
        yield (first, first + 1, first + 3, first + 6), Message(_PLUS_1_2_3)
    for series, name in (
        (_PRIMES, Message(_PRIME)),
        *((powers, Message(_POWER, {"base": powers[1]})) for powers in _POWERS),
        (_SQUARES, Message(_SQUARE)),
        (_TRIANGULAR, Message(_TRIANGLE)),
        (_FIBONACCI, Message(_FIBONACCI_NUMBERS)),
    ):
        for numbers in _fours(series):
            yield numbers, name
    yield (2, 3, 5, 8), Message(_FIBONACCI_AND_PLUS)  # the only one of two patterns; counts once


def _constant_steps() -> Iterator[tuple[Numbers, Message]]:
    """Steps of 1; steps k that divide the first number are multiples; all others."""
    highest = NUMBERS[-1]
    for step in range(1, (highest - 1) // (LENGTH - 1) + 1):
        for first in range(1, highest - (LENGTH - 1) * step + 1):
            pattern = _STEPS if first % step else _MULTIPLES
            name = Message(_CONSECUTIVE) if step == 1 else Message(pattern, {"step": step})
            yield tuple(first + step * place for place in range(LENGTH)), name


def _fours(series: Sequence[int]) -> Iterator[Numbers]:
    """Every four neighbours in a series."""
    return (tuple(series[at : at + LENGTH]) for at in range(len(series) - LENGTH + 1))


def _both_ways(names: Mapping[Numbers, Message]) -> dict[Numbers, Message]:
    return {**names, **{numbers[::-1]: name for numbers, name in names.items()}}


STRICT_TROPES: Mapping[Numbers, Message] = _both_ways(dict(_ascending()))
"""The 252 tropes, ascending and descending, with the names of their patterns."""

TROPES: Mapping[Numbers, Message] = {**STRICT_TROPES, **_both_ways({PRINTED: Message(_PRINTED)})}
"""The same and the printed example."""
