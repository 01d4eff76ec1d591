"""Who is invited to a game, and its settings."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User, users_named
from games.forms.base import GameForm, _is_registered, _too_many, day_choices
from games.forms.option_groups import ShortSelect
from games.presentation import invitation_text, sentences
from games.rules import clock
from games.rules.interface import State
from games.rules.record import format_options
from games.rules.refusals import NotationError
from games.rules.seating import seat_counts, seats_of

_REMEMBERED = ("to", "days_per_move", "rated")


class InvitationForm(GameForm):
    """Every setting of one game, and who is invited to it."""

    to = forms.ChoiceField(
        label=_("Who plays with you?"),
        choices=[
            ("link", _("a friend: you get a link to send")),
            ("name", _("one person, by name")),
            ("anyone", _("anyone; it is listed on the first page")),
        ],
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=_("Name of the player"), max_length=100, required=False)
    days_per_move = forms.TypedChoiceField(
        label=_("Time for each move"),
        choices=day_choices,
        coerce=int,
        initial=clock.DEFAULT_DAYS_PER_MOVE,
        widget=ShortSelect(short=lambda days: invitation_text.days_a_move(int(days))),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "Counts for the ratings once everybody has made two moves; of the games of the same"
            " people six a day do. Every player needs an account."
        ),
        widget=forms.CheckboxInput(attrs={"data-short": _("rated")}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if _may_seat_more_than_two(self.rules):
            self._ask_for_names()

    def _ask_for_names(self) -> None:
        # To the types, these are fields of any kind: only those with choices have `choices`.
        self.fields["to"].choices = [  # type: ignore[attr-defined]
            (value, _("people, by name") if value == "name" else label)
            for value, label in self.fields["to"].choices  # type: ignore[attr-defined]
        ]
        self.fields["name"].label = _("Names of the players")
        self.fields["name"].help_text = _(
            "With commas between them. Seats that are left can be taken by your link."
        )

    def clean(self) -> dict[str, Any]:
        """The options as they are stored, and the people who are named."""
        cleaned = super().clean()
        try:
            given = self.options_given
            seats = seats_of(self.rules, given)
        except NotationError as refusal:
            raise forms.ValidationError(sentences.sentence(refusal.message)) from None
        cleaned["options"] = format_options(self.rules.options, given)
        cleaned["invitees"] = []
        if cleaned.get("to") == "name" and "name" in cleaned:
            cleaned["invitees"] = self._find_people(cleaned["name"], seats)
        if cleaned.get("rated"):
            self._refuse_guests(cleaned["invitees"])
        return cleaned

    def _refuse_guests(self, people: Sequence[User]) -> None:
        for guest in (person for person in people if person.is_guest):
            said = _("%(name)s is a guest: rated games are for registered players.")
            self.add_error("name", said % {"name": guest.username})
            return

    @property
    def summary(self) -> str:
        """All settings in one line."""
        days = str(self["days_per_move"].value())
        said = sentences.options_in_short(self.options, self.options_shown)
        if days in map(str, clock.DAYS_PER_MOVE):
            said.append(invitation_text.days_a_move(int(days)))
        said.append(gettext("rated") if self["rated"].value() else gettext("casual"))
        if self["private"].value():
            said.append(gettext("private"))
        return sentences.join_phrases(said)

    @property
    def has_wrong_settings(self) -> bool:
        """Whether something is wrong among the settings, which stand folded."""
        wrong = (self[name].errors for name in ("days_per_move", "private"))
        return bool(self.non_field_errors()) or any(wrong)

    def _find_people(self, said: str, seats: int) -> list[User]:
        """Return the users with these names, which are separated by commas, in any case.

        For a name that is wrong, a name twice or too many names an error is added to the form;
        then the list may lack some.
        """
        names = [name.strip() for name in said.split(",") if name.strip()]
        people = []
        try:
            if not names:
                raise forms.ValidationError(_("Type the name of the player you want to invite."))
            for name in names:
                people.append(self._find_person(name))
            if len({person.pk for person in people}) < len(people):
                raise forms.ValidationError(_("Name nobody twice: one seat for each."))
            if len(people) >= seats:
                raise forms.ValidationError(_too_many(seats - 1))
        except forms.ValidationError as error:
            self.add_error("name", error)
        return people

    def _find_person(self, name: str) -> User:
        person = users_named(name).filter(is_active=True).first()
        if person is not None and person.is_computer:
            raise forms.ValidationError(
                _("Computers are not invited: play one from the first page.")
            )
        if person is None:
            raise forms.ValidationError(_("There is nobody of the name %(name)s.") % {"name": name})
        if person == self.person:
            raise forms.ValidationError(_("That is you. Name somebody else."))
        if person.refuses_guests and not _is_registered(self.person):
            said = _("%(name)s takes no invitations from guests. Sign up first.")
            raise forms.ValidationError(said % {"name": person.username})
        return person

    def to_remember(self) -> dict[str, Any]:
        """What the form shows first next time: no name of anybody."""
        said = {name: self.cleaned_data[name] for name in _REMEMBERED}
        return said | {"key": self.game, "options": self.cleaned_data["options"]}


@cache
def _may_seat_more_than_two(rules: type[State]) -> bool:
    return max(seat_counts(rules)) > 2
