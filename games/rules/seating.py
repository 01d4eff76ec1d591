"""How many sit at a table: what a game's options say of its seats."""

from collections.abc import Mapping
from contextlib import suppress

from games.rules.base import NotationError, Option, State


def seats_of(game: type[State], options: Mapping[str, str]) -> int:
    """How many seats a game with these options has; raises NotationError."""
    return game.new(seed=bytes(32), options=options).seats


def seat_counts(game: type[State]) -> list[int]:
    """How many seats the game can have, as far as one option decides it, fewest first."""
    one_by_one = [{option.name: value} for option in game.options for value in option.values]
    counts = set()
    for options in ({}, *one_by_one):
        with suppress(NotationError):
            counts.add(seats_of(game, options))
    return sorted(counts)


def seats_option(game: type[State]) -> Option | None:
    """The option that decides how many seats the game has, if one does."""
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
    """These options and so many seats; None where the game has never so many.

    Raises NotationError for options that are none.
    """
    deciding = seats_option(game)
    if deciding is None:
        return options if seats_of(game, options) == seats else None
    for value in deciding.values:
        given = {**options, deciding.name: value}
        if seats_of(game, given) == seats:
            return given
    return None
