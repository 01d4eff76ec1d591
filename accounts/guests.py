"""The names of guests: made up, or chosen and marked as a guest's, like nobody else's."""

from datetime import datetime

from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Action, PendingSignup, User
from accounts.names import GUEST_PREFIX, TAKEN, USERNAME_VALIDATORS, look_expression, look_of
from accounts.services import create_guest, lock_people, tell_names_changed

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
    if isinstance(request.user, User):
        return request.user
    user = new_guest(name, timezone.now())
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return user
