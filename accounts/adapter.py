"""How allauth makes users here: a guest who signs up keeps user, games and session."""

from ipaddress import IPv6Address, ip_address
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import authenticate
from django.contrib.sites.shortcuts import get_current_site
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts import devices, limits, mails, moderation, session_memory, signups
from accounts.backends import NameOrAddress
from accounts.models import PendingSignup, User
from accounts.names import TAKEN
from accounts.notifications import tell_person
from accounts.staff import has_second_factor

NOBODY = 0
"""The key of a user that there is not: work is done for one as for anybody."""


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": TAKEN,
        "username_blacklisted": TAKEN,
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """An IPv4 address is one, however a socket for both kinds writes it: `::ffff:192.0.2.7`.

        Limits count IPv6 by its network, and all of IPv4 would be in one.
        """
        address = super().get_client_ip(request)
        parsed = ip_address(address)
        mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
        return str(mapped or address)

    def is_safe_url(self, url: str | None) -> bool:
        """An address that nobody can read, `http://[`, is not safe either: nobody is sent there."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def set_password(self, user: User, password: str) -> None:
        """The password alone is written: the rest of the row may have changed meanwhile.

        Every session of the old password ends, and its open sockets are told. What was tried in
        vain before counts no more: who set a new one by mail signs in with it at once.
        """
        user.set_password(password)
        if user.pk is None:
            user.save()
        else:
            user.save(update_fields=["password"])
            tell_person(user.pk)
            limits.forget_attempts(self.request, user)

    # --- signing up ---

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name that a sign-up keeps is as taken as that of an account; so is what looks alike."""
        cleaned: str = super().clean_username(username, shallow)
        own = session_memory.own_signup(self.request)
        is_kept = signups.keeps_name(cleaned, timezone.now(), but=own)
        if not shallow and (is_kept or signups.looks_like_account(cleaned)):
            raise self.validation_error("username_taken")
        return cleaned

    def new_user(self, request: HttpRequest) -> Any:
        """The guest at hand, or a new user."""
        user = getattr(request, "user", None)
        if isinstance(user, User) and user.is_guest:
            return user
        return super().new_user(request)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.become_account(timezone.now())
        saved: User = super().save_user(request, user, form, commit)
        return saved

    # --- signing in ---

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Who has this name or address and this password, counted and with one hash computed."""
        login = credentials.get("username") or credentials.get("email") or ""
        usage = limits.count_attempt(request, login)
        if usage is None:
            raise self.validation_error("too_many_login_attempts")
        NameOrAddress.unstash_authenticated_user()
        user = authenticate(request, login=login, secret=credentials.get("password", ""))
        user = user or NameOrAddress.unstash_authenticated_user()  # who is barred is told so
        if user is not None:
            usage.rollback()
        return user if isinstance(user, User) else None

    def pre_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse | None:
        """Who was suspended, or whose account was closed, is told why.

        Who is suspended and has a second factor is told after that: a password alone is no proof.
        """
        if user.is_active and has_second_factor(user):
            barred = None
        else:
            barred = _told_why(request, user)
        return barred or super().pre_login(request, user, **more)

    def login(self, request: HttpRequest, user: User) -> None:
        """A guest who signs in is asked about the guest's games."""
        if barred := _told_why(request, user):  # since the password was given
            raise ImmediateHttpResponse(barred)
        guest = request.user
        super().login(request, user)
        if isinstance(guest, User) and guest.is_guest and guest != user:
            session_memory.remember_guest(request, guest)

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **more)
        devices.remember(request, response, user)
        return session_memory.ask_about_guest(request, response)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Under what failed tries are counted, and forgotten after a new password."""
        return limits.attempt_key(request, credentials.get("email", ""))

    # --- mail ---

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        mails.post(self._write_mail(template_prefix, email, context))

    def send_signup_mail(
        self, request: HttpRequest, signup: PendingSignup, has_account: bool
    ) -> None:
        """The link that makes the account; who has one is told so instead."""
        if has_account:
            self.send_account_already_exists_mail(signup.email)
            return
        link = reverse("accounts:confirm", args=[signups.key_of(signup)])
        context = {
            "user": User(username=signup.name),
            "activate_url": request.build_absolute_uri(link),
        }
        self.send_mail("account/email/email_confirmation_signup", signup.email, context)

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Nobody's mail is written like everybody's, and not sent."""
        message = self._write_mail("account/email/password_reset_key", email, context)
        mails.post(message, is_sent=user.pk != NOBODY)

    def _write_mail(self, prefix: str, email: str, context: dict[str, Any]) -> EmailMessage:
        site = get_current_site(self.request)
        about = {"request": self.request, "email": email, "current_site": site}
        message: EmailMessage = self.render_mail(prefix, email, about | context)
        return message


def _told_why(request: HttpRequest, user: User) -> HttpResponse | None:
    """What somebody is shown who cannot sign in by the staff's doing."""
    action = moderation.bar_of(user, timezone.now())
    if action is None:
        return None
    context = {"action": action, "token": moderation.token_of(action)}
    return render(request, "account/barred.html", context, status=403)
