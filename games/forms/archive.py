"""What to look for among the finished games."""

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST_USERNAME
from games.rules import GAMES
from games.services.imports import LONGEST_NAME

ANY = ("", _("any"))

_DEPARTURES = {
    "resign": _("resignation"),
    "time": _("time"),
    "agreement": _("agreement"),
    "aborted": _("aborted"),
}
"""What ends games of every kind, by its reason."""


_DAYS = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 12, 31))]


class DayInput(forms.DateInput):
    """A day. What is none stands in the message beside it: the input itself cannot hold it."""

    input_type = "date"

    def format_value(self, value: Any) -> str | None:
        day = _read(forms.DateField(), value)
        return day.isoformat() if day is not None else None


class WholeNumberInput(forms.NumberInput):
    """A whole number; what is none is left out, as for a day."""

    def format_value(self, value: Any) -> str | None:
        number = _read(WholeNumberField(), value)
        return str(number) if number is not None else None


class WholeNumberField(forms.IntegerField):
    """A whole number in the digits 0 to 9, as everywhere on the site."""

    widget = WholeNumberInput

    def to_python(self, value: Any) -> int | None:
        said = str(value).strip() if value is not None else ""
        if said and not (said.isascii() and said.removeprefix("-").isdigit()):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(said)


def _read(field: forms.Field, value: Any) -> Any:
    """What was typed, as the field understands it; None for what it does not."""
    try:
        return field.to_python(value)
    except forms.ValidationError:
        return None


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, validators=_DAYS, widget=DayInput)


def _endings() -> list[tuple[str, Any]]:
    """Every way in which some game ends, by its reason."""
    of_games = {
        reason: gettext(ending.label)
        for rules in GAMES.values()
        for reason, ending in rules.phrases.endings.items()
    }
    return [ANY, *(of_games | _DEPARTURES).items()]


class ArchiveForm(forms.Form):
    """What to look for; everything may be left open."""

    player = forms.CharField(
        label=_("Player"), max_length=max(LONGEST_USERNAME, LONGEST_NAME), required=False
    )
    game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [ANY, *((key, rules.name) for key, rules in GAMES.items())],
        required=False,
    )
    rated = forms.ChoiceField(
        label=_("Rated"),
        choices=[ANY, ("yes", _("rated")), ("no", _("casual"))],
        required=False,
    )
    ending = forms.ChoiceField(label=_("Ended by"), choices=_endings, required=False)
    score = WholeNumberField(
        label=_("A score of at least"), min_value=0, max_value=1_000_000, required=False
    )
    since = _day_field(_("From"))
    until = _day_field(_("To"))
