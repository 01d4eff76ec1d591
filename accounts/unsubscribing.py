"""The way out of mails: an address that is signed, takes no sign-in, never grows old (RFC 8058)."""

from collections.abc import Collection
from typing import NamedTuple

from django.core import signing

from accounts import notice_choices
from accounts.models import Notice, NoticeChoice, User

ALL = "all"
"""In the place of a kind: every mail about notices. The mail of the day means it too."""

_SALT = "accounts.unsubscribing"


class Subscription(NamedTuple):
    """Mails of a kind, or all of them, to somebody who still has an account."""

    person: User
    kind: str

    @property
    def kinds(self) -> Collection[str]:
        """The kinds that are switched off."""
        return Notice.Kind.values if self.kind == ALL else [self.kind]

    @property
    def label(self) -> str:
        """The kind in words; nothing for all of them."""
        return "" if self.kind == ALL else str(Notice.Kind(self.kind).label)


def token(person_id: int, kind: str) -> str:
    """What stands in the address: it can do nothing but switch these mails off."""
    said = kind if kind in Notice.Kind.values else ALL
    return signing.Signer(salt=_SALT).sign(f"{person_id}.{said}")


def read(said: str) -> Subscription | None:
    """What a token is about; None for one that is not ours, or of somebody who is gone."""
    try:
        person_id, kind = signing.Signer(salt=_SALT).unsign(said).split(".")
    except (signing.BadSignature, ValueError):
        return None
    person = User.objects.filter(pk=int(person_id)).first()
    return Subscription(person, kind) if person is not None and not person.is_deleted else None


def switch_off(subscription: Subscription) -> None:
    """From now on none of these mails is sent, nor one that waits."""
    channel = NoticeChoice.Channel.EMAIL
    notice_choices.switch_off(subscription.person.pk, channel, subscription.kinds)
