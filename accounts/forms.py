"""What people may set about themselves."""

from django import forms

from accounts.models import User


class SettingsForm(forms.ModelForm):
    """What others see on one's page."""

    class Meta:
        model = User
        fields = ("shows_games", "shows_history")
