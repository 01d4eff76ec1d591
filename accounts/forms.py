"""What people may set about themselves; allauth's forms in the words of this site."""

from typing import Any

from allauth.account import forms as account_forms
from django import forms
from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from accounts.models import User

_WORDS = {
    "username": _("Name"),
    "email": _("E-mail address"),
    "password1": _("Password"),
    "login": _("Name or e-mail address"),
    "password": _("Password"),
    "remember": _("Keep me signed in"),
}


def _say(form: forms.Form) -> None:
    """Our labels, and no placeholders that repeat them."""
    for name, field in form.fields.items():
        field.label = _WORDS.get(name, field.label)
        field.widget.attrs.pop("placeholder", None)


class SignupForm(account_forms.SignupForm):
    """Sign-up with a name, an address and one password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self)


class LoginForm(account_forms.LoginForm):
    """Sign-in by name or address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self)


def language_choices() -> list[tuple[str, Any]]:
    """Every language of the site by its own name, after the one that the browser asks for."""
    spoken = [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
    return [("", _("Like the browser")), *spoken]


class SettingsForm(forms.ModelForm):
    """What others see on one's page, and the language of all pages."""

    language = forms.ChoiceField(
        label=_("Language"), choices=language_choices, required=False, initial=""
    )

    class Meta:
        model = User
        fields = ("shows_games", "shows_history", "language")
