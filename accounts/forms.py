"""What people may set about themselves; allauth's forms in the words of this site."""

from typing import Any

from allauth.account import forms as account_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import add_email_verification_sent_message
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from accounts import limits, session_memory, signups
from accounts.adapter import NOBODY
from accounts.models import User
from accounts.names import LONGEST_NAME
from accounts.responses import error_response

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
        self.fields["username"].widget.attrs["maxlength"] = LONGEST_NAME

    def validate_unique_email(self, value: str) -> str:
        """Where addresses are confirmed first, nothing is said of one that has an account."""
        if not signups.is_confirmation_demanded():
            unique: str = super().validate_unique_email(value)
            return unique
        self.account_already_exists = signups.has_account(value)
        return value

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new account; or nobody, and the answer to a sign-up that waits or is refused."""
        if not limits.consume(request, "newcomers", limits.network(request)):
            return None, limits.too_often(request, "newcomers")
        if signups.is_confirmation_demanded():
            return None, self._begin(request)
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            if isinstance(request.user, User):  # the guest who was to become the account
                request.user.refresh_from_db()
            return None, _taken(request)
        return user, response

    def _begin(self, request: HttpRequest) -> HttpResponse:
        """The same is done, and answered, whether the address has an account or not."""
        email = self.cleaned_data["email"]
        if not limits.consume(request, "signup_mail", email):
            return limits.too_often(request, "signup_mail")
        reader = request.user
        guest = reader if isinstance(reader, User) and reader.is_guest else None
        try:
            signup = signups.begin(
                name=self.cleaned_data["username"],
                email=email,
                password=self.cleaned_data["password1"],
                guest=guest,
                now=timezone.now(),
                replaces=session_memory.own_signup(request),
            )
        except signups.NameTaken:
            return _taken(request)
        session_memory.remember_signup(request, signup, request.POST.get("next", ""))
        get_adapter().send_signup_mail(request, signup, self.account_already_exists)
        add_email_verification_sent_message(request, email, signup=True)
        answer: HttpResponse = get_adapter().respond_email_verification_sent(request, None)
        return answer


def _taken(request: HttpRequest) -> HttpResponse:
    """The answer to the second of two who ask for a name in one moment."""
    sentence = _("Somebody took this name a moment ago. Go back and choose another.")
    return error_response(request, 409, str(sentence))


class LoginForm(account_forms.LoginForm):
    """Sign-in by name or address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self)


class ResetPasswordForm(account_forms.ResetPasswordForm):
    """The way to a new password: for an unknown address as much is done, and no mail sent."""

    def save(self, request: HttpRequest, **more: Any) -> str:
        self.users: list[User] = self.users or [User(pk=NOBODY)]
        email: str = super().save(request, **more)
        return email


def language_choices() -> list[tuple[str, Any]]:
    """Every language of the site by its own name, after the one that the browser asks for."""
    spoken = [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
    return [("", _("Like the browser")), *spoken]


class SettingsForm(forms.ModelForm):
    """What others see of somebody, and the language of all pages."""

    language = forms.ChoiceField(
        label=_("Language"), choices=language_choices, required=False, initial=""
    )

    class Meta:
        model = User
        fields = (
            "shows_games",
            "shows_history",
            "shows_presence",
            "is_named_watching",
            "reads_chat",
            "plays_privately",
            "is_offered_puzzles",
            "refuses_guests",
            "language",
        )


class GuestNameForm(forms.Form):
    """The name that a guest chooses; whether it may be had is said when it is given."""

    name = forms.CharField(
        label=_("Your name"),
        help_text=_("3 to 20 letters (a to z), digits, _ or -. Others read guest- before it."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": LONGEST_NAME}),
    )
