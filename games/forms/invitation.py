"""Who is invited to a game, and its settings."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import moderation
from accounts.models import User, users_named
from accounts.relations import are_apart
from games.forms.base import (
    GameForm,
    _is_registered,
    _too_many,
    increment_choices,
    reserve_choices,
    time_choices,
)
from games.forms.option_groups import ShortSelect
from games.models import USUAL_TIME, GameSettings
from games.presentation import sentences, time_text
from games.rules import clock
from games.rules.interface import State
from games.rules.record import format_options
from games.rules.refusals import NotationError
from games.rules.seating import seat_counts, seats_of
from games.store import site_time

_REMEMBERED = ("to", "time", "reserve_days", "increment", "rated")
_TIMES = ("time", "reserve_days", "increment")
_SETTINGS = ("time", "reserve_days", "increment", "private")  # which stand folded


def _one_more(
    *, choices: Callable[[], list[tuple[int, str]]], short: Callable[[int], str], **told: Any
) -> forms.TypedChoiceField:
    """A number that may be had besides, and is 0 at first; `short` says it in few words."""
    return forms.TypedChoiceField(
        choices=choices,
        coerce=int,
        initial=0,
        required=False,
        empty_value="0",
        widget=ShortSelect(short=lambda count: short(int(count)) if int(count) else ""),
        **told,
    )


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
    time = forms.ChoiceField(
        label=_("Time"),
        choices=time_choices,
        initial=USUAL_TIME,
        widget=ShortSelect(short=lambda time: time_text.time_control(_time_control(time))),
    )
    reserve_days = _one_more(
        choices=reserve_choices,
        short=time_text.in_reserve,
        label=_("In reserve"),
        help_text=_("By correspondence: each player has this once, for the whole game."),
    )
    increment = _one_more(
        choices=increment_choices,
        short=time_text.more_a_move,
        label=_("More after each move"),
        help_text=_("On a live clock: a player gains this with each move."),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "Counts among those who have made two moves, up to six a day in each game between "
            "the same people, live and by correspondence apart. Every player needs an account."
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
        said = sentences.options_in_short(self.options, self.options_shown)
        if control := self._time_shown():
            said.append(time_text.time_control(control))
        said.append(gettext("rated") if self["rated"].value() else gettext("casual"))
        if self["private"].value():
            said.append(gettext("private"))
        return sentences.join_phrases(said)

    def _time_shown(self) -> str:
        """The time control as the form has it chosen; empty for one that cannot be."""
        shown = {name: str(self[name].value() or 0) for name in _TIMES}
        # To the types, these are fields of any kind: only those with choices have `valid_value`.
        if not all(self.fields[name].valid_value(value) for name, value in shown.items()):  # type: ignore[attr-defined]
            return ""
        return _time_control(shown["time"], int(shown["reserve_days"]), int(shown["increment"]))

    @property
    def has_wrong_settings(self) -> bool:
        """Whether something is wrong among the settings, which stand folded."""
        wrong = (self[name].errors for name in _SETTINGS)
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
            raise forms.ValidationError(_("There is nobody called %(name)s.") % {"name": name})
        if person == self.person:
            raise forms.ValidationError(_("That is you. Name somebody else."))
        are_kept_apart = self.person is not None and are_apart([person.pk, self.person.pk])
        if are_kept_apart or moderation.bar_of(person, site_time.now()):
            said = _("%(name)s cannot be invited. Choose somebody else.")
            raise forms.ValidationError(said % {"name": person.username})
        if person.refuses_guests and not _is_registered(self.person):
            said = _("%(name)s takes no invitations from guests. Sign up first.")
            raise forms.ValidationError(said % {"name": person.username})
        return person

    def settings(self) -> GameSettings:
        """The settings that were chosen, with their time; for a valid form."""
        chosen = self.cleaned_data
        time = _time_control(chosen["time"], int(chosen["reserve_days"]), int(chosen["increment"]))
        return replace(super().settings(), time_control=time)

    def to_remember(self) -> dict[str, Any]:
        """What the form shows first next time: no name of anybody."""
        said = {name: self.cleaned_data[name] for name in _REMEMBERED}
        return said | {"key": self.game, "options": self.cleaned_data["options"]}


def _time_control(time: str, reserve_days: int = 0, increment: int = 0) -> str:
    """The time control of what a form asks for: `3d` with a reserve, `5m` with an increment."""
    count = int(time[:-1])
    if time.endswith("d"):
        return str(clock.TimeControl.of_days(count, reserve_days))
    return str(clock.TimeControl.live(count * 60, increment))


@cache
def _may_seat_more_than_two(rules: type[State]) -> bool:
    return max(seat_counts(rules)) > 2
