"""Sessions: when one ends, the sockets that stand on it are told; and whether one is valid."""

from typing import TYPE_CHECKING

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils.crypto import constant_time_compare

from accounts.notifications import tell_person

if TYPE_CHECKING:
    from accounts.models import User


class SessionStore(db.SessionStore):
    """Sessions in the database.

    Whatever ends one, signing out here or elsewhere, or a new key for it, deletes its row by
    `delete`: there the person's open sockets are told, in every process.
    """

    def _validate_session_key(self, key: str | None) -> bool:
        """Only keys as they are made: a quoted cookie can hold what PostgreSQL does not take."""
        return bool(key and len(key) >= 8 and key.isascii() and key.isalnum())

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        user_id = SessionStore(key).load().get(SESSION_KEY) if key else None
        super().delete(session_key)
        if user_id is not None:
            tell_person(int(user_id))


def person_of(session_key: str | None) -> "User | None":
    """Whom this session signs in; nobody if it has ended.

    The account must be active, and its password the one of the sign-in. The session is only read:
    a socket cannot hand out the new key that a page gives to a session of an earlier secret.
    """
    from accounts.models import User  # the session engine is loaded before any model

    kept = SessionStore(session_key).load() if session_key else {}
    user = User.objects.filter(pk=kept.get(SESSION_KEY, 0), is_active=True).first()
    if user is None:
        return None
    said = kept.get(HASH_SESSION_KEY, "")
    valid = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return user if any(constant_time_compare(said, one) for one in valid) else None


def is_signed_in(session_key: str | None, user_id: int) -> bool:
    """Whether this session still signs this person in."""
    user = person_of(session_key)
    return user is not None and user.pk == user_id
