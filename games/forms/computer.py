"""A game against computers: its settings and opponents."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.computers import roster
from games.forms.base import GameForm, _is_registered, _too_many
from games.presentation import sentences
from games.rules.options import Option
from games.rules.record import format_options
from games.rules.refusals import NotationError
from games.rules.seating import seat_counts, seats_option, with_seats


class OneRadio(forms.RadioSelect):
    """Radio buttons for a field that takes several values."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        value = super().value_from_datadict(data, files, name)
        return [] if value is None else [value]


class ComputerForm(GameForm):
    """The settings of one game, and the computers to play against: one for each other seat."""

    computers = forms.MultipleChoiceField(
        label=_("Opponent"),
        choices=roster.choices,
        widget=OneRadio,
    )
    more = forms.MultipleChoiceField(
        choices=roster.names, required=False, widget=forms.CheckboxSelectMultiple
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        initial=True,
        help_text=_("Counts for your rating against the computer, never for that among people."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["computers"].widget.choices = roster.choices(self.game)
        said = (roster.yardstick(self.game), roster.describe_steps(self.game))
        self.fields["computers"].help_text = " ".join(said)
        self.fields["more"].label = _("More opponents, up to %(most)s") % {"most": self.most - 1}
        if self.most == 1:
            del self.fields["more"]

    @property
    def most(self) -> int:
        """How many computers there may be."""
        return seat_counts(self.rules)[-1] - 1

    @property
    def options(self) -> Sequence[Option]:
        """How many play follows from the computers that are chosen."""
        seats = seats_option(self.rules)
        return [option for option in self.rules.options if option != seats]

    def clean(self) -> dict[str, Any]:
        """The options as they are stored, with a seat for everybody."""
        cleaned = super().clean()
        if self.errors:
            return cleaned
        cleaned["computers"] += cleaned.get("more", [])
        if len(set(cleaned["computers"])) < len(cleaned["computers"]):
            raise forms.ValidationError(_("Choose each opponent only once."))
        try:
            given = with_seats(self.rules, self.options_given, len(cleaned["computers"]) + 1)
        except NotationError as refusal:
            raise forms.ValidationError(sentences.sentence(refusal.message)) from None
        if given is None:
            raise forms.ValidationError(_too_many(self.most))
        cleaned["options"] = format_options(self.rules.options, given)
        return cleaned

    def to_remember(self) -> dict[str, Any]:
        """What the form shows first next time."""
        first, *more = self.cleaned_data["computers"]
        said = {"computers": [first], "more": more, "options": self.cleaned_data["options"]}
        rated = {"rated": self.cleaned_data["rated"]} if _is_registered(self.person) else {}
        return said | rated | {"key": self.game}
