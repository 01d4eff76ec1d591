"""Which options of a game go together: those that exclude each other are one choice."""

from itertools import product

import pytest

from games.rules import GAMES
from games.rules.option_choices import group_dependent_options, possible_values
from games.rules.refusals import NotationError


def names_of(key: str) -> list[list[str]]:
    game = GAMES[key]
    return [
        [option.name for option in group] for group in group_dependent_options(game, game.options)
    ]


def test_a_stage_of_equate_goes_with_the_standard_set_alone():
    assert names_of("equate") == [["players"], ["set", "stage"]]
    game = GAMES["equate"]
    found = [(one["set"], one["stage"]) for one in possible_values(game, game.options[1:])]
    assert found == [("standard", stage) for stage in ("none", "1", "2", "3")] + [
        ("junior", "none"),
        ("advanced", "none"),
    ]


@pytest.mark.parametrize("key", GAMES)
def test_whatever_is_chosen_of_each_group_the_game_begins(key):
    game = GAMES[key]
    choices = [
        possible_values(game, group) for group in group_dependent_options(game, game.options)
    ]
    chosen = [
        tuple(values[option.name] for option in game.options)
        for one in product(*choices)
        for values in [{name: value for part in one for name, value in part.items()}]
    ]
    possible = []
    for values in product(*(option.values for option in game.options)):
        given = dict(zip([option.name for option in game.options], values, strict=True))
        try:
            game.new(seed=bytes(32), options=given)
        except NotationError:
            continue
        possible.append(values)
    assert sorted(chosen) == sorted(possible)
