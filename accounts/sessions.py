"""Sessions: when one ends, the sockets that stand on it are told; and whether one is valid."""

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils.crypto import constant_time_compare

from accounts.telling import tell_person


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


def is_signed_in(session_key: str | None, user_id: int) -> bool:
    """Whether this session still signs this person in.

    It has not ended, the account is active, and its password is the one of the sign-in.
    """
    from accounts.models import User  # the session engine is loaded before any model

    kept = SessionStore(session_key).load() if session_key else {}
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or kept.get(SESSION_KEY) != str(user_id):
        return False
    said = kept.get(HASH_SESSION_KEY, "")
    valid = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(said, one) for one in valid)
