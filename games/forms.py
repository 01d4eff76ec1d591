"""What people may type in, and what it must be."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from games.rules import GAMES, clock

TO_CHOICES = [
    ("link", _("whoever gets my link")),
    ("name", _("one person, by name")),
    ("anyone", _("anyone; it is listed on the first page")),
]
DAY_CHOICES = [
    (days, ngettext_lazy("%(days)s day", "%(days)s days", days) % {"days": days})
    for days in clock.DAYS_PER_MOVE
]
GAME_CHOICES = [(key, rules.name) for key, rules in GAMES.items()]


class InvitationForm(forms.Form):
    """Every setting of a game, and who is invited to it."""

    key = forms.ChoiceField(label=_("Game"), choices=GAME_CHOICES)
    to = forms.ChoiceField(label=_("Who may accept"), choices=TO_CHOICES, widget=forms.RadioSelect)
    name = forms.CharField(label=_("Name of the player"), max_length=20, required=False)
    days_per_move = forms.TypedChoiceField(
        label=_("Time for each move"), choices=DAY_CHOICES, coerce=int, initial=clock.DEFAULT_DAYS
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("Counts for the ratings; both players need an account."),
    )

    def __init__(self, *args: Any, inviter: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.inviter = inviter

    def clean_rated(self) -> bool:
        """Rated games are for registered people."""
        rated: bool = self.cleaned_data["rated"]
        if rated and (self.inviter is None or self.inviter.is_guest):
            raise forms.ValidationError(_("Sign up first: rated games need an account."))
        return rated

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["invitee"] = None
        if cleaned.get("to") == "name":
            cleaned["invitee"] = self._person_named(cleaned.get("name", ""))
        return cleaned

    def _person_named(self, name: str) -> User | None:
        """Whoever has this name, whatever its case."""
        people = User.objects.filter(is_active=True)
        person = people.filter(username__iexact=name).first() if name else None
        if not name:
            self.add_error("name", _("Type the name of the player you want to invite."))
        elif person is None:
            self.add_error("name", _("There is nobody of this name."))
        elif person == self.inviter:
            self.add_error("name", _("That is you. Name somebody else."))
        return person
