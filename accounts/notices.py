"""Notices: written once, with what happened, read, counted, and kept for a while."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q

from accounts import outbox, pushes
from accounts.models import Notice
from accounts.notifications import tell_notices

KEPT_FOR = timedelta(days=60)

MOST_COUNTED = 100
"""A counter goes up to one less, and says that there are more."""

_PRUNED_AT_ONCE = 1000  # rows

_RENEWED = ("kind", "game", "invitation", "person", "happened_at", "read_at")


class Unread(NamedTuple):
    """What is known of a notice that nobody has looked at."""

    id: int
    game_id: str | None
    invitation_id: str | None
    person_id: int | None

    @property
    def is_about_person(self) -> bool:
        """Whether it is about somebody, and about nothing that was done together."""
        return self.game_id is None and self.invitation_id is None


def write(notices: Sequence[Notice], *, renews: bool = False) -> None:
    """The one place where notices are written, in the transaction of what they are about.

    One statement, one for mails and one for browsers. What is there of the same recipient and
    subject stays as it is, so that nothing is told twice; with `renews` it is replaced: it happens
    again, or is settled. Open pages of the recipients are told after the commit; who has none is
    sent it soon.
    """
    if not notices:
        return
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a notice is written in the transaction of what it is about")
    ordered = sorted(notices, key=lambda notice: (notice.recipient_id, notice.subject))
    if renews:
        same = ("recipient", "subject")
        Notice.objects.bulk_create(
            ordered, update_conflicts=True, unique_fields=same, update_fields=_RENEWED
        )
    else:
        Notice.objects.bulk_create(ordered, ignore_conflicts=True)
    outbox.write(ordered)
    pushes.queue(ordered)
    unread = {notice.recipient_id for notice in ordered if notice.read_at is None}
    for recipient_id in {notice.recipient_id for notice in ordered}:
        tell_notices(recipient_id, is_new=recipient_id in unread)


def unread_of(person_id: int) -> list[Unread]:
    """What somebody has not looked at, any `MOST_COUNTED` at most: one query by one index."""
    unread = Notice.objects.filter(recipient=person_id, read_at=None)
    rows = unread.values_list("id", "game_id", "invitation_id", "person_id")
    return [Unread(*row) for row in rows[:MOST_COUNTED]]


def count_unread(people: Collection[int]) -> dict[int, int]:
    """How much each of these has not looked at, `MOST_COUNTED` at most; who has all is left out.

    One query by one index, however many they are.
    """
    unread = Notice.objects.filter(recipient__in=people, read_at=None)
    rows = unread.values_list("recipient").annotate(Count("id"))
    return {person_id: min(count, MOST_COUNTED) for person_id, count in rows}


def mark_read(person_id: int, now: datetime, which: Q) -> None:
    """Somebody has looked at these notices of theirs; the person's open pages are told."""
    unread = Notice.objects.filter(which, recipient=person_id, read_at=None)
    if unread.update(read_at=now):
        tell_notices(person_id, is_new=True)


def withdraw(which: Q) -> None:
    """What was to be told is not so any more; in the transaction in which that happens."""
    found = Notice.objects.filter(which)
    recipients = set(found.values_list("recipient", flat=True))
    if recipients:
        found.delete()
    for recipient_id in recipients:
        tell_notices(recipient_id, is_new=True)


def forget(person_id: int) -> None:
    """Drop what was told to somebody who goes for good, and what others were told about them."""
    withdraw(Q(recipient=person_id) | Q(person=person_id))


def take_along(guest_id: int, user_id: int, games: Collection[str]) -> None:
    """Give an account the notices of a guest, of these games and of what is about no game.

    What the account was told itself stays; the rest of the guest's goes.
    """
    own = Notice.objects.filter(recipient=user_id).values("subject")
    theirs = Notice.objects.filter(Q(game=None) | Q(game__in=games), recipient=guest_id)
    theirs.exclude(subject__in=own).exclude(person=user_id).update(recipient=user_id)
    Notice.objects.filter(recipient=guest_id).delete()
    Notice.objects.filter(recipient=user_id, person=guest_id).delete()
    Notice.objects.filter(person=guest_id).update(person=user_id)
    tell_notices(user_id, is_new=True)


def prune(now: datetime) -> int:
    """Drop some of those that were kept long enough; how many. There may be more."""
    old = Notice.objects.filter(happened_at__lt=now - KEPT_FOR).order_by("happened_at")
    ids = list(old.values_list("id", flat=True)[:_PRUNED_AT_ONCE])
    return Notice.objects.filter(id__in=ids).delete()[0] if ids else 0
