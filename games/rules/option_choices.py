"""The values of options that can be chosen together before a game."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import product

from games.rules.interface import State
from games.rules.options import Option
from games.rules.refusals import NotationError
from games.rules.seating import seats_of


def group_dependent_options(
    game: type[State], options: Sequence[Option]
) -> list[tuple[Option, ...]]:
    """Return these options in groups: all values of one group go with all of any other.

    A game whose options do not depend on each other has as many groups as options.
    """
    groups: list[tuple[Option, ...]] = []
    for option in options:
        bound = [group for group in groups if any(_exclude(game, option, one) for one in group)]
        groups = [group for group in groups if group not in bound]
        groups.append((*(one for group in bound for one in group), option))
    return sorted(groups, key=lambda group: options.index(group[0]))


def possible_values(game: type[State], group: Sequence[Option]) -> list[dict[str, str]]:
    """Return the values that a group of options can have together, in their order."""
    names = [option.name for option in group]
    given = [dict(zip(names, values, strict=True)) for values in product(*_values(group))]
    return [values for values in given if _is_possible(game, values)]


def _values(group: Sequence[Option]) -> list[tuple[str, ...]]:
    return [option.values for option in group]


def _exclude(game: type[State], one: Option, other: Option) -> bool:
    return len(possible_values(game, [one, other])) < len(one.values) * len(other.values)


def _is_possible(game: type[State], values: dict[str, str]) -> bool:
    with suppress(NotationError):
        return bool(seats_of(game, values))
    return False
