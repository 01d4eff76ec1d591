"""Signing up and in: a guest may do both, and an address that is demanded is confirmed first."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account import views as library
from allauth.account.models import EmailAddress
from allauth.account.signals import user_signed_up
from allauth.account.utils import complete_signup
from allauth.mfa.base import views as second_factors
from allauth.mfa.totp import views as totp
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.mixins import UserPassesTestMixin
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.generic import FormView

from accounts import session_memory, signups
from accounts.forms import SignupForm
from accounts.limits import limited
from accounts.models import User
from accounts.responses import error_response
from accounts.services import lock_people, tell_names_changed
from accounts.views import back

View = Callable[..., HttpResponse]


def _is_guest(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_guest


def for_strangers(view: View) -> View:
    """A page to sign in or up at: who has done so is led on; a guest has not."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and not _is_guest(request):
            return redirect(_own_page(request, request.GET.get("next", "")))
        return view(request, *args, **kwargs)

    return wrapped


def no_guests(view: View) -> View:
    """A page about addresses and passwords, of which guests have none: they are led to sign up."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("accounts:keep") if _is_guest(request) else view(request, *args, **kwargs)

    return wrapped


def _own_page(request: HttpRequest, wanted: str) -> str:
    """The page that is wanted, if it is one of ours; else the first page."""
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if wanted.startswith("/") and is_ours else "home"


sign_in = for_strangers(library.login)
sign_up = for_strangers(no_guests(library.signup))
addresses = no_guests(library.email)
change_password = no_guests(library.password_change)
set_password = no_guests(library.password_set)
second_factor = no_guests(second_factors.index)
set_up_second_factor = no_guests(totp.activate_totp)


class KeepAccount(UserPassesTestMixin, FormView):
    """A guest signs up and stays the same user, with all games and the session."""

    template_name = "account/keep.html"
    form_class = SignupForm

    def test_func(self) -> bool:
        return self.request.user.is_authenticated and self.request.user.is_guest

    def handle_no_permission(self) -> Any:
        return redirect("account_signup" if not self.request.user.is_authenticated else "home")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(
            is_confirmed_first=signups.is_confirmation_demanded(), **more
        )

    def form_valid(self, form: SignupForm) -> HttpResponse:
        if signups.is_confirmation_demanded():
            return cast(HttpResponse, form.try_save(self.request)[1])
        with transaction.atomic():
            found = lock_people([cast(User, self.request.user).pk])
            if not any(person.is_guest for person in found):
                return redirect("home")  # deleted in the meantime, or an account by another press
            user, response = form.try_save(self.request)
            if user is None:
                return cast(HttpResponse, response)
            tell_names_changed(user.pk)
        _stay(self.request, user)
        for address in EmailAddress.objects.filter(user=user, verified=False):
            address.send_confirmation(self.request, signup=True)
            told = _("A mail to %s is on its way, with a link to confirm this address.")
            messages.success(self.request, told % address.email)
        return back(self.request)


keep_account = limited("signup")(cast(View, KeepAccount.as_view()))


def _stay(request: HttpRequest, user: User) -> None:
    """The session of a guest goes on as that of the account."""
    update_session_auth_hash(request, user)
    UserSession.objects.create_from_request(request)  # under the key it has from now on
    user_signed_up.send(sender=type(user), request=request, user=user)
    messages.success(request, _("The account is yours. Your games stay with you."))


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """The link of a mail: an address is confirmed, and there is an account."""
    signup = signups.find_signup(key, timezone.now())
    if signup is None:
        return _no_sign_up(request)
    if request.method != "POST":
        return render(request, "account/confirm.html", {"signup": signup})
    pk = signup.pk
    try:
        user = signups.confirm(signup=signup, now=timezone.now())
    except signups.NotConfirmed:
        return _no_sign_up(request)
    return _let_in(request, user, pk)


def _no_sign_up(request: HttpRequest) -> HttpResponse:
    sentence = _("This link was used already or is too old. Sign in, or sign up once more.")
    return error_response(request, 404, sentence)


def _let_in(request: HttpRequest, user: User, signup_id: int) -> HttpResponse:
    """The browser that signed up is signed in; from any other the password is asked for."""
    is_here = session_memory.own_signup(request) == signup_id
    wanted = _own_page(request, session_memory.forget_signup(request)) if is_here else "home"
    if request.user.pk == user.pk:
        request.user = user
        _stay(request, user)
        return redirect(wanted)
    if is_here and not request.user.is_authenticated:
        answer: HttpResponse = complete_signup(request, user, None, redirect(wanted).url)
        return answer
    messages.success(request, _("The account is yours. Sign in with your name and password."))
    return redirect("account_login")
