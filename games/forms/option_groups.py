"""The options of a game as a form has them: one choice for all that exclude each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.presentation import sentences
from games.rules.interface import State
from games.rules.option_choices import group_dependent_options, possible_values
from games.rules.options import Option
from games.rules.record import format_options, parse_options

OPTION = "option_"
"""What the name of a game's option begins with here."""


def mark_usual(choice: str, is_usual: bool) -> str:
    """A choice in words, and whether it is the usual one."""
    return gettext("%(choice)s (usual)") % {"choice": choice} if is_usual else choice


class _Short(forms.widgets.ChoiceWidget):
    """A choice that says each value in short too, for a line of all settings."""

    def __init__(self, *args: Any, short: Callable[[str], str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.short = short

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if said := self.short(str(value)):
            option["attrs"]["data-short"] = said
        return option


class ShortRadio(_Short, forms.RadioSelect):
    """Radio buttons for options of a game."""


class ShortSelect(_Short, forms.Select):
    """A list of times for a move."""


def options_in(values: Mapping[str, Any]) -> dict[str, str]:
    """The options among the values of a form, which has several that exclude each other in one.

    `option_set` may be `standard stage=1`; who posts `option_stage` beside it is heard as well.
    """
    found: dict[str, str] = {}
    for name, value in values.items():
        if name.startswith(OPTION):
            first, _, others = str(value).partition(" ")
            found |= parse_options(others) | {name.removeprefix(OPTION): first}
    return found


@dataclass(frozen=True)
class OptionGroup:
    """Options of a game of which one thing is chosen, and every choice that there is."""

    options: tuple[Option, ...]
    choices: tuple[Mapping[str, str], ...]

    @property
    def name(self) -> str:
        """The group goes by its first option."""
        return self.options[0].name

    @property
    def usual(self) -> str:
        """The choice of every option's default."""
        return self.chosen({})

    def chosen(self, values: Mapping[str, str]) -> str:
        """These values as the one that the form posts: what is usual of the others is left out."""
        first, *others = self.options
        more = format_options(others, values)
        return " ".join(filter(None, [values.get(first.name, first.default), more]))

    def field(self) -> forms.CharField:
        """The choices in words. Which values there are the rules know, not the field."""
        said = [(self.chosen(values), self._label(values)) for values in self.choices]
        helps = [gettext(option.help) for option in self.options if option.help]
        return forms.CharField(
            label=gettext(self.options[0].label),
            help_text=" ".join(helps),
            required=False,
            initial=self.usual,
            widget=ShortRadio(
                choices=[(value, mark_usual(text, value == self.usual)) for value, text in said],
                short=self.short,
            ),
        )

    def short(self, choice: str) -> str:
        """What a choice adds to the line of all settings."""
        return ", ".join(
            sentences.options_in_short(self.options, options_in({OPTION + self.name: choice}))
        )

    def _label(self, values: Mapping[str, str]) -> str:
        """A choice in words: what is usual of it goes without saying, unless nothing else is."""
        first, *others = self.options
        unusual = [option for option in others if values[option.name] != option.default]
        parts = [
            f"{gettext(option.label)} {sentences.own_option_value(option, values[option.name])}"
            for option in unusual
        ]
        if values[first.name] != first.default or not unusual:
            parts.insert(0, sentences.own_option_value(first, values[first.name]))
        return ", ".join(parts)


@cache
def groups_of(rules: type[State], names: tuple[str, ...]) -> list[OptionGroup]:
    """The options of these names, in groups."""
    options = [option for option in rules.options if option.name in names]
    groups = group_dependent_options(rules, options)
    return [OptionGroup(group, tuple(possible_values(rules, group))) for group in groups]
