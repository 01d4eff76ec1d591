"""Every write about people that allauth does not make itself."""

import secrets

from accounts.models import User
from accounts.names import GUEST_PREFIX

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
_NAME_LENGTH = 6  # of 31 letters: 900 million names


def create_guest() -> User:
    """A user with a generated name and no way to sign in but the session at hand."""
    name = "".join(secrets.choice(_LETTERS) for _ in range(_NAME_LENGTH))
    guest = User(username=GUEST_PREFIX + name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest
