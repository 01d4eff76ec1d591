"""What to show of the lobby."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.archive import ANY
from games.forms.base import game_choices
from games.presentation import lobby_text
from games.presentation.models.lobby import LobbyRow

_SPEEDS = ("blitz", "rapid", "slow", "days")


def _games() -> list[tuple[str, Any]]:
    return [ANY, *game_choices()]


def _speeds() -> list[tuple[str, Any]]:
    return [ANY, *((speed, lobby_text.speed_name(speed)) for speed in _SPEEDS)]


def _bands() -> list[tuple[str, Any]]:
    return [ANY, *((band, lobby_text.band_name(band)) for band in lobby_text.BANDS)]


class LobbyForm(forms.Form):
    """The game, the speed and the rating of who offers; each may be any."""

    key = forms.ChoiceField(label=_("Game"), choices=_games, required=False)
    speed = forms.ChoiceField(label=_("Speed"), choices=_speeds, required=False)
    band = forms.ChoiceField(label=_("Rating"), choices=_bands, required=False)

    def asks_for(self, row: LobbyRow) -> bool:
        """Whether an offer is to be shown; all are where the form cannot be read."""
        asked = self.cleaned_data if self.is_valid() else {}
        return all(getattr(row, name) == value for name, value in asked.items() if value)
