"""Sessions: when one ends, the sockets that stand on it are told; and whether one is valid."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.notifications import tell_person

if TYPE_CHECKING:
    from allauth.usersessions.models import UserSession
    from django.db.models import QuerySet

    from accounts.models import User


class SessionStore(db.SessionStore):
    """Sessions in the database.

    Whatever ends one, signing out here or elsewhere, or a new key for it, deletes its row by
    `delete`: there the person's open sockets are told, in every process, and the address and the
    browser that it was listed with go.
    """

    def _validate_session_key(self, key: str | None) -> bool:
        """Only keys as they are made: a quoted cookie can hold what PostgreSQL does not take."""
        return bool(key and len(key) >= 8 and key.isascii() and key.isalnum())

    def save(self, must_create: bool = False) -> None:
        """Store it. Django takes every fault of the database for a session that was deleted.

        Raises UpdateError for one that was, OperationalError where nothing can be stored.
        """
        try:
            super().save(must_create)
        except UpdateError as fault:
            if isinstance(fault.__context__, OperationalError):
                raise fault.__context__ from None
            raise

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        user_id = SessionStore(key).load().get(SESSION_KEY) if key else None
        super().delete(session_key)
        if user_id is not None:
            _listed(key).delete()
            tell_person(int(user_id))

    def cycle_key(self) -> None:
        """The browser stays signed in: it is told what happens, and listed, as before."""
        from accounts.models import (
            PushSubscription,
        )  # the session engine is loaded before any model

        kept, before = dict(self.items()), self.session_key
        self.create()
        self._session_cache = kept
        if before:
            for bound in (PushSubscription.objects.filter(session_key=before), _listed(before)):
                bound.update(session_key=self.session_key)
            self.delete(before)


def _listed(session_key: str | None) -> "QuerySet[UserSession]":
    """What the page of sessions lists of this one."""
    from allauth.usersessions.models import (
        UserSession,
    )  # the session engine is loaded before any model

    found: QuerySet[UserSession] = UserSession.objects.filter(session_key=session_key)
    return found


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
    return user if _is_hash_of(kept.get(HASH_SESSION_KEY, ""), user) else None


def _is_hash_of(said: str, user: "User") -> bool:
    """Whether a session was made with the password that the user has now."""
    valid = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(said, one) for one in valid)


def is_signed_in(session_key: str | None, user_id: int) -> bool:
    """Whether this session still signs this person in."""
    user = person_of(session_key)
    return user is not None and user.pk == user_id


class SignIn(NamedTuple):
    """A session, and the person it signed in when a page was opened."""

    session_key: str | None
    user_id: int


def valid_sign_ins(sign_ins: Collection[SignIn]) -> set[SignIn]:
    """Return those of these sign-ins that still hold; two queries, however many they are."""
    from accounts.models import User  # the session engine is loaded before any model

    if not sign_ins:
        return set()
    rows = SessionStore.get_model_class().objects.filter(
        session_key__in=[each.session_key for each in sign_ins], expire_date__gt=timezone.now()
    )
    kept = {row.session_key: row.get_decoded() for row in rows}
    people = User.objects.in_bulk([each.user_id for each in sign_ins])
    return {each for each in sign_ins if _holds(each, kept, people)}


def _holds(
    sign_in: SignIn, kept: Mapping[str, dict[str, Any]], people: Mapping[int, "User"]
) -> bool:
    session, user = kept.get(sign_in.session_key or "", {}), people.get(sign_in.user_id)
    if user is None or not user.is_active or session.get(SESSION_KEY) != str(user.pk):
        return False
    return _is_hash_of(session.get(HASH_SESSION_KEY, ""), user)
