"""Sign-ups that wait for their address to be confirmed, and become accounts when it is."""

from datetime import datetime, timedelta

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import PendingSignup, User
from accounts.names import look_expression, look_of
from accounts.services import lock_people, tell_names_changed

_SALT = "accounts.signups"


class NotConfirmed(Exception):
    """The link leads to no account: it is used, too old, or its name or address is taken."""


class NameTaken(Exception):
    """Somebody else signs up with this name at the same moment."""


def is_confirmation_demanded() -> bool:
    """Whether there is no account before its address is confirmed."""
    return bool(app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY)


def lasts() -> timedelta:
    """How long a sign-up waits and keeps its name."""
    return timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS)


def keeps_name(name: str, now: datetime, *, but: int | None = None) -> bool:
    """Whether a sign-up that waits keeps this name or one that looks so; `but` is one's own."""
    waiting = PendingSignup.objects.alias(look=look_expression("name"))
    return waiting.filter(look=look_of(name), expires_at__gt=now).exclude(pk=but or 0).exists()


def looks_like_account(name: str, *, but: int | None = None) -> bool:
    """Whether an account, also one that is closed, or a computer has a name that looks like this.

    Guests do not count: their names are marked. `but` is who has the name already. Accounts that
    looked alike before stay as they are.
    """
    accounts = User.objects.filter(is_guest=False).alias(look=look_expression("username"))
    return accounts.filter(look=look_of(name)).exclude(pk=but or 0).exists()


def has_account(email: str) -> bool:
    """Whether somebody has this address, confirmed; as many queries whether anybody has."""
    is_confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True).exists()
    is_of_a_user = User.objects.filter(email=email.lower()).exists()
    return is_confirmed or is_of_a_user


def begin(
    *,
    name: str,
    email: str,
    password: str,
    guest: User | None,
    now: datetime,
    replaces: int | None = None,
) -> PendingSignup:
    """Keep name, address and password until the address is confirmed.

    A guest has one sign-up at a time; `replaces` is an earlier one of the same browser. What has
    expired goes. Raises NameTaken.
    """
    hashed = make_password(password)  # before the transaction: it takes a while
    gone = Q(expires_at__lte=now) | Q(pk=replaces)
    if guest is not None:
        gone |= Q(guest=guest)
    try:
        with transaction.atomic():
            PendingSignup.objects.filter(gone).delete()
            return PendingSignup.objects.create(
                name=name,
                email=email.lower(),
                password=hashed,
                guest=guest,
                created_at=now,
                expires_at=now + lasts(),
            )
    except IntegrityError:
        raise NameTaken from None


def key_of(signup: PendingSignup) -> str:
    """What the link to confirm it with ends with; nobody else can make it."""
    return signing.dumps(signup.pk, salt=_SALT)


def find_signup(key: str, now: datetime) -> PendingSignup | None:
    """The sign-up of a link, while it waits."""
    try:
        pk = signing.loads(key, salt=_SALT, max_age=lasts())
    except signing.BadSignature:
        return None
    return PendingSignup.objects.filter(pk=pk, expires_at__gt=now).first()


def confirm(*, signup: PendingSignup, now: datetime) -> User:
    """Make the account, or make the guest an account, and end the sign-up.

    Raises NotConfirmed: of two links at once for one name or address, one gets it.
    """
    try:
        with transaction.atomic():
            return _confirm(signup.pk, signup.guest_id, now)
    except IntegrityError:
        raise NotConfirmed from None


def _confirm(pk: int, guest_id: int | None, now: datetime) -> User:
    """Locked in this order: the guest, the sign-up."""
    people = lock_people([guest_id]) if guest_id is not None else [User()]
    signup = PendingSignup.objects.select_for_update().filter(pk=pk).first()
    if signup is None or not people or has_account(signup.email):
        raise NotConfirmed
    if looks_like_account(signup.name):
        raise NotConfirmed
    [user] = people
    if guest_id is not None and not user.is_guest:
        raise NotConfirmed
    user.username, user.email, user.password = signup.name, signup.email, signup.password
    user.become_account(now)
    user.save()
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=signup.email, primary=True, verified=True)
    signup.delete()
    tell_names_changed(user.pk)
    return user


def forget(user: User) -> None:
    """Drop what waits for this person or with one of their addresses.

    An address that was given and never confirmed may be that of who waits with it.
    """
    confirmed = EmailAddress.objects.filter(user=user, verified=True)
    addresses = confirmed.values_list("email", flat=True)
    theirs = Q(guest=user) | Q(email__in=[*addresses, user.email.lower()])
    PendingSignup.objects.filter(theirs).delete()


def waiting_of(user: User) -> list[dict[str, object]]:
    """The sign-up of a guest that waits, as it is told to the guest."""
    fields = ("name", "email", "created_at", "expires_at")
    return list(PendingSignup.objects.filter(guest=user).values(*fields))
