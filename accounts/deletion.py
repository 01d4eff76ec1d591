"""The form that confirms the deletion of an account."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User


class DeletionForm(forms.Form):
    """The password once more; who has none, as guests, types the name."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Your name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        del self.fields["name" if person.has_usable_password() else "password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise forms.ValidationError(_("This is not your password. Nothing was deleted."))
        return password

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.lower() != self.person.username.lower():
            raise forms.ValidationError(_("This is not your name. Nothing was deleted."))
        return name
