"""Every write about people that allauth does not make itself."""

import secrets

from accounts.models import User
from accounts.names import GUEST_PREFIX


def create_guest() -> User:
    """A user with a generated name and no way to sign in but the session at hand."""
    guest = User(username=GUEST_PREFIX + secrets.token_hex(4), is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest
