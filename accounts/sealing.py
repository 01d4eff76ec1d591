"""Texts that lie sealed in the database: who has a copy of it alone cannot read them.

The key is made of the site's secret key, which no backup holds; with `SECRET_KEY_FALLBACKS` what
was sealed under an earlier one is read too.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

_PURPOSE = "accounts.sealing"
_MARK = "gAAAA"  # how a Fernet token begins: its version, and a time before the year 2106


class Unreadable(Exception):
    """A text was sealed under a key that the site does not have."""


def seal(text: str) -> str:
    """The text, for the database."""
    return _keys().encrypt(text.encode()).decode()


def unseal(stored: str) -> str:
    """The text that was sealed; what never was is as it is. Raises Unreadable."""
    if not is_sealed(stored):
        return stored
    try:
        return _keys().decrypt(stored.encode()).decode()
    except InvalidToken as fault:
        raise Unreadable from fault


def is_sealed(stored: str) -> bool:
    """Whether a text from the database is a sealed one."""
    return stored.startswith(_MARK)


def _keys() -> MultiFernet:
    """The first one seals, each of them opens."""
    known = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(secret)) for secret in known])


def _key(secret: str) -> bytes:
    made = salted_hmac(_PURPOSE, "", secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made)
