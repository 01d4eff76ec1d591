"""The names of guests: made up, or chosen and marked as a guest's, like nobody else's."""

import secrets
from datetime import datetime
from hashlib import sha256

from django.contrib.auth import login
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Action, PendingSignup, User
from accounts.names import GUEST_PREFIX, TAKEN, USERNAME_VALIDATORS, look_expression, look_of
from accounts.services import create_guest, lock_people, tell_names_changed

ANSWERED_WITHIN = 60  # seconds; who waits for longer has pressed again, or never will

_BY_THE_STAFF = _("The staff gave you this name: it stays.")
_NO_GUEST = _("Only guests choose a name here: yours is that of your account.")


def require_free(chosen: str, now: datetime, *, but: int | None = None) -> None:
    """Raise ValidationError for a name that no guest may have; `but` is who asks.

    An account, a sign-up of somebody else that waits and another guest keep their names and all
    that look so. The other way round the name of a guest is free for an account: nobody takes it
    for the same.
    """
    for validate in USERNAME_VALIDATORS:
        validate(chosen)
    looks = [look_of(chosen), look_of(GUEST_PREFIX + chosen)]
    users = User.objects.exclude(pk=but or 0).alias(look=look_expression("username"))
    others = PendingSignup.objects.filter(expires_at__gt=now).exclude(guest=but or 0)
    waiting = others.alias(look=look_expression("name"))
    if users.filter(look__in=looks).exists() or waiting.filter(look=looks[0]).exists():
        raise ValidationError(TAKEN, code="taken")


def new_guest(chosen: str, now: datetime) -> User:
    """A guest of this name, or of a made-up one without any; raises ValidationError."""
    if not chosen:
        return create_guest()
    require_free(chosen, now)
    try:
        with transaction.atomic():
            return create_guest(GUEST_PREFIX + chosen)
    except IntegrityError:
        raise ValidationError(TAKEN, code="taken") from None


def rename_guest(*, guest: User, chosen: str, now: datetime) -> None:
    """From now on the guest has this name, everywhere; raises ValidationError.

    Of two guests who want names that look alike at once one gets it.
    """
    require_free(chosen, now, but=guest.pk)
    try:
        with transaction.atomic():
            found = [person for person in lock_people([guest.pk]) if person.is_guest]
            if not found:
                raise ValidationError(_NO_GUEST, code="account")
            if Action.objects.filter(
                person=guest, kind=Action.Kind.RENAME, lifted_by=None
            ).exists():
                raise ValidationError(_BY_THE_STAFF, code="staff")
            found[0].username = GUEST_PREFIX + chosen
            found[0].save(update_fields=["username"])
            tell_names_changed(guest.pk)
    except IntegrityError:
        raise ValidationError(TAKEN, code="taken") from None
    guest.username = found[0].username


def sign_in_guest(request: HttpRequest, name: str = "") -> User:
    """Return the user of the request; if nobody is signed in, sign in a new guest first.

    `name` is the guest's name; if it is empty, one is made up. Raises ValidationError for a name
    that cannot be had.
    """
    known = known_reader(request)
    return known if known is not None else _sign_in(request, _guest_of(_place(request), name))


def known_reader(request: HttpRequest) -> User | None:
    """The user of the request, or the guest whom its browser has just become; None for a stranger.

    Who presses a button twice sends the second time without having had the answer to the first:
    both are one guest.
    """
    if isinstance(request.user, User):
        return request.user
    guest = _guest_at(_place(request))
    return guest and _sign_in(request, guest)


def _place(request: HttpRequest) -> str:
    """Where in the cache the guest of a browser stands.

    A browser is known by the secret of its forms, which is nobody else's, and is another one as
    soon as it has had the answer.
    """
    secret: str = request.META.get("CSRF_COOKIE") or secrets.token_hex()
    return f"guest.{sha256(secret.encode()).hexdigest()}"


def _guest_at(place: str) -> User | None:
    return User.objects.filter(pk=cache.get(place), is_guest=True, is_active=True).first()


def _guest_of(place: str, name: str) -> User:
    """A new guest, or whom the same browser has become meanwhile; raises ValidationError."""
    try:
        guest = new_guest(name, timezone.now())
    except ValidationError:
        first = _guest_at(place)  # whose name this may be
        if first is None:
            raise
        return first
    if cache.add(place, guest.pk, ANSWERED_WITHIN):
        return guest
    first = _guest_at(place)
    if first is None:  # nothing can be kept there
        return guest
    guest.delete()
    return first


def _sign_in(request: HttpRequest, guest: User) -> User:
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest
