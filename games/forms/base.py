"""What the forms of new games share: which game, its options, what is private."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.forms.option_groups import OPTION, groups_of, mark_usual, options_in
from games.models import GameSettings
from games.presentation import sentences, time_text
from games.rules import GAMES, clock
from games.rules.interface import State
from games.rules.options import Option
from games.rules.record import parse_options
from games.rules.refusals import NotationError
from games.services.errors import NotAllowed, require_openness


def game_choices() -> list[tuple[str, str]]:
    """Every game by its key."""
    return [(key, rules.name) for key, rules in GAMES.items()]


def time_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The times of a game: minutes on a live clock, days for a move."""
    days = [
        (f"{count}d", mark_usual(time_text.days_a_move(count), count == clock.USUAL_DAYS))
        for count in clock.DAYS_PER_MOVE
    ]
    live = [(f"{count}m", time_text.minutes_each(count)) for count in clock.LIVE_MINUTES]
    return [(gettext("by correspondence"), days), (gettext("live, with a clock"), live)]


def reserve_choices() -> list[tuple[int, str]]:
    """The days that somebody may have in reserve by correspondence."""
    return [(0, gettext("nothing"))] + [
        (days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days})
        for days in clock.RESERVE_DAYS
        if days
    ]


def increment_choices() -> list[tuple[int, str]]:
    """What a live clock may gain after each move."""
    return [(0, gettext("nothing"))] + [
        (seconds, gettext("%(seconds)s seconds") % {"seconds": seconds})
        for seconds in clock.INCREMENTS
        if seconds
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
        self.initial = {**self.initial, **self._group_options(self.initial)}
        if person is not None and person.plays_privately and self.initial.get("to") != "anyone":
            self.initial = {**self.initial, "private": True, "rated": False}
        data: Any = self.data
        self.data = data = data.copy()
        for name, value in self._group_options(data).items():
            data[name] = value

    def _group_options(self, values: Mapping[str, Any]) -> dict[str, str]:
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
            require_openness(self._openness(cleaned), is_listed=cleaned.get("to") == "anyone")
        except NotAllowed as denied:
            self.add_error("private", sentences.sentence(denied.message))
        return cleaned

    def _openness(self, cleaned: Mapping[str, Any]) -> GameSettings:
        """What was chosen of who may see the game, also where other values are wrong."""
        return GameSettings(
            self.game,
            rated=cleaned.get("rated", False),
            is_private=cleaned.get("private", False),
        )

    def settings(self) -> GameSettings:
        """The settings that were chosen; for a valid form."""
        chosen = self.cleaned_data
        return GameSettings(
            key=chosen["key"],
            options=chosen["options"],
            rated=chosen["rated"],
            is_private=chosen["private"],
        )


def _is_registered(person: User | None) -> bool:
    return person is not None and not person.is_guest


def _too_many(others: int) -> str:
    said = ngettext(
        "This game has a seat for %(count)s other player.",
        "This game has seats for %(count)s other players.",
        others,
    )
    return said % {"count": others}


def initial_values(last: Mapping[str, Any], game: str) -> dict[str, Any]:
    """What was chosen last, as a form's initial values; options only of the same game."""
    values = {name: value for name, value in last.items() if name not in ("key", "options")}
    options = parse_options(last["options"]) if last.get("key") == game else {}
    return values | {OPTION + name: value for name, value in options.items()}
