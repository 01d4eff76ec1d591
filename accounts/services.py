"""Every write about people that allauth does not make itself."""

import secrets
import time
from collections.abc import Callable, Collection, Iterable
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction

from accounts.models import User, users_named
from accounts.names import COMPUTERS, DELETED_PREFIX, GUEST_PREFIX, WAS_PREFIX
from accounts.notifications import tell_person

_NAMES = "names.version"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
_NAME_LENGTH = 6  # of 31 letters: 900 million names


name_listeners: list[Callable[[int], None]] = []
"""Called in the transaction that changes the name of this user."""


def create_guest(username: str = "") -> User:
    """A user with this name, or a generated one, and no way to sign in but the session at hand."""
    guest = User(username=username or _generated_name(GUEST_PREFIX), is_guest=True)
    guest.is_named_watching = False
    guest.set_unusable_password()
    guest.save()
    return guest


def make_computers() -> list[str]:
    """The users that the computer plays as, where they are missing; nobody can sign in to them.

    A person who has had such a name since the time before it was reserved keeps the account under
    another, `was-` before it, and signs in with either. Those names are given.
    """
    given = []
    for name in COMPUTERS:
        with transaction.atomic():
            holder = users_named(name).first()
            if holder is not None and not holder.is_computer:
                given.append(_give_way(holder.pk))
            if holder is None or not holder.is_computer:
                computer = User(username=name, is_computer=True)
                computer.set_unusable_password()
                computer.save()
    return given


def _give_way(user_id: int) -> str:
    """Rename this person, active or not; the new name."""
    person = User.objects.select_for_update().get(pk=user_id)
    person.username = WAS_PREFIX + person.username
    person.save(update_fields=["username"])
    tell_names_changed(person.pk)
    return person.username


def _generated_name(prefix: str) -> str:
    return prefix + "".join(secrets.choice(_LETTERS) for _ in range(_NAME_LENGTH))


def ban(user_ids: Collection[int]) -> None:
    """Close these accounts: nobody can sign in to them, and who is signed in is signed out."""
    with transaction.atomic():
        User.objects.filter(pk__in=user_ids).update(is_active=False)
        for user_id in user_ids:
            end_sessions(user_id)
            tell_names_changed(user_id)


def end_sessions(user_id: int) -> None:
    """Sign a person out everywhere; after the commit, all sockets close that are open anywhere.

    A guest's session is not listed and stays: of an account that is not active it is worth nothing.
    """
    sessions = UserSession.objects.filter(user=user_id)
    Session.objects.filter(pk__in=sessions.values("session_key")).delete()
    sessions.delete()
    tell_person(user_id)


def forget_person(user: User, now: datetime) -> None:
    """Leave of this person only a row without a name, on which games and ratings hang.

    Nobody can sign in to it: it is not active and has no password, and all sessions end.
    """
    end_sessions(user.pk)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username = _generated_name(DELETED_PREFIX)
    user.first_name = user.last_name = user.email = ""
    user.language = user.read_in = ""
    user.called_by = None
    user.is_active = user.is_staff = user.is_superuser = False
    user.is_guest = user.shows_games = user.shows_history = user.refuses_guests = False
    user.is_offered_puzzles = True
    user.plays_privately = user.shows_presence = user.is_named_watching = False
    user.reads_chat = user.gets_digest = False
    user.last_login, user.date_joined = None, now
    user.set_unusable_password()
    user.save()


def lock_people(user_ids: Iterable[int]) -> list[User]:
    """Lock the rows of those of these people whose accounts still exist; return them in order.

    Deleting an account locks its row too: nothing is written for somebody who is going.
    Always the first lock of a transaction, before invitations, games and standings.
    """
    people = User.objects.select_for_update(no_key=True)
    return list(people.filter(pk__in=set(user_ids), is_active=True).order_by("pk"))


def names_version() -> int | None:
    """Another number since somebody's name was replaced, in every process; None: not known now.

    It begins with the time, so that a cache that forgot it never comes back to a number it had.
    """
    version: int | None = cache.get(_NAMES)
    if version is None:
        cache.add(_NAMES, time.time_ns(), None)
        version = cache.get(_NAMES)
    return version


def tell_names_changed(user_id: int) -> None:
    """After the commit, let nothing that was rendered before be shown again; who listens is told.

    The name is this person's, or what this person has now bore another one before. That the person
    is here no more is told as well: names lead to the pages of those who are.
    """

    def change() -> None:
        cache.add(_NAMES, time.time_ns(), None)
        cache.incr(_NAMES)

    transaction.on_commit(change, robust=True)
    for listener in name_listeners:
        listener(user_id)
