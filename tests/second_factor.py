"""A second factor for tests: somebody has one, and has used it in a browser's session."""

import time

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.models import User
from accounts.staff import has_second_factor


def give_second_factor(user: User) -> str:
    """The key from which the person's app makes codes."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def use_second_factor(client: Client, user: User) -> Client:
    """What stands in the session of who has given a code."""
    if not has_second_factor(user):
        give_second_factor(user)
    return _record(client, user, {"method": "mfa", "type": "totp"})


def confirm(client: Client, user: User) -> Client:
    """What stands in the session of who has just typed the password once more."""
    return _record(client, user, {"method": "password"})


def _record(client: Client, user: User, how: dict[str, str]) -> Client:
    session = client.session
    session["account_authentication_methods_user"] = str(user.pk)
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {**how, "at": time.time(), "reauthenticated": True}
    ]
    session.save()
    return client
