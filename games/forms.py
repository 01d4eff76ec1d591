"""What people may type in, and what it must be."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import opponents, words
from games.option_groups import OPTION, ShortSelect, groups_of, marked, options_in
from games.rules import GAMES, clock
from games.rules.interface import State
from games.rules.options import Option
from games.rules.record import format_options, parse_options
from games.rules.refusals import NotationError
from games.rules.seating import seat_counts, seats_of, seats_option, with_seats
from games.services import Denied, require_openness

_REMEMBERED = ("to", "days_per_move", "rated")


def game_choices() -> list[tuple[str, str]]:
    """Every game by its key."""
    return [(key, rules.name) for key, rules in GAMES.items()]


def day_choices() -> list[tuple[int, str]]:
    """The times for a move, in days."""
    said = {days: ngettext("%(days)s day", "%(days)s days", days) for days in clock.DAYS_PER_MOVE}
    return [
        (days, marked(text % {"days": days}, days == clock.DEFAULT_DAYS_PER_MOVE))
        for days, text in said.items()
    ]


def game_key(*wanted: object) -> str:
    """The first of these that is the key of a game; without any the site's first game."""
    return next(str(key) for key in (*wanted, *GAMES) if key in GAMES)


class GameForm(forms.Form):
    """The settings of one game: which it is, and what it alone has to decide."""

    key = forms.ChoiceField(label=_("Game"), choices=game_choices)
    private = forms.BooleanField(
        label=_("Private"),
        required=False,
        help_text=_(
            "Only the players see the game, now and later: it is in no list and in no tally."
        ),
        widget=forms.CheckboxInput(attrs={"data-short": _("private")}),
    )

    def __init__(self, *args: Any, game: str, person: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.person = person
        self.groups = groups_of(self.rules, tuple(option.name for option in self.options))
        for group in self.groups:
            self.fields[OPTION + group.name] = group.field()
        self.initial = {**self.initial, **self._grouped(self.initial)}
        if person is not None and person.plays_privately and self.initial.get("to") != "anyone":
            self.initial = {**self.initial, "private": True, "rated": False}
        data: Any = self.data
        self.data = data = data.copy()
        for name, value in self._grouped(data).items():
            data[name] = value

    def _grouped(self, values: Mapping[str, Any]) -> dict[str, str]:
        """The options among these values as the form has them, where several stand in one."""
        try:
            found = options_in(values)
        except NotationError:
            return {}
        return {
            OPTION + group.name: group.chosen(found)
            for group in self.groups
            if any(option.name in found for option in group.options)
        }

    @property
    def rules(self) -> type[State]:
        """The game that is set up."""
        return GAMES[self.game]

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return self.rules.name

    @property
    def options(self) -> Sequence[Option]:
        """What there is to decide in this game alone."""
        return self.rules.options

    @property
    def option_fields(self) -> list[BoundField]:
        """The fields of the options: one for all that exclude each other."""
        return [self[OPTION + group.name] for group in self.groups]

    @property
    def option_labels(self) -> list[str]:
        """What the options decide."""
        return [gettext(option.label) for option in self.options]

    @property
    def has_unusual_options(self) -> bool:
        """Whether something else than the usual is chosen."""
        shown = zip(self.option_fields, self.groups, strict=True)
        return any(field.value() != group.usual for field, group in shown)

    @property
    def options_shown(self) -> dict[str, str]:
        """The options as the form has them chosen."""
        shown = {field.name: field.value() for field in self.option_fields}
        with suppress(NotationError):
            return options_in(shown)
        return {}

    @property
    def options_given(self) -> dict[str, str]:
        """The options as they were posted, known to the game or not; raises NotationError."""
        return options_in(self.data)

    def clean_rated(self) -> bool:
        """Rated games are for registered people."""
        rated: bool = self.cleaned_data["rated"]
        if rated and not _is_registered(self.person):
            raise forms.ValidationError(_("Sign up first: rated games need an account."))
        return rated

    def clean(self) -> dict[str, Any]:
        """What is private cannot be what others must see."""
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            require_openness(
                is_private=cleaned.get("private", False),
                rated=cleaned.get("rated", False),
                is_listed=cleaned.get("to") == "anyone",
            )
        except Denied as denied:
            self.add_error("private", words.sentence(denied.message))
        return cleaned


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
        widget=ShortSelect(short=lambda days: words.days_a_move(int(days))),
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
            raise forms.ValidationError(words.sentence(refusal.message)) from None
        cleaned["options"] = format_options(self.rules.options, given)
        cleaned["invitees"] = []
        if cleaned.get("to") == "name" and "name" in cleaned:
            cleaned["invitees"] = self._people_named(cleaned["name"], seats)
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
        said = words.options_in_short(self.options, self.options_shown)
        if days in map(str, clock.DAYS_PER_MOVE):
            said.append(words.days_a_move(int(days)))
        said.append(gettext("rated") if self["rated"].value() else gettext("casual"))
        if self["private"].value():
            said.append(gettext("private"))
        return words.listed(said)

    @property
    def has_wrong_settings(self) -> bool:
        """Whether something is wrong among the settings, which stand folded."""
        wrong = (self[name].errors for name in ("days_per_move", "private"))
        return bool(self.non_field_errors()) or any(wrong)

    def _people_named(self, said: str, seats: int) -> list[User]:
        """Whoever has these names, whatever their case; nobody where one name is wrong."""
        names = [name.strip() for name in said.split(",") if name.strip()]
        people = []
        try:
            if not names:
                raise forms.ValidationError(_("Type the name of the player you want to invite."))
            for name in names:
                people.append(self._person_named(name))
            if len({person.pk for person in people}) < len(people):
                raise forms.ValidationError(_("Name nobody twice: one seat for each."))
            if len(people) >= seats:
                raise forms.ValidationError(_too_many(seats - 1))
        except forms.ValidationError as error:
            self.add_error("name", error)
        return people

    def _person_named(self, name: str) -> User:
        person = User.objects.filter(is_active=True, username__iexact=name).first()
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


class OneRadio(forms.RadioSelect):
    """Radio buttons for a field that takes several values."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        value = super().value_from_datadict(data, files, name)
        return [] if value is None else [value]


class ComputerForm(GameForm):
    """The settings of one game, and the computers to play against: one for each other seat."""

    computers = forms.MultipleChoiceField(
        label=_("Opponent"),
        choices=opponents.choices,
        widget=OneRadio,
    )
    more = forms.MultipleChoiceField(
        choices=opponents.names, required=False, widget=forms.CheckboxSelectMultiple
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        initial=True,
        help_text=_("Counts for your rating against the computer, never for that among people."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["computers"].widget.choices = opponents.choices(self.game)
        said = (opponents.yardstick(self.game), opponents.steps_said(self.game))
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
            raise forms.ValidationError(words.sentence(refusal.message)) from None
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


def _is_registered(person: User | None) -> bool:
    return person is not None and not person.is_guest


def _too_many(others: int) -> str:
    said = ngettext(
        "This game has a seat for %(count)s other player.",
        "This game has seats for %(count)s other players.",
        others,
    )
    return said % {"count": others}


def remembered(last: Mapping[str, Any], game: str) -> dict[str, Any]:
    """What was chosen last, as a form's initial values; options only of the same game."""
    values = {name: value for name, value in last.items() if name not in ("key", "options")}
    options = parse_options(last["options"]) if last.get("key") == game else {}
    return values | {OPTION + name: value for name, value in options.items()}


@cache
def _may_seat_more_than_two(rules: type[State]) -> bool:
    return max(seat_counts(rules)) > 2
