"""Signing in by name or address: one hash is computed, whether there is such an account or not."""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest

from accounts.models import User, users_named
from accounts.names import WAS_PREFIX


class NameOrAddress(AuthenticationBackend):
    """The one backend that checks passwords.

    The others in the settings keep the sessions that they began. Their credentials are called
    otherwise than these, so that they compute no further hashes.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        login: str = "",
        secret: str = "",
        **other: object,
    ) -> User | None:
        if not login or not secret:
            return None
        user = find_user(login)
        if user is None:
            make_password(secret)
            return None
        checked: User | None = self._check_password(user, secret)
        return checked


def find_user(login: str) -> User | None:
    """Return the user who has this address or name, whatever its case; None if nobody has.

    Of several users who gave an address, the one who confirmed it is returned, or else the oldest
    account. A name that has become a computer's still finds the person who had it. The number of
    queries does not tell whether anybody was found.
    """
    users = users_named(login) | users_named(WAS_PREFIX + login)
    named = users.order_by("is_computer").first()
    if "@" not in login:
        return named
    given = EmailAddress.objects.filter(email=login.lower()).select_related("user")
    address = given.order_by("-verified", "user_id").first()
    holder = User.objects.filter(email=login.lower()).order_by("pk").first()
    return address.user if address is not None else holder or named
