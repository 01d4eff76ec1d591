"""Tropes: the lines of four numbers that count, the names of their patterns, and those taken.

Rules M1-M3.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules.messages import Json, Message, gettext_noop
from games.rules.numeria.constants import LAYOUT, NUMBERS, TROPE_LENGTH
from games.rules.numeria.movement import Line4

Numbers = tuple[int, ...]
"""Four numbers in the order in which they stand on the board."""

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
    """Generate every ascending trope by the rules of M2, with the name of its pattern."""
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
        for numbers in _windows(series):
            yield numbers, name
    yield (2, 3, 5, 8), Message(_FIBONACCI_AND_PLUS)  # the only one of two patterns; counts once


def _constant_steps() -> Iterator[tuple[Numbers, Message]]:
    """Generate the tropes with a constant step: consecutive numbers, multiples, and others."""
    highest = NUMBERS[-1]
    for step in range(1, (highest - 1) // (TROPE_LENGTH - 1) + 1):
        for first in range(1, highest - (TROPE_LENGTH - 1) * step + 1):
            pattern = _STEPS if first % step else _MULTIPLES
            name = Message(_CONSECUTIVE) if step == 1 else Message(pattern, {"step": step})
            yield tuple(first + step * place for place in range(TROPE_LENGTH)), name


def _windows(series: Sequence[int]) -> Iterator[Numbers]:
    """Generate every four neighbours in a series."""
    return (tuple(series[at : at + TROPE_LENGTH]) for at in range(len(series) - TROPE_LENGTH + 1))


def _both_ways(names: Mapping[Numbers, Message]) -> dict[Numbers, Message]:
    return {**names, **{numbers[::-1]: name for numbers, name in names.items()}}


STRICT_TROPES: Mapping[Numbers, Message] = _both_ways(dict(_ascending()))
"""The 252 tropes, ascending and descending, with the names of their patterns."""

TROPES: Mapping[Numbers, Message] = {**STRICT_TROPES, **_both_ways({PRINTED: Message(_PRINTED)})}
"""The strict tropes and the printed example."""


@dataclass(frozen=True)
class Trope:
    """A trope taken by a seat: its numbers, and the squares on which they stood."""

    numbers: Numbers
    squares: Line4

    @property
    def label(self) -> Message:
        """The name of its pattern."""
        return TROPES[self.numbers]


def trope_to_json(trope: Trope) -> Json:
    """Return the numbers and the names of their squares."""
    return {
        "numbers": list(trope.numbers),
        "squares": [LAYOUT.name(square) for square in trope.squares],
    }


def trope_from_json(data: Json) -> Trope:
    """Return the trope that `trope_to_json` wrote."""
    return Trope(tuple(data["numbers"]), tuple(map(LAYOUT.parse_square, data["squares"])))


def trope_to_view(trope: Trope) -> Json:
    """Return the numbers, the squares, and the name of the pattern as an id with its values."""
    label = trope.label
    return {**trope_to_json(trope), "name": label.id, "values": dict(label.values)}
