"""The number of seats at a table, as the options of a game decide it."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from games.rules.interface import State
from games.rules.options import Option
from games.rules.refusals import NotationError


def seats_of(game: type[State], options: Mapping[str, str]) -> int:
    """Return the number of seats of a game with these options; raises NotationError."""
    return game.new(seed=bytes(32), options=options).seats


@cache
def seat_counts(game: type[State]) -> tuple[int, ...]:
    """Return the numbers of seats that the game can have by any one option, fewest first."""
    one_by_one = [{option.name: value} for option in game.options for value in option.values]
    counts = set()
    for options in ({}, *one_by_one):
        with suppress(NotationError):
            counts.add(seats_of(game, options))
    return tuple(sorted(counts))


def seats_option(game: type[State]) -> Option | None:
    """Return the option that decides the number of seats; None if none does."""
    for option in game.options:
        counts = set()
        for value in option.values:
            with suppress(NotationError):
                counts.add(seats_of(game, {option.name: value}))
        if len(counts) > 1:
            return option
    return None


def with_seats(
    game: type[State], options: Mapping[str, str], seats: int
) -> Mapping[str, str] | None:
    """Return these options changed so that the game has `seats` seats; None if it never has.

    Raises NotationError for options that the game does not know.
    """
    deciding = seats_option(game)
    if deciding is None:
        return options if seats_of(game, options) == seats else None
    for value in deciding.values:
        given = {**options, deciding.name: value}
        if seats_of(game, given) == seats:
            return given
    return None
