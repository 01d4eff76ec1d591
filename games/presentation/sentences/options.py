"""The options of a game in the reader's language."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.presentation.sentences.words import with_signs
from games.rules.interface import State
from games.rules.options import Option


def option_value(option: Option, value: str) -> str:
    """What a value of an option means."""
    return _(option.words[value]) if value in option.words else value


def own_option_value(option: Option, value: str) -> str:
    """Return the same, said to the player who chooses the option."""
    return _(option.own_words[value]) if value in option.own_words else option_value(option, value)


def options_in_short(options: Sequence[Option], given: Mapping[str, str]) -> list[str]:
    """What is worth a word of the options in a line of all settings."""
    values = [(option, given.get(option.name, option.default)) for option in options]
    return [with_signs(_(option.short[value])) for option, value in values if value in option.short]


def option_rows(options: Sequence[Option], given: Mapping[str, str]) -> list[dict[str, str]]:
    """Every option of a game with the value it has, for people."""
    return [
        {
            "label": _(option.label),
            "value": option_value(option, given.get(option.name, option.default)),
        }
        for option in options
    ]


def option_words(rules: type[State], given: Mapping[str, str]) -> list[str]:
    """The options that are not the usual ones, in words."""
    return [
        _(option.words.get(given[option.name], given[option.name]))
        for option in rules.options
        if given.get(option.name, option.default) != option.default
    ]
